import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Trx } from '../tables.ts'

export type EmailChange = Selectable<Tables['email_changes']>
export type EmailRestore = Selectable<Tables['email_restores']>

/** Until when a change can take effect, as SQL: while its link is valid, and at any time once the new address is confirmed. */
export const openUntil = `greatest(expires_at, case when confirmed_at >= requested_at then 'infinity'::timestamptz end)`
const isOpen = (now: Date) => sql<boolean>`${sql.raw(openUntil)} > ${now}`

/** Stores a person's new address until it is confirmed, replacing an earlier one. */
export async function putEmailChange(db: Trx, change: EmailChange): Promise<void> {
  const { subscriber_id: _key, ...rest } = change
  await db
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('subscriber_id').doUpdateSet(rest))
    .execute()
}

/** Returns the open change of a token: of the link to the new address, or of the one to the old address. */
export function findEmailChange(
  db: Db | Trx,
  tokenHash: string,
  now: Date,
  which: 'token_hash' | 'old_token_hash' = 'token_hash',
): Promise<EmailChange | undefined> {
  return db.selectFrom('email_changes').selectAll().where(which, '=', tokenHash).where(isOpen(now)).executeTakeFirst()
}

/** Returns the new address of a person's open change; null if there is none. */
export async function newEmailOf(db: Db | Trx, subscriberId: string, now: Date): Promise<string | null> {
  const query = db.selectFrom('email_changes').select('email').where('subscriber_id', '=', subscriberId)
  return (await query.where(isOpen(now)).executeTakeFirst())?.email ?? null
}

export async function setEmailChange(
  db: Trx,
  subscriberId: string,
  times: Partial<Pick<EmailChange, 'confirmed_at' | 'agreed_at'>>,
): Promise<void> {
  await db.updateTable('email_changes').set(times).where('subscriber_id', '=', subscriberId).execute()
}

/** Returns the confirmed changes that administrators requested before a time. */
export function confirmedEmailChanges(db: Db, until: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('email_changes')
    .select('subscriber_id as id')
    .where('requested_by', 'is not', null)
    .where('requested_at', '<=', until)
    .where(sql<boolean>`confirmed_at >= requested_at`)
    .execute()
}

export function emailChangeOfSubscriber(db: Trx, subscriberId: string): Promise<EmailChange | undefined> {
  return db.selectFrom('email_changes').selectAll().where('subscriber_id', '=', subscriberId).executeTakeFirst()
}

export async function removeEmailChange(db: Trx, subscriberId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('subscriber_id', '=', subscriberId).execute()
}

/**
 * Drops the new address that the people of an account requested themselves, because an ended session may have requested
 * it.
 */
export async function withdrawOwnEmailChange(db: Db | Trx, issuer: string, subject: string): Promise<void> {
  await db
    .deleteFrom('email_changes')
    .where('requested_by', 'is', null)
    .where('subscriber_id', 'in', (e) =>
      e
        .selectFrom('accounts')
        .select('subscriber_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .where('subscriber_id', 'is not', null)
        .$castTo<{ subscriber_id: string }>(),
    )
    .execute()
}

export async function addEmailRestore(db: Trx, restore: EmailRestore): Promise<void> {
  await db.insertInto('email_restores').values(restore).execute()
}

export function findEmailRestore(db: Db | Trx, tokenHash: string, now: Date): Promise<EmailRestore | undefined> {
  return db
    .selectFrom('email_restores')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Removes a used link, the others to the same address, and those of later addresses, which could undo it. */
export async function removeEmailRestores(db: Trx, used: EmailRestore): Promise<void> {
  await db
    .deleteFrom('email_restores')
    .where('subscriber_id', '=', used.subscriber_id)
    .where((e) => e.or([e('created_at', '>=', used.created_at), e('email', '=', used.email)]))
    .execute()
}

/** Removes expired changes and links. */
export async function removeOldEmailChanges(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('email_changes')
    .where((e) => e.not(e.parens(isOpen(now))))
    .execute()
  await db.deleteFrom('email_restores').where('expires_at', '<=', now).execute()
}
