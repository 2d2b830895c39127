import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenAScriptedStripe, listOf } from '../../../test/support/billing/scripted-stripe.ts'
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
/** A line of the subscription's item, or of a one-off item. */
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

test('the payment of an invoice is the one that paid it; a cancelled attempt is none', async () => {
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

test('a one-off item with a year’s period gives no year of access: the period is the subscription item’s', async () => {
  const year = Date.UTC(2027, 10, 20) / 1000
  const support = aLine(10_000, year, 'invoice_item_details')
  stands(anInvoice({ total: 19_900, lines: listOf(support, aLine(9900, end)) }))
  const { invoices } = await payments.readSubscription('sub_1')
  assert.deepEqual(invoices[0]?.period, { start: new Date(start * 1000), end: new Date(end * 1000) })
  stands(anInvoice({ total: 10_000, lines: listOf(support) }))
  assert.equal((await payments.readSubscription('sub_1')).invoices[0]?.period, null)
})

test('a subscription that was paused in the portal, or ends on a day, is not charged; one whose collection is paused is billed nothing', async () => {
  for (const [more, charging] of [
    [{}, 'on'],
    [{ status: 'paused' }, 'off'],
    [{ cancel_at_period_end: true }, 'off'],
    [{ cancel_at: end }, 'off'],
    [{ pause_collection: { behavior: 'void' } }, 'paused'],
  ] as const) {
    stands(anInvoice(), aSubscription(more))
    assert.equal((await payments.readSubscription('sub_1')).charging, charging, JSON.stringify(more))
  }
})
