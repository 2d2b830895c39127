import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Tables } from '../store/tables.ts'
import { clusterUrl, prepareCluster } from '../database/embedded/cluster.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'
import { isForbidden, migrate, pendingMigrations, requireDatabase, type Migrations } from '../database/migrate.ts'
import { openDatabase } from '../database/pool.ts'
import type { Writes } from '../database/writes.ts'

export type Opened = {
  db: Db
  writes: Writes
  close(): Promise<void>
  /** Resolves when the database is lost for good. */ lost: Promise<Error>
}

/**
 * The shop's database, up to date: the one of the addresses given, else the embedded one in the data folder. Rejects with
 * one sentence.
 */
export async function openShopDatabase(
  where: { dataDir: string; databaseUrl: string | null; migrateDatabaseUrl: string | null; databasePrepare: boolean },
  migrations: Migrations,
  log: (line: string) => void,
): Promise<Opened> {
  const embedded =
    where.databaseUrl === null ? await startEmbedded({ folder: join(where.dataDir, 'postgres'), log }) : null
  const url = where.databaseUrl ?? embedded?.url ?? ''
  const { db, writes, close } = openDatabase<Tables>(url, { log, prepare: where.databasePrepare })
  const closeAll = async () => {
    await close()
    await embedded?.stop()
  }
  try {
    await requireDatabase(db, url)
    if (where.migrateDatabaseUrl === null) await migrate(db, migrations)
    else await migrateBy(where.migrateDatabaseUrl, db, migrations, log)
    return { db, writes, close: closeAll, lost: embedded?.lost ?? new Promise(() => undefined) }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/**
 * The same database for a command of the operator's, whether the shop runs or not: an embedded one is shared with the shop
 * that has it, else started for as long as the command takes. Rejects with one sentence, also where it is not up to date.
 */
export async function openBesideShop(
  where: { dataDir: string; databaseUrl: string | null; databasePrepare: boolean },
  migrations: Migrations,
  log: (line: string) => void,
): Promise<Omit<Opened, 'lost'>> {
  const { url, stop } = where.databaseUrl ? { url: where.databaseUrl, stop: null } : await share(where.dataDir, log)
  const { db, writes, close } = openDatabase<Tables>(url, { log, max: 2, prepare: where.databasePrepare })
  const closeAll = async () => {
    await close()
    await stop?.()
  }
  try {
    await requireDatabase(db, url)
    if ((await pendingMigrations(db, migrations)).length > 0)
      throw new Error('The database is not up to date: start this version of the server once, then try again.')
    return { db, writes, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function share(
  dataDir: string,
  log: (line: string) => void,
): Promise<{ url: string; stop: (() => Promise<void>) | null }> {
  const folder = join(dataDir, 'postgres')
  if (!existsSync(join(folder, 'cluster')))
    throw new Error(`There is no database in ${dataDir} yet: start the server once, or set DATA_DIR or DATABASE_URL.`)
  try {
    return await startEmbedded({ folder, log })
  } catch (error) {
    if (!(error instanceof Error) || error.cause !== 'in use') throw error
    return { url: clusterUrl(await prepareCluster(folder, {}), 'tillhouse', 'tillhouse'), stop: null }
  }
}

/** Migrates by a role that may change tables, and looks whether the shop's own may use them. Rejects with one sentence. */
async function migrateBy(url: string, own: Db, migrations: Migrations, log: (line: string) => void): Promise<void> {
  const { db, close } = openDatabase<Tables>(url, { log, max: 2 })
  try {
    await requireDatabase(db, url, 'MIGRATE_DATABASE_URL')
    if ((await whereIs(db)) !== (await whereIs(own)))
      throw new Error('MIGRATE_DATABASE_URL and DATABASE_URL name different databases: set both to the same one.')
    await migrate(db, migrations)
  } finally {
    await close()
  }
  await pendingMigrations(own, migrations).catch((error: unknown) => {
    throw isForbidden(error)
      ? new Error('The role of DATABASE_URL has no permission to use the tables: see docs/operating.md, Database.', {
          cause: error,
        })
      : error
  })
}

/** Tells databases apart, also those of the same name on two servers. */
async function whereIs(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ place: string }>`
    select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as place`.execute(db)
  return rows[0]?.place
}
