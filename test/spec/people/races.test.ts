import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Command } from '../../../domain/subscription/commands.ts'
import { decide } from '../../../domain/subscription/decide.ts'
import { apply, subscriptionEvent, type SubscriptionEvent } from '../../../domain/subscription/events.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import { refusals } from '../../../i18n/en/errors.ts'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { alone, ok } from '../../support/subscriptions/given-subscription.ts'
import { replay } from '../../support/subscriptions/replay.ts'
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

/** Returns whether the acts, performed one after the other in this order, give these responses and these events. */
function explains(order: readonly Done[], before: Subscription, events: readonly SubscriptionEvent[]): boolean {
  const left: string[] = []
  let state = before
  for (const { command, status, message } of order) {
    const decision = decide({ subscription: state, person: ok, others: alone }, command, new Date())
    if ('refused' in decision) {
      if (status !== 409 || !message.startsWith(refusals[decision.refused])) return false
    } else {
      if (status !== 200) return false
      left.push(...decision.events.map(bare))
      state = decision.events.reduce<Subscription | null>(apply, state) ?? state
    }
  }
  return left.join('\n') === events.map(bare).join('\n')
}

/** Asserts that some order explains the responses and events; otherwise the failure shows them. */
function hasAnOrder(
  done: readonly Done[],
  before: Subscription,
  events: readonly SubscriptionEvent[],
  about: string,
): void {
  for (const order of orders(done)) if (explains(order, before, events)) return
  const told = done.map(({ path, status, message }) => `${path}: ${status} ${message}`)
  assert.fail(`${about}: no order explains ${told.join(', ')} and ${events.map(bare).join(', ') || 'nothing'}`)
}

const lanes = 4
/** `npm run proof` runs a thousand races. */
const rounds = process.env['PROOF_KEY'] === undefined ? 20 : 250

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
      hasAnOrder(done, state, told.events, about)
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
