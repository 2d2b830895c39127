import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type pg from 'pg'
import { isUnavailable, UnusableDatabase } from '../../platform/database-errors.ts'
import { isReadOnly } from './writes.ts'

export type Migrations = Readonly<Record<string, Migration>>

const oldestSupported = 15

/** The number of Kysely's own lock. */
const migrationLock = 3_853_314_791_062_309_107n

/**
 * Applies all new migrations in one transaction and in the order of their names, and returns the applied names.
 * Instances that start together wait for each other. Throws an error with one sentence, which tells an operator whose
 * role may not do so to name another in `setting`; its `cause` has the details.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations: Migrations,
  setting = 'MIGRATE_DATABASE_URL',
): Promise<string[]> {
  await requireVersion(db)
  // One transaction, because a pooler may give each its own connection: lock and time limit must be those of the
  // migrations.
  return db.transaction().execute(async (trx) => {
    // Waiting for another instance, or rewriting a large table, may take longer than any request.
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx)
    await requireRights(trx, setting)
    await requireKnownMigrations(trx, migrations)
    await requireMigratable(trx, migrations)
    const { error, results = [] } = await migrator(trx, migrations).migrateToLatest()
    if (error !== undefined) throw failure(error, results.find((one) => one.status === 'Error')?.migrationName, setting)
    return results.map((one) => one.migrationName)
  })
}

/**
 * Refuses a role that may not create the first tables, in one sentence. In a transaction Kysely hides that it may not
 * create its own tables: it continues after the error, and reports a later one.
 */
export async function requireRights<Tables>(trx: Kysely<Tables>, setting = 'MIGRATE_DATABASE_URL'): Promise<void> {
  const { rows } = await sql<{ lacking: boolean }>`
    select to_regclass('kysely_migration') is null and not has_schema_privilege(current_schema(), 'create') as lacking
  `.execute(trx)
  if (rows[0]?.lacking !== false)
    throw failure(Object.assign(new Error('permission denied to make tables'), { code: '42501' }), undefined, setting)
}

/**
 * Refuses a database with migrations that this version does not have, in one sentence: of a later version, or from
 * before the first release, whose migrations were merged into one (docs/decisions/0030-database.md).
 */
export async function requireKnownMigrations<Tables>(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  const { rows: tables } = await sql`select from pg_class where oid = to_regclass('kysely_migration')`.execute(db)
  if (tables.length === 0) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.filter(({ name }) => !Object.hasOwn(migrations, name)).map(({ name }) => name)
  if (unknown.length === 0) return
  const names = [...unknown.slice(0, 3), ...(unknown.length > 3 ? [`${unknown.length - 3} more`] : [])].join(', ')
  throw new Error(
    `The database was used by another version: it has migrations that this version does not have (${names}). ` +
      'Start a later version. A database from before the first release cannot be upgraded: use an empty one.',
  )
}

/** Returns the migrations to apply. Refuses a read-only database if there are any, in one sentence. */
export async function requireMigratable<Tables>(db: Kysely<Tables>, migrations: Migrations): Promise<string[]> {
  const pending = await pendingMigrations(db, migrations)
  if (pending.length === 0) return pending
  if (await isReadOnly(db))
    throw new Error(
      `The database is read-only, but this version has to change it (${pending.join(', ')}): use one that accepts writes.`,
    )
  return pending
}

/** Refuses a read-only database, such as a standby, in one sentence. */
export async function requireWritable<Tables>(db: Kysely<Tables>, setting = 'DATABASE_URL'): Promise<void> {
  if (await isReadOnly(db)) throw new Error(`The database is read-only: name one that accepts writes in ${setting}.`)
}

/** Whether the role lacks a right. */
export function isForbidden(error: unknown): boolean {
  return error instanceof Error && (error as Error & { code?: unknown }).code === '42501'
}

/** The names not applied yet, in order. */
export async function pendingMigrations<Tables>(db: Kysely<Tables>, migrations: Migrations): Promise<string[]> {
  const known = await migrator(db, migrations).getMigrations()
  return known.filter((one) => one.executedAt === undefined).map((one) => one.name)
}

/**
 * The first check of a start: is the server available and new enough, and can the database store every character?
 * Throws one sentence, within about 5 s.
 */
export async function requireDatabase<Tables>(
  db: Kysely<Tables>,
  url: string,
  setting = 'DATABASE_URL',
): Promise<void> {
  try {
    await requireVersion(db)
    await requireUtf8(db, setting)
  } catch (error) {
    const { code, syscall, path } = error as NodeJS.ErrnoException
    // pg reads the files of sslrootcert, sslcert and sslkey itself.
    if (syscall === 'open')
      throw new Error(`${setting} names the file ${path}, which cannot be read (${code}).`, { cause: error })
    throw isUnavailable(error) ? new UnusableDatabase(error, url, setting) : error
  }
}

async function requireUtf8<Tables>(db: Kysely<Tables>, setting: string): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db)
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8')
    throw new Error(
      `The database has the encoding ${encoding}; UTF8 is required. Name a database with ENCODING 'UTF8' in ${setting}.`,
    )
}

/**
 * Refuses a pooler that gives each transaction another connection and keeps no prepared statements, in one sentence: a
 * statement that one client has prepared then exists for another, or is unknown to the first.
 */
export async function requirePreparedStatements(pool: pg.Pool): Promise<void> {
  const clients = [await pool.connect(), await pool.connect()]
  try {
    for (let round = 0; round < 3; round += 1)
      for (const client of clients) await client.query({ name: 'tillhouse_probe', text: 'select 1' })
  } catch (error) {
    if (!isStatementLost(error)) throw error
    throw new Error(
      'DATABASE_URL names a connection pooler that keeps no prepared statements, such as PgBouncer in transaction mode: set DATABASE_PREPARE=off, and the time limits of its role (docs/how-to/your-postgresql.md).',
      { cause: error },
    )
  } finally {
    for (const client of clients) client.release(true)
  }
}

/** Whether a prepared statement exists already, or is unknown: SQLSTATE 42P05 and 26000. */
function isStatementLost(error: unknown): boolean {
  return error instanceof Error && /^(42P05|26000)$/.test(String((error as Error & { code?: unknown }).code))
}

async function requireVersion<Tables>(db: Kysely<Tables>) {
  const { rows } = await sql<{ number: number; name: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name
  `.execute(db)
  const version = rows[0]
  if (version === undefined || version.number < oldestSupported * 10_000) {
    throw new Error(`The database is PostgreSQL ${version?.name ?? '?'}; ${oldestSupported} or later is required.`)
  }
}

function migrator<Tables>(db: Kysely<Tables>, migrations: Migrations): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    nameComparator: (one, other) => (one < other ? -1 : one > other ? 1 : 0),
    // The shop and its identity provider number their migrations independently: a new one of the shop may precede
    // applied ones of the other in the order of names.
    allowUnorderedMigrations: true,
  })
}

function failure(error: unknown, name: string | undefined, setting: string): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const subject =
    name === undefined
      ? 'The database could not be brought up to date'
      : `Migration ${name} failed, nothing was changed`
  const advice = isForbidden(error) ? `. Name a role that may change tables in ${setting}.` : ''
  return new Error(`${subject}: ${reason}${advice}`, { cause: error })
}
