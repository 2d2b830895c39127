import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Stripe } from 'stripe'
import { errorMessages } from '../../core/words/en/errors.ts'
import { act, read } from '../at-desk.ts'
import { useCluster } from '../cluster.ts'
import { active, cards, checkOut, givenABuyer, givenASubscriber, payOn, orderIn, settled } from '../given-buyer.ts'
import { eventually, givenAnAdministrator, givenAShop, signIn, type TestShop } from '../given.ts'
import { givenAProvider } from '../given-provider.ts'
import { aCard, becomes, chargesOf, givenAPayer, overThere, provider, rowOf, stateOf, withShop } from '../paying.ts'
import type { TestVisitor } from '../visitor.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const orderState = async (visitor: TestVisitor, order: string) =>
  (await read<{ state: string }>(visitor, `/api/v1/orders/${order}`)).state

test('a first payment by bank debit: the order waits, then it is paid and settled, or fails and is closed', () =>
  shopAt(async (shop) => {
    const bought = async (account: string) => {
      const buyer = await givenABuyer(shop)
      const { to } = await checkOut(buyer.visitor)
      const answer = await payOn(buyer.visitor, to, account)
      assert.equal(answer.status, 303, await answer.text())
      return { ...buyer, order: orderIn(answer) }
    }
    const paid = await bought('AT611904300234573201')
    const failed = await bought('AT861904300235473202')
    await shop.catchUp()
    for (const { visitor, order } of [paid, failed]) assert.equal(await orderState(visitor, order), 'waiting')
    await shop.advanceTo('2026-11-26T12:30:00Z')
    await shop.advanceTo('2026-11-27T14:00:00Z')
    for (const { visitor, email } of [paid, failed]) await signIn(visitor, email)
    assert.equal(await orderState(paid.visitor, paid.order), 'done')
    await active(paid.visitor)
    assert.equal(await orderState(failed.visitor, failed.order), 'closed')
    const { status, to } = await checkOut(failed.visitor)
    assert.equal(status, 200, 'it can be bought again')
    assert.equal((await payOn(failed.visitor, to)).status, 303)
    await active(failed.visitor)
  }))

test('a first payment that failed and is made later is settled all the same', () =>
  shopAt(async (shop) => {
    const buyer = await givenABuyer(shop)
    const { to } = await checkOut(buyer.visitor)
    const order = orderIn(await payOn(buyer.visitor, to, 'AT861904300235473202'))
    await shop.advanceTo('2026-11-25T12:30:00Z')
    await signIn(buyer.visitor, buyer.email)
    assert.equal(await orderState(buyer.visitor, order), 'closed')
    const { data } = await provider().invoices.list({ status: 'open' })
    const page = await buyer.visitor.form(data[0]?.hosted_invoice_url ?? '')
    await buyer.visitor.submit(page, { ...aCard(cards.pays), saved: '' })
    await shop.catchUp()
    await active(buyer.visitor)
    assert.equal(await orderState(buyer.visitor, order), 'done')
  }))

test('extended after the provider has ended it, it does not renew, and later news of the old end change nothing', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await settled(shop)
    const { id, customer } = await overThere(shop, payer)
    await provider().subscriptions.cancel(id)
    await becomes(shop, payer, 'expired, ended, 2026-11-20')
    const administrator = await givenAnAdministrator(shop)
    const body = { endDate: '2027-03-01T00:00:00.000Z', comment: 'Sorry.' }
    const answer = await administrator.post(`/api/v1/subscriptions/extend/${payer.id}`, body)
    const shown = (await answer.json()) as { status: string; renews: boolean; payment: { nextChargeAt: string | null } }
    assert.deepEqual([shown.status, shown.renews, shown.payment.nextChargeAt], ['active', false, null])
    await provider().customers.update(customer as string, { description: 'A good customer' })
    await settled(shop)
    assert.equal(await stateOf(shop, payer), 'active, ended, 2027-03-01')
    await shop.advanceTo('2027-03-02T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, ended, 2027-03-01')
    await signIn(payer.visitor, payer.email)
    const resumed = await act(payer.visitor, `/api/v1/subscriptions/resume-renewal/${payer.id}`, {})
    assert.deepEqual([resumed.status, resumed.message], [409, errorMessages.NOT_RUNNING])
    assert.equal((await chargesOf(shop, payer)).length, 1)
  }))

test('reports that were looked into are removed after a month', () =>
  shopAt(async (shop) => {
    await givenAPayer(shop, 'analytics-annual')
    await settled(shop)
    const kept = async () =>
      (await shop.sql(`select 1 from jobs where kind = 'billing-event' and done_at < '2026-11-21T00:00:00Z'`)).length
    assert.ok((await kept()) > 3)
    await shop.advanceTo('2026-12-15T12:00:00Z')
    assert.ok((await kept()) > 3)
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await kept(), 0)
  }))

test('a change of plan is recorded by a shop that could not reach the provider when it started', async () => {
  const world = await givenAProvider(cluster)
  const shop = await givenAShop(world.environment, cluster)
  world.reportTo(shop.url)
  const owner = await givenASubscriber(shop)
  await settled(shop)
  world.faults.answer = () => 'cut'
  await shop.restart()
  delete world.faults.answer
  const { provider_subscription: id } = await rowOf(shop, owner)
  const { items } = await world.stripe.subscriptions.retrieve(id)
  const { data } = await world.stripe.prices.list({ lookup_keys: ['analytics-annual'] })
  await world.stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: data[0]?.id ?? '' }],
    proration_behavior: 'always_invoice',
  })
  await eventually('the annual plan', async () => (await rowOf(shop, owner)).terms.name === 'analytics-annual')
  await settled(shop)
  const { terms, paid_until: paidUntil, end_date: endDate } = await rowOf(shop, owner)
  assert.equal(terms.priceMinor, 118_800)
  assert.deepEqual(endDate, paidUntil)
  assert.ok(endDate && endDate.getTime() > Date.now() + 300 * 86_400_000)

  await shop.stop()
})

test('an event of an API version before 2025-03-31, whose invoice names its subscription itself, is followed', async () => {
  const world = await givenAProvider(cluster)
  const shop = await givenAShop(world.environment, cluster)
  const owner = await givenABuyer(shop)
  const { to } = await checkOut(owner.visitor)
  const order = orderIn(await payOn(owner.visitor, to))
  await eventually('the purchase', async () => (await orderState(owner.visitor, order)) === 'done')
  const { id } = await active(owner.visitor)
  await settled(shop)
  const { provider_subscription: subscription } = await rowOf(shop, { id })
  // No message of the provider's own arrives in this shop.
  await world.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  const payload = JSON.stringify({
    id: 'evt_of_an_older_version',
    object: 'event',
    api_version: '2024-06-20',
    created: 1,
    type: 'invoice.updated',
    livemode: false,
    data: { object: { id: 'in_1', object: 'invoice', subscription } },
  })
  const signature = new Stripe('sk_test_none').webhooks.generateTestHeaderString({
    payload,
    secret: world.webhookSecret,
    timestamp: Math.floor(Date.now() / 1000),
  })
  const answer = await fetch(`${shop.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  assert.equal(answer.status, 200)
  await eventually('the stop', async () => (await rowOf(shop, { id })).renewal === 'stopped')
  await shop.stop()
})
