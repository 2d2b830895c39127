import { CompiledQuery } from 'kysely'
import type { Db, Trx } from './tables.ts'
import { directOf, type DirectQueries } from '../database/pool.ts'
import { preparedMark } from '../database/statement-names.ts'

/**
 * Runs a statement that is planned once on each connection: for frequent statements whose planning takes as long as
 * running them. There must be few different texts: variable parts are values ($1, $2 …).
 */
export function prepared<Row>(db: Db | Trx, text: string, values: unknown[]): Promise<Row[]> {
  return runMarked(db, preparedMark + text, values, 'run')
}

/**
 * The same for a statement that finds a few rows by an index: outside a transaction it shares a connection with others
 * of its kind.
 */
export function lookUp<Row>(db: Db | Trx, text: string, values: unknown[]): Promise<Row[]> {
  return runMarked(db, preparedMark + text, values, 'lookUp')
}

/** The same for one fixed text, which is created and named once. */
export function preparedLookUp(text: string): <Row>(db: Db | Trx, values: unknown[]) => Promise<Row[]> {
  const marked = preparedMark + text
  return (db, values) => runMarked(db, marked, values, 'lookUp')
}

async function runMarked<Row>(db: Db | Trx, text: string, values: unknown[], way: keyof DirectQueries): Promise<Row[]> {
  const direct = directOf(db)
  if (direct) return (await direct[way](text, values)) as Row[]
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/** Collects the values of a statement and returns their places in its text. */
export function createValues(): { values: unknown[]; put: (value: unknown) => string } {
  const values: unknown[] = []
  return { values, put: (value) => `$${values.push(value)}` }
}
