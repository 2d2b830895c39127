import { preparedLookUp } from '../prepared.ts'
import type { Db, Trx } from '../tables.ts'

const cleared = preparedLookUp('select pair from cleared_domains where pair = any($1)')

/** Returns those of these pairs of a domain and a company, by their hashes, that an administrator has cleared. */
export async function clearedAmong(db: Db | Trx, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await cleared<{ pair: string }>(db, [hashes])
  return new Set(rows.map(({ pair }) => pair))
}

/** Stores pairs as cleared, with the first person who cleared each. */
export async function rememberCleared(db: Trx, hashes: readonly string[], by: string, now: Date): Promise<void> {
  if (hashes.length === 0) return
  await db
    .insertInto('cleared_domains')
    .values(hashes.map((pair) => ({ pair, cleared_by: by, cleared_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes those of these pairs that one decision cleared: pairs from an earlier one stay. */
export async function forgetCleared(
  db: Trx,
  hashes: readonly string[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  if (hashes.length === 0) return
  await db
    .deleteFrom('cleared_domains')
    .where('pair', 'in', hashes)
    .where('cleared_by', '=', by)
    .where('cleared_at', '=', at)
    .execute()
}
