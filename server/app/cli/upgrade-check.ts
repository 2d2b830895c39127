import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { ConfigError } from '../../config-error.ts'
import { lookAtEmbedded } from '../../database/embedded/running.ts'
import { pendingMigrations, requireDatabase, requireKnownMigrations, type Migrations } from '../../database/migrate.ts'
import { openDatabase } from '../../database/pool.ts'
import { judge } from '../../database/upgrade/judge.ts'
import { statementsOf } from '../../database/upgrade/record.ts'
import { allMigrations } from '../migrations.ts'
import { readConfig } from '../config/config.ts'
import type { Finding } from './checks/storage.ts'
import { formatReport } from './report.ts'
import { readArguments, run } from './run-command.ts'

const usage = `Usage: npm run upgrade-check
       npm run --silent upgrade-check -- --json
Names the migrations that this version would apply, and whether a rolling upgrade is possible. Changes nothing.`

/**
 * Reports what the next start would do to the database, and whether the running version can continue meanwhile. Changes
 * nothing.
 */
export async function checkUpgrade(
  environment?: Record<string, string | undefined>,
  folder?: string,
  known: Migrations = allMigrations,
): Promise<Finding[]> {
  const fault = (about: string, error: unknown): Finding[] => [
    { level: 'fault', about, sentence: error instanceof Error ? error.message : String(error) },
  ]
  const about = 'database'
  try {
    const { databaseUrl, dataDir } = readConfig(environment, folder)
    const embedded = databaseUrl === null ? lookAtEmbedded(join(dataDir, 'postgres')) : null
    if (embedded === 'none') return [{ level: 'ok', about, sentence: 'The first start creates the embedded database.' }]
    if (embedded === 'stopped')
      return fault(
        about,
        'The embedded database runs only while the server runs: start the previous version, then check.',
      )
    const url = databaseUrl ?? embedded?.url ?? ''
    const { db, close } = openDatabase<unknown>(url, { max: 1, applicationName: 'tillhouse upgrade-check' })
    try {
      await requireDatabase(db, url)
      await requireKnownMigrations(db, known)
      return await look(db, known)
    } finally {
      await close()
    }
  } catch (error) {
    return fault(error instanceof ConfigError ? 'configuration' : about, error)
  }
}

async function look(db: Kysely<unknown>, known: Migrations): Promise<Finding[]> {
  const pending = await pendingMigrations(db, known)
  if (pending.length === 0) return [{ level: 'ok', about: 'upgrade', sentence: 'The database is up to date.' }]
  const rows = await rowCounts(db)
  const lines = await Promise.all(pending.map((name) => lineFor(name, known[name], rows)))
  const together = lines.every(({ level }) => level === 'ok')
  const sentence = together
    ? 'Running instances of the previous version can continue while the new one starts.'
    : 'Stop all instances before the new version starts: it changes what the previous version uses.'
  return [...lines, { level: together ? 'ok' : 'warning', about: 'upgrade', sentence }]
}

async function lineFor(name: string, migration: Migration | undefined, rows: Rows): Promise<Finding> {
  const statements = migration && (await statementsOf(migration).catch(() => null))
  if (!statements)
    return { level: 'warning', about: name, sentence: 'Its effect cannot be determined without running it.' }
  const { expandOnly, works } = judge(statements)
  const tables = [...rows].filter(([table]) => works.has(table))
  const sizes = tables.map(([table, count]) => `${table} (about ${count} rows)`).join(', ')
  const kind = expandOnly ? 'Expand-only.' : 'Changes what the previous version uses.'
  const work =
    sizes === '' ? 'Its duration does not depend on the number of rows.' : `Its duration grows with ${sizes}.`
  return { level: expandOnly ? 'ok' : 'warning', about: name, sentence: `${kind} ${work}` }
}

type Rows = ReadonlyMap<string, number>

/** Returns the number of rows in each table, as PostgreSQL's statistics estimate it. */
async function rowCounts(db: Kysely<unknown>): Promise<Rows> {
  const { rows } = await sql<{ name: string; count: number }>`
    select c.relname as name,
      (case when c.reltuples < 0 then coalesce(s.n_live_tup, 0) else c.reltuples end)::float8 as count
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    order by c.relname`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

if (import.meta.main) {
  await run(usage, async (args) => {
    const { json } = readArguments(args, usage, { json: { type: 'boolean' } }).values
    const { text, exitCode } = formatReport(await checkUpgrade(), json ? 'json' : 'text')
    process.stdout.write(text)
    process.exitCode = exitCode
  })
}
