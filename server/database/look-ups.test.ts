import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sql } from 'kysely'
import { useCluster } from '../../test/support/cluster.ts'
import { isUnavailable } from '../../platform/database-errors.ts'
import { lookUp, prepared } from '../store/prepared.ts'
import type { Tables } from '../store/tables.ts'
import { openDatabase, type DatabaseOptions } from './pool.ts'

const cluster = await useCluster()
const { url } = await cluster.createDatabase()

const open = (options: DatabaseOptions = {}) => openDatabase<Tables>(url, options)

const pidOf = async (rows: Promise<{ pid: number }[]>) => (await rows)[0]?.pid
const ownPid = 'select pg_backend_pid() as pid'

test('concurrent look-ups each get their own rows, over one connection', async () => {
  const { db, close } = open()
  const text = 'select $1::int as number, pg_backend_pid() as pid from generate_series(1, $1::int)'
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, number) => lookUp<{ number: number; pid: number }>(db, text, [number])),
  )
  assert.deepEqual(
    all.map((rows) => rows.map(({ number }) => number)),
    Array.from({ length: 40 }, (_, number) => Array<number>(number).fill(number)),
  )
  assert.equal(new Set(all.flat().map(({ pid }) => pid)).size, 1)
  await close()
})

test('a look-up that fails does not affect the others', async () => {
  const { db, close } = open()
  const text = 'select 12 / $1::int as result'
  const all = await Promise.allSettled([4, 0, 3, 0, 2].map((by) => lookUp<{ result: number }>(db, text, [by])))
  assert.deepEqual(
    all.map((one) => (one.status === 'fulfilled' ? one.value[0]?.result : (one.reason as { code: string }).code)),
    [3, '22012', 4, '22012', 6],
  )
  await close()
})

test('look-ups on a broken connection fail as unavailable, and later ones use another', async () => {
  const { db, close } = open()
  const before = await pidOf(lookUp(db, ownPid, []))
  const all = await Promise.allSettled([
    lookUp(db, 'select pg_terminate_backend(pg_backend_pid())', []),
    lookUp(db, ownPid, []),
    lookUp(db, ownPid, []),
  ])
  for (const one of all) assert.ok(one.status === 'rejected' && isUnavailable(one.reason), one.status)
  const after = await pidOf(lookUp(db, ownPid, []))
  assert.ok(after !== undefined && after !== before)
  await close()
})

test('a look-up in a transaction sees the changes of that transaction', async () => {
  const { db, close } = open()
  await db.transaction().execute(async (trx) => {
    await sql`create temporary table only_here on commit drop as select 7 as number`.execute(trx)
    assert.deepEqual(await lookUp(trx, 'select number from only_here', []), [{ number: 7 }])
  })
  await close()
})

test('the connection of the look-ups counts towards the limit of the pool', async () => {
  const { db, close } = open({ max: 3 })
  const pids = await Promise.all(
    Array.from({ length: 20 }, (_, each) => pidOf((each % 2 ? lookUp : prepared)<{ pid: number }>(db, ownPid, []))),
  )
  assert.ok(new Set(pids).size <= 3, `${new Set(pids).size} connections`)
  await close()
})

test('look-ups share no connection behind a pooler that may switch connections between transactions', async () => {
  const { db, close } = open({ max: 3, prepare: false })
  const pids = await Promise.all(Array.from({ length: 3 }, () => pidOf(lookUp<{ pid: number }>(db, ownPid, []))))
  assert.equal(new Set(pids).size, 3)
  await close()
})

test('a look-up with values that cannot be sent fails alone, and the others get their own rows', async () => {
  const { db, close } = open()
  const text = 'select $1::text as said'
  const circle: Record<string, unknown> = {}
  circle['itself'] = circle
  assert.deepEqual(await lookUp(db, text, ['warm']), [{ said: 'warm' }])
  const all = await Promise.allSettled(
    ['a', circle, 'b', 'c'].map((value) => lookUp<{ said: string }>(db, text, [value])),
  )
  assert.deepEqual(
    all.map((one) => (one.status === 'fulfilled' ? one.value[0]?.said : 'failed')),
    ['a', 'failed', 'b', 'c'],
  )
  await close()
})
