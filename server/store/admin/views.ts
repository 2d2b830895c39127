import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

export type SavedView = { id: string; name: string; query: string }

/** Returns the views of an account, by name. */
export function viewsOf(db: Db | Trx, account: string): Promise<SavedView[]> {
  return db
    .selectFrom('saved_views')
    .select(['id', 'name', 'query'])
    .where('account_id', '=', account)
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Stores a view, unless the account has one with that name, or the maximum number. */
export async function addView(
  db: Db,
  account: string,
  { name, query }: Omit<SavedView, 'id'>,
  max: number,
): Promise<SavedView | 'exists' | 'full'> {
  const values = { id: randomUUID(), account_id: account, name, query }
  return db.transaction().execute(async (trx) => {
    // Locked, so that two browsers cannot store more than the maximum.
    await trx.selectFrom('accounts').select('id').where('id', '=', account).forUpdate().execute()
    const others = await viewsOf(trx, account)
    if (others.some((one) => isSameName(one.name, name))) return 'exists'
    if (others.length >= max) return 'full'
    await trx.insertInto('saved_views').values(values).execute()
    return { id: values.id, name, query }
  })
}

/** Renames a view. Returns null if another of the account's views has the name, undefined if there is no such view. */
export function renameView(db: Db, account: string, id: string, name: string): Promise<SavedView | null | undefined> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', account).forUpdate().execute()
    const views = await viewsOf(trx, account)
    const view = views.find((one) => one.id === id)
    if (!view) return undefined
    if (views.some((one) => one.id !== id && isSameName(one.name, name))) return null
    await trx.updateTable('saved_views').set({ name }).where('id', '=', id).execute()
    return { ...view, name }
  })
}

/** Returns whether there was such a view. */
export async function deleteView(db: Db, account: string, id: string): Promise<boolean> {
  const query = db.deleteFrom('saved_views').where('account_id', '=', account).where('id', '=', id)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
