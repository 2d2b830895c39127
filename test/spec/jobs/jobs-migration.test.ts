import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../../server/database/migrate.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import { migrations } from '../../../server/store/migrations.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { useCluster } from '../../support/cluster.ts'

const cluster = await useCluster()
const { db, close } = openDatabase<Tables>((await cluster.createDatabase()).url)
cluster.atEnd(close)
const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0009'))
const id = (place: number) => `00000000-0000-4000-8000-00000000000${place}`
const at = new Date('2026-11-20T12:00:00Z')

test('the upgrade moves what waits, was given up or was handled into jobs, and gives each event its place', async () => {
  await migrate(db, earlier)
  await sql`
    insert into outbox (id, kind, payload, created_at, run_at, attempts, leased_until, last_error, given_up_at, tried_at, answer) values
      (${id(1)}, 'mail', '{"to":"a@acme.example"}', ${at}, ${at}, 40, null, 'recipient', ${at}, ${at}, '550 no'),
      (${id(2)}, 'payment', '{"task":"end-charging","subscription":null,"provider":"sub_1"}', ${at}, ${at}, 3, ${at}, 'Error', null, ${at}, null),
      (${id(3)}, 'payment', '{"task":"set-charging","subscription":"${sql.raw(id(9))}"}', ${at}, ${at}, 0, null, null, null, null, null),
      (${id(4)}, 'forgotten', '{"subscriber":"x","at":"y"}', ${at}, ${at}, 0, null, null, null, null, null)`.execute(db)
  await sql`
    insert into provider_events (id, type, about, received_at, handled_at, attempts, run_at) values
      ('evt_1', 'invoice.paid', '{"subscription":"sub_1"}', ${at}, null, 2, ${at}),
      ('evt_2', 'invoice.paid', '{"subscription":"sub_1"}', ${at}, ${at}, 1, ${at}),
      ('evt_3', 'balance.available', 'null', ${at}, null, 0, ${at}),
      ('evt_4', 'balance.available', null, ${at}, null, 0, ${at})`.execute(db)
  await sql`
    insert into screening_runs (id, basis, lists, began_at, total, reached, leased_until, lease)
    values (${id(5)}, 'basis', '[]', ${at}, 10, ${id(1)}, ${at}, ${id(6)})`.execute(db)
  for (const place of [7, 8])
    await sql`
      insert into subscriptions (id, terms, status, created_at, renewal)
      values (${id(place)}, '{"name":"p","product":"p","type":"trial"}', 'active', ${at}, 'none')`.execute(db)
  await sql`
    insert into events (subscription_id, number, type, at, added_by, data) values
      (${id(8)}, 1, 'COMMENT_ADDED', '2026-11-20T12:00:05Z', 'system', '{}'),
      (${id(8)}, 2, 'COMMENT_ADDED', '2026-11-20T12:00:01Z', 'system', '{}'),
      (${id(7)}, 1, 'COMMENT_ADDED', '2026-11-20T12:00:03Z', 'system', '{}'),
      (${id(7)}, 2, 'COMMENT_ADDED', '2026-11-20T12:00:05Z', 'system', '{}')`.execute(db)

  assert.deepEqual(
    await migrate(db, migrations),
    Object.keys(migrations).filter((name) => name >= '0009'),
  )
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'subject', 'attempts', 'leased_until', 'last_error', 'answer', 'given_up_at', 'done_at'])
    .select(['payload', 'run_at'])
    .orderBy('id')
    .execute()
  const rows = jobs.map((job) => [
    job.id,
    job.kind,
    job.subject,
    job.attempts,
    job.given_up_at !== null,
    job.done_at !== null,
  ])
  assert.deepEqual(rows, [
    [id(1), 'email', null, 40, true, false],
    [id(2), 'billing', 'sub_1', 3, false, false],
    [id(3), 'billing', id(9), 0, false, false],
    [id(4), 'erasure-log', null, 0, false, false],
    ['evt_1', 'billing-event', 'subscription:sub_1', 2, false, false],
    ['evt_2', 'billing-event', 'subscription:sub_1', 1, false, true],
    ['evt_3', 'billing-event', null, 0, false, true],
    ['evt_4', 'billing-event', null, 0, false, true],
    ['rescreening', 'rescreening', 'basis', 0, false, false],
  ])
  const [mail] = jobs
  assert.deepEqual([mail?.last_error, mail?.answer, mail?.payload], ['recipient', '550 no', { to: 'a@acme.example' }])
  assert.deepEqual(jobs.find((job) => job.id === 'evt_1')?.payload, {
    type: 'invoice.paid',
    about: { subscription: 'sub_1' },
  })
  assert.deepEqual(jobs.at(-1)?.payload, { run: id(5) })
  assert.ok(jobs.every((job) => job.leased_until === null && job.run_at.getTime() === at.getTime()))

  const events = await db
    .selectFrom('events')
    .select(['subscription_id', 'number', 'position'])
    .orderBy('position')
    .execute()
  assert.deepEqual(
    events.map((event) => [event.subscription_id.at(-1), event.number, event.position]),
    [
      ['7', 1, 1],
      ['7', 2, 2],
      ['8', 1, 3],
      ['8', 2, 4],
    ],
  )
})
