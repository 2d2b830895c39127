import { sql } from 'kysely'
import type { ApiKeyRow, ConnectDb, ConnectTrx } from '../database/tables.ts'

export function findKey(db: ConnectDb, id: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The newest first. */
export function allKeys(db: ConnectDb): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

export function keysOfAccounts(db: ConnectDb, accounts: readonly string[]): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('created_by', 'in', accounts)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/**
 * Makes other changes of keys wait, so that two concurrent ones cannot take the same name or exceed the limit. Reads do
 * not wait.
 */
export async function lockApiKeys(db: ConnectTrx): Promise<void> {
  await sql`lock table api_keys in share row exclusive mode`.execute(db)
}

/** Keys that work, or would if their owner were an administrator. */
export function liveKeys(db: ConnectTrx, now: Date): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_keys').selectAll().where('revoked_at', 'is', null).where('expires_at', '>', now).execute()
}

export async function addApiKey(db: ConnectTrx, key: ApiKeyRow): Promise<void> {
  await db.insertInto('api_keys').values(key).execute()
}

export async function changeKey(
  db: ConnectDb,
  id: string,
  change: Partial<Pick<ApiKeyRow, 'created_by' | 'expires_at' | 'revoked_at' | 'last_used_at' | 'last_used_from'>>,
): Promise<void> {
  await db.updateTable('api_keys').set(change).where('id', '=', id).execute()
}

/** Removes keys that ended before a moment. */
export async function removeOldKeys(db: ConnectDb, before: Date): Promise<void> {
  await db
    .deleteFrom('api_keys')
    .where((key) => key.or([key('expires_at', '<', before), key('revoked_at', '<', before)]))
    .execute()
}
