import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { SubscriptionEvent } from '../../../domain/subscription/events.ts'
import { identityMigrations } from '../../../identity/database/migrations.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import { appendEvents, readEvents, type Cursor } from '../../../server/store/subscriptions/event-log.ts'
import { migrations } from '../../../server/store/migrations.ts'
import type { Db, Tables } from '../../../server/store/tables.ts'
import { useCluster } from '../../support/cluster.ts'

const cluster = await useCluster()
const { db, close } = openDatabase<Tables>((await cluster.createDatabase()).url)
cluster.atEnd(close)
await migrate(db, { ...migrations, ...identityMigrations })

async function givenASubscription(on: Db = db): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into subscriptions (id, terms, status, created_at, renewal)
    values (${id}, '{"name":"analytics-trial","product":"analytics","type":"trial"}', 'active', '2026-11-20', 'none')`.execute(
    on,
  )
  return id
}

const comment = (text: string, at = '2026-11-20T12:00:00Z'): SubscriptionEvent => ({
  type: 'COMMENT_ADDED',
  at: new Date(at),
  addedBy: 'admin@shop.example',
  data: { comment: text },
})

/** What a reader that stands at `after` reads to the end, a page at a time. */
async function readAll(after: Cursor | null, limit = 100): Promise<{ texts: string[]; next: Cursor | null }> {
  const texts: string[] = []
  for (let next = after; ;) {
    const page = await readEvents(db, next, limit)
    texts.push(...page.events.map(({ event }) => ('comment' in event.data ? event.data.comment : event.type)))
    next = page.next
    if (page.events.length < limit) return { texts, next }
  }
}

test('an event that a slower transaction commits later is read after those a reader has passed, and none is missed', async () => {
  const [slow, quick] = [await givenASubscription(), await givenASubscription()]
  const start = (await readAll(null)).next
  const slower = await db.startTransaction().execute()
  await appendEvents(slower, slow, [comment('slow 1'), comment('slow 2')])
  await db.transaction().execute((trx) => appendEvents(trx, quick, [comment('quick 1')]))

  const first = await readAll(start)
  assert.deepEqual(first.texts, ['quick 1'])
  await slower.commit().execute()
  await db.transaction().execute((trx) => appendEvents(trx, quick, [comment('quick 2')]))
  const second = await readAll(first.next)
  assert.deepEqual(second.texts.toSorted(), ['quick 2', 'slow 1', 'slow 2'])
  assert.ok(second.texts.indexOf('slow 1') < second.texts.indexOf('slow 2'))
  assert.deepEqual((await readAll(start)).texts, [...first.texts, ...second.texts], 'the order stays the same')
  assert.deepEqual(await readEvents(db, second.next, 10), { events: [], next: second.next })
})

test('events that are rolled back are never read', async () => {
  const subscription = await givenASubscription()
  const start = (await readAll(null)).next
  const undone = await db.startTransaction().execute()
  await appendEvents(undone, subscription, [comment('undone')])
  assert.deepEqual((await readAll(start)).texts, [])
  await undone.rollback().execute()
  await db.transaction().execute((trx) => appendEvents(trx, subscription, [comment('done')]))
  assert.deepEqual((await readAll(start)).texts, ['done'])
})

test('a subscription’s events are read in its own order, whatever the clocks of the instances say', async () => {
  const subscription = await givenASubscription()
  const start = (await readAll(null)).next
  await db.transaction().execute((trx) => appendEvents(trx, subscription, [comment('1', '2026-11-21T10:00:05Z')]))
  await db.transaction().execute((trx) => appendEvents(trx, subscription, [comment('2', '2026-11-21T10:00:01Z')]))
  assert.deepEqual((await readAll(start)).texts, ['1', '2'])
  const { events } = await readEvents(db, start, 10)
  assert.deepEqual(
    events.map(({ subscriptionId, number, event }) => [subscriptionId, number, event.at.toISOString()]),
    [
      [subscription, 1, '2026-11-21T10:00:05.000Z'],
      [subscription, 2, '2026-11-21T10:00:01.000Z'],
    ],
  )
})

test('several readers while many write: each reads every event once and in the same order', async () => {
  const subscriptions = await Promise.all(Array.from({ length: 6 }, () => givenASubscription()))
  const start = (await readAll(null)).next
  let writing = true
  const writers = subscriptions.map(async (id, writer) => {
    for (let turn = 0; turn < 15; turn += 1) {
      await db.transaction().execute(async (trx) => {
        await appendEvents(trx, id, [comment(`${writer} ${turn}`)])
        // Some commit later than others that began after them.
        for (let query = (writer * 7 + turn * 3) % 5; query > 0; query -= 1) await sql`select 1`.execute(trx)
      })
    }
  })
  const aReader = async () => {
    const read: string[] = []
    let next = start
    for (let last = false; ; last = !writing) {
      const page = await readAll(next, 7)
      read.push(...page.texts)
      next = page.next
      if (last) return read
    }
  }
  const readers = [aReader(), aReader()]
  await Promise.all(writers)
  writing = false
  const [one = [], other = []] = await Promise.all(readers)
  assert.deepEqual([one.length, new Set(one).size], [90, 90])
  assert.deepEqual(other, one)
  for (const [writer] of subscriptions.entries()) {
    const turns = one.filter((text) => text.startsWith(`${writer} `)).map((text) => Number(text.split(' ')[1]))
    assert.deepEqual(
      turns,
      turns.toSorted((a, b) => a - b),
    )
  }
})

test('more events than are numbered at once are all read', async () => {
  const subscription = await givenASubscription()
  const start = (await readAll(null)).next
  const many = Array.from({ length: 2300 }, (_, index) => comment(String(index)))
  await db.transaction().execute((trx) => appendEvents(trx, subscription, many))
  const { texts } = await readAll(start, 500)
  assert.deepEqual(
    texts,
    many.map((_, index) => String(index)),
  )
})
