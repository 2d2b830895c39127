import { join } from 'node:path'
import type { Db, Tables } from '../store/tables.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, requireDatabase, type Migrations } from './migrate.ts'
import { openDatabase } from './pool.ts'

export type Opened = {
  db: Db
  close(): Promise<void>
  /** Resolves when the database is lost for good. */ lost: Promise<Error>
}

/**
 * The shop's database, up to date: the one of the addresses given, else the embedded one in the data folder. Rejects with
 * one sentence.
 */
export async function openShopDatabase(
  where: { dataDir: string; databaseUrl: string | null; migrateDatabaseUrl: string | null },
  migrations: Migrations,
  log: (line: string) => void,
): Promise<Opened> {
  const embedded =
    where.databaseUrl === null ? await startEmbedded({ folder: join(where.dataDir, 'postgres'), log }) : null
  const url = where.databaseUrl ?? embedded?.url ?? ''
  const { db, close } = openDatabase<Tables>(url, { log })
  const closeAll = async () => {
    await close()
    await embedded?.stop()
  }
  try {
    await requireDatabase(db, url)
    await migrateBy(where.migrateDatabaseUrl, db, migrations, log)
    return { db, close: closeAll, lost: embedded?.lost ?? new Promise(() => undefined) }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Migrates as the role that may, where there is one of its own. */
async function migrateBy(
  url: string | null,
  own: Db,
  migrations: Migrations,
  log: (line: string) => void,
): Promise<void> {
  if (url === null) {
    await migrate(own, migrations)
    return
  }
  const { db, close } = openDatabase<Tables>(url, { log, max: 2 })
  try {
    await requireDatabase(db, url)
    await migrate(db, migrations)
  } finally {
    await close()
  }
}
