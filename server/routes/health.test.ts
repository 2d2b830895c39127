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

/** What the routes need, of a server in order. */
const parts = (): Parameters<typeof addHealthRoutes>[1] => ({
  ready: () => Promise.resolve(true),
  isWritable: () => Promise.resolve(true),
  metrics: createMetrics(),
  openApi: () => ({}),
  jobs: () => Promise.resolve([]),
  backupAge: null,
  isArchiving: () => Promise.resolve(true),
  listAges: () => Promise.resolve([]),
  webhooks: () => Promise.resolve({ waiting: 3, failed: 2, oldest: 60, off: 1 }),
  paymentIssues: () => Promise.resolve(new Map()),
  metricsToken: null,
})

/**
 * Returns the metrics in a PromQL expression: names other than functions and keywords, not within braces or after `by`.
 */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)].map(([name]) => name)
}

/** Returns the expressions of the alert rules and of the dashboard. */
function expressions(): string[] {
  const rules = [...read('alerts.yaml').matchAll(/^\s+expr: (.+)$/gm)].map(([, expression = '']) => expression)
  const dashboard = JSON.parse(read('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  assert.ok(rules.length > 10 && panels.length > 10)
  return [...rules, ...panels]
}

test('the API document is generated once until it changes, sent compressed, and answered with 304 to a client that has it', async () => {
  let made = 0
  const documentWith = (letter: string) => ({ toJSON: () => ({ made: (made += 1), paths: letter.repeat(10_000) }) })
  let document = documentWith('a')
  const app = fastify()
  addHealthRoutes(app, { ...parts(), openApi: () => document })
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
    ...parts(),
    ready: () => Promise.resolve(false),
    isWritable: () => Promise.resolve(false),
    jobs: () => Promise.reject(new Error('connect ECONNREFUSED')),
  })
  const { statusCode, body } = await app.inject('/metrics')
  assert.equal(statusCode, 200)
  assert.match(body, /^database_writable 0$/m)
  assert.ok(!body.includes('jobs_waiting'))
})

test('every metric that an alert rule or the dashboard names exists in /metrics', async () => {
  const app = fastify()
  addHealthRoutes(app, {
    ...parts(),
    jobs: () => Promise.resolve([{ kind: 'email', waiting: 1, givenUp: 0, oldest: 3.5 }]),
    backupAge: () => Promise.resolve(60),
    listAges: () => Promise.resolve([{ list: 'EU', age: 5, fetched: 7 }]),
    paymentIssues: () => Promise.resolve(new Map([['page-refused', 2]])),
  })
  const { body } = await app.inject('/metrics')
  const types = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  const served = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  )
  for (const expression of expressions()) {
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

test('every alert rule and panel selects the job tillhouse, and those about all requests leave out probes and metrics', () => {
  for (const expression of expressions()) {
    for (const name of metricsIn(expression)) {
      const [uses, selecting] = [`${name}\\b`, `${name}\\{job="tillhouse"[,}]`].map(
        (pattern) => expression.match(new RegExp(`\\b${pattern}`, 'g'))?.length,
      )
      assert.equal(selecting, uses, `${name} in ${expression}`)
    }
    for (const [selector] of expression.matchAll(/\bhttp_request_duration_seconds_\w+\{[^}]*\}/g))
      assert.ok(selector.includes('route!~"/healthz|/readyz|/metrics"'), selector)
    assert.ok(!expression.includes('http_responses_total'), `no routes in ${expression}`)
  }
})

test('without a readable backup its age is infinite, and without backups there is none', async () => {
  const bodyWith = async (backupAge: (() => Promise<number | null>) | null) => {
    const app = fastify()
    addHealthRoutes(app, { ...parts(), backupAge })
    return (await app.inject('/metrics')).body
  }
  assert.match(await bodyWith(() => Promise.resolve(60)), /^backup_age_seconds 60$/m)
  assert.match(await bodyWith(() => Promise.resolve(null)), /^backup_age_seconds \+Inf$/m)
  assert.match(await bodyWith(() => Promise.reject(new Error('unreadable'))), /^backup_age_seconds \+Inf$/m)
  assert.doesNotMatch(await bodyWith(null), /backup_age_seconds/)
})

test('the paging alert rule for payment issues names exactly the urgent kinds', () => {
  const [, kinds = ''] =
    /max\(payment_issues_open\{job="tillhouse",kind=~"([^"]+)"\}\) > 0/.exec(read('alerts.yaml')) ?? []
  assert.deepEqual(kinds.split('|'), urgentPaymentIssueKinds)
})
