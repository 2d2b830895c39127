import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { act } from '../../support/admin/admin-calls.ts'
import { active, buy, checkOut, givenABuyer, heldBy, payOn, settled } from '../../support/billing/given-buyer.ts'
import { givenAProvider, withFaults, type TestProvider } from '../../support/servers/given-provider.ts'
import { eventually, givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import {
  chargesOf,
  givenAPayer,
  historyOf,
  issuesOf,
  mailsTo,
  overThere,
  rowOf,
  stateOf,
  switchPlan,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()

const shopAt = (body: (shop: TestShop, world: TestProvider) => Promise<void>) =>
  withFaults(cluster, body, { settings: { afterRetries: 'past_due' } })

const press = async (payer: { visitor: Payer['visitor']; id: string }, action: 'stop' | 'resume') =>
  (await payer.visitor.post(`/api/v1/subscriptions/${action}-renewal/${payer.id}`)).status

/** Sends the shop a message with the provider's signature; returns the status. */
async function report(
  shop: TestShop,
  world: TestProvider,
  type: string,
  object: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<number> {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object }, ...more })
  const timestamp = Math.floor(world.clock.now().getTime() / 1000)
  const header = { payload, secret: world.webhookSecret, timestamp }
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': world.stripe.webhooks.generateTestHeaderString(header),
  }
  return (await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', headers, body: payload })).status
}

const isWrite = ({ method }: { method: string }) => method === 'POST'

test('a subscription unknown to the provider, as after a change of account, is a payment issue; its access stays', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const { provider_subscription: known } = await rowOf(shop, payer)
    const becomes = (id: string) =>
      shop.sql('update subscriptions set provider_subscription = $1 where id = $2', [id, payer.id])
    await becomes('sub_elsewhere')
    assert.equal(
      await report(shop, world, 'customer.subscription.updated', { id: 'sub_elsewhere', object: 'subscription' }),
      200,
    )
    await shop.catchUp()
    const [issue] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, issue?.subscription?.id], ['unknown-subscription', payer.id])
    assert.match(issue?.detail ?? '', /right account/)
    assert.match(await stateOf(shop, payer), /^active, on/)
    // Eleven attempts take about an hour.
    await shop.sql(`update jobs set attempts = 11 where kind = 'billing-event' and done_at is null`)
    await shop.advanceTo('2026-11-20T13:00:00Z')
    const waiting = await shop.sql(
      `select id from jobs where kind = 'billing-event' and done_at is null and given_up_at is null`,
    )
    assert.deepEqual(waiting, [], 'it is not retried without end')
    await becomes(known)
    await report(shop, world, 'customer.subscription.updated', { id: known, object: 'subscription' })
    await shop.catchUp()
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('a stop or resumption that first gets a 500 or no answer from the provider reaches it at the next attempt, under whatever key', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    for (const [action, fault] of [
      ['stop', 500],
      ['resume', 'torn'],
    ] as const) {
      let faults = 1
      world.faults.answer = (request) => (isWrite(request) && faults-- > 0 ? fault : undefined)
      assert.equal(await press(payer, action), 200)
      await settled(shop)
      delete world.faults.answer
      assert.equal((await overThere(shop, payer)).cancel_at_period_end, action === 'stop')
    }
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('a stop that the provider refuses permanently becomes a payment issue, the owner is notified, and a charge despite it is refunded', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const message = 'This subscription cannot be changed. Contact somebody@stripe.example for help.'
    world.faults.refusal = ({ method, path }) =>
      method === 'POST' && path.startsWith('/v1/subscriptions/') ? { status: 400, message } : undefined
    assert.equal(await press(payer, 'stop'), 200)
    await settled(shop)
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual(more, [])
    assert.equal(issue?.kind, 'task-refused')
    assert.match(issue.detail, /refused a request\..*This subscription cannot be changed\./)
    assert.doesNotMatch(issue.detail, /somebody@/, 'nothing that may be personal')
    assert.deepEqual([issue.subscription?.id, issue.subscriber?.email, issue.retryable], [payer.id, payer.email, true])
    assert.match(issue.providerUrl ?? '', new RegExp((await rowOf(shop, payer)).provider_subscription))
    assert.equal((await mailsTo(shop, payer, /could not stop the renewal/)).length, 1)
    const administrator = await givenAnAdministrator(shop)
    const retried = await administrator.post(`/api/v1/payment-issues/retry/${issue.id}`, { comment: 'Asked Stripe.' })
    assert.equal(retried.status, 202)
    await settled(shop)
    assert.equal((await issuesOf(shop)).length, 1, 'refused again, it is open again')

    await shop.advanceTo('2026-12-20T13:30:00Z')
    delete world.faults.refusal
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
    const { data } = await world.stripe.charges.list({ limit: 10 })
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
    await shop.advanceTo('2027-02-01T12:00:00Z')
    assert.equal((await chargesOf(shop, payer)).length, 2)
  }))

test('a task that waits for an hour is shown as a payment issue until it is done', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    world.faults.answer = (request) => (isWrite(request) ? 503 : undefined)
    assert.equal(await press(payer, 'stop'), 200)
    await shop.catchUp()
    await shop.sql(`update jobs set attempts = 11 where kind = 'billing'`)
    await shop.advanceTo('2026-11-20T13:10:00Z')
    assert.deepEqual(
      (await issuesOf(shop)).map(({ kind, retryable }) => [kind, retryable]),
      [['task-waiting', false]],
    )
    delete world.faults.answer
    await shop.advanceTo('2026-11-21T12:00:00Z')
    await settled(shop)
    assert.equal((await overThere(shop, payer)).cancel_at_period_end, true)
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('a buyer whose customer was deleted at the provider gets a page at the second attempt at the latest', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const { data } = await world.stripe.customers.list({ email: payer.email })
    await world.stripe.customers.del(data[0]?.id ?? '')
    await shop.advanceTo('2026-11-21T12:00:00Z')
    assert.equal((await rowOf(shop, payer)).status, 'expired', 'deleting a customer ends their subscriptions')
    await signIn(payer.visitor, payer.email)
    const first = await checkOut(payer.visitor)
    const second = await checkOut(payer.visitor)
    assert.equal(second.status, 200, JSON.stringify([first, second]))
    await buy(payer.visitor)
    await active(payer.visitor)
  }))

test('with another account’s keys, people can buy after one failed attempt, and old messages have no effect', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const other = await givenABuyer(shop)
    assert.equal((await checkOut(other.visitor)).status, 200)
    await shop.catchUp()
    const second = await givenAProvider(cluster, {}, world.clock.now().toISOString())
    await shop.restart(second.environment)
    const before = await stateOf(shop, payer)
    for (const visitor of [other.visitor, payer.visitor])
      await signIn(visitor, visitor === other.visitor ? other.email : payer.email)
    // Another plan of the product, so that the page of the first account is not returned.
    const presses = []
    for (let press = 0; press < 3; press += 1) presses.push((await checkOut(other.visitor, 'analytics-annual')).status)
    assert.equal(presses.at(-1), 200, JSON.stringify(presses))
    const { provider_subscription: subscription } = await rowOf(shop, payer)
    const deleted = { object: 'subscription', id: subscription, status: 'canceled', livemode: true }
    assert.equal(await report(shop, world, 'customer.subscription.deleted', deleted), 200)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), before)
  }))

test('if the provider is unreachable at the start, a plan change is still recorded', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    world.faults.answer = () => 'cut'
    await shop.restart()
    delete world.faults.answer
    await switchPlan(payer, 'analytics-annual')
    await shop.catchUp()
    await settled(shop)
    assert.equal((await rowOf(shop, payer)).terms.name, 'analytics-annual')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['PLAN_CHANGED', 'END_DATE_CHANGED 2027-11-20'])
  }))

test('a message from an endpoint with an older API version is processed', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    world.faults.delivery = () => 'lost'
    const { provider_subscription: subscription } = await rowOf(shop, payer)
    world.clock.set(new Date('2026-12-20T13:30:00Z'))
    await world.tick()
    const object = { object: 'invoice', id: 'in_old', subscription }
    assert.equal(await report(shop, world, 'invoice.paid', object, { api_version: '2024-06-20' }), 200)
    await eventually('the renewal', async () => (await stateOf(shop, payer)) === 'active, on, 2027-01-20')
  }))

test('an owner in the portal and an administrator at the same moment lead to the same state on both sides', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const administrator = await givenAnAdministrator(shop)
    const { provider_subscription: there } = await rowOf(shop, payer)
    const ends = Math.floor(world.clock.now().getTime() / 1000) + 20 * 86_400
    await Promise.all([
      world.stripe.subscriptions.update(there, { cancel_at: ends }),
      act(administrator, `extend/${payer.id}`, { endDate: '2027-01-05', comment: 'asked by phone' }),
      press(payer, 'stop'),
    ])
    await settled(shop)
    await shop.advanceTo('2026-11-23T12:00:00Z')
    const { cancel_at: moment } = await overThere(shop, payer)
    assert.equal((await rowOf(shop, payer)).renewal, 'stopped')
    assert.notEqual(moment, null)
    await signIn(payer.visitor, payer.email)
    assert.equal((await heldBy(payer.visitor))[0]?.subscription.renews, false)
    await shop.advanceTo('2027-01-07T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2027-01-05')
    assert.deepEqual((await chargesOf(shop, payer)).length, 1)
  }))

test('an earlier subscription, read while it is bought again, does not replace the new one', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
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
    assert.equal(await report(shop, world, 'customer.subscription.updated', { object: 'subscription', id: old }), 200)
    await eventually('the first look', () => Promise.resolve(asked > 0))
    assert.equal((await payOn(payer.visitor, to)).status, 303)
    await eventually('the new one', async () => (await rowOf(shop, payer)).provider_subscription !== old)
    await settled(shop)
    delete world.faults.answer
    assert.notEqual((await rowOf(shop, payer)).provider_subscription, old)
    assert.equal((await rowOf(shop, payer)).renewal, 'on')
  }))

test('a subscription stopped and resumed in the portal before the shop has processed the stop renews', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
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
  }))

test('a resumption is not undone by an event about a stop that is still being processed', () =>
  shopAt(async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.catchUp()
    const { provider_subscription: id } = await rowOf(shop, payer)
    let slow = 1
    world.faults.answer = ({ method, path }) =>
      method === 'POST' && path === `/v1/subscriptions/${id}` && slow-- > 0 ? { late: 2_000 } : undefined
    assert.equal(await press(payer, 'stop'), 200)
    await eventually('the stop at the provider', async () => (await overThere(shop, payer)).cancel_at !== null)
    assert.equal(await press(payer, 'resume'), 200)
    assert.equal(await report(shop, world, 'customer.subscription.updated', { object: 'subscription', id }), 200)
    await settled(shop)
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['RENEWAL_STOPPED owner', 'RENEWAL_RESUMED owner'])
    assert.equal((await world.stripe.subscriptions.retrieve(id)).cancel_at, null)
  }))
