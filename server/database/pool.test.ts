import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'vitest'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { useCluster } from '../../test/support/cluster.ts'
import { timeoutMs } from '../../test/support/eventually.ts'
import { eventually } from '../../test/support/given.ts'
import { aWire } from '../../test/support/http/wire.ts'
import { prepared } from '../store/prepared.ts'
import type { Tables } from '../store/tables.ts'
import { requireDatabase } from './migrate.ts'
import { openDatabase } from './pool.ts'
import { preparedMark } from './statement-names.ts'
import { isUnavailable } from '../../platform/database-errors.ts'

const cluster = await useCluster()
const { url, drop } = await cluster.createDatabase()

/** Starts a server that accepts connections and never responds. */
async function startSilence(t: TestContext): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `postgres://shop@127.0.0.1:${(server.address() as AddressInfo).port}/shop`
}

/**
 * Starts a pooler in session mode whose connections to the database are all in use: it lets every client in, and answers
 * only those without a name, which probe whether it responds (postgresql.org/docs/current/protocol-message-formats.html).
 */
async function startFullPooler(t: TestContext): Promise<string> {
  const ready = 'Z\0\0\0\x05I'
  const pooler = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', (startup: Buffer) => {
        socket.write(`R\0\0\0\x08\0\0\0\0${ready}`)
        if (!startup.includes('application_name\0tillhouse'))
          socket.on('data', () => socket.write(`C\0\0\0\x0dSELECT 1\0${ready}`))
      })
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  t.onTestFinished(() => void pooler.close())
  return `postgres://shop@127.0.0.1:${(pooler.address() as AddressInfo).port}/shop`
}

const errorOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => assert.fail('should fail'),
    (error: unknown) => error,
  )

test('openDatabase › rows have the types that the product expects', async () => {
  const { pool, close } = openDatabase(url)
  const { rows } = await pool.query(`
    select 12::bigint as small, 9007199254740993::bigint as big, 1.50::numeric as price, '2026-02-28'::date as day,
      '2026-11-20T10:00:00+02'::timestamptz as moment, array[1, null, 3]::bigint[] as many, array['2026-02-28']::date[] as days,
      count(*) as counted from (values (1), (2)) as two`)
  assert.deepEqual(rows, [
    {
      small: 12,
      big: '9007199254740993',
      price: '1.50',
      day: '2026-02-28',
      moment: new Date('2026-11-20T08:00:00Z'),
      many: [1, null, 3],
      days: ['2026-02-28'],
      counted: 2,
    },
  ])
  await close()
})

test('openDatabase › derives the name of a prepared statement from its text, so that two processes never differ', async () => {
  const namesOf = async (texts: string[], prepare: boolean) => {
    const { db, close } = openDatabase<Tables>(url, { max: 1, prepare })
    for (const text of texts) await prepared(db, text, [])
    const { rows } = await sql<{ name: string; statement: string }>`
      select name, statement from pg_prepared_statements`.execute(db)
    await close()
    return Object.fromEntries(rows.map(({ statement, name }) => [statement.replace(preparedMark, ''), name]))
  }
  const [one, other] = [await namesOf(['select 1', 'select 2'], true), await namesOf(['select 2', 'select 1'], true)]
  assert.equal(Object.keys(one).length, 2)
  assert.deepEqual(one, other)
  assert.deepEqual(await namesOf(['select 1'], false), {}, 'DATABASE_PREPARE=off')
})

test('openDatabase › keeps prepared plain writes, and at most two hundred statements', async () => {
  const { db, close } = openDatabase<Tables>(url, { max: 1 })
  await sql`create temporary table kept (id int, name text)`.execute(db)
  const write = (text: string) => db.executeQuery(CompiledQuery.raw(text))
  const keptTexts = async () => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
    return rows.map(({ statement }) => statement)
  }
  const plain = [
    'insert into kept values (1)',
    '\n insert into kept values (1) returning id, name',
    'update kept set id = 2',
    'delete from kept where id = 3',
  ]
  const others = ['insert into kept values (4) returning *', 'update kept set id = 5\n returning id', 'select 6']
  for (const text of [...plain, ...others]) await write(text)
  await write(`insert into kept values (6, '${'long'.repeat(1_000)}')`)
  assert.deepEqual((await keptTexts()).toSorted(), plain.toSorted())
  // The columns that a cached plan returns must not change; a statement without columns is not affected.
  await sql`alter table kept add column more int`.execute(db)
  for (const text of [...plain, ...others]) await write(text)
  for (let id = 10; id < 300; id += 1) await write(`insert into kept values (${id})`)
  assert.equal((await keptTexts()).length, 200)
  await close()
})

test('openDatabase › sets its time limits by SET, because poolers reject them as connection parameters', async (t) => {
  let asked = ''
  const pooler = createServer((socket) => {
    socket.on('data', (bytes: Buffer) => {
      asked += bytes.toString('latin1')
      socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  t.onTestFinished(() => void pooler.close())
  const { port } = pooler.address() as AddressInfo
  const through = openDatabase(`postgres://shop@127.0.0.1:${port}/shop`)
  await errorOf(through.pool.query('select 1'))
  await through.close()
  assert.match(asked, /application_name/)
  assert.doesNotMatch(asked, /timeout/)

  const { pool, close } = openDatabase(url)
  const limits = ['statement_timeout', 'idle_in_transaction_session_timeout']
  const shown = await Promise.all(limits.map((name) => pool.query(`show ${name}`)))
  assert.deepEqual(
    shown.map(({ rows }) => rows[0]),
    [{ statement_timeout: '10s' }, { idle_in_transaction_session_timeout: '1min' }],
  )
  await close()
})

test('openDatabase › commits durably where the server does not by default, and leaves other values of the operator', async () => {
  for (const [given, used] of [
    ['off', 'on'],
    ['local', 'local'],
    ['remote_apply', 'remote_apply'],
  ]) {
    const address = new URL(url)
    address.searchParams.set('options', `-c synchronous_commit=${given}`)
    const { pool, db, close } = openDatabase(address.href)
    assert.deepEqual((await pool.query('show synchronous_commit')).rows, [{ synchronous_commit: used }])
    const { rows } = await sql`show synchronous_commit`.execute(db)
    assert.deepEqual(rows, [{ synchronous_commit: used }])
    await close()
  }
})

test('the pool reports that its idle or used connections were cut, and works again', async () => {
  const said: string[] = []
  const { pool, db, close } = openDatabase(url, { applicationName: 'victim', log: (line) => said.push(line) })
  const other = openDatabase(url)
  const [idle, used] = await Promise.all([pool.connect(), pool.connect()])
  const ends = [idle, used].map((client) => new Promise((resolve) => client.once('end', resolve)))
  idle.release()
  await used.query('begin')
  await other.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'`)
  await Promise.all(ends)
  assert.equal(isUnavailable(await errorOf(used.query('select 1'))), true)
  used.release(true)
  await sql`select 1`.execute(db)
  assert.match(said.join(), /^A database connection was lost/)
  await Promise.all([close(), other.close()])
})

test.concurrent('a database that is slow to accept connections but responds on open ones does not count as lost', async (t) => {
  const wire = await aWire(url)
  t.onTestFinished(wire.cut)
  const { pool, close } = openDatabase(wire.url)
  const other = openDatabase(url)
  const holder = await other.pool.connect()
  await holder.query('select pg_advisory_lock(1)')
  const slow = pool.query("select pg_advisory_lock_shared(1), 'there' as answer")
  const probed = (times: number) =>
    Promise.race([slow, eventually('a probe', () => Promise.resolve(wire.probes() >= times))])
  await probed(1)
  wire.holdBack()
  // The second of them began after the first was answered.
  await probed(wire.probes() + 2)
  await holder.query('select pg_advisory_unlock(1)')
  holder.release()
  assert.equal((await slow).rows[0]?.answer, 'there')
  await Promise.all([close(), other.close()])
})

test.concurrent('openDatabase › a database that refused a connection during its start and then disappears counts as lost', async (t) => {
  const wire = await aWire(url)
  t.onTestFinished(wire.cut)
  const { pool, close } = openDatabase(wire.url)
  await pool.query('select 1')
  wire.refuse()
  const waiting = errorOf(pool.query('select pg_sleep(9)'))
  await eventually('a refused sign of life', () => Promise.resolve(wire.refused() > 0))
  wire.die()
  const late = pause(timeoutMs, 'too late', { ref: false })
  assert.equal(isUnavailable(await Promise.race([waiting, late])), true)
  await close()
})

test.concurrent('a row that PgBouncer cuts because its server disappeared fails the query, and the next one has another connection', async (t) => {
  const wire = await aWire(url)
  t.onTestFinished(wire.cut)
  const { pool, close } = openDatabase(wire.url)
  await pool.query('select 1')
  wire.cutRowAfter('the first column')
  const error = await errorOf(pool.query("select 'the first ' || 'column', 'the second', 'the third'"))
  assert.equal(isUnavailable(error), true)
  const { rows } = await pool.query('select 1 as answer')
  assert.equal(rows[0]?.answer, 1)
  await close()
})

test('a process that was delayed itself does not treat a running database as lost', async () => {
  const { pool, close } = openDatabase(url)
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  await pool.query('select 1')
  const slow = pool.query("select pg_sleep(3), 'there' as answer")
  // Longer than a liveness check may take, several times, so that one is under way during it.
  for (let times = 0; times < 3; times += 1) {
    Atomics.wait(nobody, 0, 0, 1_300)
    await nextTurn()
  }
  const { rows } = await slow
  assert.equal(rows[0]?.answer, 'there')
  await close()
})

test.concurrent('a database that does not respond counts as unavailable within the limit, and a start reports it in one sentence', async (t) => {
  const silent = await startSilence(t)
  const { db, close } = openDatabase(silent)
  const from = performance.now()
  assert.equal(isUnavailable(await errorOf(sql`select 1`.execute(db))), true)
  // 2.5 s are promised; a machine busy with other tests gets more.
  assert.ok(performance.now() - from < 15_000)
  await assert.rejects(
    requireDatabase(db, silent),
    /^Error: The database shop at 127.0.0.1:\d+ cannot be reached: no response in time/,
  )
  assert.ok(performance.now() - from < 30_000)
  await close()
})

test.concurrent('a pooler that accepts connections but has none to the database counts as unavailable within the limit', async (t) => {
  const { db, close } = openDatabase(await startFullPooler(t))
  const waiting = Promise.all(Array.from({ length: 12 }, () => errorOf(sql`select 1`.execute(db))))
  const errors = await Promise.race([waiting, pause(15_000, [], { ref: false })])
  assert.equal(errors.length, 12, 'too late')
  assert.ok(errors.every(isUnavailable))
  await close()
})

test.concurrent('isUnavailable › distinguishes faults of the server from faults of the request', async () => {
  const { pool, close } = openDatabase(url)
  const asked = async (text: string) => isUnavailable(await errorOf(pool.query(text)))
  assert.equal(await asked('select nonsense'), false)
  assert.equal(await asked('select 1 / 0'), false)
  assert.equal(await asked(`do $$ begin raise exception sqlstate '53100' using message = 'disk full'; end $$`), true)
  assert.equal(
    await asked(`do $$ begin raise exception sqlstate '40P01' using message = 'deadlock detected'; end $$`),
    true,
  )
  assert.equal(await asked('select pg_terminate_backend(pg_backend_pid())'), true)
  await close()

  for (const nowhere of [
    'postgres://shop@127.0.0.1:9/shop',
    'postgres://shop@localhost/shop?host=%2Fnowhere',
    'postgres://a@b.invalid/a',
  ]) {
    const gone = openDatabase(nowhere)
    assert.equal(isUnavailable(await errorOf(gone.pool.query('select 1'))), true, nowhere)
    await gone.close()
  }
  assert.equal(isUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })), false)
})

test('the database counts as unavailable if every connection of the server is taken', async () => {
  const { pool, close } = openDatabase(url)
  const role = `narrow_${process.pid}`
  await pool.query(`create role ${role} login password 'narrow' connection limit 0`)
  const narrow = openDatabase(Object.assign(new URL(url), { username: role, password: 'narrow' }).href)
  assert.equal(isUnavailable(await errorOf(narrow.pool.query('select 1'))), true)
  await narrow.close()
  await pool.query(`drop role ${role}`)
  await close()
  await drop()
})
