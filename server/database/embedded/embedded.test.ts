import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test, type TestContext } from 'vitest'
import pg from 'pg'
import { startEmbedded, type EmbeddedOptions } from './embedded.ts'
import { openDatabase } from '../pool.ts'

const posix = process.platform !== 'win32'

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-embedded-'))
  cleanups.set(t, [() => rmSync(folder, { recursive: true, force: true })])
  t.onTestFinished(async () => {
    for (const cleanup of cleanups.get(t) ?? []) await cleanup()
  })
  return join(folder, 'postgres')
}

/** In reverse order of creation: a server stops before its folder is removed. */
const cleanups = new Map<TestContext, (() => unknown)[]>()

async function start(t: TestContext, folder: string, options: Partial<EmbeddedOptions> = {}) {
  const server = await startEmbedded({ folder, log: () => undefined, ...options })
  cleanups.get(t)?.unshift(() => server.stop())
  return server
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const postmasterOf = (folder: string) =>
  Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

/**
 * Starts a product in a process of its own that supervises the folder and writes rows until it is killed. It prints
 * each number after storing it.
 */
async function startProduct(folder: string) {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))})
    const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))})
    const { url } = await startEmbedded({ folder: process.argv[1], log: () => {} })
    const client = new pg.Client(url)
    await client.connect()
    await client.query('create table if not exists taken (number int primary key)')
    for (let number = 1; ; number++) {
      await client.query('insert into taken values ($1)', [number])
      console.log(number)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stored: number[] = []
  const lines = createInterface(child.stdout)
  const enough = Promise.withResolvers<void>()
  lines.on('line', (line) => {
    stored.push(Number(line))
    if (stored.length === 200) enough.resolve()
  })
  const complaints: string[] = []
  createInterface(child.stderr).on('line', (line) => complaints.push(line))
  const closed = once(child, 'close')
  await Promise.race([enough.promise, closed])
  return {
    stored,
    complaint: () => complaints.filter((line) => line.startsWith('Error: ')),
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
}

describe('the embedded database', () => {
  test('keeps all data and the stated durability when it is started again on its folder, even if the path is too long for a socket', async (t) => {
    const folder = join(temporaryFolder(t), 'a-rather-long-name'.repeat(6), 'and, a \'strange\' "one"')
    const first = await start(t, folder)
    await query(first.url, `create table kept as select 'a row' as word`)
    await first.stop()
    assert.equal(existsSync(join(folder, 'cluster', 'postmaster.pid')), false, 'stopped in order')

    const second = await start(t, folder)
    assert.equal(second.url, first.url)
    assert.deepEqual(await query(second.url, 'select word from kept'), [{ word: 'a row' }])
    const [settings] = await query(
      second.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('timezone') as zone`,
    )
    assert.deepEqual(settings, { fsync: 'on', commit: 'on', zone: 'UTC' })
  })

  test('after the product was killed, takes over the orphaned PostgreSQL and loses no stored row', async (t) => {
    const folder = temporaryFolder(t)
    const product = await startProduct(folder)
    const orphan = postmasterOf(folder)
    await product.kill()
    const server = await start(t, folder)
    assert.equal(postmasterOf(folder), orphan)
    const found = await query(server.url, 'select count(*)::int as rows, max(number) as last from taken')
    const [{ rows, last }] = found as [{ rows: number; last: number }]
    assert.ok(
      product.stored.length >= 200 && last >= product.stored.length,
      `${product.stored.length} said, ${last} found`,
    )
    assert.equal(rows, last)
    await server.stop()
    assert.equal(existsSync(join(folder, 'cluster', 'postmaster.pid')), false, 'stopped like any other')
  })

  test('replaces an orphaned PostgreSQL that runs with other settings', async (t) => {
    const folder = temporaryFolder(t)
    const product = await startProduct(folder)
    const orphan = postmasterOf(folder)
    await product.kill()
    const server = await start(t, folder, { fsync: false })
    assert.notEqual(postmasterOf(folder), orphan)
    assert.equal((await query(server.url, 'select 1 from taken limit 1')).length, 1)
  })

  test('is restarted after PostgreSQL was killed, and the same pool works again', { skip: !posix }, async (t) => {
    const folder = temporaryFolder(t)
    const said: string[] = []
    const back = Promise.withResolvers<void>()
    const log = (line: string) => {
      said.push(line)
      if (line.includes('works again')) back.resolve()
    }
    const server = await start(t, folder, { log })
    const { pool, close } = openDatabase(server.url)
    t.onTestFinished(close)
    await pool.query(`create table kept as select 'a row' as word`)
    const inUse = await pool.connect() // A connection in the middle of a transaction must not crash the process.
    await inUse.query('begin')

    const from = performance.now()
    process.kill(postmasterOf(folder), 'SIGKILL')
    await back.promise
    assert.ok(performance.now() - from < 10_000)
    inUse.release(true)
    assert.deepEqual((await pool.query('select word from kept')).rows, [{ word: 'a row' }])
    assert.deepEqual(said, ['The embedded database stopped; starting it again.', 'The embedded database works again.'])
  })

  test('refuses with one sentence if another product uses the folder, and leaves that product running', async (t) => {
    const folder = temporaryFolder(t)
    const first = await start(t, folder)
    await assert.rejects(startEmbedded({ folder, log: () => undefined }), {
      message:
        `Another running Tillhouse (process ${process.pid}) uses the database in ${folder}: ` +
        'stop it first, or set DATA_DIR to another folder.',
    })
    assert.equal((await query(first.url, 'select 1')).length, 1)
  })

  test('goes to one of two products that create the folder at the same moment', async (t) => {
    const folder = temporaryFolder(t)
    const products = await Promise.all([startProduct(folder), startProduct(folder)])
    const complaints = products.flatMap((one) => one.complaint())
    for (const product of products) await product.kill()
    await start(t, folder)
    assert.equal(complaints.filter((one) => one.includes('Another running Tillhouse')).length, 1)
    assert.equal(products.filter((one) => one.stored.length > 0).length, 1)
  })

  test(
    'refuses a socket folder that another user has created, and does not change it',
    { skip: process.getuid?.() !== 0 },
    async (t) => {
      const folder = join(temporaryFolder(t), 'a-rather-long-name'.repeat(6))
      const server = await start(t, folder)
      const place = new URL(server.url).searchParams.get('host') ?? ''
      await server.stop()
      assert.equal(existsSync(place), false)
      mkdirSync(place, { mode: 0o700 })
      cleanups.get(t)?.unshift(() => rmSync(place, { recursive: true }))
      chownSync(place, 54321, 54321)
      await assert.rejects(startEmbedded({ folder, log: () => undefined }), /belongs to somebody else: remove it/)
      assert.equal(lstatSync(place).uid, 54321)
    },
  )

  test(
    'starts if the first start was killed before it finished, or the lock files name a process of another program',
    { skip: !posix },
    async (t) => {
      const folder = temporaryFolder(t)
      mkdirSync(join(folder, `cluster.new.${process.pid}`), { recursive: true })
      await (await start(t, folder)).stop()
      assert.equal(existsSync(join(folder, `cluster.new.${process.pid}`)), false)
      const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
      t.onTestFinished(() => void stranger.kill())
      const stale = [stranger.pid, join(folder, 'cluster'), 1, 5432, folder, '', '', 'ready'].join('\n')
      writeFileSync(join(folder, 'cluster', 'postmaster.pid'), stale)
      writeFileSync(join(folder, '.s.PGSQL.5432.lock'), stale)
      const server = await start(t, folder)
      assert.equal((await query(server.url, 'select 1')).length, 1)
    },
  )

  test('states the cause in one sentence if PostgreSQL cannot start', async (t) => {
    const folder = temporaryFolder(t)
    await (await start(t, folder)).stop()
    writeFileSync(join(folder, 'cluster', 'PG_VERSION'), '9.6\n')
    await assert.rejects(startEmbedded({ folder, log: () => undefined }), /does not start: .*incompatible/)
  })

  test('requires the password, stored only in its folder, over TCP if there are no sockets', async (t) => {
    const server = await start(t, temporaryFolder(t), { tcp: true })
    assert.equal((await query(server.url, 'select 1')).length, 1)
    const without = server.url.replace(/:[0-9a-f]{48}@/, ':wrong@')
    await assert.rejects(query(without, 'select 1'), { code: '28P01' })
  })

  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  test(
    'runs PostgreSQL under another account if the product runs as root without user namespaces',
    { skip: !asRoot },
    async (t) => {
      const folder = temporaryFolder(t) // Below a folder of mode 0700 that belongs to root.
      const first = await start(t, folder, { namespaces: false })
      assert.match(readFileSync(`/proc/${postmasterOf(folder)}/status`, 'utf8'), /^Uid:\s+65534\b/m)
      await first.stop()
      const second = await start(t, folder)
      assert.equal((await query(second.url, 'select 1')).length, 1)
    },
  )
})
