import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { AdminAreaRole } from '../../domain/role.ts'
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts'
import { readConfig } from '../../server/app/config/config.ts'
import type * as main from '../../server/app/main.ts'
import type { Running } from '../../server/app/running.ts'
import { createSealing } from '../../platform/crypto/sealing.ts'
import { deriveKeys } from '../../platform/crypto/secrets.ts'
import { createVisitor, type TestVisitor } from './visitor.ts'
import { useCluster, type TestCluster } from './cluster.ts'
import { timeoutMs } from './eventually.ts'
import { trialFields } from './trial-fields.ts'

type Server = typeof main
/** Coverage counts the sources. */
let fromSources = process.env['TEST_FROM_SOURCES'] !== undefined

// What OpenAPI does not promise fails whichever test comes across it.
subscribe('tillhouse:undeclared-error', (message) => {
  const { call, code } = message as { call: string; code: string }
  throw new Error(`${call} refuses with ${code}, which its row does not declare`)
})

/** Has the shops of this file run from the sources, for tests that put something else in the place of one of their parts. */
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

/** A whole shop on a database of its own, listening on a port of its own. */
export type TestShop = {
  url: string
  dataDir: string
  /** By the product's own role, and by the one that owns the tables. */
  databaseUrl: string
  ownerUrl: string
  /** What the shop logged, a JSON line each, and what it said at its start. */
  log: string[]
  said: string[]
  /** Straight into its database, to look at what no call shows. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  visitor(): TestVisitor
  /** Waits for the newest mail to an address (whose subject holds the text given). */
  mailTo(address: string, subject?: string): Promise<SentMail>
  mails(): Promise<SentMail[]>
  /** Runs everything that is due now: the simulator's charges and deliveries, then every job. Resolves when all is done. */
  catchUp(): Promise<void>
  /** Moves its clock forward to a moment, from which the clock runs on, and catches up. */
  advanceTo(moment: string): Promise<void>
  /** Stops it in order and starts it again on the same data, with other settings if given. */
  restart(environment?: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

/** A clock that starts as an hour begins: limits count within fixed windows of at most an hour, and no test runs across two. */
export const atTheHour = { CLOCK_START: '2027-01-01T00:00:10Z' }

export const secret = 'a secret of the tests that is long enough to be taken'

/** What the shops of the tests seal with. */
export const testSealing = createSealing(deriveKeys([secret], 'sealed'))

/**
 * Starts a shop for the tests of this file; it is gone when they are over. `DATABASE_URL` of another makes it that one's second
 * instance. `shared` is a clock that something outside the shop goes by too.
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
  // A shop that starts for the first time screens everybody once, which would come between a test's own doings.
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
      // Work that is already queued runs before the time moves, as it would in a server that keeps running.
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
    await shop.stop()
    await pool.end()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return shop
}

/** What is in the sandbox's inbox of the shop at that address; `mailTo` waits for the newest mail to an address, by its subject. */
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

/** By a connection of its own: a database that somebody stays connected to cannot be copied. */
async function everybodyScreened(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const text = 'select 1 from screening_runs where ended_at is not null'
  await eventually('the first screening', async () => (await client.query(text)).rowCount !== 0)
  await client.end()
}

/** Asks again and again until the answer is there, as long as a busy machine may take, in ms. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false>,
  within = timeoutMs,
): Promise<T> {
  for (const end = performance.now() + within; performance.now() < end; await wait(50)) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) return answer
  }
  throw new Error(`${what} did not come`)
}

let portsGiven = 0
// Each process that runs test files has five thousand of its own, which are the same for nobody else that its parent started.
const firstPort = process.env['VITEST_POOL_ID']
  ? process.ppid * 20 + Number(process.env['VITEST_POOL_ID']) * 5_000
  : process.pid * 20

/**
 * A port where nobody listens, and that nobody else is given while a shop that had it restarts. Not one of those that the system
 * itself gives away, from 32768 on.
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

/** What a believable registrant fills in; every call another person. */
export function aRegistration(changes: Record<string, unknown> = {}): Record<string, unknown> & { email: string } {
  registrants += 1
  return {
    email: `jane.doe.${registrants}@northwind-bottling.example`,
    firstName: 'Jane',
    lastName: 'Doe',
    company: 'Northwind Bottling',
    country: 'GB',
    ...trialFields,
    termsAndConditions: true,
    ...changes,
  }
}

export const password = 'a password of the tests'

export type GivenPerson = { visitor: TestVisitor; email: string; trialToken: string }

/** Somebody who registered for a plan and asked for the trial, but has not opened the mail yet. */
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

/** The same person, after the activation link: signed in, with whatever became of their trial. */
export async function givenATrialUser(
  shop: Pick<TestShop, 'visitor' | 'mailTo'>,
  changes: Record<string, unknown> = {},
  plan = 'analytics-trial',
): Promise<GivenPerson> {
  const person = await givenARegistration(shop, changes, plan)
  await activate(shop, person.visitor, person.email)
  return person
}

/** Follows the activation link of the newest mail and ends signed in. */
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

/** Somebody whose role is support, and who is no subscriber. */
export const givenSupport = (shop: TestShop): Promise<TestVisitor> => givenAColleague(shop, 'SUBSCRIPTION_SUPPORT')

/** Somebody else with a role in the admin area, and who is no subscriber. */
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

/** One visitor of every kind: screening holds the pending one, the denied one's country is on the list. */
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

/** The address the shop knows a visitor by; null for an anonymous one. */
export async function whoIs(visitor: TestVisitor): Promise<string | null> {
  const { user } = (await (await visitor.get('/api/v1/users/userinfo')).json()) as {
    user: 'anonymousUser' | { email: string }
  }
  return user === 'anonymousUser' ? null : user.email
}
