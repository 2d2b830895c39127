import assert from 'node:assert/strict'
import { test } from 'vitest'
import { examine } from '../../../server/app/cli/doctor.ts'
import { useCluster } from '../../support/cluster.ts'
import { eventually, givenAShop, secret } from '../../support/given.ts'
import { givenAProvider, givenAShopOf } from '../../support/servers/given-provider.ts'
import { givenAPayer } from '../../support/billing/paying.ts'
import { sendRaw } from '../../support/http/raw.ts'
import { whenOver } from '../../support/when-over.ts'

const cluster = await useCluster()
const token = 'a token of the tests that is long enough to be taken'
const shop = await givenAShop({}, cluster)
const guarded = await givenAShop({ METRICS_TOKEN: token, DATABASE_URL: shop.databaseUrl }, cluster)

const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`
const statusOf = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).status

test('the probes respond to any Host, without Host, and over HTTP/1.0, because load balancers send such requests', async () => {
  for (const path of ['/healthz', '/readyz?from=haproxy'])
    for (const request of [
      lines(`GET ${path} HTTP/1.0`),
      lines(`GET ${path} HTTP/1.1`, 'Connection: close'),
      lines(`GET ${path} HTTP/1.1`, 'Host:', 'Connection: close'),
      lines(`GET ${path} HTTP/1.1`, 'Host: 10.0.0.7:3000', 'Connection: close'),
      lines(`HEAD ${path} HTTP/1.0`),
      lines(`OPTIONS ${path} HTTP/1.0`),
    ])
      assert.equal((await sendRaw(shop.url, request)).status, request.startsWith('OPTIONS') ? 404 : 200, request)
})

test('all other addresses require a Host of the shop', async () => {
  for (const path of ['/', '/metrics', '/openapi.json', '/healthz/', '/readyzz', '/api/v1/plans']) {
    assert.equal((await sendRaw(shop.url, lines(`GET ${path} HTTP/1.0`))).status, 400, path)
    const foreign = lines(`GET ${path} HTTP/1.1`, 'Host: evil.example', 'Connection: close')
    assert.equal((await sendRaw(shop.url, foreign)).status, 421, path)
  }
})

test('probes and metrics respond only at exactly their address', async () => {
  for (const path of ['/metrics/', '/%6detrics', '/metrics/?x', '/healthz/', '/readyz/', '/%72eadyz'])
    assert.equal(await statusOf(shop.url + path), 404, path)
  for (const path of ['/metrics', '/metrics?x', '/healthz', '/readyz'])
    assert.equal(await statusOf(shop.url + path), 200, path)
})

test('metrics are closed to requests through a proxy, unless they send the token', async () => {
  const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host', 'via']
  for (const name of names) {
    const headers = { [name]: '127.0.0.1' }
    assert.equal(await statusOf(`${shop.url}/metrics`, headers), 403, JSON.stringify(headers))
    const right = { ...headers, authorization: `Bearer ${token}` }
    assert.equal(await statusOf(`${guarded.url}/metrics`, right), 200)
    const lowerCase = { ...headers, authorization: `bearer ${token}` }
    assert.equal(await statusOf(`${guarded.url}/metrics`, lowerCase), 200, 'RFC 9110, 11.1')
    assert.equal(await statusOf(`${shop.url}/metrics`, right), 403, 'no token is configured here')
    for (const authorization of ['Bearer ', 'Bearer another', `Basic ${token}`, token, `Bearer ${token}x`])
      assert.equal(await statusOf(`${guarded.url}/metrics`, { ...headers, authorization }), 403, authorization)
  }
  assert.equal(await statusOf(`${guarded.url}/metrics`), 200, 'from this machine itself')
})

test('a start on a port that is in use fails with one sentence', async () => {
  await assert.rejects(guarded.restart({ PORT: new URL(shop.url).port }), /^Error: Port \d+ is in use: .* set PORT\.$/)
})

test('the start and doctor warn that simulated payments belong to one instance if others may share the database', async () => {
  const warning =
    'Payments are simulated by this instance alone: start no other instance on the database of DATABASE_URL, or set STRIPE_SECRET_KEY.'
  assert.ok(shop.said.includes(`Warning: ${warning}`))
  const keyFindings = async (environment: Record<string, string>) =>
    (await examine(environment, shop.dataDir, {})).filter(({ about }) => about === 'key')
  assert.deepEqual(await keyFindings({ DATABASE_URL: shop.databaseUrl, SECRET: secret }), [
    { level: 'warning', about: 'key', sentence: warning },
  ])
  assert.deepEqual(
    (await keyFindings({})).map(({ level }) => level),
    ['ok'],
    'an embedded database has one instance',
  )
})

test('during the catch-up after a start /healthz returns 200, and /readyz only once it is done', async () => {
  const world = await givenAProvider(cluster)
  const slow = await givenAShopOf(world, cluster)
  const { visitor, id } = await givenAPayer(slow, 'analytics-monthly')
  await slow.catchUp()
  // The call that the provider refuses is repeated at the next start, when it responds slowly.
  world.faults.answer = () => 503
  assert.equal((await visitor.post(`/api/v1/subscriptions/stop-renewal/${id}`)).status, 200)
  await slow.stop()
  await slow.sql(`update jobs set run_at = created_at where kind = 'billing'`)
  const answers = Promise.withResolvers<void>()
  let asked = false
  whenOver(answers.resolve)
  let answered = false
  world.faults.answer = ({ path }) => {
    if (!path.startsWith('/v1/subscriptions/')) return undefined
    asked = true
    return { late: answers.promise }
  }
  const started = slow.restart().then(() => (answered = true))
  await eventually('the provider being asked', () => Promise.resolve(asked))
  assert.deepEqual([await statusOf(`${slow.url}/healthz`), await statusOf(`${slow.url}/readyz`)], [200, 503])
  assert.equal(answered, false, 'it still catches up')
  delete world.faults.answer
  answers.resolve()
  await started
  assert.equal(await statusOf(`${slow.url}/readyz`), 200)
  await slow.stop()
})
