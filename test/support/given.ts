import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { AdminAreaRole } from '../../domain/account/role.ts'
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts'
import { registrationForm } from '../../domain/registration/registration.ts'
import { readConfig } from '../../server/app/config/config.ts'
import type * as main from '../../server/app/main.ts'
import type { Running } from '../../server/app/process/running.ts'
import { createSealing } from '../../platform/crypto/sealing.ts'
import { deriveKeys } from '../../platform/crypto/secrets.ts'
import { createVisitor, type TestVisitor } from './http/visitor.ts'
import { useCluster, type TestCluster } from './cluster.ts'
import { timeoutMs } from './eventually.ts'
import { trialFields } from './trial-fields.ts'

type Server = typeof main
/** Coverage measures the sources. */
let fromSources = process.env['TEST_FROM_SOURCES'] !== undefined

// A response that OpenAPI does not declare fails the current test.
subscribe('tillhouse:undeclared-error', (message) => {
  const { call, code } = message as { call: string; code: string }
  throw new Error(`${call} refuses with ${code}, which its row does not declare`)
})

/** Makes the shops of this file run from the sources, for tests that replace one of their modules. */
export function runFromSources(): void {
  const before = fromSources
  fromSources = true
  afterAll(() => void (fromSources = before))
}

/** Starts a server from the bundle, as `npm start` does; the sources take twice as long to load. */
export const start: Server['start'] = async (...settings) => {
  const bundle = new URL('../../dist/server/main.js', import.meta.url).href
  const server = fromSources ? await import('../../server/app/main.ts') : ((await import(bundle)) as Server)
  return server.start(...settings)
}

export type SentMail = { id: string; to: string; subject: string; text: string; html: string; sentAt: string }

/** A whole shop on its own database, listening on its own port. */
export type TestShop = {
  url: string
  dataDir: string
  /** With the product's own role, and with the one that owns the tables. */
  databaseUrl: string
  ownerUrl: string
  /** The shop's log, one JSON line each, and its output at the start. */
  log: string[]
  said: string[]
  /** Queries its database directly, for data that no call returns. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  visitor(): TestVisitor
  /** Waits for the newest email to an address, whose subject contains the text if given. */
  mailTo(address: string, subject?: string): Promise<SentMail>
  mails(): Promise<SentMail[]>
  /**
   * Runs everything that is due now: the simulator's charges and deliveries, then every job. Resolves when all is done.
   */
  catchUp(): Promise<void>
  /** Moves its clock forward to a moment, from which the clock continues, and catches up. */
  advanceTo(moment: string): Promise<void>
  /** Stops it in order and starts it again on the same data, with other settings if given. */
  restart(environment?: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

/**
 * A clock that starts as an hour begins: limits count within fixed windows of at most an hour, and no test spans two.
 */
export const atTheHour = { CLOCK_START: '2027-01-01T00:00:10Z' }

export const secret = 'a secret of the tests that is long enough to be taken'

/** The key with which the tests' shops encrypt. */
export const testSealing = createSealing(deriveKeys([secret], 'sealed'))

/**
 * Starts a shop for the tests of this file; it is stopped when they are over. With `DATABASE_URL` of another shop it
 * becomes that one's second instance. `shared` is a clock that something outside the shop uses too.
 */
export async function givenAShop(
  environment: Record<string, string> = {},
  cluster?: TestCluster,
  shared?: SandboxClock,
): Promise<TestShop> {
  const { createDatabase, atEnd } = cluster ?? (await useCluster())
  const database = await createDatabase(process.env['TEST_SHOP_TEMPLATE'])
  const dataDir = mkdtempSync(join(tmpdir(), 'tillhouse-shop-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const log: string[] = []
  const said: string[] = []
  const foreign = environment['DATABASE_URL']
  const databaseUrl = foreign ?? database.productUrl
  const ownerUrl = foreign ?? database.url
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...(foreign === undefined ? { MIGRATE_DATABASE_URL: database.url } : {}),
    SECRET: secret,
    ADMIN_EMAIL: 'admin@shop.example',
    ADMIN_PASSWORD: 'the administrator of the tests',
    RATE_LIMIT_FACTOR: '1000',
  }
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, idleTimeoutMillis: 1000 })
  pool.on('error', () => undefined)
  let clock: SandboxClock | null = null
  const begin = (more: Record<string, string>): Promise<Running> =>
    start(
      readConfig({ ...settings, ...environment, ...more }),
      (...lines) => void said.push(...lines),
      { write: (line) => void log.push(line) },
      (options) => (clock = shared ?? createSandboxClock(options)),
    )
  let running: Running | null = await begin({})
  // A shop that starts for the first time screens everybody once, which would interfere with a test.
  if (environment['SCREENING_DIR'] === undefined) await everybodyScreened(ownerUrl)

  const { mails, mailTo } = inboxOf(url)
  const shop: TestShop = {
    url,
    dataDir,
    databaseUrl,
    ownerUrl,
    log,
    said,
    sql: async (text, values = []) => (await pool.query(text, values)).rows,
    visitor: () => createVisitor(url),
    mails,
    mailTo,
    catchUp: async () => running?.catchUp(),
    async advanceTo(moment) {
      // Work that is already queued runs before the time moves, as in a server that keeps running.
      if (!clock) throw new Error('This shop has real parties: its clock is the machine’s and cannot be set.')
      await running?.catchUp()
      clock.set(new Date(moment))
      await running?.catchUp()
    },
    async restart(more = {}) {
      await running?.stop()
      running = await begin(more)
    },
    async stop() {
      await running?.stop()
      running = null
    },
  }
  atEnd(async () => {
    // A browser opens connections in advance: one on which no request was sent counts as in use, and would be awaited.
    running?.closeConnections()
    await shop.stop()
    await pool.end()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return shop
}

/**
 * Returns the sandbox's inbox of the shop at that address; `mailTo` waits for the newest email to an address, by its
 * subject.
 */
export function inboxOf(url: string): Pick<TestShop, 'mails' | 'mailTo'> {
  const mails = async () => (await (await fetch(`${url}/sandbox/mail/messages`)).json()) as SentMail[]
  return {
    mails,
    mailTo: (address, subject = '') =>
      eventually(`a mail to ${address}`, async () =>
        (await mails()).find((mail) => mail.to.includes(address) && mail.subject.includes(subject)),
      ),
  }
}

/** With a separate connection, because a database with a connected client cannot be copied. */
async function everybodyScreened(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const text = 'select 1 from screening_runs where ended_at is not null'
  await eventually('the first screening', async () => (await client.query(text)).rowCount !== 0)
  await client.end()
}

/** Asks repeatedly until there is a result, for as long as a busy machine may take, in ms. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false>,
  within = timeoutMs,
): Promise<T> {
  const end = performance.now() + within
  // Most answers come within milliseconds; a long wait leaves the machine to others.
  for (let pause = 5; performance.now() < end; pause = Math.min(2 * pause, 50)) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) return answer
    await wait(pause)
  }
  throw new Error(`${what} did not come`)
}

let portsGiven = 0
// Each worker process has five thousand ports of its own.
const firstPort = process.env['VITEST_POOL_ID']
  ? process.ppid * 20 + Number(process.env['VITEST_POOL_ID']) * 5_000
  : process.pid * 20

/**
 * Returns a port on which nothing listens, and that nobody else gets while its shop restarts. It is below 32768, where
 * the system's own range begins.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + ((firstPort + portsGiven) % 20_000)
    portsGiven += 1
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

let registrants = 0

/** The texts that both forms ask a person for, besides the address. */
export const personTexts = { firstName: 'Jane', lastName: 'Doe', company: 'Northwind Bottling' }

/** Returns the details of a plausible registrant, a different person for each call. */
export function aRegistration(changes: Record<string, unknown> = {}): Record<string, unknown> & { email: string } {
  registrants += 1
  return {
    email: `jane.doe.${registrants}@northwind-bottling.example`,
    ...personTexts,
    country: 'GB',
    ...trialFields,
    termsAndConditions: true,
    ...changes,
  }
}

/** Returns the same details as far as an order asks a new buyer for them. */
export function aBuyersRegistration(
  changes: Record<string, unknown> = {},
): Record<string, unknown> & { email: string } {
  const all = aRegistration(changes)
  const asked = registrationForm({ type: 'subscription', requiresAffirmation: false }).filter((name) => name in all)
  return { email: all.email, ...Object.fromEntries(asked.map((name) => [name, all[name]])) }
}

export const password = 'a password of the tests'

export type GivenPerson = { visitor: TestVisitor; email: string; trialToken: string }

/** Creates a person who registered for a plan and requested the trial, but has not opened the email yet. */
export async function givenARegistration(
  shop: Pick<TestShop, 'visitor'>,
  changes: Record<string, unknown> = {},
  plan = 'analytics-trial',
): Promise<GivenPerson> {
  const visitor = shop.visitor()
  const registration = aRegistration(changes)
  const registered = await visitor.post('/api/v1/users', registration, { 'x-selected-product': plan })
  if (registered.status !== 201)
    throw new Error(`registration answered ${registered.status}: ${await registered.text()}`)
  const { trialToken } = (await registered.json()) as { trialToken: string }
  const checkedOut = await visitor.post(
    `/api/v1/plans/${plan}/checkout`,
    { name: plan },
    { 'x-trial-token': trialToken },
  )
  if (checkedOut.status !== 204) throw new Error(`checkout answered ${checkedOut.status}: ${await checkedOut.text()}`)
  return { visitor, email: registration.email, trialToken }
}

/** Creates the same person after the activation link: signed in, with their trial in its resulting state. */
export async function givenATrialUser(
  shop: Pick<TestShop, 'visitor' | 'mailTo'>,
  changes: Record<string, unknown> = {},
  plan = 'analytics-trial',
): Promise<GivenPerson> {
  const person = await givenARegistration(shop, changes, plan)
  await activate(shop, person.visitor, person.email)
  return person
}

/** Follows the activation link of the newest email and is then signed in. */
export async function activate(shop: Pick<TestShop, 'mailTo'>, visitor: TestVisitor, email: string): Promise<void> {
  const mail = await shop.mailTo(email, 'Activate')
  const link = /https?:\/\/\S+\/identity\/activate\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error('the activation mail has no link')
  const form = await visitor.form(link)
  const arrived = await visitor.submit(form, { password })
  if (arrived.status !== 200 || new URL(arrived.url).pathname.startsWith('/identity')) {
    throw new Error(`activation ended at ${arrived.url} with ${arrived.status}`)
  }
}

/** Signs in through the provider's own page. */
export async function signIn(visitor: TestVisitor, email: string, secret = password): Promise<Response> {
  const form = await visitor.form('/api/v1/login?redirect_url=/')
  return visitor.submit(form, { email, password: secret })
}

export async function givenAnAdministrator(shop: TestShop): Promise<TestVisitor> {
  const visitor = shop.visitor()
  await signIn(visitor, 'admin@shop.example', 'the administrator of the tests')
  return visitor
}

/** Returns a visitor with the role support, who is no subscriber. */
export const givenSupport = (shop: TestShop): Promise<TestVisitor> => givenAColleague(shop, 'SUBSCRIPTION_SUPPORT')

/** Returns another visitor with a role in the admin area, who is no subscriber. */
export async function givenAColleague(
  shop: TestShop,
  role: AdminAreaRole,
  email = `colleague.${randomUUID()}@shop.example`,
): Promise<TestVisitor> {
  await shop.sql(
    `insert into identity_accounts (id, email, email_key, role, password_hash, return_to, invited_at, activated_at)
     select gen_random_uuid(), $1, $1, $2, password_hash, return_to, invited_at, activated_at
     from identity_accounts where email = 'admin@shop.example'`,
    [email, role],
  )
  const visitor = shop.visitor()
  await signIn(visitor, email, 'the administrator of the tests')
  return visitor
}

export type Kind = 'anonymous' | 'user' | 'pending' | 'denied' | 'administrator'

/**
 * Returns one visitor of every kind: screening put the pending one on hold, and the denied one's country is on the
 * list.
 */
export async function givenPeople(shop: TestShop): Promise<Record<Kind, TestVisitor>> {
  const user = await givenATrialUser(shop)
  registrants += 1
  const pending = await givenATrialUser(shop, { email: `jane.doe.${registrants}@gmail.com` })
  const denied = await givenATrialUser(shop, { country: 'IR' })
  return {
    anonymous: shop.visitor(),
    user: user.visitor,
    pending: pending.visitor,
    denied: denied.visitor,
    administrator: await givenAnAdministrator(shop),
  }
}

/** Returns the address under which the shop knows a visitor; null for an anonymous one. */
export async function whoIs(visitor: TestVisitor): Promise<string | null> {
  const { user } = (await (await visitor.get('/api/v1/users/userinfo')).json()) as {
    user: 'anonymousUser' | { email: string }
  }
  return user === 'anonymousUser' ? null : user.email
}
