import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { eventually, freePort, givenATrialUser, inboxOf } from '../../support/given.ts'
import { start, type Product } from '../../support/product.ts'
import { createVisitor } from '../../support/http/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillhouse-stopping-'))
mkdirSync(join(folder, 'installers'))
const installer = join(folder, 'installers/parallax-analytics-setup.exe')
writeFileSync(installer, '')
// More than the buffers of a connection whose other end does not read.
truncateSync(installer, 64 * 2 ** 20)
const PORT = String(await freePort())
const running: Product[] = []

afterAll(async () => {
  for (const product of running) product.kill('SIGKILL')
  await Promise.all(running.map(({ exited }) => exited))
  rmSync(folder, { recursive: true, force: true })
})

async function begin(): Promise<Product> {
  const product = await start({ DATA_DIR: folder, PORT, RATE_LIMIT_FACTOR: '1000' })
  running.push(product)
  return product
}

/** Starts a download of which nothing more is read. */
async function givenADownload({ url }: Product): Promise<IncomingMessage> {
  const { visitor } = await givenATrialUser({ visitor: () => createVisitor(url), ...inboxOf(url) })
  const answer = await visitor.get('/api/v1/plans/analytics-trial/download/link')
  const { link } = (await answer.json()) as { link: string }
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const [download] = (await once(get(url + link, { headers: { cookie } }), 'response')) as [IncomingMessage]
  download.on('error', () => undefined)
  assert.equal(download.statusCode, 200)
  return download
}

/** Waits for the exit, and sends the signal, if given, each time it checks. */
const endOf = (product: Product, signal?: NodeJS.Signals) =>
  eventually('the end of the process', async () => {
    if (signal) product.kill(signal)
    const code = await Promise.race([product.exited, Promise.resolve('running')])
    return code === 'running' ? undefined : { code }
  })

test('on SIGTERM during a download, the server ends the download after some seconds and exits cleanly', async () => {
  const product = await begin()
  await givenADownload(product)
  product.kill('SIGTERM')
  assert.deepEqual(await endOf(product), { code: 0 })
  assert.match(product.output(), /^Stopping: closing connections that are still in use\.$/m)
})

test('on repeated signals, the server exits immediately and cleanly', async () => {
  const product = await begin()
  await givenADownload(product)
  assert.deepEqual(await endOf(product, 'SIGINT'), { code: 0 })
  assert.match(product.output(), /^Stopping at once\.$/m)
  assert.doesNotMatch(product.output(), /still in use/)
})

test('one press of Ctrl-C, which npm passes on a second time, counts as one signal', async () => {
  const product = await begin()
  product.kill('SIGINT')
  product.kill('SIGINT')
  assert.deepEqual(await endOf(product), { code: 0 })
  assert.doesNotMatch(product.output(), /at once/)
})
