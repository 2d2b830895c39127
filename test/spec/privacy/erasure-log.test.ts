import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import pg from 'pg'
import { openDatabase } from '../../../server/database/pool.ts'
import { removeOverSealed } from '../../../server/store/subscribers/sealed-records.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { everyRow, forget, idOf, read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenASubscriber, settled } from '../../support/billing/given-buyer.ts'
import {
  eventually,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  signIn,
  whoIs,
  type TestShop,
} from '../../support/given.ts'

const cluster = await useCluster()
const shop = await givenAShop({}, cluster)
const erasureLogOf = ({ dataDir }: TestShop) => join(dataDir, 'forgotten.ledger')
const written = (of = shop) => readFileSync(erasureLogOf(of), 'utf8')

/** Copies the shop's current database; the shop is stopped meanwhile. */
async function backUp(): Promise<string> {
  const elsewhere = await cluster.createDatabase()
  await shop.stop()
  const name = new URL(shop.databaseUrl).pathname.slice(1)
  const pool = new pg.Client({ connectionString: elsewhere.url })
  await pool.connect()
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await pool.end()
  const copy = await cluster.createDatabase(name)
  await shop.restart()
  return copy.url
}

test('a restored backup erases everyone in the erasure log before it responds to requests', async () => {
  const person = await givenATrialUser(shop, { lastName: 'Forgottenson' })
  const buyer = await givenASubscriber(shop, 'analytics-monthly', undefined, { lastName: 'Forgottenson' })
  const stays = await givenATrialUser(shop)
  await settled(shop)
  const ids = [await idOf(shop, person.email), await idOf(shop, buyer.email)]
  const backup = await backUp()
  const administrator = await givenAnAdministrator(shop)
  for (const id of ids) assert.equal((await forget(administrator, id)).status, 204)
  assert.deepEqual(
    written()
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]),
    ids,
  )

  const restored = await givenAShop({ DATABASE_URL: backup, FORGOTTEN_LEDGER: erasureLogOf(shop) }, cluster)
  const traces = async () =>
    (await everyRow(restored, ['sealed_records'])).filter((row) =>
      ['Forgottenson', person.email, buyer.email].some((marker) => row.includes(marker)),
    )
  assert.deepEqual(await traces(), [])
  const there = await givenAnAdministrator(restored)
  for (const id of ids) assert.equal((await there.get(`/api/v1/subscribers/${id}`)).status, 404)
  assert.equal(
    (await read<{ email: string }>(there, `/api/v1/subscribers/${await idOf(restored, stays.email)}`)).email,
    stays.email,
  )
  const back = restored.visitor()
  await signIn(back, person.email)
  assert.equal(await whoIs(back), null)
  assert.deepEqual(await restored.sql("select by from audit where act = 'forget'"), [
    { by: 'system' },
    { by: 'system' },
  ])
  assert.equal((await restored.sql('select 1 from sealed_records')).length > 0, true)
  assert.equal(written().trim().split('\n').length, 2, 'the erasure log has them once')
  await restored.stop()
})

test('an entry that cannot be written immediately is written as soon as possible', async () => {
  const administrator = await givenAnAdministrator(shop)
  const id = await idOf(shop, (await givenATrialUser(shop)).email)
  const before = written()
  rmSync(erasureLogOf(shop))
  mkdirSync(erasureLogOf(shop))
  assert.equal((await forget(administrator, id)).status, 204)
  const waits = await shop.sql<{ payload: { subscriber: string } }>(
    "select payload from jobs where kind = 'erasure-log'",
  )
  assert.deepEqual(
    waits.map(({ payload }) => payload.subscriber),
    [id],
  )
  rmdirSync(erasureLogOf(shop))
  await eventually('the entry', async () => {
    await shop.sql("update jobs set run_at = created_at where kind = 'erasure-log'")
    return (await shop.sql("select 1 from jobs where kind = 'erasure-log'")).length === 0
  })
  assert.ok(written().includes(id) && !before.includes(id))
})

test('an entry missing because the shop died between the two writes is written at the next start', async () => {
  const id = crypto.randomUUID()
  await shop.stop()
  await shop.sql(
    `insert into jobs (id, kind, payload, created_at, run_at) values (gen_random_uuid(), 'erasure-log', $1, now(), now())`,
    [JSON.stringify({ subscriber: id, at: '2026-11-20T10:00:00.000Z' })],
  )
  await shop.restart()
  await eventually('the entry', async () => written().includes(id))
})

test('an erasure log that cannot be written stops the start with a sentence', async () => {
  await assert.rejects(
    shop.restart({ FORGOTTEN_LEDGER: join(shop.dataDir, 'not mounted', 'ledger') }),
    (error: Error) => error.message.startsWith('FORGOTTEN_LEDGER cannot be written (ENOENT): '),
  )
  await shop.restart()
})

test('retained evidence is deleted when its time is over, and not before', async () => {
  const { db, close } = openDatabase<Tables>(shop.databaseUrl)
  try {
    const sealed = await db.selectFrom('sealed_records').selectAll().execute()
    assert.ok(sealed.length > 0)
    const until = sealed[0]?.keep_until ?? new Date(0)
    await removeOverSealed(db, new Date(until.getTime() - 1))
    assert.equal((await db.selectFrom('sealed_records').select('id').execute()).length, sealed.length)
    await removeOverSealed(db, until)
    assert.deepEqual(await db.selectFrom('sealed_records').select('id').execute(), [])
  } finally {
    await close()
  }
})
