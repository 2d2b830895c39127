import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { Db, Tables } from '../store/tables.ts'
import { clusterUrl, prepareCluster } from '../database/embedded/cluster.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'
import {
  isForbidden,
  migrate,
  pendingMigrations,
  requireDatabase,
  requirePreparedStatements,
  requireWritable,
} from '../database/migrate.ts'
import { openDatabase } from '../database/pool.ts'
import { allMigrations } from './migrations.ts'
import type { Writes } from '../database/writes.ts'

export type OpenDatabase = {
  db: Db
  writes: Writes
  /** Whether a request waits for a connection. */
  isCrowded(): boolean
  close(): Promise<void>
  /** The URL of the superuser; null if the database is the operator's own. */
  ownerUrl: string | null
  /** Resolves when the database is lost permanently. */ lost: Promise<Error>
}

type Where = { dataDir: string; backupDir: string | null; databaseUrl: string | null; databasePrepare: boolean }

/**
 * Opens the shop's database, up to date: the configured one, otherwise the embedded one in the data folder. Rejects
 * with one sentence.
 */
export async function openShopDatabase(
  where: Where & { migrateDatabaseUrl: string | null },
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const embedded = where.databaseUrl === null ? await startEmbedded(embeddedOptions(where, log)) : null
  const url = where.databaseUrl ?? embedded?.url ?? ''
  const { db, pool, writes, close } = openDatabase<Tables>(url, { log, prepare: where.databasePrepare })
  const isCrowded = () => pool.waitingCount > 0
  const closeAll = async () => {
    await close()
    await embedded?.stop()
  }
  try {
    await requireDatabase(db, url)
    await requireWritable(db)
    if (embedded === null && where.databasePrepare) await requirePreparedStatements(pool)
    if (where.migrateDatabaseUrl === null) await migrate(db, allMigrations)
    else await migrateBy(where.migrateDatabaseUrl, db, log)
    const ownerUrl = embedded === null ? null : ownerOf(embedded.url)
    return { db, writes, isCrowded, close: closeAll, ownerUrl, lost: embedded?.lost ?? new Promise(() => undefined) }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/**
 * Opens the same database for an operator's command, whether the shop runs or not: an embedded one is shared with the
 * running shop, or started for the duration of the command. Rejects with one sentence, also if it is not up to date.
 */
export async function openBesideShop(
  where: Where,
  log: (line: string) => void,
): Promise<Omit<OpenDatabase, 'lost' | 'ownerUrl' | 'isCrowded'>> {
  const { url, stop } = where.databaseUrl ? { url: where.databaseUrl, stop: null } : await share(where, log)
  const { db, writes, close } = openDatabase<Tables>(url, { log, max: 2, prepare: where.databasePrepare })
  const closeAll = async () => {
    await close()
    await stop?.()
  }
  try {
    await requireDatabase(db, url)
    if ((await pendingMigrations(db, allMigrations)).length > 0)
      throw new Error('The database is not up to date: start this version of the server once, then try again.')
    return { db, writes, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/**
 * Shares the embedded database with the running shop, or starts it. `ownerUrl` is for its superuser, in the same
 * database.
 */
export async function share(
  where: Pick<Where, 'dataDir' | 'backupDir'>,
  log: (line: string) => void,
): Promise<{ url: string; ownerUrl: string; stop: (() => Promise<void>) | null }> {
  const { folder, ...options } = embeddedOptions(where, log)
  if (!existsSync(join(folder, 'cluster')))
    throw new Error(
      `There is no database in ${where.dataDir} yet: start the server once, or set DATA_DIR or DATABASE_URL.`,
    )
  try {
    const { url, stop } = await startEmbedded({ folder, ...options })
    return { url, ownerUrl: ownerOf(url), stop }
  } catch (error) {
    if (!(error instanceof Error) || error.cause !== 'in use') throw error
    const url = clusterUrl(await prepareCluster(folder, {}), 'tillhouse', 'tillhouse')
    return { url, ownerUrl: ownerOf(url), stop: null }
  }
}

/**
 * Returns the options, the same for every process that can start it: one without archiving would leave a gap in the
 * archived WAL.
 */
function embeddedOptions({ dataDir, backupDir }: Pick<Where, 'dataDir' | 'backupDir'>, log: (line: string) => void) {
  return { folder: join(dataDir, 'postgres'), log, backupDir: backupDir ?? undefined }
}

/** The embedded database's superuser has the same password as the product's role. */
function ownerOf(url: string): string {
  return Object.assign(new URL(url), { username: 'postgres' }).href
}

/**
 * Migrates with a role that can change tables, and checks whether the shop's own role can use them. Rejects with one
 * sentence.
 */
async function migrateBy(url: string, own: Db, log: (line: string) => void): Promise<void> {
  const { db, close } = openDatabase<Tables>(url, { log, max: 2 })
  try {
    await requireDatabase(db, url, 'MIGRATE_DATABASE_URL')
    await requireSameDatabase(db, own)
    await migrate(db, allMigrations)
  } finally {
    await close()
  }
  await pendingMigrations(own, allMigrations).catch((error: unknown) => {
    throw isForbidden(error)
      ? new Error('The role of DATABASE_URL has no permission to use the tables: see docs/how-to/your-postgresql.md.', {
          cause: error,
        })
      : error
  })
}

/** Refuses a migration role of another database than the shop's own, in one sentence. */
export async function requireSameDatabase<Tables>(migrating: Kysely<Tables>, own: Kysely<Tables>): Promise<void> {
  if ((await whereIs(migrating)) !== (await whereIs(own)))
    throw new Error('MIGRATE_DATABASE_URL and DATABASE_URL name different databases: set both to the same one.')
}

/** Identifies a database, also among those of the same name on two servers. */
async function whereIs<Tables>(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ place: string }>`
    select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as place`.execute(db)
  return rows[0]?.place
}
