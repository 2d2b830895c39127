import type { Selectable } from 'kysely'
import type { AuditedChange } from '../../../domain/audit.ts'
import type { BrandOverrides } from '../../../domain/catalogue/brand-values.ts'
import type { Db, Tables, Trx } from '../tables.ts'

export type BrandChange = Selectable<Tables['brand_changes']>

/** Returns the change in force; undefined if nothing was changed yet. */
export function latestBrandChange(db: Db | Trx): Promise<BrandChange | undefined> {
  return db.selectFrom('brand_changes').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
}

export function findBrandChange(db: Db | Trx, number: number): Promise<BrandChange | undefined> {
  return db.selectFrom('brand_changes').selectAll().where('number', '=', number).executeTakeFirst()
}

/** Returns the changes before one, or the newest, newest first. */
export function brandChangesBefore(db: Db, before: number | null, limit: number): Promise<BrandChange[]> {
  return db
    .selectFrom('brand_changes')
    .selectAll()
    .$if(before !== null, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** Saves a change as the one after `version`. Returns false if another was saved meanwhile. */
export async function addBrandChange(
  db: Trx,
  version: number,
  change: {
    at: Date
    by: string
    overrides: BrandOverrides
    changes: readonly AuditedChange[]
    restored: number | null
  },
): Promise<boolean> {
  const { overrides, changes, ...rest } = change
  if (((await latestBrandChange(db))?.number ?? 0) !== version) return false
  const texts = { overrides: JSON.stringify(overrides), changes: JSON.stringify(changes) }
  // A second one waits here until the first is committed, and finds its number taken.
  const query = db.insertInto('brand_changes').values({ number: version + 1, ...texts, ...rest })
  const { numInsertedOrUpdatedRows } = await query
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
