import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, test } from 'vitest'
import { clusterUrl, prepareCluster } from '../../../server/database/embedded/cluster.ts'
import { aRegistration, eventually, freePort } from '../../support/given.ts'
import { run, start, type Product } from '../../support/product.ts'
import { createVisitor } from '../../support/http/visitor.ts'

// One after the other on one folder, as an operator would do it.
const folder = mkdtempSync(join(tmpdir(), 'tillhouse-operation-'))
const PORT = String(await freePort())
const settings = { DATA_DIR: folder, PORT, RATE_LIMIT_FACTOR: '1000' }
const running: Product[] = []

afterAll(async () => {
  for (const product of running) product.kill('SIGTERM')
  await Promise.all(running.map(({ exited }) => exited))
  rmSync(folder, { recursive: true, force: true })
})

async function begin(): Promise<Product> {
  const product = await start(settings)
  running.push(product)
  return product
}

const sentences = (text: string) => text.trim().split('\n').filter(Boolean)

let product: Product

test('the first start prints the addresses of the shop and the inbox, and the administrator', async () => {
  product = await begin()
  const said = product.output()
  assert.match(said, new RegExp(`Parallax Analytics is open at http://localhost:${PORT}\n`))
  assert.match(said, /sandbox inbox at http:\/\/localhost:\d+\/sandbox\/mail\n/)
  assert.match(said, /^Names are compared with a sample of fictional names: set SCREENING_DIR to use official lists$/m)
  assert.match(
    said,
    /First administrator: \S+@\S+\. Choose a password within 24 hours .*\/identity\/activate\?token=\S{43}\n/,
  )
  assert.equal(
    await (await fetch(`${product.url}/healthz`)).json().then((body: { status: string }) => body.status),
    'alive',
  )
})

test('a change of the brand that was saved but not read is in force within seconds', async () => {
  const cluster = await prepareCluster(join(folder, 'postgres'), {})
  const client = new pg.Client({ connectionString: clusterUrl(cluster, 'tillhouse', 'tillhouse') })
  await client.connect()
  try {
    await client.query(`insert into brand_changes (number, at, by, overrides, changes)
      values (1, '2026-11-20', '', '{"name": "Read Later Ltd"}', '[]')`)
    await eventually('the name on the page', async () =>
      (await (await fetch(product.url)).text()).includes('Read Later Ltd'),
    )
    await client.query('delete from brand_changes')
  } finally {
    await client.end()
  }
})

test('a second start on the same port is refused with one sentence', async () => {
  const other = mkdtempSync(join(tmpdir(), 'tillhouse-port-'))
  const second = run({ DATA_DIR: other, PORT })
  assert.equal(await second.exited, 1)
  const said = sentences(second.output()).filter((line) => !line.startsWith('{'))
  assert.equal(said.length, 1, second.output())
  assert.match(second.output(), new RegExp(PORT))
  rmSync(other, { recursive: true, force: true })
})

test('a start with real services states which setting publishes it under an address beyond this machine', async () => {
  const other = mkdtempSync(join(tmpdir(), 'tillhouse-address-'))
  const product = run({
    DATA_DIR: other,
    PORT: String(await freePort()),
    // An address for documentation: datatracker.ietf.org/doc/html/rfc5737.
    HOST: '192.0.2.1',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'shop@shop.example',
    STRIPE_SECRET_KEY: 'sk_live_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    STRIPE_TEST_MODE: 'allow',
    SCREENING: 'off',
  })
  assert.equal(await product.exited, 1)
  assert.match(product.output(), /^192\.0\.2\.1 is not an address of this machine: set HOST to one that is\.$/m)
  assert.doesNotMatch(product.output(), /\n\s+at /)
  rmSync(other, { recursive: true, force: true })
})

test('killed during registrations and started again, the shop has every one it had acknowledged', async () => {
  const acknowledged: string[] = []
  const visitors = Array.from({ length: 6 }, () => createVisitor(product.url))
  const streams = visitors.map(async (visitor) => {
    while (acknowledged.length < 25) {
      const answer = await visitor.post('/api/v1/users', aRegistration()).catch(() => null)
      if (answer?.status === 201) acknowledged.push(((await answer.json()) as { trialToken: string }).trialToken)
      if (acknowledged.length >= 25) product.kill('SIGKILL')
    }
  })
  await Promise.all(streams)
  await product.exited
  product = await begin()
  console.log(`start again after kill -9: ${Math.round(product.startedIn)} ms to /readyz`)
  assert.ok(acknowledged.length >= 25)
  const visitor = createVisitor(product.url)
  for (const token of acknowledged) {
    const answer = await visitor.post('/api/v1/plans/analytics-trial/checkout', {}, { 'x-trial-token': token })
    assert.equal(answer.status, 204)
  }
})

test('on SIGTERM, the shop finishes running work and exits with 0', async () => {
  const visitor = createVisitor(product.url)
  await visitor.get('/api/v1/users/userinfo')
  const body = JSON.stringify(aRegistration())
  const socket = connect({ port: Number(PORT), host: '127.0.0.1' })
  const head = [
    'POST /api/v1/users HTTP/1.1',
    `Host: localhost:${PORT}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Cookie: ${[...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    `X-XSRF-Token: ${visitor.cookies.get('XSRF-TOKEN') ?? ''}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [word] = (await once(socket, 'data')) as [Buffer]
  assert.match(word.toString(), /^HTTP\/1\.1 100 /, 'the request is under way')
  product.kill('SIGTERM')
  await eventually('the end of listening', () =>
    fetch(`${product.url}/healthz`).then(
      ({ status }) => status === 503,
      () => true,
    ),
  )
  socket.write(`${body}GET /healthz HTTP/1.1\r\nHost: localhost:${PORT}\r\n\r\n`)
  assert.match(await text(socket), /^HTTP\/1\.1 201 .*HTTP\/1\.1 200 /s, 'and what comes behind it on its connection')
  assert.equal(await product.exited, 0)
})

test('interrupted by hand while it starts, the shop still exits, and starts again quickly, in little memory', async () => {
  const early = run(settings)
  const lockFile = join(folder, 'postgres/cluster/postmaster.pid')
  await eventually('the start of the database', async () => existsSync(lockFile))
  early.kill('SIGTERM')
  await early.exited
  product = await begin()
  const metrics = await (await fetch(`${product.url}/metrics`)).text()
  const bytes = Number(/^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1])
  console.log(
    `start again: ${Math.round(product.startedIn)} ms to /readyz (goal 700), ${Math.round(bytes / 2 ** 20)} MB (goal 130)`,
  )
  assert.ok(product.startedIn < 45_000)
  assert.ok(bytes > 0 && bytes < 300 * 2 ** 20)
  const visitor = createVisitor(product.url)
  const person = aRegistration({ email: 'somebody@northwind-bottling.example' })
  assert.equal((await visitor.post('/api/v1/users', person)).status, 201)
})

test('an unreachable database is one sentence and exit code 1, and an invalid configuration one message that names every faulty variable', async () => {
  const lost = run({
    ...settings,
    SECRET: 'a secret of the tests that is long enough to be taken',
    DATABASE_URL: `postgres://shop:hidden-word@127.0.0.1:${await freePort()}/shop`,
    DATA_DIR: join(folder, 'other'),
  })
  assert.equal(await lost.exited, 1)
  assert.equal(sentences(lost.output()).length, 1, lost.output())
  assert.match(lost.output(), /database.*DATABASE_URL/)
  assert.doesNotMatch(lost.output(), /hidden-word|\n\s+at /)
  const wrong = run({ PORT: 'x', SMTP_URL: 'smtp://mail.example', SECRET: 'short', DATA_DIR: folder })
  assert.equal(await wrong.exited, 1)
  for (const name of ['PORT', 'MAIL_FROM', 'SECRET']) assert.match(wrong.output(), new RegExp(`^${name} `, 'm'))
  assert.doesNotMatch(wrong.output(), /\n\s+at /)
})
