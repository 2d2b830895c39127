import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'vitest'
import cookies from '@fastify/cookie'
import fastify, { type FastifyRequest } from 'fastify'
import { openTables, useCluster } from '../../../test/support/cluster.ts'
import { lifetimes } from '../../../domain/limits.ts'
import { deriveKeys, randomToken, sign } from '../../../platform/crypto/secrets.ts'
import { addSession } from '../../store/accounts/sessions.ts'
import { createVisitors, sessionId } from './visitor.ts'

const { db } = await openTables(await useCluster())

const begun = new Date('2026-11-20T12:00:00Z')
const keys = deriveKeys(['a secret of the tests that is long enough'], 'anti-forgery')
const roles = { issuer: 'i', adminSubjects: [], adminProof: 'nothing' } as const
const second = 1000
const minute = 60 * second

/** Returns a session that began at noon, and the owner of its cookie after so many milliseconds. */
async function givenASession(authTime: Date | null = null) {
  const cookie = `s.${randomToken()}`
  const accountId = randomUUID()
  const account = {
    id: accountId,
    issuer: 'i',
    subject: accountId,
    email: 'ann@a.example',
    first_name: 'A',
    last_name: 'B',
  }
  await db
    .insertInto('accounts')
    .values({ ...account, subscriber_id: null, role: null })
    .execute()
  const session = {
    id: sessionId(cookie),
    accountId,
    identityProviderSession: null,
    idToken: 'x',
    authTime,
    acr: null,
    amr: [],
  }
  await db.transaction().execute((trx) => addSession(trx, session, begun))
  const visitorAt = (after: number) =>
    createVisitors(db, () => new Date(begun.getTime() + after), keys, false, roles).fromRequest(
      requestWith({ session: cookie }),
    )
  return { cookie, isAliveAt: async (after: number) => (await visitorAt(after)).signedIn !== null }
}

const requestWith = (cookies: Record<string, string>) =>
  ({ cookies, headers: {}, ip: '127.0.0.1' }) as unknown as FastifyRequest

describe('a session', () => {
  it('ends after 30 minutes without use, to the second', async () => {
    const [used, unused] = [await givenASession(), await givenASession()]
    assert.equal(await used.isAliveAt(lifetimes.sessionIdle - second), true)
    assert.equal(await unused.isAliveAt(lifetimes.sessionIdle + second), false)
  })

  it('ends 12 hours after the sign-in at the provider, also where that was before the session', async () => {
    const hour = 60 * minute
    const silent = await givenASession(new Date(begun.getTime() - lifetimes.sessionAbsolute + hour / 2))
    assert.equal(await silent.isAliveAt(hour / 2 - second), true)
    assert.equal(await silent.isAliveAt(hour / 2 + second), false)
  })

  it('continues while in use, but ends after 12 hours, to the second', async () => {
    const { isAliveAt } = await givenASession()
    for (let at = 25 * minute; at < lifetimes.sessionAbsolute; at += 25 * minute)
      assert.equal(await isAliveAt(at), true, `after ${at / minute} minutes`)
    assert.equal(await isAliveAt(lifetimes.sessionAbsolute - second), true)
    assert.equal(await isAliveAt(lifetimes.sessionAbsolute + second), false)
  })

  it('is stored only as a hash', async () => {
    const { cookie } = await givenASession()
    assert.equal((await db.selectFrom('sessions').select('id').where('id', '=', cookie).execute()).length, 0)
    assert.ok(Buffer.from(cookie.slice(2), 'base64url').length >= 16)
  })
})

describe('an anti-forgery token', () => {
  const visitors = createVisitors(db, () => begun, keys, false, roles)
  const visitorOf = (cookie: string) => visitors.fromRequest(requestWith({ session: cookie }))

  it('is valid for its own cookie only', async () => {
    const [own, other] = [`a.${randomToken()}`, `a.${randomToken()}`]
    assert.equal(visitors.verifyCsrf(await visitorOf(own), sign(keys, own)), true)
    assert.equal(visitors.verifyCsrf(await visitorOf(other), sign(keys, own)), false)
    for (const token of [undefined, '', 'x', [sign(keys, own)], { 0: 'x' }])
      assert.equal(visitors.verifyCsrf(await visitorOf(own), token), false)
  })

  it('is invalid without a cookie, and for a foreign cookie', async () => {
    for (const cookie of ['', 'a.short', `s.${randomToken()}`, 'x'.repeat(45)])
      assert.equal(visitors.verifyCsrf(await visitorOf(cookie), sign(keys, cookie)), false)
  })
})

describe('setting the cookies of a visitor', () => {
  const greeted = async (secure: boolean, given: Record<string, string> = {}) => {
    const app = fastify()
    await app.register(cookies)
    const visitors = createVisitors(db, () => begun, keys, secure, roles)
    app.get('/', async (request, reply) => {
      const visitor = await visitors.fromRequest(request)
      return [visitors.issueCsrfToken(request, reply, visitor), visitors.issueCsrfToken(request, reply, visitor)]
    })
    const answer = await app.inject({ url: '/', cookies: given })
    await app.close()
    return { tokens: answer.json<string[]>(), lines: [answer.headers['set-cookie'] ?? []].flat() }
  }

  it('twice in one request gives one cookie and its one token, kept from scripts and from other sites', async () => {
    const { tokens, lines } = await greeted(true)
    const [session = '', token = ''] = lines
    assert.equal(lines.length, 2)
    assert.match(session, /^__Host-session=a\.[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    assert.equal(token, `XSRF-TOKEN=${tokens[0]}; Path=/; Secure; SameSite=Lax`)
    assert.equal(tokens[0], tokens[1])
    assert.equal(tokens[0], sign(keys, session.slice('__Host-session='.length).split(';')[0] ?? ''))
  })

  it('gives every new visitor a unique cookie of 256 random bits', async () => {
    const cookies = await Promise.all(Array.from({ length: 20 }, async () => (await greeted(false)).lines[0] ?? ''))
    assert.equal(new Set(cookies).size, cookies.length)
    for (const cookie of cookies) assert.match(cookie, /^session=a\.[\w-]{43};/)
  })

  it('keeps a valid cookie, and sets the token if it is missing', async () => {
    const session = `a.${randomToken()}`
    const [missing, both] = [
      await greeted(false, { session }),
      await greeted(false, { session, 'XSRF-TOKEN': sign(keys, session) }),
    ]
    assert.deepEqual(missing.lines, [`XSRF-TOKEN=${sign(keys, session)}; Path=/; SameSite=Lax`])
    assert.deepEqual(both.lines, [])
  })
})
