import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { act, givenATrial } from '../../support/admin/admin-calls.ts'
import { givenAKey, withKey } from '../../support/admin/keys.ts'
import { buy, givenABuyer, settled } from '../../support/billing/given-buyer.ts'
import { useCluster } from '../../support/cluster.ts'
import { eventually, givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { givenAReceiver, type Received } from '../../support/http/receiver.ts'

/*
 * A restored database is older than its surroundings: receivers have messages that it never wrote, and the billing
 * provider has continued. Here a copy of the database is restored, and the provider stays as it is.
 */
const cluster = await useCluster()
const shop = await givenAShop({ CLOCK_START: '2027-01-01T00:00:10Z' }, cluster)
const later = '2027-02-02T12:00:00Z'
let isDown = true
const all = await givenAReceiver()
const trials = await givenAReceiver((response) => response.writeHead(isDown ? 500 : 204).end())

type Made = { id: string; secret: string }
type Message = { type: string; data: Record<string, unknown> }
const idOf = ({ headers }: Received) => headers['webhook-id'] ?? ''
const messageIn = ({ body }: Received) => JSON.parse(body) as Message
const typesOf = (received: readonly Received[]) => received.map((one) => messageIn(one).type)

test('after a restore, messages keep their first id, delivered ones are not sent again, and endpoints are unchanged', async () => {
  const { key } = await givenAKey(await givenAnAdministrator(shop), ['webhooks:write'])
  const call = (rest: string, body?: object) => withKey(shop.url, key, `/api/v1/webhooks${rest}`, body)
  const add = async (url: string, types: string[]) => (await (await call('', { url, types })).json()) as Made
  const told = ['subscription.activated', 'subscription.renewed', 'payment.paid', 'invoice.paid', 'subscriber.verified']
  const { secret } = await add(all.url, told)
  await add(trials.url, ['trial.started'])
  const paused = await add(`${all.url}/paused`, ['trial.started'])
  assert.equal((await call(`/${paused.id}/pause`, {})).status, 204)
  await buy((await givenABuyer(shop)).visitor)
  await settled(shop)
  await givenATrialUser(shop)
  const first = ['invoice.paid', 'payment.paid', 'subscriber.verified', 'subscriber.verified', 'subscription.activated']
  await eventually('the purchase', () => Promise.resolve(all.received.length === first.length))
  assert.deepEqual(typesOf(all.received).toSorted(), first)
  await eventually('a failure', () => Promise.resolve(trials.received.length === 1))

  await shop.stop()
  const backup = await cluster.createDatabase(new URL(shop.ownerUrl).pathname.slice(1))
  cluster.atEnd(() => backup.drop())
  await shop.restart()
  isDown = false
  await shop.advanceTo(later)
  const renewal = ['invoice.paid', 'payment.paid', 'subscription.renewed']
  await eventually('the renewal', () => Promise.resolve(all.received.length === first.length + renewal.length))
  await eventually('the trial', () => Promise.resolve(trials.received.length === 2))

  await shop.restart({ DATABASE_URL: backup.url, MIGRATE_DATABASE_URL: backup.url, CLOCK_START: later })
  await shop.catchUp()
  await eventually('the renewal again', () =>
    Promise.resolve(all.received.length === first.length + 2 * renewal.length),
  )
  await eventually('the trial again', () => Promise.resolve(trials.received.length === 3))
  assert.deepEqual(typesOf(all.received.slice(first.length + renewal.length)).toSorted(), renewal)

  const idsOf = new Map<string, Set<string>>()
  for (const one of [...all.received, ...trials.received]) {
    const { type, data } = messageIn(one)
    const fact = JSON.stringify([type, data])
    idsOf.set(fact, (idsOf.get(fact) ?? new Set()).add(idOf(one)))
  }
  assert.deepEqual(
    [...idsOf].filter(([, ids]) => ids.size !== 1),
    [],
  )
  for (const one of all.received.slice(-renewal.length)) new Webhook(secret).verify(one.body, one.headers)
  const endpoints = (await (await call('')).json()) as { id: string; state: string; offReason: string | null }[]
  assert.deepEqual(
    endpoints.map(({ state, offReason }) => [state, offReason]),
    [
      ['on', null],
      ['on', null],
      ['off', 'paused'],
    ],
  )
})

test('a reader of the feed whose last event is written again after a restore is told to read from the beginning', async () => {
  const own = await givenAShop({}, cluster)
  const administrator = await givenAnAdministrator(own)
  const { key } = await givenAKey(administrator, ['subscriptions:read'])
  const read = (after: string) => withKey(own.url, key, `/api/v1/events?limit=1000${after}`)
  const [one, other] = [await givenATrial(own), await givenATrial(own)]
  const extend = (id: string, days: number) =>
    act(administrator, `extend/${id}`, { endDate: endIn(days), comment: 'Needs more time' })
  await read('')

  await own.stop()
  const backup = await cluster.createDatabase(new URL(own.ownerUrl).pathname.slice(1))
  cluster.atEnd(() => backup.drop())
  await own.restart()
  await extend(one.id, 60)
  await extend(other.id, 60)
  const before = (await (await read('')).json()) as { events: { id: string }[]; next: string }

  await own.restart({ DATABASE_URL: backup.url, MIGRATE_DATABASE_URL: backup.url })
  await extend(one.id, 90)
  await extend(other.id, 60)
  const after = (await (await read('')).json()) as typeof before
  const ids = [before, after].map(({ events }) => events.map(({ id }) => id))
  assert.deepEqual([ids[0]?.at(-1), ids[0]?.length], [ids[1]?.at(-1), ids[1]?.length], 'the same id and place')
  assert.notEqual(ids[0]?.at(-2), ids[1]?.at(-2))
  const response = await read(`&after=${before.next}`)
  const { code } = (await response.json()) as { code?: string }
  assert.deepEqual([response.status, code], [410, 'CURSOR_GONE'])
})

const endIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
