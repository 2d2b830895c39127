import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { urgentPaymentIssueKinds } from '../../domain/billing/payments/payment-issues.ts'
import { createMetrics } from '../metrics.ts'
import { addHealthRoutes } from './health.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const read = (file: string) => readFileSync(join(deploy, file), 'utf8')
/** Prometheus' own metrics. */
const notOurs = ['up']

/**
 * Returns the metrics in a PromQL expression: names other than functions and keywords, not within braces or after `by`.
 */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)].map(([name]) => name)
}

test('the API document is generated once until it changes, sent compressed, and answered with 304 to a client that has it', async () => {
  let made = 0
  const documentWith = (letter: string) => ({ toJSON: () => ({ made: (made += 1), paths: letter.repeat(10_000) }) })
  let document = documentWith('a')
  const app = fastify()
  addHealthRoutes(app, {
    ready: () => Promise.resolve(true),
    isWritable: () => Promise.resolve(true),
    metrics: createMetrics(),
    openApi: () => document,
    jobs: () => Promise.resolve([]),
    backupAge: null,
    isArchiving: () => Promise.resolve(true),
    listAges: () => Promise.resolve([]),
    webhooks: () => Promise.resolve({ waiting: 3, failed: 2, oldest: 60, off: 1 }),
    paymentIssues: () => Promise.resolve(new Map([['page-refused', 2]])),
    metricsToken: null,
  })
  const ask = (headers: Record<string, string> = {}) => app.inject({ url: '/openapi.json', headers })
  const plain = await ask()
  assert.equal(plain.json<{ made: number }>().made, 1)
  const packed = await ask({ 'accept-encoding': 'gzip, br' })
  assert.equal(packed.headers['content-encoding'], 'br')
  assert.equal(brotliDecompressSync(packed.rawPayload).toString(), plain.body)
  assert.equal((await ask({ 'accept-encoding': 'gzip' })).headers['content-encoding'], 'gzip')
  assert.equal((await ask({ 'if-none-match': String(plain.headers['etag']) })).statusCode, 304)
  assert.equal(made, 1)
  document = documentWith('b')
  assert.match((await ask()).body, /bbb/)
  assert.equal(made, 2)
})

test('no alert rule has a comma in an unquoted text within braces, which YAML would read as a new key', () => {
  const maps = [...read('alerts.yaml').matchAll(/(?:labels|annotations):\s*\{([^}]*\}\}[^}]*|[^}]*)\}/g)]
  assert.ok(maps.length > 10)
  for (const [, map = ''] of maps) {
    const pairs = map.replaceAll(/'[^']*'/g, '').split(',')
    for (const pair of pairs) assert.match(pair, /^\s*[a-z_]+:|^\s*$/)
  }
})

test('the metrics are served while the database does not respond, with database_writable 0 and no jobs', async () => {
  const app = fastify()
  addHealthRoutes(app, {
    ready: () => Promise.resolve(false),
    isWritable: () => Promise.resolve(false),
    metrics: createMetrics(),
    openApi: () => ({}),
    jobs: () => Promise.reject(new Error('connect ECONNREFUSED')),
    backupAge: null,
    isArchiving: () => Promise.resolve(true),
    listAges: () => Promise.resolve([]),
    webhooks: () => Promise.resolve({ waiting: 3, failed: 2, oldest: 60, off: 1 }),
    paymentIssues: () => Promise.resolve(new Map()),
    metricsToken: null,
  })
  const { statusCode, body } = await app.inject('/metrics')
  assert.equal(statusCode, 200)
  assert.match(body, /^database_writable 0$/m)
  assert.ok(!body.includes('jobs_waiting'))
})

test('every metric that an alert rule or the dashboard names exists in /metrics', async () => {
  const app = fastify()
  addHealthRoutes(app, {
    ready: () => Promise.resolve(true),
    isWritable: () => Promise.resolve(true),
    metrics: createMetrics(),
    openApi: () => ({}),
    jobs: () => Promise.resolve([{ kind: 'email', waiting: 1, givenUp: 0, oldest: 3.5 }]),
    backupAge: () => Promise.resolve(60),
    isArchiving: () => Promise.resolve(true),
    listAges: () => Promise.resolve([{ list: 'EU', age: 5, fetched: 7 }]),
    webhooks: () => Promise.resolve({ waiting: 3, failed: 2, oldest: 60, off: 1 }),
    paymentIssues: () => Promise.resolve(new Map([['page-refused', 2]])),
    metricsToken: null,
  })
  const { body } = await app.inject('/metrics')
  const types = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  const served = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  )
  const rules = [...read('alerts.yaml').matchAll(/^\s+expr: (.+)$/gm)].map(([, expression = '']) => expression)
  const dashboard = JSON.parse(read('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  assert.ok(rules.length > 10 && panels.length > 10)
  for (const expression of [...rules, ...panels]) {
    const named = metricsIn(expression)
    assert.ok(named.length > 0, expression)
    for (const name of named) assert.ok(served.has(name) || notOurs.includes(name), `${name} in ${expression}`)
  }
  assert.match(body, /^jobs_oldest_due_seconds\{kind="email"\} 3\.5$/m)
  assert.match(body, /^payment_issues_open\{kind="page-refused"\} 2$/m)
  assert.match(body, /^payment_issues_open\{kind="payment-disputed"\} 0$/m)
  assert.match(body, /^webhook_deliveries\{state="waiting"\} 3$/m)
  assert.match(body, /^webhook_deliveries\{state="failed"\} 2$/m)
  assert.match(body, /^webhook_oldest_due_seconds 60$/m)
})

test('the paging alert rule for payment issues names exactly the urgent kinds', () => {
  const [, kinds = ''] = /max\(payment_issues_open\{kind=~"([^"]+)"\}\) > 0/.exec(read('alerts.yaml')) ?? []
  assert.deepEqual(kinds.split('|'), urgentPaymentIssueKinds)
})
