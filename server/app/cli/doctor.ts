import { join } from 'node:path'
import { sql } from 'kysely'
import { isOldList, listAgeDays } from '../../../domain/screening/list-age.ts'
import { checkSettings } from '../../adapters/payments/settings/check-settings.ts'
import { folderFault } from '../../folders.ts'
import { readOperatorFiles, type OperatorFiles } from '../../operator-files.ts'
import { keyMode } from '../config/contradictions.ts'
import { describeVariables, readConfig, type Config } from '../config/config.ts'
import {
  pendingMigrations,
  requireDatabase,
  requireKnownMigrations,
  requireMigratable,
  requirePreparedStatements,
  requireRights,
  requireWritable,
} from '../../database/migrate.ts'
import { openDatabase } from '../../database/pool.ts'
import { lookAtEmbedded } from '../../database/embedded/running.ts'
import { noListSentence } from '../integrations/screening.ts'
import { whyNoUsableList } from '../../screening/lists/first-lists.ts'
import { openListFolder } from '../../screening/lists/open-folder.ts'
import { simulatorWarning, settingsQuestion } from '../integrations/payments.ts'
import { allMigrations } from '../migrations.ts'
import { requireSameDatabase } from '../open-database.ts'
import { clockFault, machineTime } from '../process/clock.ts'
import { hostFault, passwordFault, writableFaults } from '../start-checks.ts'
import { namesIn } from '../identity/built-in-identity-provider.ts'
import { latestMoment } from '../../store/clock.ts'
import { listsInForce } from '../../store/screening/screening-lists.ts'
import type { Db } from '../../store/tables.ts'
import { checkBackups, checkDisk, type Finding } from './checks/storage.ts'
import { checkDocuments, checkInstallers } from './checks/operator-files.ts'
import { checkVendorTexts } from './checks/texts.ts'
import { checkLicenceKeys } from './checks/licence-keys.ts'
import { checkSealedRows } from './checks/sealed-rows.ts'
import { checkWebhooks } from './checks/webhooks.ts'
import { checkStripeClock, compareClocks } from './network/clock.ts'
import { checkIssuer } from './network/issuer.ts'
import { checkMailServer } from './network/mail-server.ts'
import { checkPublicUrl } from './network/public-url.ts'
import { formatReport } from './report.ts'
import { readArguments, run } from './run-command.ts'
import { ConfigError } from '../../config-error.ts'

export type { Finding }

const usage = `Usage: npm run doctor
       npm run --silent doctor -- --json
       npm run doctor -- --variables
Checks the configuration and everything that the server depends on. Changes nothing. --variables prints all variables.`

/** A check of one part of the shop. Changes nothing, and rejects only because of a mistake in the check. */
type Check = (config: Config, files: OperatorFiles | null) => Promise<Finding[]>

/** The checks, in the order of the report. A new check is one more entry. */
const checks: Readonly<Record<string, Check>> = {
  database: checkDatabase,
  folders: (config) => Promise.resolve(faultsAbout('folders', writableFaults(config))),
  host: async (config) =>
    faultsAbout(
      'host',
      [await hostFault(config)].filter((fault) => fault !== null),
    ),
  disk: (config) => checkDisk(config),
  backups: (config) => checkBackups(config),
  documents: (config, files) => Promise.resolve(files ? checkDocuments(config, files) : []),
  installers: async (config, files) => (files ? checkInstallers(config, files) : []),
  key: checkKey,
  payments: checkPayments,
}

/** The checks that use the network as visitors and other services do. */
const networkChecks: Readonly<Record<string, Check>> = {
  'public URL': (config) => checkPublicUrl(config),
  mail: checkMailServer,
  issuer: (config) => checkIssuer(config),
  clock: checkStripeClock,
}

const faultsAbout = (about: string, sentences: readonly string[]) =>
  sentences.map((sentence): Finding => ({ level: 'fault', about, sentence }))

/** How long a check can take, in ms; each request within it has a shorter limit. */
const maxMs = 20_000

/** Checks everything on which the shop depends, and changes nothing. Can run beside the shop. */
export async function examine(
  environment?: Record<string, string | undefined>,
  folder?: string,
  network = networkChecks,
): Promise<Finding[]> {
  const config = sentencesOf(() => readConfig(environment, folder))
  if (Array.isArray(config)) return config.map((sentence) => ({ level: 'fault', about: 'configuration', sentence }))
  const files = await readOperatorFiles(config).catch((error: unknown) => {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  })
  const valid = Array.isArray(files) ? null : files
  const all = Object.entries({ ...checks, ...network })
  const lines = await Promise.all(all.map(([about, check]) => within(maxMs, about, check(config, valid))))
  const weak = valid && passwordFault(config, namesIn(valid.brand, valid.catalogue))
  return [
    weak === null
      ? { level: 'ok', about: 'configuration', sentence: 'Every variable is valid.' }
      : { level: 'fault', about: 'configuration', sentence: weak },
    ...(Array.isArray(files)
      ? faultsAbout('catalogue', files)
      : [{ level: 'ok', about: 'catalogue', sentence: 'The catalogue and the brand are valid.' } as const]),
    ...(await checkVendorTexts(config.textsFolder)),
    ...lines.flat(),
  ]
}

/** Returns the findings of a check, or that it took too long, so that there is always a report. */
export async function within(ms: number, about: string, check: Promise<Finding[]>): Promise<Finding[]> {
  const { promise: late, resolve } = Promise.withResolvers<Finding[]>()
  const sentence = `The check did not finish within ${ms / 1000} s.`
  const timer = setTimeout(() => resolve([{ level: 'warning', about, sentence }]), ms)
  return Promise.race([check, late]).finally(() => clearTimeout(timer))
}

/** Returns what a function returns, or the lines of the configuration error it throws. */
function sentencesOf<T>(read: () => T): T | string[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, migrateDatabaseUrl, dataDir } = config
  const about = 'database'
  const lists = config.screening.off ? null : config.screening.folder
  const more = { config, lists }
  if (databaseUrl !== null) {
    const own = await inspectDatabase(databaseUrl, 'DATABASE_URL', more)
    if (migrateDatabaseUrl === null) return own
    // The first line states whether the database can be used, and so be compared.
    const comparable = own[0]?.level === 'ok' ? databaseUrl : null
    return [...own, ...(await inspectMigrationRole(migrateDatabaseUrl, comparable))]
  }
  const embedded = lookAtEmbedded(join(dataDir, 'postgres'))
  if (embedded === 'none')
    return [
      { level: 'ok', about, sentence: 'The first start creates the embedded database.' },
      ...(lists === null ? [] : await checkFirstLists(config, lists)),
    ]
  // Starting it would write to its folder, and keep the shop from starting meanwhile.
  if (embedded === 'stopped')
    return [{ level: 'ok', about, sentence: 'Not checked: the embedded database runs only while the server runs.' }]
  const lines = await inspectDatabase(embedded.url, 'DATA_DIR', more)
  // What keeps this command out, for example another user, may not keep the shop out.
  return lines.map((line) => (line.level === 'fault' ? { ...line, level: 'warning' } : line))
}

/** Checks whether a database can be used and, with the shop's own role, what the next start would change in it. */
async function inspectDatabase(
  url: string,
  setting: 'DATABASE_URL' | 'DATA_DIR',
  { config, lists }: { config: Config; lists: string | null },
): Promise<Finding[]> {
  const about = 'database'
  const prepare = config.databasePrepare
  const { db, pool, close } = openDatabase(url, { max: 2, applicationName: 'tillhouse doctor', prepare })
  try {
    await requireDatabase(db, url, setting)
    await requireWritable(db, setting)
    if (setting === 'DATABASE_URL' && prepare) await requirePreparedStatements(pool)
    const answers: Finding = { level: 'ok', about, sentence: `${setting}: the database can be used.` }
    if (config.migrateDatabaseUrl === null) await requireRights(db)
    await requireKnownMigrations(db, allMigrations)
    const pending = await (config.migrateDatabaseUrl === null ? requireMigratable : pendingMigrations)(
      db,
      allMigrations,
    )
    const upToDate: Finding = { level: 'ok', about, sentence: 'The database is up to date.' }
    const changes = `The next start changes the database: ${pending.join(', ')}.`
    const clock = setting === 'DATABASE_URL' ? await checkDatabaseClock(db) : []
    if (pending.length > 0) {
      const isFirst = pending.length === Object.keys(allMigrations).length
      const first = isFirst && lists !== null ? await checkFirstLists(config, lists) : []
      return [answers, { level: 'warning', about, sentence: changes }, ...clock, ...first]
    }
    const ahead = config.sandbox.time ? null : clockFault(machineTime(), await latestMoment(db), config.acceptDataUntil)
    if (ahead !== null) clock.push({ level: 'fault', about: 'clock', sentence: ahead })
    const screened = lists === null ? [] : await checkLists(db, config, lists)
    return [
      answers,
      upToDate,
      ...clock,
      ...screened,
      ...(await checkLicenceKeys(db, config)),
      ...(await checkSealedRows(db, config)),
      ...(await checkWebhooks(db)),
    ]
  } catch (error) {
    return [{ level: 'fault', about, sentence: error instanceof Error ? error.message : String(error) }]
  } finally {
    await close()
  }
}

/** Checks whether a start could create the tables with the migration role, in the database of the shop's own role. */
async function inspectMigrationRole(url: string, ownUrl: string | null): Promise<Finding[]> {
  const about = 'database'
  const options = { max: 1, applicationName: 'tillhouse doctor' }
  const migrating = openDatabase(url, options)
  const own = ownUrl === null ? null : openDatabase(ownUrl, options)
  try {
    await requireDatabase(migrating.db, url, 'MIGRATE_DATABASE_URL')
    if (own !== null) await requireSameDatabase(migrating.db, own.db)
    await requireRights(migrating.db)
    await requireMigratable(migrating.db, allMigrations)
    return [{ level: 'ok', about, sentence: 'MIGRATE_DATABASE_URL: the database can be used.' }]
  } catch (error) {
    return [{ level: 'fault', about, sentence: error instanceof Error ? error.message : String(error) }]
  } finally {
    await migrating.close()
    await own?.close()
  }
}

async function checkDatabaseClock(db: Db): Promise<Finding[]> {
  const sent = machineTime()
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db)
  return compareClocks('the database', rows[0]?.time ?? new Date(NaN), sent, machineTime())
}

type FirstLists = Pick<Config, 'production' | 'screening'>

/**
 * Before the first start no list is in force: production then needs one in the folder, unless the start downloads it.
 */
async function checkFirstLists({ production, screening }: FirstLists, folder: string): Promise<Finding[]> {
  const about = 'lists'
  const fault = folderFault('SCREENING_DIR', folder)
  if (fault !== null) return [{ level: 'fault', about, sentence: `${fault}.` }]
  const findings = await whyNoUsableList(openListFolder(folder, () => undefined))
  if (findings !== null) {
    const none = noListSentence(folder, findings)
    if (screening.fetch) return [{ level: 'warning', about, sentence: `${none} The first start downloads the lists.` }]
    return [{ level: production ? 'fault' : 'warning', about, sentence: none }]
  }
  const sentence = 'No list is in force yet. The server reads the lists in SCREENING_DIR while it runs.'
  return [{ level: 'warning', about, sentence }]
}

async function checkLists(db: Db, config: FirstLists, folder: string): Promise<Finding[]> {
  const about = 'lists'
  const lists = await listsInForce(db)
  const fault = folderFault('SCREENING_DIR', folder)
  // The lists in force are in the database, and stay in force without the folder.
  if (fault !== null) return [{ level: lists.length === 0 ? 'fault' : 'warning', about, sentence: `${fault}.` }]
  if (lists.length === 0) return checkFirstLists(config, folder)
  const now = machineTime()
  const old = lists.filter((list) => isOldList(list, now))
  if (old.length === 0) return [{ level: 'ok', about, sentence: `The lists in force are current (${lists.length}).` }]
  return old.map((list) => {
    const sentence = `${list.name} was last confirmed as current ${listAgeDays(list, now)} days ago.`
    return { level: 'warning', about, sentence }
  })
}

function checkKey(config: Config): Promise<Finding[]> {
  const { stripe, testMode, sandbox } = config
  const line = (level: Finding['level'], sentence: string) => Promise.resolve([{ level, about: 'key', sentence }])
  const warning = simulatorWarning(config)
  if (warning !== null) return line('warning', warning)
  if (sandbox.payment || !stripe) return line('ok', 'No key: the sandbox simulates payments, and no money moves.')
  const kind = stripe.key.startsWith('rk_') ? 'restricted' : 'secret'
  const mode = keyMode(stripe.key)
  if (mode === null) return line('ok', 'The key has no mode: STRIPE_API_BASE is a mock on this machine.')
  if (testMode)
    return line('warning', `The ${kind} key is for test mode. Every page states that payments are not real.`)
  return line('ok', `The ${kind} key is for ${mode} mode.`)
}

async function checkPayments(config: Config, files: OperatorFiles | null): Promise<Finding[]> {
  if (!config.stripe || !files) return []
  return checkSettings(config.stripe, settingsQuestion(config, files.catalogue))
}

if (import.meta.main) {
  await run(usage, async (args) => {
    const options = { json: { type: 'boolean' }, variables: { type: 'boolean' } } as const
    const { json, variables } = readArguments(args, usage, options).values
    if (variables) process.stdout.write(describeVariables(), () => process.exit(0))
    else await reportAll(json ? 'json' : 'text')
  })
}

async function reportAll(format: 'json' | 'text'): Promise<void> {
  const { text, exitCode } = formatReport(await examine(), format)
  // A pending DNS look-up would keep the process running after the report.
  process.stdout.write(text, () => process.exit(exitCode))
}
