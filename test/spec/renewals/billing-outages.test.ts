import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { act } from '../../support/admin/admin-calls.ts'
import { checkOut, givenABuyer, heldBy, payOn, settled } from '../../support/billing/given-buyer.ts'
import { givenAProvider, givenAShopOf } from '../../support/servers/given-provider.ts'
import { eventually, givenAnAdministrator, signIn } from '../../support/given.ts'
import {
  chargesOf,
  givenAPayer,
  historyOf,
  issuesOf,
  mailsTo,
  overThere,
  rowOf,
  stateOf,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()

const world = await givenAProvider(cluster, { afterRetries: 'past_due' }, '2026-11-20T12:00:00Z')
/** One shop for all tests, whose clock moves forward from test to test. */
const shop = await givenAShopOf(world, cluster)

async function givenAMonthlyPayer(): Promise<Payer> {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.catchUp()
  return payer
}

const press = async ({ visitor, id }: Payer, action: 'stop' | 'resume') =>
  (await visitor.post(`/api/v1/subscriptions/${action}-renewal/${id}`)).status

/** Sends the shop a message with the provider's signature; returns the status. */
async function report(type: string, object: Record<string, unknown>): Promise<number> {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })
  const timestamp = Math.floor(world.clock.now().getTime() / 1000)
  const header = { payload, secret: world.webhookSecret, timestamp }
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': world.stripe.webhooks.generateTestHeaderString(header),
  }
  return (await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', headers, body: payload })).status
}

const isWrite = ({ method }: { method: string }) => method === 'POST'

test('a resumption is not undone by an event about a stop that is still being processed', async () => {
  const payer = await givenAMonthlyPayer()
  const { provider_subscription: id } = await rowOf(shop, payer)
  let slow = 1
  world.faults.answer = ({ method, path }) =>
    method === 'POST' && path === `/v1/subscriptions/${id}` && slow-- > 0 ? { late: 2_000 } : undefined
  assert.equal(await press(payer, 'stop'), 200)
  await eventually('the stop at the provider', async () => (await overThere(shop, payer)).cancel_at !== null)
  assert.equal(await press(payer, 'resume'), 200)
  assert.equal(await report('customer.subscription.updated', { object: 'subscription', id }), 200)
  await settled(shop)
  assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
  assert.deepEqual((await historyOf(shop, payer)).slice(2), ['RENEWAL_STOPPED owner', 'RENEWAL_RESUMED owner'])
  assert.equal((await world.stripe.subscriptions.retrieve(id)).cancel_at, null)
})

test('an earlier subscription, read while it is bought again, does not replace the new one', async () => {
  const payer = await givenAMonthlyPayer()
  assert.equal(await press(payer, 'stop'), 200)
  await settled(shop)
  const { provider_subscription: old } = await rowOf(shop, payer)
  const { to } = await checkOut(payer.visitor)
  let slow = 1
  let asked = 0
  world.faults.answer = ({ path }) => {
    if (path !== `/v1/subscriptions/${old}`) return undefined
    asked += 1
    return slow-- > 0 ? { late: 3_000 } : undefined
  }
  assert.equal(await report('customer.subscription.updated', { object: 'subscription', id: old }), 200)
  await eventually('the first look', () => Promise.resolve(asked > 0))
  assert.equal((await payOn(payer.visitor, to)).status, 303)
  await eventually('the new one', async () => (await rowOf(shop, payer)).provider_subscription !== old)
  await settled(shop)
  delete world.faults.answer
  assert.notEqual((await rowOf(shop, payer)).provider_subscription, old)
  assert.equal((await rowOf(shop, payer)).renewal, 'on')
})

test('a subscription stopped and resumed in the portal before the shop has processed the stop renews', async () => {
  const payer = await givenAMonthlyPayer()
  const { provider_subscription: id } = await rowOf(shop, payer)
  await world.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  // The stop is read, but the query for the drafts that it leaves behind fails.
  world.faults.refusal = ({ path }) =>
    path.includes('status=draft') ? { status: 503, message: 'Not now.' } : undefined
  await shop.catchUp()
  assert.equal(await stateOf(shop, payer), 'active, stopped, 2026-12-20')
  await world.stripe.subscriptions.update(id, { cancel_at_period_end: false })
  delete world.faults.refusal
  await shop.advanceTo('2026-11-20T13:00:00Z')
  assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
  assert.deepEqual((await historyOf(shop, payer)).slice(2), ['RENEWAL_STOPPED', 'RENEWAL_RESUMED'])
  assert.equal((await world.stripe.subscriptions.retrieve(id)).cancel_at, null)
})

test('a stop that waits for an hour is a payment issue until it is done; one that is refused permanently is another, the owner is notified, and a charge despite it is refunded', async () => {
  const payer = await givenAMonthlyPayer()
  world.faults.answer = (request) => (isWrite(request) ? 503 : undefined)
  assert.equal(await press(payer, 'stop'), 200)
  await shop.catchUp()
  await shop.sql(`update jobs set attempts = 20 where kind = 'billing'`)
  await shop.advanceTo('2026-11-20T14:10:00Z')
  assert.deepEqual(
    (await issuesOf(shop)).map(({ kind, retryable }) => [kind, retryable]),
    [['task-waiting', false]],
  )
  delete world.faults.answer
  await shop.advanceTo('2026-11-21T12:00:00Z')
  await settled(shop)
  assert.equal((await overThere(shop, payer)).cancel_at_period_end, true)
  assert.deepEqual(await issuesOf(shop), [])

  await signIn(payer.visitor, payer.email)
  assert.equal(await press(payer, 'resume'), 200)
  await settled(shop)
  const message = 'This subscription cannot be changed. Contact somebody@stripe.example for help.'
  world.faults.refusal = ({ method, path }) =>
    method === 'POST' && path.startsWith('/v1/subscriptions/') ? { status: 400, message } : undefined
  assert.equal(await press(payer, 'stop'), 200)
  await settled(shop)
  const [issue, ...more] = await issuesOf(shop)
  assert.deepEqual([issue?.kind, issue?.retryable, more], ['task-refused', true, []])
  assert.match(issue?.detail ?? '', /refused a request\..*This subscription cannot be changed\./)
  assert.doesNotMatch(issue?.detail ?? '', /somebody@/, 'nothing that may be personal')
  assert.deepEqual([issue?.subscription?.id, issue?.subscriber?.email], [payer.id, payer.email])
  assert.match(issue?.providerUrl ?? '', new RegExp((await rowOf(shop, payer)).provider_subscription))
  assert.equal((await mailsTo(shop, payer, /could not stop the renewal/)).length, 1)

  await shop.advanceTo('2026-12-20T13:30:00Z')
  delete world.faults.refusal
  await shop.advanceTo('2026-12-22T12:00:00Z')
  assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
  const { customer } = await overThere(shop, payer)
  const { data } = await world.stripe.charges.list({ customer: customer as string, limit: 10 })
  assert.deepEqual(
    data.map(({ amount, amount_refunded: back }) => [amount, back]),
    [
      [14_900, 14_900],
      [14_900, 0],
    ],
  )
  assert.equal((await overThere(shop, payer)).status, 'canceled')
  assert.equal((await mailsTo(shop, payer, /refunded/)).length, 1)
  assert.equal((await mailsTo(shop, payer, /receipt/)).length, 1)
})

test('an owner in the portal and an administrator at the same moment lead to the same state on both sides', async () => {
  const payer = await givenAMonthlyPayer()
  const administrator = await givenAnAdministrator(shop)
  const { provider_subscription: there } = await rowOf(shop, payer)
  const ends = Math.floor(world.clock.now().getTime() / 1000) + 20 * 86_400
  await Promise.all([
    world.stripe.subscriptions.update(there, { cancel_at: ends }),
    act(administrator, `extend/${payer.id}`, { endDate: '2027-02-05', comment: 'asked by phone' }),
    press(payer, 'stop'),
  ])
  await settled(shop)
  await shop.advanceTo('2026-12-25T12:00:00Z')
  const { cancel_at: moment } = await overThere(shop, payer)
  assert.equal((await rowOf(shop, payer)).renewal, 'stopped')
  assert.notEqual(moment, null)
  await signIn(payer.visitor, payer.email)
  assert.equal((await heldBy(payer.visitor))[0]?.subscription.renews, false)
  await shop.advanceTo('2027-02-07T12:00:00Z')
  assert.equal(await stateOf(shop, payer), 'expired, stopped, 2027-02-05')
  assert.deepEqual((await chargesOf(shop, payer)).length, 1)
})

test('with another account’s keys, a subscription unknown there is a payment issue and keeps its access, and people can buy after one failed attempt', async () => {
  const payer = await givenAPayer(shop, 'analytics-monthly')
  const other = await givenABuyer(shop)
  assert.equal((await checkOut(other.visitor)).status, 200)
  await shop.catchUp()
  const { provider_subscription: id } = await rowOf(shop, payer)
  const elsewhere = await givenAProvider(cluster, {}, world.clock.now().toISOString())
  await shop.restart(elsewhere.environment)
  const deleted = { object: 'subscription', id, status: 'canceled' }
  assert.equal(await report('customer.subscription.deleted', deleted), 200)
  await shop.catchUp()
  const unknown = async () => (await issuesOf(shop)).filter(({ kind }) => kind === 'unknown-subscription')
  const [issue, ...more] = await unknown()
  assert.deepEqual([issue?.subscription?.id, more], [payer.id, []])
  assert.match(issue?.detail ?? '', /right account/)
  assert.equal(await stateOf(shop, payer), 'active, on, 2027-03-07')
  await signIn(other.visitor, other.email)
  // Another plan of the product, so that the page of the first account is not returned.
  const presses = [await checkOut(other.visitor, 'analytics-annual'), await checkOut(other.visitor, 'analytics-annual')]
  assert.equal(presses.at(-1)?.status, 200, JSON.stringify(presses))

  // Eleven attempts take about an hour.
  await shop.sql(`update jobs set attempts = 20 where kind = 'billing-event' and done_at is null`)
  await shop.advanceTo('2027-02-07T13:00:00Z')
  const waiting = `select id from jobs where kind = 'billing-event' and done_at is null and given_up_at is null`
  assert.deepEqual(await shop.sql(waiting), [], 'it is not retried without end')
  await shop.restart(world.environment)
  await report('customer.subscription.updated', { object: 'subscription', id })
  await shop.catchUp()
  assert.deepEqual(await unknown(), [])
})
