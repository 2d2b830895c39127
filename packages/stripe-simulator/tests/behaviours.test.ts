import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Stripe } from 'stripe'
import {
  aCheckout,
  aPrice,
  aSandbox,
  aSubscription,
  cards,
  idOf,
  pay,
  shownAfter,
  submit,
  until,
  type Setup,
} from './given-simulator.ts'

const seconds = (moment: string) => Date.parse(moment) / 1000
const statusOf = async ({ stripe }: Setup, id: string) => (await stripe.subscriptions.retrieve(id)).status

async function latestOf({ stripe }: Setup, id: string): Promise<Stripe.Invoice> {
  const { latest_invoice: latest } = await stripe.subscriptions.retrieve(id)
  return stripe.invoices.retrieve(idOf(latest), { expand: ['payments.data.payment.payment_intent'] })
}

const intentOf = (invoice: Stripe.Invoice) => invoice.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent
const typesOf = ({ delivered }: Setup) => new Set<string>(delivered.map(({ type }) => type))

test('a renewal’s invoice is a draft for an hour, then it is charged; a pause in that hour does not stop it', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup)
  await until(setup, '2026-12-20T10:30:00Z')
  const draft = await latestOf(setup, id)
  assert.deepEqual(
    [draft.status, draft.auto_advance, draft.automatically_finalizes_at, draft.attempt_count],
    ['draft', true, seconds('2026-12-20T11:00:00Z'), 0],
  )
  await setup.stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
  await until(setup, '2026-12-20T11:00:00Z')
  assert.equal((await latestOf(setup, id)).status, 'paid')
})

test('a draft waits for an endpoint that listens to invoice.created and fails, for 72 hours at most', async (t) => {
  let refused = false
  const setup = await aSandbox(t, { settings: { listensToDrafts: true }, refuse: () => refused })
  const { id } = await aSubscription(setup)
  refused = true
  await until(setup, '2026-12-20T10:30:00Z')
  await until(setup, '2026-12-20T11:30:00Z')
  assert.equal((await latestOf(setup, id)).status, 'draft')
  await until(setup, '2026-12-23T11:30:00Z')
  assert.equal((await latestOf(setup, id)).status, 'paid')
})

test('a draft finalised without advancing is not charged, and can be voided', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup)
  await until(setup, '2026-12-20T10:30:00Z')
  const draft = await latestOf(setup, id)
  await setup.stripe.invoices.finalizeInvoice(draft.id, { auto_advance: false })
  await until(setup, '2026-12-20T12:00:00Z')
  assert.equal((await latestOf(setup, id)).status, 'open')
  assert.equal((await setup.stripe.invoices.voidInvoice(draft.id)).status, 'void')
  assert.equal(await statusOf(setup, id), 'active')
})

test('an end set as a time is cleared as a time: the flag does not change it, and both together are refused', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id, customer } = await aSubscription(setup)
  const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
  await submit(`${url}/cancel/${id}`, /\/cancel\//)
  const end = seconds('2026-12-20T10:00:00Z')
  const kept = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  assert.deepEqual([kept.cancel_at, kept.cancel_at_period_end], [end, false])
  await assert.rejects(stripe.subscriptions.update(id, { cancel_at_period_end: false, cancel_at: '' }), {
    statusCode: 400,
  })
  assert.equal((await stripe.subscriptions.update(id, { cancel_at: '' })).cancel_at, null)
  const flagged = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  assert.deepEqual([flagged.cancel_at, flagged.cancel_at_period_end], [end, true])
  assert.equal((await stripe.subscriptions.update(id, { cancel_at_period_end: false })).cancel_at, null)
})

test('after a hard decline, attempts are counted but not made until there is another card', async (t) => {
  const setup = await aSandbox(t, { settings: { nextPayment: 'stolen_card' } })
  const { stripe } = setup
  const { id, customer } = await aSubscription(setup)
  await until(setup, '2026-12-20T11:00:00Z')
  const failed = await latestOf(setup, id)
  assert.deepEqual(
    [failed.attempt_count, intentOf(failed).last_payment_error?.decline_code, await statusOf(setup, id)],
    [1, 'stolen_card', 'past_due'],
  )
  await until(setup, '2026-12-23T11:00:00Z')
  assert.equal((await latestOf(setup, id)).attempt_count, 2)
  assert.equal((await stripe.charges.list({ customer: customer.id })).data.length, 2)
  const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
  await submit(url, /\/card$/, { number: cards.pays, expiry: '12/34', cvc: '123', name: 'Ann' })
  await stripe.subscriptions.update(id, { default_payment_method: '' })
  assert.equal(await statusOf(setup, id), 'past_due')
  await until(setup, '2026-12-28T11:00:00Z')
  assert.deepEqual([(await latestOf(setup, id)).status, await statusOf(setup, id)], ['paid', 'active'])
})

test('voiding the latest invoice of a subscription that is past due makes it active', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup, cards.later)
  await until(setup, '2026-12-21T00:00:00Z')
  assert.equal(await statusOf(setup, id), 'past_due')
  const { id: invoice } = await latestOf(setup, id)
  await setup.stripe.invoices.voidInvoice(invoice)
  assert.equal(await statusOf(setup, id), 'active')
  assert.equal(intentOf(await latestOf(setup, id)).status, 'canceled')
})

test('the open invoice of an ended subscription can be paid on its page, and the subscription stays ended', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id } = await aSubscription(setup, cards.later)
  await until(setup, '2026-12-21T00:00:00Z')
  const open = await latestOf(setup, id)
  await stripe.subscriptions.cancel(id)
  await until(setup, '2027-02-01T00:00:00Z')
  assert.equal((await latestOf(setup, id)).attempt_count, 1)
  const typed = { number: cards.pays, expiry: '12/34', cvc: '123', name: 'Ann' }
  const saved = await submit(open.hosted_invoice_url!, /\/invoice\//)
  assert.match(await saved.text(), /Your card was declined/)
  const paid = await submitLast(open.hosted_invoice_url!, typed)
  assert.equal(paid.status, 303)
  assert.deepEqual([(await latestOf(setup, id)).status, await statusOf(setup, id)], ['paid', 'canceled'])
})

/** Submits the second form of an invoice’s page: another card. */
async function submitLast(url: string, typed: Record<string, string>): Promise<Response> {
  const shown = await fetch(url)
  const token = /name="token" value="([^"]*)"/.exec(await shown.text())?.[1] ?? ''
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: shown.headers.get('set-cookie')!.split(';')[0]! },
    body: new URLSearchParams({ token, ...typed }),
  })
}

test('3-D Secure at a renewal waits for the customer, who completes it on the invoice page', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { session } = await aCheckout(setup)
  const asked = await pay(session.url!, { number: cards.authenticates })
  assert.match(await asked.text(), /Confirm your payment/)
  assert.match(
    await shownAfter(await pay(session.url!, { number: cards.authenticates, bank: 'fail' })),
    /unable to authenticate/,
  )
  assert.equal((await pay(session.url!, { number: cards.authenticates, bank: 'complete' })).status, 303)
  const id = idOf((await stripe.checkout.sessions.retrieve(session.id)).subscription)
  await until(setup, '2026-12-20T11:00:00Z')
  const waiting = await latestOf(setup, id)
  assert.deepEqual(
    [waiting.status, intentOf(waiting).status, await statusOf(setup, id)],
    ['open', 'requires_action', 'past_due'],
  )
  assert.ok(typesOf(setup).has('invoice.payment_action_required'))
  await assert.rejects(stripe.invoices.pay(waiting.id), { code: 'invoice_payment_intent_requires_action' })
  const challenge = await submit(waiting.hosted_invoice_url!, /\/invoice\//)
  assert.match(await challenge.text(), /Confirm your payment/)
  assert.equal((await submit(waiting.hosted_invoice_url!, /\/invoice\//, { bank: 'complete' })).status, 303)
  assert.deepEqual([(await latestOf(setup, id)).status, await statusOf(setup, id)], ['paid', 'active'])
})

test('a card set up with 3-D Secure renews without it', async (t) => {
  const setup = await aSandbox(t)
  const { session } = await aCheckout(setup)
  assert.equal((await pay(session.url!, { number: '4000 0025 0000 3155', bank: 'complete' })).status, 303)
  await until(setup, '2026-12-21T00:00:00Z')
  assert.equal((await setup.stripe.charges.list()).data.length, 2)
})

test('a bank debit is processing for days: the checkout is complete but unpaid, then paid or failed', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const buy = async (number: string) => {
    const { session } = await aCheckout(setup)
    assert.equal((await pay(session.url!, { number, expiry: '', cvc: '' })).status, 303)
    const done = await stripe.checkout.sessions.retrieve(session.id)
    return { session: session.id, id: idOf(done.subscription), status: done.payment_status }
  }
  const good = await buy('AT611904300234573201')
  const bad = await buy('AT86 1904 3002 3547 3202')
  assert.deepEqual([good.status, await statusOf(setup, good.id)], ['unpaid', 'active'])
  assert.equal(intentOf(await latestOf(setup, good.id)).status, 'processing')
  await until(setup, '2026-11-25T10:00:00Z')
  assert.equal((await stripe.checkout.sessions.retrieve(good.session)).payment_status, 'paid')
  assert.deepEqual([(await latestOf(setup, good.id)).status, await statusOf(setup, good.id)], ['paid', 'active'])
  assert.equal((await stripe.checkout.sessions.retrieve(bad.session)).payment_status, 'unpaid')
  assert.deepEqual([(await latestOf(setup, bad.id)).status, await statusOf(setup, bad.id)], ['open', 'past_due'])
  for (const type of ['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed'])
    assert.ok(typesOf(setup).has(type), type)
})

for (const [failed, after] of [
  ['past_due', ['open', 'past_due']],
  ['active', ['open', 'active']],
  ['incomplete_expired', ['void', 'incomplete_expired']],
] as const)
  test(`a first bank debit that fails leaves the subscription ${failed}, as the settings say`, async (t) => {
    const setup = await aSandbox(t, { settings: { firstDebitPending: 'incomplete', firstDebitFailed: failed } })
    const { session } = await aCheckout(setup)
    await pay(session.url!, { number: 'AT861904300235473202', expiry: '', cvc: '' })
    const done = await setup.stripe.checkout.sessions.retrieve(session.id)
    const id = idOf(done.subscription)
    assert.deepEqual(
      [done.status, done.payment_status, await statusOf(setup, id)],
      ['complete', 'unpaid', 'incomplete'],
    )
    await until(setup, '2026-11-25T10:00:00Z')
    assert.deepEqual([(await latestOf(setup, id)).status, await statusOf(setup, id)], after)
    assert.ok(typesOf(setup).has('checkout.session.async_payment_failed'))
    await until(setup, '2027-02-25T10:00:00Z')
    const invoices = (await setup.stripe.invoices.list({ subscription: id })).data
    assert.equal(invoices.length > 1, failed !== 'incomplete_expired', 'what has expired is billed no more')
  })

test('a renewal by debit keeps the subscription active while the debit is pending', async (t) => {
  const setup = await aSandbox(t, { settings: { nextPayment: 'processing' } })
  const { id } = await aSubscription(setup)
  await until(setup, '2026-12-21T00:00:00Z')
  const waiting = await latestOf(setup, id)
  assert.deepEqual(
    [waiting.status, waiting.next_payment_attempt, intentOf(waiting).status, await statusOf(setup, id)],
    ['open', null, 'processing', 'active'],
  )
  await until(setup, '2026-12-25T11:00:00Z')
  assert.equal((await latestOf(setup, id)).status, 'paid')
})

test('an invoice with days to pay is not charged, is overdue after its due day, and can be paid on its page', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup)
  await setup.stripe.subscriptions.update(id, { collection_method: 'send_invoice', days_until_due: 30 })
  await until(setup, '2026-12-21T00:00:00Z')
  const bill = await latestOf(setup, id)
  assert.deepEqual(
    [bill.status, bill.collection_method, bill.due_date, bill.next_payment_attempt, await statusOf(setup, id)],
    ['open', 'send_invoice', seconds('2027-01-19T11:00:00Z'), null, 'active'],
  )
  await until(setup, '2027-01-19T11:00:00Z')
  assert.equal(await statusOf(setup, id), 'past_due')
  assert.equal((await submit(bill.hosted_invoice_url!, /\/invoice\//)).status, 303)
  assert.equal(await statusOf(setup, id), 'active')
})

test('a renewal’s draft that cannot be finalised states the error, and the shop is notified', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup)
  await setup.restart({ settings: { finalisationFails: true } })
  await until(setup, '2026-12-20T12:00:00Z')
  const stuck = await latestOf(setup, id)
  assert.deepEqual([stuck.status, stuck.last_finalization_error?.code], ['draft', 'customer_tax_location_invalid'])
  assert.ok(typesOf(setup).has('invoice.finalization_failed'))
  await assert.rejects(setup.stripe.invoices.finalizeInvoice(stuck.id), { code: 'customer_tax_location_invalid' })
  await setup.restart()
  await setup.stripe.invoices.finalizeInvoice(stuck.id)
  await setup.sandbox.tick()
  assert.equal((await latestOf(setup, id)).status, 'paid')
})

test('while Stripe is unavailable, each request gets 503 without effect, except the one that ends this', async (t) => {
  const setup = await aSandbox(t)
  const set = (unavailable: boolean) => setup.stripe.rawRequest('POST', '/v1/sandbox/settings', { unavailable })
  await set(true)
  const create = () => setup.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'once' })
  await assert.rejects(create(), { statusCode: 503 })
  await set(false)
  assert.deepEqual((await setup.stripe.customers.list()).data, [])
  assert.equal((await create()).name, 'Ada', 'nothing was stored under the key')
})

test('without a known customer, Checkout refuses tax and a renewal is billed without it', async (t) => {
  const setup = await aSandbox(t)
  const { session } = await aCheckout(setup, {
    automatic_tax: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
  })
  assert.equal((await pay(session.url!, { number: cards.pays, country: 'DE', total: '17731' })).status, 303)
  const id = idOf((await setup.stripe.checkout.sessions.retrieve(session.id)).subscription)
  await setup.restart({ settings: { locationsRecognised: false } })
  await assert.rejects(aCheckout(setup, { automatic_tax: { enabled: true } }), {
    code: 'customer_tax_location_invalid',
  })
  await until(setup, '2026-12-21T00:00:00Z')
  const { total, automatic_tax: tax } = await latestOf(setup, id)
  assert.deepEqual([total, tax.enabled, tax.disabled_reason], [14_900, false, 'finalization_requires_location_inputs'])
})

test('a price without tax behaviour cannot be sold with automatic tax when the account has none either', async (t) => {
  const setup = await aSandbox(t, { settings: { taxBehavior: null } })
  const taxed = { automatic_tax: { enabled: true }, customer_update: { address: 'auto', name: 'auto' } } as const
  await assert.rejects(aCheckout(setup, taxed), { message: /does not have a `tax_behavior` set/ })
  const price = await aPrice(setup.stripe, { tax_behavior: 'exclusive' })
  assert.ok(await aCheckout(setup, taxed, price))
})

test('a free month by `trial_end`, a customer’s coupon and a price of zero are paid without a payment', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id } = await aSubscription(setup)
  await stripe.subscriptions.update(id, { trial_end: seconds('2027-01-20T10:00:00Z'), proration_behavior: 'none' })
  const free = await latestOf(setup, id)
  assert.deepEqual([free.status, free.total, await statusOf(setup, id)], ['paid', 0, 'trialing'])
  const { session } = await aCheckout(setup, {}, await aPrice(stripe, { unit_amount: 0 }))
  assert.equal((await pay(session.url!, { number: cards.pays })).status, 303)
  const done = await stripe.checkout.sessions.retrieve(session.id)
  assert.equal(done.payment_status, 'no_payment_required')
  assert.equal(await statusOf(setup, idOf(done.subscription)), 'active')
  const half = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
  await stripe.subscriptions.update(id, { discounts: [{ coupon: half.id }] })
  await until(setup, '2027-02-21T00:00:00Z')
  const totals = (await stripe.invoices.list({ subscription: id })).data.map(({ total }) => total)
  assert.deepEqual(totals, [14_900, 7_450, 0, 14_900])
})

test('a free or discounted period credits no more than was paid for it', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
  const annual = await aPrice(stripe, { unit_amount: 118_800, recurring: { interval: 'year' } })
  const monthly = await aPrice(stripe, { product: idOf(annual.product) })
  const { session, customer } = await aCheckout(setup, { discounts: [{ coupon: coupon.id }] }, annual)
  await pay(session.url!, { number: cards.pays })
  const id = idOf((await stripe.checkout.sessions.retrieve(session.id)).subscription)
  await stripe.subscriptions.update(id, { items: [{ price: monthly.id }], proration_behavior: 'always_invoice' })
  const { balance } = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer
  assert.equal(balance, 14_900 - 59_400)
})
