import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Command } from '../../../domain/subscription/commands.ts'
import { decide } from '../../../domain/subscription/decide.ts'
import { apply, replay, subscriptionEvent, type SubscriptionEvent } from '../../../domain/subscription/events.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import { refusals } from '../../../i18n/en/errors.ts'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { alone, ok } from '../../support/subscriptions/given-subscription.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop()
const admins = await Promise.all([givenAnAdministrator(shop), givenAnAdministrator(shop)])
const by = 'admin@shop.example'

/** Returns a stream of numbers below a bound, which is determined by the seed. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Act = { path: string; body: Record<string, unknown>; command: Command }
type Done = Act & { status: number; message: string }

/** Returns one of the four acts, with a unique reason that identifies its event. */
function anAct(kind: number, comment: string, days: number): Act {
  const endDate = new Date(Math.floor(Date.now() / 86_400_000 + 1 + days) * 86_400_000)
  const said = { comment, by }
  const acts: Act[] = [
    { path: 'cancel', body: { comment }, command: { kind: 'cancel', ...said } },
    { path: 'revive', body: { comment }, command: { kind: 'undo', ...said } },
    { path: 'extend', body: { comment, endDate: endDate.getTime() }, command: { kind: 'extend', endDate, ...said } },
    { path: 'comment', body: { comment }, command: { kind: 'comment', ...said } },
  ]
  return acts[kind] ?? assert.fail()
}

async function doAct(admin: TestVisitor, id: string, one: Act): Promise<Done> {
  const answer = await admin.post(`/api/v1/subscriptions/${one.path}/${id}`, one.body)
  const { message = '' } = (await answer.json()) as { message?: string }
  return { ...one, status: answer.status, message }
}

type Recorded = { events: SubscriptionEvent[]; state: Subscription }

/** Reads the new events, which must be numbered without gaps and result in the stored state. */
async function readOn(id: string, known: readonly SubscriptionEvent[]): Promise<Recorded> {
  const rows = await shop.sql<{ number: number; type: string; at: Date; added_by: string; data: unknown }>(
    'select number, type, at, added_by, data from events where subscription_id = $1 and number > $2 order by number',
    [id, known.length],
  )
  assert.deepEqual(
    rows.map(({ number }) => number),
    rows.map((_, index) => known.length + index + 1),
  )
  const events = rows.map(({ type, at, added_by, data }) =>
    subscriptionEvent.parse({ type, at, addedBy: added_by, data }),
  )
  const state = replay([...known, ...events]) ?? assert.fail(id)
  const stored = await shop.sql(
    'select status, start_date, end_date, held_since, renewal, latest_comment from subscriptions where id = $1',
    [id],
  )
  const { status, startDate, endDate, onHoldSince: heldSince, renewal, latestComment } = state
  const told = { status, renewal, start_date: startDate, end_date: endDate, held_since: heldSince }
  assert.deepEqual(stored, [{ ...told, latest_comment: latestComment }])
  return { events, state }
}

function* orders<T>(all: readonly T[]): Generator<T[]> {
  if (all.length === 0) yield []
  for (const [index, first] of all.entries())
    for (const rest of orders([...all.slice(0, index), ...all.slice(index + 1)])) yield [first, ...rest]
}

const bare = (event: SubscriptionEvent) => {
  // Stored and read as by the database, so that its fields have one order.
  const { type, addedBy, data } = subscriptionEvent.parse(event)
  return JSON.stringify([type, addedBy, data])
}
/** Erasure blanks the reasons and authors of the person’s events; their types and order stay. */
const bareType = ({ type }: SubscriptionEvent) => type

/** Returns whether the acts, performed one after the other in this order, give these responses and these events. */
function explains(
  order: readonly Done[],
  before: Subscription,
  events: readonly SubscriptionEvent[],
  seen: (event: SubscriptionEvent) => string,
): boolean {
  const left: string[] = []
  let state = before
  let forgotten = false
  for (const { command, status, message } of order) {
    const decision = decide({ subscription: state, person: ok, others: alone }, command, new Date())
    if (forgotten) {
      if (status !== 404) return false
    } else if ('refused' in decision) {
      if (status !== 409 || !message.startsWith(refusals[decision.refused])) return false
    } else {
      if (status !== (command.kind === 'person-forgotten' ? 204 : 200)) return false
      left.push(...decision.events.map(seen))
      state = decision.events.reduce<Subscription | null>(apply, state) ?? state
    }
    forgotten ||= command.kind === 'person-forgotten'
  }
  return left.join('\n') === events.map(seen).join('\n')
}

/** Asserts that some order explains the responses and events; otherwise the failure shows them. */
function hasAnOrder(
  done: readonly Done[],
  before: Subscription,
  events: readonly SubscriptionEvent[],
  seen: (event: SubscriptionEvent) => string,
  about: string,
): void {
  for (const order of orders(done)) if (explains(order, before, events, seen)) return
  const told = done.map(({ path, status, message }) => `${path}: ${status} ${message}`)
  assert.fail(`${about}: no order explains ${told.join(', ')} and ${events.map(seen).join(', ') || 'nothing'}`)
}

/** Inserts another person with the same history directly into the database. */
async function copyOf(id: string): Promise<{ id: string; whose: string }> {
  const [copy, whose] = [crypto.randomUUID(), crypto.randomUUID()]
  const columns = async (table: string, without: string[]) => {
    const rows = await shop.sql<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
      [table],
    )
    return rows
      .map(({ name }) => name)
      .filter((name) => !without.includes(name))
      .join(', ')
  }
  const person = await columns('subscribers', ['id', 'email', 'email_key'])
  await shop.sql(
    `insert into subscribers (id, email, email_key, ${person}) select $1, $2::text, $2::text, ${person} from subscribers
     where id = (select subscriber_id from subscriptions where id = $3)`,
    [whose, `${whose}@northwind-bottling.example`, id],
  )
  const held = await columns('subscriptions', ['id', 'subscriber_id'])
  await shop.sql(
    `insert into subscriptions (id, subscriber_id, ${held}) select $1, $2, ${held} from subscriptions where id = $3`,
    [copy, whose, id],
  )
  await shop.sql(
    `insert into events (subscription_id, number, type, at, added_by, data)
     select $1::uuid, number, type, at, added_by, replace(data::text, $2::text, $1::text)::jsonb
     from events where subscription_id = ($2::text)::uuid`,
    [copy, id],
  )
  return { id: copy, whose }
}

const lanes = 4
const rounds = 20
const forgettings = 5

test(`two administrators at the same time on one row, ${lanes * rounds} times: some order of their acts explains the history, and the losers got 409 [4.20]`, async () => {
  const statuses = new Map<number, number>()
  async function race(lane: number): Promise<void> {
    const { id } = await givenATrial(shop)
    const roll = dice(lane + 1)
    let { events: known, state } = await readOn(id, [])
    for (let round = 0; round < rounds; round += 1) {
      const about = `lane ${lane}, round ${round}`
      const acts = Array.from({ length: 2 + roll(2) }, (_, turn) => anAct(roll(4), `${about}, ${turn}`, roll(300)))
      const done = await Promise.all(acts.map((one, turn) => doAct(admins[turn % 2] ?? assert.fail(), id, one)))
      const told = await readOn(id, known)
      hasAnOrder(done, state, told.events, bare, about)
      for (const { status } of done) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      known = [...known, ...told.events]
      state = told.state
    }
    assert.deepEqual((await readOn(id, [])).events, known, 'what is written stays as it is')
    const [audited] = await shop.sql<{ n: string }>('select count(*) as n from audit where subscription_id = $1', [id])
    assert.equal(Number(audited?.n), known.filter(({ addedBy }) => addedBy === by).length, 'a line for each act')
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => race(lane)))
  assert.deepEqual(new Set(statuses.keys()), new Set([200, 409]))
  assert.ok((statuses.get(409) ?? 0) > (lanes * rounds) / 4, 'there were losers')
})

test(`an erasure during the acts of others, ${lanes * forgettings} times: earlier acts stay without their comments, later ones find no one`, async () => {
  const original = await givenATrial(shop)
  const { events: known, state: before } = await readOn(original.id, [])
  const statuses = new Map<string, number>()
  async function race(lane: number): Promise<void> {
    const roll = dice(100 + lane)
    for (let round = 0; round < forgettings; round += 1) {
      const about = `lane ${lane}, round ${round}`
      const { id, whose } = await copyOf(original.id)
      const acts = Array.from({ length: 3 }, (_, turn) => anAct(roll(4), `${about}, ${turn}`, roll(300)))
      const first = acts.slice(0, roll(4)).map((one) => doAct(admins[0], id, one))
      // On a busy machine the erasure would always be first.
      if (round % 3 === 0) await first[0]
      const forgetting = forget(whose)
      const rest = acts.slice(first.length).map((one) => doAct(admins[0], id, one))
      const done = await Promise.all([...first, forgetting, ...rest])
      const after = await shop.sql<{ type: string; data: object; number: number }>(
        'select type, data, number from events where subscription_id = $1 order by number',
        [id],
      )
      assert.ok(after.every(({ number }, index) => number === index + 1))
      assert.ok(!JSON.stringify(after).includes(about), 'no word of it is left')
      const events = after.slice(known.length).map((event) => event as unknown as SubscriptionEvent)
      hasAnOrder(done, before, events, bareType, about)
      const [row] = await shop.sql<{ whose: string | null; status: string; latest_comment: string | null }>(
        'select subscriber_id as whose, status, latest_comment from subscriptions where id = $1',
        [id],
      )
      assert.deepEqual(row, { whose: null, status: 'cancelled', latest_comment: null })
      for (const { path, status } of done) {
        const answered = `${path === 'forget' ? path : 'act'} ${status}`
        statuses.set(answered, (statuses.get(answered) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => race(lane)))
  assert.deepEqual(new Set(statuses.keys()), new Set(['act 200', 'act 404', 'act 409', 'forget 204']))
})

async function forget(subscriber: string): Promise<Done> {
  const { status } = await admins[1].request(`/api/v1/subscribers/${subscriber}`, {
    method: 'DELETE',
    headers: { 'x-xsrf-token': admins[1].cookies.get('XSRF-TOKEN') ?? '' },
  })
  return { path: 'forget', body: {}, command: { kind: 'person-forgotten', by }, status, message: '' }
}
