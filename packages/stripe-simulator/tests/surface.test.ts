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

async function paymentOf(setup: Setup, subscription: string) {
  const { latest_invoice: invoice } = await setup.stripe.subscriptions.retrieve(subscription)
  const [payment] = (await setup.stripe.invoicePayments.list({ invoice: idOf(invoice) })).data
  return { invoice: idOf(invoice), intent: idOf(payment?.payment.payment_intent) }
}

test('a preview of the next invoice has discount, tax and credit, and stores nothing', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' })
  const taxed = { automatic_tax: { enabled: true }, customer_update: { address: 'auto', name: 'auto' } } as const
  const { session, customer } = await aCheckout(setup, { ...taxed, discounts: [{ coupon: coupon.id }] })
  assert.equal((await pay(session.url!, { number: cards.pays, country: 'DE', total: '8866' })).status, 303)
  const subscription = idOf((await stripe.checkout.sessions.retrieve(session.id)).subscription)
  await stripe.customers.update(customer.id, { balance: -1_000 })
  const preview = await stripe.invoices.createPreview({ subscription })
  assert.match(preview.id, /^upcoming_in_/)
  assert.deepEqual(
    [preview.subtotal, preview.total_discount_amounts?.[0]?.amount, preview.total_taxes?.[0]?.amount, preview.total],
    [14_900, 7_450, 1_416, 8_866],
  )
  assert.deepEqual([preview.amount_due, preview.starting_balance, preview.status], [7_866, -1_000, 'draft'])
  assert.equal(preview.lines.data[0]?.period.start, seconds('2026-12-20T10:00:00Z'))
  assert.equal(preview.lines.data[0].parent?.subscription_item_details?.subscription, subscription)
  assert.equal((await stripe.invoices.list({ subscription })).data.length, 1)
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await assert.rejects(stripe.invoices.createPreview({ subscription }), {
    code: 'invoice_upcoming_none',
    statusCode: 404,
  })
})

test('a preview states what a switch to another plan would cost now', async (t) => {
  const setup = await aSandbox(t)
  const { id, price } = await aSubscription(setup)
  const annual = await aPrice(setup.stripe, {
    product: idOf(price.product),
    unit_amount: 118_800,
    recurring: { interval: 'year' },
  })
  setup.clock.at = new Date('2026-12-05T10:00:00Z')
  const items = [{ price: annual.id }]
  const dueWith = async (more: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails) => {
    const asked = {
      subscription: id,
      subscription_details: { items, proration_behavior: 'always_invoice', ...more },
    } as const
    return (await setup.stripe.invoices.createPreview(asked)).amount_due
  }
  assert.equal(await dueWith({ billing_cycle_anchor: { type: 'now' } }), 118_800 - 7_450)
  // In flexible billing mode the anniversary stays, also for another interval.
  assert.equal(await dueWith({}), 106_468)
  assert.equal((await setup.stripe.subscriptions.retrieve(id)).items.data[0]?.price.id, price.id)
})

test('a partial refund has metadata; more than is left, a second full one, and one of a disputed payment are refused', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id } = await aSubscription(setup)
  const { intent } = await paymentOf(setup, id)
  const refund = await stripe.refunds.create({ payment_intent: intent, amount: 4_900, metadata: { reason: 'late' } })
  assert.deepEqual([refund.amount, refund.status, { ...refund.metadata }], [4_900, 'succeeded', { reason: 'late' }])
  const { latest_charge: charge, status } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
  assert.ok(typeof charge === 'object' && charge)
  assert.deepEqual(
    [status, charge.amount_refunded, charge.refunded, charge.disputed],
    ['succeeded', 4_900, false, false],
  )
  await assert.rejects(stripe.refunds.create({ payment_intent: intent, amount: 10_001 }), {
    message: 'Refund amount (US$100.01) is greater than unrefunded amount on charge (US$100.00)',
  })
  await stripe.refunds.create({ payment_intent: intent })
  const [refunded] = (await stripe.charges.list({ payment_intent: intent })).data
  assert.deepEqual([refunded?.refunded, refunded?.amount_refunded], [true, 14_900])
  await assert.rejects(stripe.refunds.create({ payment_intent: intent }), { code: 'charge_already_refunded' })
  const { id: disputed } = await aSubscription(setup, cards.disputed)
  const { intent: other } = await paymentOf(setup, disputed)
  await assert.rejects(stripe.refunds.create({ payment_intent: other }), { code: 'charge_disputed' })
})

test('a disputed payment has a dispute, found by its charge and intent, and the shop is notified', async (t) => {
  const setup = await aSandbox(t)
  const { id } = await aSubscription(setup, cards.disputed)
  const { intent } = await paymentOf(setup, id)
  const [dispute] = (await setup.stripe.disputes.list({ payment_intent: intent })).data
  assert.ok(dispute)
  assert.deepEqual([dispute.amount, dispute.reason, dispute.status], [14_900, 'fraudulent', 'needs_response'])
  assert.deepEqual((await setup.stripe.disputes.list({ charge: idOf(dispute.charge) })).data, [dispute])
  assert.equal((await setup.stripe.disputes.retrieve(dispute.id)).id, dispute.id)
  assert.equal((await setup.stripe.charges.retrieve(idOf(dispute.charge))).disputed, true)
  await setup.sandbox.tick()
  const types = new Set<string>(setup.delivered.map(({ type }) => type))
  for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn']) assert.ok(types.has(type), type)
})

test('a credit note refunds and credits a paid invoice, no more than was paid', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id, customer } = await aSubscription(setup)
  const { invoice, intent } = await paymentOf(setup, id)
  const note = await stripe.creditNotes.create({
    invoice,
    amount: 5_000,
    refund_amount: 3_000,
    credit_amount: 2_000,
    reason: 'product_unsatisfactory',
    memo: 'Two days without service',
    email_type: 'none',
    metadata: { case: '7' },
  })
  assert.deepEqual(
    [note.type, note.total, note.post_payment_amount, note.status],
    ['post_payment', 5_000, 5_000, 'issued'],
  )
  const [refund] = (await stripe.refunds.list({ payment_intent: intent })).data
  assert.deepEqual([refund?.amount, note.refunds[0]?.refund], [3_000, refund?.id])
  assert.equal(((await stripe.customers.retrieve(customer.id)) as { balance: number }).balance, -2_000)
  assert.equal((await stripe.invoices.retrieve(invoice)).post_payment_credit_notes_amount, 5_000)
  await assert.rejects(stripe.creditNotes.create({ invoice, amount: 1_000, refund_amount: 900 }), { param: 'amount' })
  const emailed = { invoice, amount: 1, refund_amount: 1, email_type: 'receipt' }
  await assert.rejects(stripe.creditNotes.create(emailed), { message: /email_type: must be one of credit_note, none/ })
  await assert.rejects(stripe.creditNotes.create({ invoice, amount: 9_901, refund_amount: 9_901 }), { param: 'amount' })
  assert.deepEqual((await stripe.creditNotes.list({ invoice })).data.length, 1)
  assert.deepEqual((await stripe.creditNotes.list({ customer: customer.id })).data[0]?.id, note.id)
})

test('an open invoice can be kept from advancing and can be voided, but not once paid', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id } = await aSubscription(setup, cards.later)
  const { invoice: paid } = await paymentOf(setup, id)
  await until(setup, '2026-12-21T00:00:00Z')
  const [open] = (await stripe.invoices.list({ subscription: id, status: 'open', expand: ['data.payments'] })).data
  assert.ok(open?.payments?.data[0])
  assert.equal(open.next_payment_attempt === null, false)
  const { auto_advance: advance, next_payment_attempt: next } = await stripe.invoices.update(open.id, {
    auto_advance: false,
  })
  assert.deepEqual([advance, next], [false, null])
  const voided = await stripe.invoices.voidInvoice(open.id)
  assert.ok(voided.status === 'void' && voided.status_transitions.voided_at)
  await assert.rejects(stripe.invoices.voidInvoice(paid), { statusCode: 400 })
})

test('a downgrade that the portal postpones is a schedule that can be listed and released', async (t) => {
  const setup = await aSandbox(t, { settings: { downgradeAtPeriodEnd: true } })
  const { stripe } = setup
  const annual = await aPrice(stripe, { unit_amount: 118_800, recurring: { interval: 'year' } })
  const monthly = await aPrice(stripe, { product: idOf(annual.product) })
  const { id, customer } = await aSubscription(setup, cards.pays, annual)
  const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
  assert.equal((await submit(`${url}/switch/${id}/${monthly.id}`, /\/switch\//)).status, 303)
  const { schedule } = await stripe.subscriptions.retrieve(id, { expand: ['schedule'] })
  assert.ok(typeof schedule === 'object' && schedule)
  assert.deepEqual([schedule.status, schedule.phases[1]?.items[0]?.price], ['active', monthly.id])
  assert.equal((await stripe.subscriptionSchedules.list({ customer: customer.id })).data[0]?.id, schedule.id)
  await assert.rejects(stripe.subscriptions.update(id, { cancel_at_period_end: true }), {
    message: /managed by the subscription schedule `sub_sched_/,
  })
  assert.equal((await stripe.invoices.createPreview({ subscription: id })).amount_due, 14_900)
  const released = await stripe.subscriptionSchedules.release(schedule.id)
  assert.deepEqual([released.status, released.released_subscription], ['released', id])
  assert.equal((await stripe.subscriptions.update(id, { cancel_at_period_end: true })).schedule, null)
})

test('a scheduled downgrade takes place at the end of the period, and the schedule is released after the next one', async (t) => {
  const setup = await aSandbox(t, { settings: { downgradeAtPeriodEnd: true } })
  const { stripe } = setup
  const quarterly = await aPrice(stripe, { unit_amount: 40_000, recurring: { interval: 'month', interval_count: 3 } })
  const monthly = await aPrice(stripe, { product: idOf(quarterly.product) })
  const { id, customer } = await aSubscription(setup, cards.pays, quarterly)
  const { url } = await stripe.billingPortal.sessions.create({ customer: customer.id })
  await submit(`${url}/switch/${id}/${monthly.id}`, /\/switch\//)
  await until(setup, '2027-02-21T00:00:00Z')
  const turned = await stripe.subscriptions.retrieve(id)
  assert.deepEqual(
    [turned.items.data[0]?.price.id, turned.items.data[0]?.current_period_end],
    [monthly.id, seconds('2027-03-20T10:00:00Z')],
  )
  assert.ok(turned.schedule)
  await until(setup, '2027-03-21T00:00:00Z')
  assert.equal((await stripe.subscriptions.retrieve(id)).schedule, null)
})

test('a paused subscription makes no invoices and is resumed with a new period', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id } = await aSubscription(setup)
  const paused = await stripe.subscriptions.pause(id, { type: 'subscription' })
  assert.deepEqual([paused.status, paused.status_details?.paused.type], ['paused', 'subscription'])
  await until(setup, '2027-01-05T10:00:00Z')
  assert.equal((await stripe.invoices.list({ subscription: id })).data.length, 1)
  const resumed = await stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: 'now' } })
  assert.deepEqual(
    [resumed.status, resumed.items.data[0]?.current_period_end],
    ['active', seconds('2027-02-05T10:00:00Z')],
  )
  await assert.rejects(stripe.subscriptions.resume(id), { statusCode: 400 })
})

test('if a subscription is cancelled with proration, its unused time becomes credit', async (t) => {
  const setup = await aSandbox(t)
  const { id, customer } = await aSubscription(setup)
  setup.clock.at = new Date('2026-12-05T10:00:00Z')
  const ended = await setup.stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
  assert.equal(ended.status, 'canceled')
  assert.equal(((await setup.stripe.customers.retrieve(customer.id)) as { balance: number }).balance, -7_450)
})

test('a customer has a business name, an address, languages and tax ids, and invoices show them', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id, customer } = await aSubscription(setup)
  const changed = await stripe.customers.update(customer.id, {
    name: 'Acme GmbH',
    business_name: 'Acme GmbH',
    individual_name: 'Ann Ames',
    phone: '+49 30 1234567',
    preferred_locales: ['de'],
    address: { line1: 'Hauptstr. 1', postal_code: '10115', city: 'Berlin', country: 'DE' },
  })
  assert.deepEqual(
    [changed.business_name, changed.individual_name, changed.preferred_locales],
    ['Acme GmbH', 'Ann Ames', ['de']],
  )
  const taxId = await stripe.customers.createTaxId(customer.id, { type: 'eu_vat', value: 'DE123456789' })
  await assert.rejects(stripe.customers.createTaxId(customer.id, { type: 'eu_vat', value: 'nonsense' }), {
    code: 'tax_id_invalid',
  })
  await until(setup, '2026-12-21T00:00:00Z')
  const [invoice] = (await stripe.invoices.list({ subscription: id })).data
  assert.deepEqual(
    [invoice?.customer_name, invoice?.customer_address?.city, invoice?.customer_tax_ids],
    ['Acme GmbH', 'Berlin', [{ type: 'eu_vat', value: 'DE123456789' }]],
  )
  const { tax_ids: ids } = (await stripe.customers.retrieve(customer.id, { expand: ['tax_ids'] })) as {
    tax_ids: { data: { id: string }[] }
  }
  assert.equal(ids.data[0]?.id, taxId.id)
  await stripe.customers.deleteTaxId(customer.id, taxId.id)
  assert.equal((await stripe.customers.listTaxIds(customer.id)).data.length, 0)
})

test('texts that are too long are refused, at the limit of their parameter', async (t) => {
  const { stripe } = await aSandbox(t)
  const limits = { name: 256, phone: 20, description: 5_000, business_name: 150, individual_name: 150 }
  for (const [param, limit] of Object.entries(limits)) {
    const { id } = await stripe.customers.create({ [param]: '𝔻'.repeat(limit) })
    const message = new RegExp(`must be at most ${limit} characters$`)
    await assert.rejects(stripe.customers.update(id, { [param]: 'x'.repeat(limit + 1) }), { param, message })
  }
  const { id } = await stripe.customers.create({ metadata: { ['k'.repeat(40)]: 'x'.repeat(500) } })
  for (const metadata of [{ ['k'.repeat(41)]: 'x' }, { key: 'x'.repeat(501) }])
    await assert.rejects(stripe.customers.update(id, { metadata }), { param: 'metadata', statusCode: 400 })
})

test('a promotion code typed on the payment page reduces the amount, a wrong one is refused', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const coupon = await stripe.coupons.create({ amount_off: 4_900, currency: 'usd', duration: 'once' })
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'SPRING' })
  const { session } = await aCheckout(setup, { allow_promotion_codes: true })
  const wrong = await pay(session.url!, { number: cards.pays, promotionCode: 'AUTUMN' })
  assert.match(await shownAfter(wrong), /This code is invalid/)
  assert.equal((await pay(session.url!, { number: cards.pays, promotionCode: 'spring', total: '10000' })).status, 303)
  const done = await stripe.checkout.sessions.retrieve(session.id)
  assert.deepEqual(
    [done.amount_total, done.total_details?.amount_discount, done.discounts?.[0]?.promotion_code, done.payment_status],
    [10_000, 4_900, code.id, 'paid'],
  )
  const next = await stripe.invoices.createPreview({ subscription: idOf(done.subscription) })
  assert.equal(next.amount_due, 14_900)
  assert.equal((await stripe.promotionCodes.list({ code: 'SPRING' })).data[0]?.times_redeemed, 1)
})

test('a 100 % coupon needs no payment, and the session states it', async (t) => {
  const setup = await aSandbox(t)
  const coupon = await setup.stripe.coupons.create({ percent_off: 100, duration: 'repeating', duration_in_months: 2 })
  const { session } = await aCheckout(setup, { discounts: [{ coupon: coupon.id }] })
  assert.equal((await pay(session.url!, { number: cards.pays })).status, 303)
  const done = await setup.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription.latest_invoice'] })
  assert.equal(done.payment_status, 'no_payment_required')
  const subscription = done.subscription as { id: string; status: string; latest_invoice: { status: string } }
  assert.deepEqual([subscription.status, subscription.latest_invoice.status], ['active', 'paid'])
  await until(setup, '2027-02-21T00:00:00Z')
  const invoices = (await setup.stripe.invoices.list({ subscription: subscription.id })).data.toReversed()
  assert.deepEqual(
    invoices.map(({ total }) => total),
    [0, 0, 14_900, 14_900],
  )
})

test('the account lists its portal, its webhook endpoint and its tax settings', async (t) => {
  const setup = await aSandbox(t, { settings: { downgradeAtPeriodEnd: true } })
  const { stripe, publicUrl } = setup
  const price = await aPrice(stripe)
  const [configuration] = (await stripe.billingPortal.configurations.list({ is_default: true })).data
  assert.ok(configuration?.is_default && configuration.active)
  const { subscription_update: update, subscription_cancel: cancel } = configuration.features
  assert.deepEqual([cancel.enabled, cancel.mode, update.enabled], [true, 'at_period_end', true])
  assert.deepEqual(update.products?.[0]?.prices, [price.id])
  assert.equal(update.schedule_at_period_end.conditions.length, 2)
  assert.equal((await stripe.billingPortal.configurations.retrieve(configuration.id)).id, configuration.id)
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  assert.deepEqual([endpoint?.url, endpoint?.status], [`${publicUrl}/webhooks/stripe`, 'enabled'])
  assert.equal((await stripe.tax.settings.retrieve()).defaults.tax_behavior, 'exclusive')
  assert.equal((await stripe.accounts.retrieveCurrent()).charges_enabled, true)
})

test('an endpoint receives the events that it names, and no others', async (t) => {
  const setup = await aSandbox(t, { events: ['customer.updated'] })
  const { stripe, sandbox, delivered } = setup
  const { id } = await stripe.customers.create({ name: 'Ann' })
  await stripe.customers.update(id, { name: 'Anna' })
  await sandbox.tick()
  assert.deepEqual([...new Set(delivered.map(({ type }) => type))], ['customer.updated'])
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  assert.deepEqual(endpoint?.enabled_events, ['customer.updated'])
  const { data } = await stripe.events.list()
  assert.deepEqual(data.map(({ type }) => type).toSorted(), ['customer.created', 'customer.updated'])
})

test('without saved settings there is no portal, and the error explains how to create one', async (t) => {
  const setup = await aSandbox(t, { settings: { portalSaved: false } })
  const { id } = await setup.stripe.customers.create({ name: 'Ann' })
  assert.deepEqual((await setup.stripe.billingPortal.configurations.list()).data, [])
  await assert.rejects(setup.stripe.billingPortal.sessions.create({ customer: id }), {
    statusCode: 400,
    message: /default configuration has not been created/,
  })
})
