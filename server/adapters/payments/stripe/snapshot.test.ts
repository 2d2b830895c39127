import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAScriptedStripe, listOf } from '../../../../test/support/billing/scripted-stripe.ts'
import { createStripe } from './stripe.ts'

const { apiBase, answers } = await givenAScriptedStripe()
const payments = createStripe({ key: 'sk_test_scripted', webhookSecrets: [], apiBase, automaticTax: false })
const [start, end] = [Date.UTC(2026, 10, 20) / 1000, Date.UTC(2026, 11, 20) / 1000]

const card = (id: string, last4: string) => ({
  id,
  object: 'payment_method',
  type: 'card',
  card: { brand: 'visa', last4, exp_month: 6, exp_year: 2031 },
})
const aSubscription = (more: object = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  customer: 'cus_1',
  metadata: {},
  collection_method: 'charge_automatically',
  items: listOf({
    id: 'si_1',
    price: { id: 'price_1', lookup_key: 'monthly' },
    current_period_start: start,
    current_period_end: end,
  }),
  ...more,
})
/** Returns a line for the subscription's item, or for a one-off item. */
const aLine = (amount: number, to: number, type = 'subscription_item_details') => ({
  id: `il_${amount}`,
  object: 'line_item',
  amount,
  period: { start, end: to },
  parent: { type, [type]: { proration: false } },
})
const anInvoice = (more: object = {}) => ({
  id: 'in_1',
  object: 'invoice',
  number: 'N-1',
  status: 'paid',
  created: start,
  currency: 'usd',
  total: 9900,
  amount_due: 9900,
  amount_paid: 9900,
  attempt_count: 1,
  status_transitions: { paid_at: start, finalized_at: start },
  lines: listOf(aLine(9900, end)),
  payments: listOf(),
  ...more,
})
const anIntent = (id: string, more: object = {}) => ({
  id,
  object: 'payment_intent',
  status: 'succeeded',
  amount_received: 9900,
  latest_charge: null,
  ...more,
})

function stands(invoice: object, subscription = aSubscription()): void {
  Object.assign(answers, {
    '/v1/subscriptions/sub_1': subscription,
    '/v1/invoices': listOf(invoice),
    '/v1/refunds': listOf(),
    '/v1/invoices/create_preview': anInvoice(),
    '/v1/payment_intents/pi_paid': anIntent('pi_paid'),
  })
}

test('the card is the subscription’s own, else the customer’s default, else the newest one', async () => {
  const newest = card('pm_3', '3333')
  answers['/v1/payment_methods'] = listOf(newest)
  const customer = (method: object | null) => ({
    id: 'cus_1',
    object: 'customer',
    invoice_settings: { default_payment_method: method },
  })
  for (const [own, byDefault, digits] of [
    [card('pm_1', '1111'), card('pm_2', '2222'), '1111'],
    [null, card('pm_2', '2222'), '2222'],
    [null, null, '3333'],
  ] as const) {
    answers['/v1/subscriptions/sub_1'] = aSubscription({
      default_payment_method: own,
      customer: customer(byDefault),
    })
    assert.equal((await payments.readCard('sub_1'))?.lastDigits, digits)
  }
})

test('the payment of an invoice is the one that paid it; a cancelled attempt is not', async () => {
  const attempt = (id: string, status: string) => ({
    id: `inpay_${id}`,
    object: 'invoice_payment',
    status,
    payment: { type: 'payment_intent', payment_intent: id },
  })
  stands(anInvoice({ payments: listOf(attempt('pi_cancelled', 'canceled'), attempt('pi_paid', 'paid')) }))
  assert.equal((await payments.readSubscription('sub_1')).invoices[0]?.payment, 'pi_paid')
  stands(anInvoice({ payments: listOf(attempt('pi_cancelled', 'canceled')) }))
  assert.equal((await payments.readSubscription('sub_1')).invoices[0]?.payment, null)
})

test('a draft that Stripe could not finalise is marked', async () => {
  for (const [error, failed] of [
    [{ code: 'customer_tax_location_invalid' }, true],
    [null, false],
  ] as const) {
    stands(anInvoice({ status: 'draft', last_finalization_error: error }))
    assert.equal((await payments.readSubscription('sub_1')).invoices[0]?.finalizationFailed, failed)
  }
})

test('a one-off item for a year gives no year of access: the period is that of the subscription item', async () => {
  const year = Date.UTC(2027, 10, 20) / 1000
  const support = aLine(10_000, year, 'invoice_item_details')
  stands(anInvoice({ total: 19_900, lines: listOf(support, aLine(9900, end)) }))
  const { invoices } = await payments.readSubscription('sub_1')
  assert.deepEqual(invoices[0]?.period, { start: new Date(start * 1000), end: new Date(end * 1000) })
  stands(anInvoice({ total: 10_000, lines: listOf(support) }))
  assert.equal((await payments.readSubscription('sub_1')).invoices[0]?.period, null)
})

const paused = (type: string) => ({
  status: 'paused',
  status_details: { paused: { type: 'subscription', subscription: { type }, transitioned_at: start } },
})

test('a subscription paused in the portal, or set to end, is not charged; one whose collection is paused gets no bill', async () => {
  for (const [more, charging] of [
    [{}, 'on'],
    [{ status: 'paused' }, 'off'],
    [paused('pause_requested'), 'off'],
    [paused('first_payment_failure'), 'paused'],
    [paused('final_payment_failure'), 'paused'],
    [paused('trial_end_without_payment_method'), 'paused'],
    [paused('a reason to come'), 'paused'],
    [{ ...paused('first_payment_failure'), cancel_at_period_end: true }, 'off'],
    [{ cancel_at_period_end: true }, 'off'],
    [{ cancel_at: end }, 'off'],
    [{ pause_collection: { behavior: 'void' } }, 'paused'],
  ] as const) {
    stands(anInvoice(), aSubscription(more))
    assert.equal((await payments.readSubscription('sub_1')).charging, charging, JSON.stringify(more))
  }
})

test('a subscription that Stripe paused after a failed payment is known as such, so that a payment resumes it', async () => {
  for (const [more, expected] of [
    [paused('first_payment_failure'), true],
    [paused('final_payment_failure'), true],
    [paused('pause_requested'), false],
    [{ ...paused('first_payment_failure'), status: 'active' }, false],
  ] as const) {
    stands(anInvoice(), aSubscription(more))
    assert.equal((await payments.readSubscription('sub_1')).pausedByFailure, expected, JSON.stringify(more))
  }
})

test('tax that Stripe turned off counts while the vendor has tax on, and until it is on again', async () => {
  const taxed = createStripe({ key: 'sk_test_scripted', webhookSecrets: [], apiBase, automaticTax: true })
  const off = { enabled: false, disabled_reason: 'requires_location_inputs' }
  for (const [tax, reason] of [
    [off, off.disabled_reason],
    [{ ...off, disabled_reason: null }, null],
    [{ ...off, enabled: true }, null],
    [undefined, null],
  ] as const) {
    stands(anInvoice(), aSubscription({ automatic_tax: tax }))
    assert.equal((await taxed.readSubscription('sub_1')).taxStopped, reason)
    assert.equal((await payments.readSubscription('sub_1')).taxStopped, null)
  }
})

test('the oldest item of a subscription is the plan, and the others are counted', async () => {
  const plan = { ...aSubscription().items.data[0], created: start }
  const added = { ...plan, id: 'si_2', created: start + 60, price: { id: 'price_2', lookup_key: 'statistics-annual' } }
  stands(anInvoice(), aSubscription())
  assert.equal((await payments.readSubscription('sub_1')).otherItems, 0)
  stands(anInvoice(), aSubscription({ items: listOf(added, plan) }))
  const priced = (price: string) => ({ ...aLine(9900, end), pricing: { price_details: { price } } })
  answers['/v1/invoices/create_preview'] = anInvoice({ lines: listOf(priced('price_2'), priced('price_1')) })
  const { price, otherItems, next } = await payments.readSubscription('sub_1')
  assert.deepEqual([price, otherItems, next?.otherPlan], ['price_1', 1, undefined])
})

test('the next charge has the plan of another price that a schedule applies, and its amount also if that price cannot be read', async () => {
  const next = async (price: string) => {
    stands(anInvoice(), aSubscription())
    const lines = listOf({ ...aLine(9900, end), pricing: { price_details: { price } } })
    answers['/v1/invoices/create_preview'] = anInvoice({ lines })
    const { next: charge } = await payments.readSubscription('sub_1')
    return [charge?.amount, charge?.otherPlan]
  }
  answers['/v1/prices/price_2'] = { id: 'price_2', object: 'price', lookup_key: 'weekly' }
  answers['/v1/prices/price_3'] = { id: 'price_3', object: 'price', lookup_key: 'monthly' }
  assert.deepEqual(await next('price_1'), [9900, undefined])
  assert.deepEqual(await next('price_2'), [9900, 'weekly'])
  assert.deepEqual(await next('price_3'), [9900, undefined], 'another price of the same plan')
  assert.deepEqual(await next('price_unknown'), [9900, null])
})

test('the billed period of a paused subscription continues, although Stripe ends the item’s period with the pause', async () => {
  const cut = aSubscription({
    ...paused('pause_requested'),
    items: listOf({ ...aSubscription().items.data[0], current_period_end: start + 86_400 }),
  })
  stands(anInvoice(), cut)
  assert.deepEqual((await payments.readSubscription('sub_1')).period.end, new Date(end * 1000))
})

test('an invoice that Stripe writes off while collection is paused is no longer owed; one written off by hand is', async () => {
  const writtenOff = (reason: string | null) => ({
    status: 'uncollectible',
    collection_method: 'charge_automatically',
    ...(reason && { status_details: { uncollectible: { reason } } }),
  })
  for (const [more, status] of [
    [writtenOff('subscription_paused'), 'void'],
    [writtenOff('user_forgiven'), 'uncollectible'],
    [writtenOff('max_payment_attempts'), 'uncollectible'],
    [{ ...writtenOff(null), attempt_count: 0 }, 'void'],
    [{ ...writtenOff(null), attempt_count: 1 }, 'uncollectible'],
    [{ ...writtenOff(null), attempt_count: 0, collection_method: 'send_invoice' }, 'uncollectible'],
  ] as const) {
    stands(anInvoice(more))
    assert.equal((await payments.readSubscription('sub_1')).invoices[0]?.status, status, JSON.stringify(more))
  }
})

test('each state of a dispute: an inquiry takes no money, an appeal is still a dispute, an unknown state counts as one', async () => {
  for (const [status, expected, caseType] of [
    ['warning_needs_response', 'inquiry', 'inquiry'],
    ['warning_under_review', 'answered', 'inquiry'],
    ['warning_closed', 'closed', 'inquiry'],
    ['needs_response', 'open', 'chargeback'],
    ['under_review', 'open', 'chargeback'],
    ['appeal_needs_response', 'open', 'chargeback'],
    ['appeal_under_review', 'open', 'chargeback'],
    ['won', 'won', 'chargeback'],
    ['lost', 'lost', 'chargeback'],
    ['prevented', 'closed', 'block'],
    ['prevented', 'lost', 'resolution'],
    ['a state to come', 'open', 'chargeback'],
  ] as const) {
    stands(anInvoice())
    answers['/v1/disputes'] = listOf({
      id: 'du_1',
      object: 'dispute',
      amount: 9900,
      created: start,
      status,
      evidence_details: { due_by: end },
      payment_method_details: { type: 'card', card: { case_type: caseType } },
    })
    const { payments: read } = await payments.readSubscription('sub_1', ['pi_paid'])
    const [dispute] = read.flatMap(({ disputes }) => disputes)
    assert.deepEqual([dispute?.status, dispute?.answerBy], [expected, new Date(end * 1000)], status)
  }
})

test('a dispute without details about evidence has no deadline', async () => {
  stands(anInvoice())
  answers['/v1/disputes'] = listOf({ id: 'du_1', object: 'dispute', amount: 9900, created: start, status: 'lost' })
  const { payments: read } = await payments.readSubscription('sub_1', ['pi_paid'])
  assert.deepEqual(
    read.flatMap(({ disputes }) => disputes.map(({ status, answerBy }) => [status, answerBy])),
    [['lost', null]],
  )
})
