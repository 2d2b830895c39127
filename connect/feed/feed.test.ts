import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { sql } from 'kysely'
import type { ConnectDb } from '../database/tables.ts'
import { readFeed } from './feed.ts'
import { removeOldMessages } from '../store/messages.ts'
import { messageTypes, type MessageType, type NewMessage } from '../../domain/messages/message-types.ts'
import { addMessages, tellPerson } from '../../server/store/messages.ts'
import { openTables, useCluster } from '../../test/support/cluster.ts'

const { db } = await openTables(await useCluster())
const clock = { now: new Date('2026-11-20T12:00:00Z') }
const feed = { db: db as unknown as ConnectDb, now: () => clock.now }

/** Writes messages in a transaction that is committed here, or by the caller. */
const message = (text: string, at = '2026-11-20T12:00:00Z') =>
  ({
    key: randomUUID(),
    type: 'subscription.extended',
    subscriberId: null,
    at: new Date(at),
    data: { subscription: text, product: 'analytics', plan: 'analytics-trial', status: 'active', number: 3 },
  }) satisfies NewMessage
const write = (...messages: NewMessage[]) => db.transaction().execute((trx) => addMessages(trx, messages))

/** Returns what a reader at position `after` reads up to the end, one page at a time. */
async function readAll(after: string | null, limit = 100): Promise<{ texts: string[]; next: string | null }> {
  const texts: string[] = []
  for (let next = after; ;) {
    const page = await readPage(next, limit)
    texts.push(...page.events.map(({ data }) => data.subscription ?? ''))
    next = page.next
    if (page.events.length < limit) return { texts, next }
  }
}

async function readPage(after: string | null, limit: number, types: readonly MessageType[] = messageTypes) {
  const page = await readFeed(feed, after, types, limit)
  return page === 'gone' ? assert.fail('gone') : page
}

test('a message that a slower transaction commits later is read after those already read, and none is missed', async () => {
  const start = (await readAll(null)).next
  const slower = await db.startTransaction().execute()
  await addMessages(slower, [message('slow 1'), message('slow 2')])
  await write(message('quick 1'))

  const first = await readAll(start)
  assert.deepEqual(first.texts, ['quick 1'])
  await slower.commit().execute()
  await write(message('quick 2'))
  const second = await readAll(first.next)
  assert.deepEqual(second.texts, ['slow 1', 'slow 2', 'quick 2'])
  assert.deepEqual((await readAll(start)).texts, [...first.texts, ...second.texts], 'the order stays the same')
  assert.deepEqual(await readPage(second.next, 10), { events: [], next: second.next })
})

test('messages are read in the order of writing, whatever the clocks of the instances; the same change is one message, and a rolled back one is never read', async () => {
  const start = (await readAll(null)).next
  const undone = await db.startTransaction().execute()
  await addMessages(undone, [message('undone')])
  const same = message('2', '2026-11-21T10:00:01Z')
  await write(message('1', '2026-11-21T10:00:05Z'))
  await write(same)
  assert.deepEqual((await readAll(start)).texts, ['1', '2'])
  await undone.rollback().execute()
  await write(same, message('other'))
  assert.deepEqual((await readAll(start)).texts, ['1', '2', 'other'])
})

test('a change of a person has one message, and the same change at a later time another', async () => {
  const start = (await readAll(null)).next
  const id = randomUUID()
  const approved = { emailVerified: true, dplStatus: 'PASS', deniedCountry: false, erased: false } as const
  const onHold = { ...approved, dplStatus: 'PENDING' } as const
  const tell = (before: typeof approved | typeof onHold, after: typeof approved | typeof onHold, minute: number) =>
    db.transaction().execute((trx) => tellPerson(trx, id, before, after, new Date(Date.UTC(2026, 10, 20, 12, minute))))
  await tell(approved, onHold, 0)
  await tell(approved, onHold, 0)
  await tell(onHold, approved, 1)
  await tell(approved, onHold, 2)
  await tell(onHold, onHold, 3)
  const { events } = await readPage(start, 10)
  assert.deepEqual(
    events.map(({ type, timestamp, data }) => [type, timestamp.slice(11, 16), data.subscriber === id]),
    [
      ['subscriber.held', '12:00', true],
      ['subscriber.cleared', '12:01', true],
      ['subscriber.held', '12:02', true],
    ],
  )
  assert.equal(new Set(events.map((event) => event.id)).size, 3)
})

test('a reader of some types skips the others, and one whose cursor was removed gets an error', async () => {
  const start = (await readAll(null)).next
  const today = clock.now
  clock.now = new Date('2026-01-01T00:00:00Z')
  await write({ ...message('old'), type: 'trial.started' })
  await readAll(start)
  clock.now = today
  await write(message('new', '2025-12-01T00:00:00Z'))
  const trials = await readPage(start, 10, ['trial.started'])
  assert.deepEqual([trials.events.length, trials.next], [1, (await readAll(start)).next])
  const stale = (await readPage(start, 1, ['trial.started'])).next
  assert.equal((await readPage(trials.events[0]?.id ?? null, 10)).next, trials.next, 'an id is a cursor too')
  await removeOldMessages(feed.db, new Date('2026-02-01T00:00:00Z'))
  assert.equal(await readFeed(feed, stale, messageTypes, 10), 'gone')
  await removeOldMessages(feed.db, new Date('2027-01-01T00:00:00Z'))
  await write(message('later'))
  assert.deepEqual((await readAll(trials.next)).texts, ['later'], 'no place is given twice')
})

test('several readers read every message once and in the same order while many write [10.59]', async () => {
  const start = (await readAll(null)).next
  let writing = true
  const writers = [0, 1, 2, 3, 4, 5].map(async (writer) => {
    for (let turn = 0; turn < 15; turn += 1) {
      await db.transaction().execute(async (trx) => {
        await addMessages(trx, [message(`${writer} ${turn}`)])
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
      if (last) return { read, next }
    }
  }
  const readers = [aReader(), aReader()]
  await Promise.all(writers)
  writing = false
  const [one = [], other = []] = await Promise.all(
    readers.map(async (reader) => {
      const { read, next } = await reader
      return [...read, ...(await readAll(next)).texts]
    }),
  )
  assert.deepEqual([one.length, new Set(one).size], [90, 90])
  assert.deepEqual(other, one)
  for (const writer of [0, 1, 2, 3, 4, 5]) {
    const turns = one.filter((text) => text.startsWith(`${writer} `)).map((text) => Number(text.split(' ')[1]))
    assert.deepEqual(
      turns,
      turns.toSorted((a, b) => a - b),
    )
  }
})

test('more messages than are numbered in one step are all read', async () => {
  const start = (await readAll(null)).next
  const many = Array.from({ length: 2300 }, (_, index) => message(String(index)))
  await write(...many)
  const { texts } = await readAll(start, 500)
  assert.deepEqual(
    texts,
    many.map(({ data }) => data.subscription),
  )
})

test('while another process is numbering messages, a reader reads the numbered ones, and the rest later', async () => {
  const start = (await readAll(null)).next
  await write(message('placed'))
  await readAll(start)
  const other = await db.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(hashtext('message positions'))`.execute(other)
  await write(message('waits'))
  const first = await readAll(start)
  assert.deepEqual(first.texts, ['placed'])
  await other.rollback().execute()
  assert.deepEqual((await readAll(first.next)).texts, ['waits'])
})
