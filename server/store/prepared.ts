import { CompiledQuery } from 'kysely'
import type { Db, Trx } from './tables.ts'
import { directOf, preparedMark, type DirectQueries } from '../database/pool.ts'

/**
 * A statement that is planned once on each connection: for those that are asked often and whose planning costs as much as
 * their running. There must be few texts of them in all: what varies goes into the values ($1, $2 …).
 */
export function prepared<Row>(db: Db | Trx, text: string, values: unknown[]): Promise<Row[]> {
  return runMarked(db, preparedMark + text, values, 'run')
}

/** The same for one that finds a few rows by an index: outside a transaction it shares a connection with others of its kind. */
export function lookUp<Row>(db: Db | Trx, text: string, values: unknown[]): Promise<Row[]> {
  return runMarked(db, preparedMark + text, values, 'lookUp')
}

/** The same of one text, which is put together and named once. */
export function preparedLookUp(text: string): <Row>(db: Db | Trx, values: unknown[]) => Promise<Row[]> {
  const marked = preparedMark + text
  return (db, values) => runMarked(db, marked, values, 'lookUp')
}

async function runMarked<Row>(db: Db | Trx, text: string, values: unknown[], way: keyof DirectQueries): Promise<Row[]> {
  const direct = directOf(db)
  if (direct) return (await direct[way](text, values)) as Row[]
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/** The values of a statement and their places in its text. */
export function createValues(): { values: unknown[]; put: (value: unknown) => string } {
  const values: unknown[] = []
  return { values, put: (value) => `$${values.push(value)}` }
}
