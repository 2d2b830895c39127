import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, it } from 'vitest'
import fastify from 'fastify'
import { contract } from '../../../contract/contract.ts'
import { createIdempotency } from './idempotency.ts'
import { addContractRoutes, type Callers, type Handlers } from './contract-routes.ts'

const somebody = { cookie: null, signedIn: { role: 'SUBSCRIPTION_ADMIN' }, address: '127.0.0.1' }
const callers = {
  visitors: { fromRequest: () => Promise.resolve(somebody), issueCsrfToken: () => '', verifyCsrf: () => true },
  idempotency: createIdempotency(() => Promise.resolve('busy')),
} as unknown as Callers

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const readContext = { now: () => new Date(0), plan: () => ({ type: 'trial', requiresAffirmation: false }) as const }

/** Creates the contract's routes, where one call returns the given response and the others nothing. */
async function answering(name: keyof typeof contract, answer: unknown) {
  const app = fastify()
  app.addContentTypeParser(form['content-type'], { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
  const handlers = Object.fromEntries(Object.keys(contract).map((call) => [call, () => (call === name ? answer : {})]))
  addContractRoutes(app, { handlers: handlers as unknown as Handlers, readContext }, callers)
  await app.ready()
  return app
}

describe('a call of the contract', () => {
  it('never sends a field that its contract row does not promise', async () => {
    const asked = [
      ['GET /api/v1/config/tss', { tssUrl: 'x', more: 'secret' }, { tssUrl: 'x' }],
      ['GET /api/v1/plans/active', [{ name: 'a', margin: 'secret' }], [{ name: 'a' }]],
      [
        'GET /api/v1/subscriptions/user',
        { subscriber: null, subscriptions: [], reasons: 'secret' },
        { subscriber: null, subscriptions: [] },
      ],
    ] as const
    for (const [name, given, sent] of asked) {
      const app = await answering(name, given)
      const answer = await app.inject(name.slice('GET '.length))
      assert.deepEqual(answer.json(), sent)
      await app.close()
    }
  })

  it('sends a redirect as 303, and one without another response as 302', async () => {
    const checkout = await answering('POST /api/v1/plans/{name}/checkout', { redirect: '/plans/a/confirmation' })
    const posted = await checkout.inject({ method: 'POST', url: '/api/v1/plans/a/checkout', payload: {} })
    assert.deepEqual([posted.statusCode, posted.headers.location], [303, '/plans/a/confirmation'])
    await checkout.close()
    const login = await answering('GET /api/v1/login', { redirect: '/' })
    assert.equal((await login.inject('/api/v1/login')).statusCode, 302)
    await login.close()
  })

  it('accepts no body where none is needed, and refuses null', async () => {
    const app = await answering('POST /api/v1/subscriptions/stop-renewal/{id}', null)
    const url = `/api/v1/subscriptions/stop-renewal/${randomUUID()}`
    const headers = { 'content-type': 'application/json' }
    assert.equal((await app.inject({ method: 'POST', url })).statusCode, 200)
    assert.equal((await app.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode, 200)
    assert.notEqual((await app.inject({ method: 'POST', url, headers, payload: 'null' })).statusCode, 200)
    await app.close()
  })

  it('sends the address to which a form leads as 303, and to JSON as a value', async () => {
    const app = await answering('POST /logout', { redirectUrl: '/bye' })
    const [asForm, asJson] = await Promise.all([
      app.inject({ method: 'POST', url: '/logout', headers: form, payload: '' }),
      app.inject({ method: 'POST', url: '/logout', payload: {} }),
    ])
    assert.deepEqual([asForm.statusCode, asForm.headers.location], [303, '/bye'])
    assert.deepEqual(asJson.json(), { redirectUrl: '/bye' })
    await app.close()
  })

  it('compresses a long list for a client that accepts it, and nothing else', async () => {
    const none = {
      subscriberId: null,
      email: null,
      subscriptionId: null,
      account: null,
      accountEmail: null,
      comment: null,
    }
    const act = { at: new Date(0).toISOString(), by: 'ann@firm.example', address: null, act: 'export', ...none }
    const acts = Array.from({ length: 100 }, () => ({ ...act, refund: null, changes: [], erasure: null }))
    const comment = { type: 'COMMENT_ADDED', timestamp: act.at, addedBy: act.by, data: {} }
    const events = Array.from({ length: 100 }, () => comment)
    const lists = [
      ['GET /api/v1/audit', acts, true],
      ['GET /api/v1/subscriptions/events/{id}', events, false],
    ] as const
    const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
    for (const [name, given, compressed] of lists) {
      const app = await answering(name, given)
      const url = name.slice('GET '.length).replace('{id}', 'a')
      const plain = await app.inject(url)
      assert.equal(plain.headers['content-encoding'], undefined)
      for (const [encoding, unpack] of Object.entries(decompress)) {
        const packed = await app.inject({ url, headers: { 'accept-encoding': encoding } })
        assert.equal(packed.headers['content-encoding'], compressed ? encoding : undefined)
        assert.equal((compressed ? unpack(packed.rawPayload) : packed.rawPayload).toString(), plain.body)
        if (compressed) assert.ok(packed.rawPayload.length < plain.rawPayload.length / 5)
      }
      await app.close()
    }
  })
})
