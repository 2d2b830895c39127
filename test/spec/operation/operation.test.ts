import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, test } from 'vitest'
import { givenAFolder } from '../../support/given-folder.ts'
import { aRegistration, eventually, freePort, givenATrialUser, inboxOf } from '../../support/given.ts'
import { run, start, type Product } from '../../support/product.ts'
import { createVisitor } from '../../support/http/visitor.ts'
import { isAlive } from '../../../server/database/embedded/postmaster.ts'

// One after the other on one folder, as an operator would do it.
const folder = givenAFolder()
mkdirSync(join(folder, 'installers'))
const installer = join(folder, 'installers/parallax-analytics-setup.exe')
writeFileSync(installer, '')
// More than the buffers of a connection whose other end does not read.
truncateSync(installer, 64 * 2 ** 20)
const PORT = String(await freePort())
const settings = { DATA_DIR: folder, PORT, RATE_LIMIT_FACTOR: '1000' }
const running: Product[] = []

afterAll(async () => {
  for (const product of running) product.kill('SIGKILL')
  await Promise.all(running.map(({ exited }) => exited))
})

async function begin(): Promise<Product> {
  const product = await start(settings)
  running.push(product)
  return product
}

/** Starts a download of which nothing more is read. */
async function givenADownload({ url }: Product): Promise<void> {
  const { visitor } = await givenATrialUser({ visitor: () => createVisitor(url), ...inboxOf(url) })
  const answer = await visitor.get('/api/v1/plans/analytics-trial/download/link')
  const { link } = (await answer.json()) as { link: string }
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const [download] = (await once(get(url + link, { headers: { cookie } }), 'response')) as [IncomingMessage]
  download.on('error', () => undefined)
  assert.equal(download.statusCode, 200)
}

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

test('one press of Ctrl-C, which npm passes on a second time, ends a running download after some seconds, and the exit is clean', async () => {
  product = await begin()
  await givenADownload(product)
  for (let time = 0; time < 2; time += 1) product.kill('SIGINT')
  assert.equal(await product.exited, 0)
  assert.match(product.output(), /^Stopping: closing connections that are still in use\.$/m)
  assert.doesNotMatch(product.output(), /Stopping immediately/)
})

test('interrupted while it starts, the shop exits and can start again; repeated signals end it immediately and cleanly', async () => {
  const early = run(settings)
  const lockFile = join(folder, 'postgres/cluster/postmaster.pid')
  // PostgreSQL creates the file first, and then writes its process id to it.
  const postmaster = await eventually('the start of the database', async () =>
    existsSync(lockFile) ? Number.parseInt(readFileSync(lockFile, 'utf8')) : null,
  )
  early.kill('SIGTERM')
  assert.equal(await early.exited, 0, early.output())
  // The system removes an ended process a moment later.
  await eventually('the end of its database', async () => !isAlive(postmaster))
  product = await begin()
  await givenADownload(product)
  const code = await eventually('the end of the process', async () => {
    product.kill('SIGINT')
    const ended = await Promise.race([product.exited, Promise.resolve('running')])
    return ended === 'running' ? undefined : { ended }
  })
  assert.deepEqual(code, { ended: 0 })
  assert.match(product.output(), /^Stopping immediately\.$/m)
  assert.doesNotMatch(product.output(), /still in use/)
})

test('an unreachable database is one sentence and exit code 1, and an invalid configuration one message that names every faulty variable', async () => {
  const lost = run({
    ...settings,
    SECRET: 'a secret of the tests that is long enough to be taken',
    DATABASE_URL: `postgres://shop:hidden-word@127.0.0.1:${await freePort()}/shop`,
    DATA_DIR: join(folder, 'other'),
  })
  const wrong = run({ PORT: 'x', SMTP_URL: 'smtp://mail.example', SECRET: 'short', DATA_DIR: folder })
  assert.deepEqual([await lost.exited, await wrong.exited], [1, 1])
  assert.equal(lost.output().trim().split('\n').length, 1, lost.output())
  assert.match(lost.output(), /database.*DATABASE_URL/)
  for (const name of ['PORT', 'MAIL_FROM', 'SECRET']) assert.match(wrong.output(), new RegExp(`^${name} `, 'm'))
  assert.doesNotMatch(lost.output() + wrong.output(), /hidden-word|\n\s+at /)
})
