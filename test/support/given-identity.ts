import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as oidc from 'openid-client'
import pg from 'pg'
import cookies from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { requestLimits } from '../../domain/limits.ts'
import type { Mail } from '../../domain/mail.ts'
import { setCommonHeaders } from '../../server/http/headers.ts'
import { useCluster } from './cluster.ts'
import { createIdentity } from '../../identity/identity.ts'
import type { Identity } from '../../identity/port.ts'
import { identityMigrations } from '../../identity/database/migrations.ts'
import type { IdentityTables } from '../../identity/database/tables.ts'

/** Shared by the tests of identity/: a provider on a real database, a relying party, and browsers. */
export const world = { clock: new Date('2026-11-20T12:00:00Z'), secondFactor: false } as {
  clock: Date
  db: Kysely<IdentityTables>
  /** The address of the provider and the relying party. */
  base: string
  identity: Identity<IdentityTables>
  config: oidc.Configuration
  /** Whether an instance started from now on requires a second factor of administrators. */
  secondFactor: boolean
}

/** The server of each instance. */
const apps = new WeakMap<Identity<IdentityTables>, FastifyInstance>()

export const password = 'a long enough one'
/** The limits that are exhausted. */
export const limits = new Set<string>()
export const mails: Mail[] = []
/** The logout tokens that the relying party received, and whose sessions it had to end in a transaction. */
export const told: string[] = []
/** The changes of second factors that the audit received. */
export const changes: [email: string, change: string][] = []
export const ended: { accountId: string; sid: string | null }[] = []

/** Starts the provider. Call it once, at the top of a test file. */
export async function serveIdentity(): Promise<void> {
  const stop: (() => Promise<unknown>)[] = []
  // Registered before the cluster's own hook, which stops the server.
  afterAll(async () => {
    for (const one of stop) await one()
  })
  beforeEach(() => {
    limits.clear()
    mails.length = 0
    told.length = 0
    ended.length = 0
    changes.length = 0
  })
  world.clock = new Date('2026-11-20T12:00:00Z')
  world.secondFactor = false
  const database = await (await useCluster()).createDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 8 })
  // The database is dropped while its last connections are still closing.
  pool.on('error', () => undefined)
  world.db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db: world.db, provider: { getMigrations: async () => identityMigrations } })
  assert.equal((await migrator.migrateToLatest()).error, undefined)
  const server = createServer((req, res) => {
    if (req.url?.startsWith('/identity')) return apps.get(world.identity)?.routing(req, res)
    if (req.url !== '/back-channel') return void res.end()
    let body = ''
    req.on('data', (chunk: Buffer) => (body += chunk.toString()))
    req.on('end', () => {
      told.push(new URLSearchParams(body).get('logout_token') ?? '')
      res.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop.push(
    async () => {
      server.close()
      server.closeAllConnections()
    },
    () => world.db.destroy(),
    () => database.drop(),
  )
  world.base = `http://localhost:${(server.address() as AddressInfo).port}`
  world.identity = await start()
  world.config = await oidc.discovery(
    new URL(`${world.base}/identity`),
    'shop',
    'shop secret',
    oidc.ClientSecretBasic(),
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to stand out; the tests speak plain http.
    { execute: [oidc.allowInsecureRequests] },
  )
}

/** Starts another instance on the same database, with the headers that the server gives every response. */
export async function start(publicUrl = world.base): Promise<Identity<IdentityTables>> {
  const identity = await createIdentity<IdentityTables>({
    db: world.db,
    publicUrl,
    secrets: ['a secret of the tests'],
    client: {
      id: 'shop',
      secret: 'shop secret',
      redirectUri: `${world.base}/callback`,
      postLogoutRedirectUri: `${world.base}/`,
      backchannelLogoutUri: `${world.base}/back-channel`,
    },
    now: () => world.clock,
    transact: (work) => world.db.transaction().execute(work),
    sendMail: async (_db, mail) => void mails.push(mail),
    sessionsEnded: async (_db, accountId, sid) => void ended.push({ accountId, sid }),
    factorChanged: async (_db, { account }, change) => void changes.push([account.email, change]),
    layOutMail: ({ to }, kind, { subject, paragraphs, link }) => ({
      kind,
      to,
      subject,
      html: '',
      text: [...paragraphs, link].join('\n'),
    }),
    shell: () => ({ brandName: 'Parallax', logo: null, lang: 'en', stylesheets: ['/shop.css'] }),
    names: () => ['Parallax'],
    secondFactor: world.secondFactor,
    deviceTime: () => world.clock,
    resetsIn: () => 700,
    uncount: async () => undefined,
    networkHash: () => 'network',
    allow: async (limit) => !limits.has(limit),
    isUnavailable: () => false,
    isRefusal: () => false,
    warn: () => undefined,
  })
  const app = fastify({ bodyLimit: requestLimits.bodyBytes })
  app.addHook('onRequest', (_request, reply, done) => {
    setCommonHeaders(reply, publicUrl.startsWith('https:'))
    done()
  })
  await app.register(cookies)
  await identity.addRoutes(app)
  await app.ready()
  apps.set(identity, app)
  return identity
}

type Answer = Awaited<ReturnType<Browser['get']>>

export type Checks = { pkceCodeVerifier: string; expectedState: string; expectedNonce: string }

/** A browser: cookies by path; redirects are followed only on request. */
export class Browser {
  readonly #jar = new Map<string, { value: string; path: string }>()

  cookie(name: string): string | undefined {
    return this.#jar.get(`${name} /`)?.value
  }

  copy(): Browser {
    const other = new Browser()
    for (const [key, value] of this.#jar) other.#jar.set(key, value)
    return other
  }

  get(url: string, headers: Record<string, string> = {}) {
    return this.#send(url, { headers })
  }

  post(url: string, form: Record<string, string>) {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(form) })
  }

  async #send(url: string, init: RequestInit) {
    const at = new URL(url, world.base)
    // Whatever public address the provider has, it is served here.
    const target = new URL(at.pathname + at.search, world.base)
    const sent = [...this.#jar].filter(([, { path }]) => at.pathname.startsWith(path))
    const cookie = sent.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ')
    const res = await fetch(target, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), cookie },
    })
    for (const line of res.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/'
      const gone = /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)
      if (gone) this.#jar.delete(`${name} ${path}`)
      else this.#jar.set(`${name} ${path}`, { value: value!, path })
    }
    return {
      url: at.pathname + at.search,
      status: res.status,
      headers: res.headers,
      location: res.headers.get('location') ?? undefined,
      text: await res.text(),
    }
  }
}

export function hidden(text: string): Record<string, string> {
  const inputs = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, value!]))
}

export function linkIn(mail: Mail | undefined): string {
  return /http\S+/.exec(mail?.text ?? '')?.[0] ?? assert.fail('no link in the mail')
}

export function invite(email: string, firstName: string, returnTo = '/') {
  return world.identity.invite(world.db, { email, firstName, returnTo, language: 'en' })
}

export async function activateNew(email: string): Promise<{ link: string; browser: Browser }> {
  await invite(email, 'Somebody')
  const link = linkIn(mails.at(-1))
  const browser = new Browser()
  const page = await browser.get(link)
  const done = await browser.post('/identity/activate', { ...hidden(page.text), password })
  assert.equal(done.status, 303)
  return { link, browser }
}

/** Creates an active account; returns its subject. */
export async function active(email: string): Promise<string> {
  const { browser } = await activateNew(email)
  return (await authorize(browser)).claims.sub
}

export async function askForReset(email: string): Promise<void> {
  const browser = new Browser()
  const page = await browser.get('/identity/forgotten')
  await browser.post('/identity/forgotten', { ...hidden(page.text), email })
}

export async function request(extra: Record<string, string>): Promise<{ url: URL; checks: Checks }> {
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  }
  const url = oidc.buildAuthorizationUrl(world.config, {
    redirect_uri: `${world.base}/callback`,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...extra,
  })
  return { url, checks }
}

/** Returns the sign-in page that a browser without a session gets. */
export async function signInPage(browser: Browser) {
  const { url } = await request({})
  const sent = await browser.get(url.href)
  return browser.get(sent.location ?? '')
}

/** Completes an authorization request; fails if the sign-in page asks for something that was not given. */
export async function code(
  browser: Browser,
  form?: Record<string, string>,
): Promise<{ callback: URL; checks: Checks }> {
  const { url, checks } = await request({})
  let answer = await follow(browser, await browser.get(url.href))
  if (answer.status === 200 && form !== undefined)
    answer = await follow(browser, await browser.post(answer.url, { ...hidden(answer.text), ...form }))
  assert.equal(answer.status, 303, 'the person is not signed in')
  return { callback: new URL(answer.location ?? ''), checks }
}

/** Follows redirects up to the one that leads back to the relying party. */
async function follow(browser: Browser, answer: Answer): Promise<Answer> {
  const { location } = answer
  if (location === undefined || location.startsWith(`${world.base}/callback`)) return answer
  return follow(browser, await browser.get(location))
}

export function exchange(callback: URL, checks: Checks) {
  return oidc.authorizationCodeGrant(world.config, callback, checks)
}

export async function authorize(browser: Browser, form?: Record<string, string>) {
  const { callback, checks } = await code(browser, form)
  const tokens = await exchange(callback, checks)
  return { tokens, claims: tokens.claims() ?? assert.fail('no ID token') }
}
