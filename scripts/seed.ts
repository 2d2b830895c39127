import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Catalogue } from '../server/catalogue.ts'
import { readOperatorFiles } from '../server/operator-files.ts'
import { sandboxStart } from '../server/app/process/clock.ts'
import type { Config } from '../server/app/config/config.ts'
import { startEmbedded, type EmbeddedServer } from '../server/database/embedded/embedded.ts'
import { migrate, requireDatabase } from '../server/database/migrate.ts'
import { openDatabase } from '../server/database/pool.ts'
import { latestMoment } from '../server/store/clock.ts'
import { runCommand } from '../server/app/cli/run-command.ts'
import { openScreening } from '../server/app/integrations/screening.ts'
import { createSignals } from '../server/app/process/signals.ts'
import { allMigrations } from '../server/app/migrations.ts'
import type { Db, Tables } from '../server/store/tables.ts'
import { load, type Load } from './seed/load.ts'
import { addPayers } from './seed/payers.ts'

const usage = `npm run seed -- --subscribers 100000 [--seed 1] [--payers 500] [--no-invoices] [--anyway]

Adds fictional people to the database that npm start would use. --seed: another number creates other people. --payers: in the sandbox
about how many people pay at the most, each with a card, invoices, failed payments, refunds and disputes in the simulator of Stripe; the
first start after a moved clock renews them all. --no-invoices: as many as may be pay, and the simulator knows none of them. --anyway:
also if a real service is configured, in production, or if the database contains real people.`

type Wish = { subscribers: number; seed: number; payers: number; invoices: boolean; anyway: boolean }

/** Returns the requested values; throws a sentence if they are invalid. */
function readWish(args: string[]): Wish {
  const { values } = parseArgs({
    args,
    options: {
      subscribers: { type: 'string' },
      seed: { type: 'string', default: '1' },
      payers: { type: 'string', default: '500' },
      'no-invoices': { type: 'boolean', default: false },
      anyway: { type: 'boolean', default: false },
    },
  })
  const whole = (name: 'subscribers' | 'seed' | 'payers', most: number) => {
    const number = Number(values[name])
    if (values[name] === undefined || !Number.isSafeInteger(number) || number < 1 || number > most)
      throw new Error(`--${name} must be a number from 1 to ${most}.\n\n${usage}`)
    return number
  }
  return {
    subscribers: whole('subscribers', 10_000_000),
    seed: whole('seed', 2 ** 32 - 1),
    payers: whole('payers', 100_000),
    anyway: values.anyway,
    invoices: !values['no-invoices'],
  }
}

/** Returns why fictional people must not be added to this configuration's database; null if they can. */
function objection({ production, stripe, smtpUrl, oidc }: Config): string | null {
  if (production) return 'NODE_ENV is production.'
  const real = [stripe && 'payment', smtpUrl && 'mail', oidc && 'sign-in'].filter((party) => typeof party === 'string')
  return real.length > 0 ? `A real service is configured (${real.join(', ')}).` : null
}

async function seed(wish: Wish, config: Config, print: (line: string) => void): Promise<void> {
  const begun = performance.now()
  const against = wish.anyway ? null : objection(config)
  if (against) throw new Error(`${against} To add fictional people anyway, pass --anyway.`)
  const { catalogue, brand } = await readOperatorFiles(config)
  const embedded = config.databaseUrl === null ? await startOwn(config, print) : null
  try {
    const databaseUrl = config.migrateDatabaseUrl ?? config.databaseUrl ?? embedded?.url ?? ''
    const { db, close } = openDatabase<Tables>(databaseUrl, { log: print, max: 2, applicationName: 'tillhouse seed' })
    const machine = new Date()
    let now = machine
    let screened: Load['screened'] = null
    try {
      await requireDatabase(db, databaseUrl)
      await migrate(db, allMigrations)
      await requireRoom(db, wish)
      const latest = (await latestMoment(db))?.at ?? null
      now = sandboxStart({ machine, wanted: config.clockStart, latest }).start ?? machine
      screened = await screening(db, config, catalogue, now)
    } finally {
      await close()
    }
    const billed = config.sandbox.payment && wish.invoices
    const bill: Load['bill'] = async (client, subscribers) => {
      print('Making invoices in the simulator of Stripe.')
      const paying = await addPayers(client, subscribers, { config, catalogue, brand, now })
      print(`${paying.toLocaleString('en').padStart(12)} people pay or have paid`)
    }
    const payers = billed ? wish.payers : Infinity
    const part = { payers, bill: billed ? bill : null }
    const loaded = await load({ ...wish, ...part, databaseUrl, now, catalogue, brand, screened, print })
    for (const [table, count] of Object.entries(loaded)) print(`${count.toLocaleString('en').padStart(12)} ${table}`)
    print(`Done in ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
  } finally {
    await embedded?.stop()
  }
}

/** Screens with the shop's lists; the shop must read official lists itself. */
async function screening(db: Db, config: Config, catalogue: Catalogue, now: Date): Promise<Load['screened']> {
  if (config.screening.folder !== null) return null
  const silent = () => undefined
  const log = { warn: silent, info: silent }
  const parts = { config, now: () => now, shutdown: { add: silent }, log, signals: createSignals() }
  const { screener } = openScreening(parts, db, catalogue)
  return { lists: await screener.listVersions(), basis: await screener.fingerprint() }
}

/** Opens the database in the data folder. Refuses one that a running shop uses. */
async function startOwn({ dataDir, backupDir }: Config, print: (line: string) => void): Promise<EmbeddedServer> {
  await mkdir(dataDir, { recursive: true })
  return startEmbedded({ folder: join(dataDir, 'postgres'), log: print, backupDir: backupDir ?? undefined })
}

/** Throws a sentence if a server is running, or if the database contains people who are not fictional. */
async function requireRoom(db: Db, { anyway }: Wish): Promise<void> {
  const { rows } = await sql<{ busy: boolean; real: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and application_name like 'tillhouse%'
        and application_name <> 'tillhouse seed') as busy,
      exists (select from subscribers where email_key not like '%.example') as real`.execute(db)
  if (rows[0]?.busy) throw new Error('A server is running on this database: stop it first.')
  if (rows[0]?.real && !anyway)
    throw new Error('The database contains real people. To add fictional people beside them, pass --anyway.')
}

if (import.meta.main) await runCommand(usage, (args, config, print) => seed(readWish(args), config, print))
