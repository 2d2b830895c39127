import { CompiledQuery } from 'kysely'
import type { Db, Trx } from './tables.ts'
import { preparedMark } from '../database/pool.ts'

/**
 * A statement that is planned once on each connection: for those that are asked often and whose planning costs as much as
 * their running. There must be few texts of them in all: what varies goes into the values ($1, $2 …).
 */
export async function prepared<Row>(db: Db | Trx, text: string, values: unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(preparedMark + text, values))).rows
}

/** The values of a statement and their places in its text. */
export function createValues(): { values: unknown[]; put: (value: unknown) => string } {
  const values: unknown[] = []
  return { values, put: (value) => `$${values.push(value)}` }
}
