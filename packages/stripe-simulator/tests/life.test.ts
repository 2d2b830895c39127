import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aCheckout, aPrice, aSandbox, aSubscription, cards, pay, shownAfter, until } from './given-simulator.ts'

const seconds = (moment: string) => Date.parse(moment) / 1000

test('a buyer who pays has an active subscription, a paid invoice and a completed session, and the shop is notified', async (t) => {
  const setup = await aSandbox(t)
  const { stripe, sandbox, delivered, publicUrl } = setup
  const { session, customer, price } = await aCheckout(setup)
  assert.equal(session.status, 'open')
  const paid = await pay(session.url!, { number: cards.pays })
  assert.equal(paid.status, 303)
  assert.equal(paid.headers.get('location'), `${publicUrl}/thanks?session=${session.id}`)
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription.latest_invoice.payments', 'customer', 'line_items'],
  })
  assert.equal(done.status, 'complete')
  assert.equal(done.payment_status, 'paid')
  assert.equal(done.line_items?.data[0]?.price?.id, price.id)
  assert.ok(typeof done.subscription === 'object' && done.subscription)
  assert.equal(done.subscription.status, 'active')
  assert.deepEqual(done.subscription.metadata, { order: 'order-1' })
  assert.equal(done.subscription.items.data[0]?.current_period_end, seconds('2026-12-20T10:00:00Z'))
  assert.ok(typeof done.subscription.latest_invoice === 'object' && done.subscription.latest_invoice)
  const invoice = done.subscription.latest_invoice
  assert.equal(invoice.status, 'paid')
  assert.equal(invoice.amount_paid, 14_900)
  assert.equal(invoice.parent?.subscription_details?.subscription, done.subscription.id)
  assert.equal(invoice.payments?.data[0]?.amount_paid, 14_900)
  await sandbox.tick()
  const types = new Set(delivered.map(({ type }) => type))
  for (const type of [
    'checkout.session.completed',
    'customer.created',
    'customer.subscription.created',
    'customer.subscription.updated',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_method.attached',
  ])
    assert.ok(types.has(type as never), type)
  const [event] = (await stripe.events.list({ type: 'checkout.session.completed' })).data
  assert.equal(event?.pending_webhooks, 0)
  assert.equal((event.data.object as { customer: string }).customer, customer.id)
  assert.match(await (await fetch(invoice.hosted_invoice_url!)).text(), /Amount paid.*US\$149\.00/s)
})

test('a declined card is reported, creates nothing and can be retried', async (t) => {
  const setup = await aSandbox(t)
  const { session } = await aCheckout(setup)
  const refused = await pay(session.url!, { number: cards.declined })
  assert.equal(refused.status, 303)
  const page = await shownAfter(refused)
  assert.match(page, /Your card was declined\./)
  assert.match(page, /value="Ann Ames"/)
  assert.equal((await setup.stripe.checkout.sessions.retrieve(session.id)).status, 'open')
  assert.equal((await setup.stripe.subscriptions.list({ status: 'all' })).data.length, 0)
  assert.equal((await setup.stripe.charges.list()).data.length, 0)
  assert.equal((await pay(session.url!, { number: cards.pays })).status, 303)
})

test('paying the same session twice charges once', async (t) => {
  const setup = await aSandbox(t)
  const { session } = await aCheckout(setup)
  const answers = await Promise.all([1, 2, 3].map(() => pay(session.url!, { number: cards.pays }).catch(() => null)))
  assert.ok(answers.some((answer) => answer?.status === 303))
  assert.equal((await setup.stripe.charges.list()).data.length, 1)
})

test('renewals are charged by the clock, also at month ends, and in order after a long absence and a restart', async (t) => {
  const setup = await aSandbox(t, { start: '2027-01-31T08:00:00Z' })
  const { id } = await aSubscription(setup)
  await setup.restart()
  await until(setup, '2027-06-01T00:00:00Z')
  const invoices = (await setup.stripe.invoices.list({ subscription: id })).data.toReversed()
  assert.deepEqual(
    invoices.map(({ created, status, billing_reason }) => [
      new Date(created * 1000).toISOString(),
      status,
      billing_reason,
    ]),
    [
      ['2027-01-31T08:00:00.000Z', 'paid', 'subscription_create'],
      ['2027-02-28T08:00:00.000Z', 'paid', 'subscription_cycle'],
      ['2027-03-31T08:00:00.000Z', 'paid', 'subscription_cycle'],
      ['2027-04-30T08:00:00.000Z', 'paid', 'subscription_cycle'],
      ['2027-05-31T08:00:00.000Z', 'paid', 'subscription_cycle'],
    ],
  )
  const { items } = await setup.stripe.subscriptions.retrieve(id)
  assert.equal(items.data[0]?.current_period_end, seconds('2027-06-30T08:00:00Z'))
  assert.equal(new Set(setup.delivered.filter(({ type }) => type === 'invoice.paid').map((e) => e.id)).size, 5)
})

test('a card that fails at renewal is tried again 3, 5 and 7 days after each failure, then the subscription ends', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup, cards.later)
  const status = async () => (await setup.stripe.subscriptions.retrieve(id)).status
  await until(setup, '2026-12-20T11:00:00Z')
  assert.equal(await status(), 'past_due')
  const [invoice] = (await setup.stripe.invoices.list({ subscription: id })).data
  const tries = []
  for (const day of ['2026-12-20', '2026-12-23', '2026-12-28', '2027-01-04']) {
    await until(setup, `${day}T11:00:00Z`)
    const { attempt_count, next_payment_attempt: next } = await setup.stripe.invoices.retrieve(invoice!.id)
    tries.push([attempt_count, next && new Date(next * 1000).toISOString().slice(0, 10)])
  }
  assert.deepEqual(tries, [
    [1, '2026-12-23'],
    [2, '2026-12-28'],
    [3, '2027-01-04'],
    [4, null],
  ])
  assert.equal(await status(), 'canceled')
  const ended = setup.delivered.find(({ type }) => type === 'customer.subscription.deleted')
  assert.equal(
    (ended!.data.object as { cancellation_details: { reason: string } }).cancellation_details.reason,
    'payment_failed',
  )
  await until(setup, '2027-03-01T00:00:00Z')
  assert.equal((await setup.stripe.invoices.list({ subscription: id })).data.length, 2)
})

test('while collection is paused nothing is charged, and the next charge can be moved', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup)
  await setup.stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
  await until(setup, '2026-12-25T00:00:00Z')
  const [voided] = (await setup.stripe.invoices.list({ subscription: id })).data
  assert.equal(voided?.status, 'void')
  await setup.stripe.subscriptions.update(id, { pause_collection: '' })
  const moved = await setup.stripe.subscriptions.update(id, {
    trial_end: seconds('2027-03-10T00:00:00Z'),
    proration_behavior: 'none',
  })
  assert.deepEqual([moved.status, moved.pause_collection], ['trialing', null])
  await until(setup, '2027-03-11T00:00:00Z')
  const { status, items } = await setup.stripe.subscriptions.retrieve(id)
  assert.deepEqual([status, items.data[0]?.current_period_end], ['active', seconds('2027-04-10T00:00:00Z')])
  const charges = (await setup.stripe.charges.list()).data.map(({ created }) => new Date(created * 1000).toISOString())
  assert.deepEqual(charges, ['2027-03-10T01:00:00.000Z', '2026-11-20T10:00:00.000Z'])
})

test('while collection is paused a change of plan is not charged either: its invoice is voided immediately', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup)
  const annual = await aPrice(setup.stripe, { unit_amount: 118_800, recurring: { interval: 'year' } })
  const { items } = await setup.stripe.subscriptions.retrieve(id)
  await setup.stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
  const changed = await setup.stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: annual.id }],
    proration_behavior: 'always_invoice',
  })
  assert.equal(changed.items.data[0]?.price.id, annual.id)
  const invoices = (await setup.stripe.invoices.list({ subscription: id })).data
  assert.deepEqual(
    invoices.map(({ status, billing_reason: reason }) => [status, reason]),
    [
      ['void', 'subscription_update'],
      ['paid', 'subscription_create'],
    ],
  )
  assert.equal((await setup.stripe.charges.list()).data.length, 1)
})

test('a deleted customer’s subscriptions end, and their personal data is removed', async (t) => {
  const setup = await aSandbox(t)
  const { id, customer } = await aSubscription(setup)
  assert.deepEqual({ ...(await setup.stripe.customers.del(customer.id)) }.deleted, true)
  assert.equal((await setup.stripe.subscriptions.retrieve(id)).status, 'canceled')
  assert.equal((await setup.stripe.customers.retrieve(customer.id)).deleted, true)
})

test('an open session expires, on request and automatically, and its page states this', async (t) => {
  const setup = await aSandbox(t)
  const { session } = await aCheckout(setup)
  await setup.stripe.checkout.sessions.expire(session.id)
  const page = await fetch(session.url!)
  assert.equal(page.status, 410)
  const { session: other } = await aCheckout(setup)
  await until(setup, '2026-11-21T10:00:00Z')
  assert.equal((await setup.stripe.checkout.sessions.retrieve(other.id)).status, 'expired')
  assert.ok(setup.delivered.some(({ type }) => type === 'checkout.session.expired'))
})
