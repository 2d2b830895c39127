import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isUnavailable, UnusableDatabase } from '../../../platform/database-errors.ts'
import { startEmbedded } from '../../database/embedded/embedded.ts'
import { migrate, requireDatabase } from '../../database/migrate.ts'
import { moveRows } from '../../database/move/move.ts'
import { openDatabase } from '../../database/pool.ts'
import { allMigrations } from '../migrations.ts'
import type { Tables } from '../../store/tables.ts'
import { databaseFault } from '../config/config-transport.ts'
import type { Config } from '../config/config.ts'
import { openBesideShop, share } from '../open-database.ts'
import { runCommand } from './run-command.ts'

export const moveDatabaseUsage = `Usage: npm run move-database
       npm run move-database -- postgres://USER:PASSWORD@HOST:PORT/NAME
       npm run move-database -- embedded
Copies the database that the configuration names into an empty one: the PostgreSQL of MOVE_TO_DATABASE_URL (or of the file in MOVE_TO_DATABASE_URL_FILE) or of the given URL, or the embedded one in DATA_DIR. Other users of the machine can read a password that is in the command itself. Stop the server first.`

type Say = (line: string) => void
type End = { url: string; close(): Promise<void> }

/**
 * Copies everything into an empty database and compares it. The present database stays as it is. Throws one sentence.
 */
export async function moveDatabase(args: readonly string[], config: Config, say: Say): Promise<void> {
  const to = targetOf(args, config)
  const embedded = to === 'embedded'
  const setting = args.length > 0 ? 'the address' : 'MOVE_TO_DATABASE_URL'
  if (embedded && config.databaseUrl === null)
    throw new Error('DATABASE_URL is missing: it names the database to move.')
  const source = await openSource(config, say)
  try {
    const target = embedded ? await makeEmbedded(config, say) : { url: to, close: async () => undefined }
    let moved = false
    try {
      const { tables, rows } = await moveRows(source.url, target.url, () => makeTables(target.url, setting), say)
      moved = true
      await tidy(target.url, say)
      say(`${tables} tables with ${rows.toLocaleString('en')} rows are copied and compared.`)
    } catch (error) {
      throw isUnavailable(error) ? new UnusableDatabase(error, target.url, setting) : error
    } finally {
      await target.close()
      if (embedded && !moved) rmSync(folderOf(config), { recursive: true, force: true })
    }
  } finally {
    await source.close()
  }
  say(nextStep(config, embedded))
  say('The previous database is unchanged. Delete it once you no longer need it: it holds personal data.')
}

/** The URL of the new database, or `embedded`. */
function targetOf([given, ...rest]: readonly string[], { moveToDatabaseUrl, production }: Config): string {
  const to = given ?? moveToDatabaseUrl
  if (to === null || rest.length > 0 || !(to === 'embedded' || /^postgres(ql)?:\/\//.test(to)))
    throw new Error(moveDatabaseUsage)
  if (to !== 'embedded' && given !== undefined && moveToDatabaseUrl !== null)
    throw new Error('The new database is given twice, by MOVE_TO_DATABASE_URL and by a URL. Remove one of them.')
  const fault = production ? databaseFault('The URL', to) : null
  if (fault !== null) throw new Error(`${fault}.`)
  return to
}

/** Names the secrets to keep, because they encrypt the rows; without SECRET that is the one in DATA_DIR. */
function nextStep({ dataDir, secrets }: Config, embedded: boolean): string {
  if (embedded)
    return 'Remove DATABASE_URL and MIGRATE_DATABASE_URL from the configuration, keep SECRET as it is, then start the server.'
  const secret =
    secrets === null
      ? `and SECRET_FILE=${join(dataDir, 'secret')}: with another secret the server cannot read what is encrypted in it. Then start the server`
      : 'and keep SECRET as it is, then start the server'
  return `Set DATABASE_URL to the new database, ${secret}. The server still needs DATA_DIR.`
}

const folderOf = ({ dataDir }: Config) => join(dataDir, 'postgres')

/** Opens the present database, which must be up to date, with a role that can lock its tables. */
async function openSource(config: Config, say: Say): Promise<End> {
  const { databaseUrl, migrateDatabaseUrl } = config
  if (databaseUrl !== null) {
    const { close } = await openBesideShop(config, say)
    await close()
    return { url: migrateDatabaseUrl ?? databaseUrl, close: async () => undefined }
  }
  const { url, stop } = await share(config, say)
  if (stop === null) throw new Error(`The server that uses ${config.dataDir} is running: stop it, then try again.`)
  try {
    const { close } = await openBesideShop({ ...config, databaseUrl: url }, say)
    await close()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, close: stop }
}

async function makeEmbedded(config: Config, say: Say): Promise<End> {
  const folder = folderOf(config)
  if (existsSync(join(folder, 'cluster')))
    throw new Error(`${config.dataDir} already has a database: move ${folder} away, or set another DATA_DIR.`)
  const { url, stop } = await startEmbedded({ folder, log: say })
  return { url, close: stop }
}

/** Creates the tables in a database without rows. */
async function makeTables(url: string, setting: string): Promise<void> {
  const { db, close } = openDatabase<Tables>(url, { max: 2 })
  try {
    await requireDatabase(db, url, setting)
    await migrate(db, allMigrations, setting)
  } finally {
    await close()
  }
}

/**
 * Collects statistics, so that the first queries are planned as well as later ones. If it fails, everything is moved
 * already.
 */
async function tidy(url: string, say: Say): Promise<void> {
  const { db, close } = openDatabase<Tables>(url, { max: 1 })
  try {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`vacuum (analyze)`.execute(db)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    say(`Warning: the data has been moved, but VACUUM (ANALYZE) failed in the new database: ${reason}. Run it there.`)
  } finally {
    await close()
  }
}

if (import.meta.main) await runCommand(moveDatabaseUsage, moveDatabase)
