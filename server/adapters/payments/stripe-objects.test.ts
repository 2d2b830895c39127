import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { givenAScriptedStripe, listOf } from '../../../test/scripted-stripe.ts'
import { createStripe } from './stripe.ts'

const { answers, apiBase } = await givenAScriptedStripe()
const payments = createStripe({ key: 'sk_test_1', webhookSecrets: ['whsec_1'], apiBase, automaticTax: false })
const seconds = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000

const line = (amount: number, start: string, end: string, parent: object | null) => ({
  id: `il_${start}_${end}`,
  object: 'line_item',
  amount,
  period: { start: seconds(start), end: seconds(end) },
  parent,
})
const ofTheItem = { type: 'subscription_item_details', subscription_item_details: { proration: false } }
const byHand = { type: 'invoice_item_details', invoice_item_details: { proration: false } }
const intent = (status: string, id: string) => ({
  id: `inpay_${id}`,
  object: 'invoice_payment',
  status,
  payment: { type: 'payment_intent', payment_intent: id },
})

/** An invoice as docs.stripe.com/api/invoices/object has it, as far as it is read. */
function anInvoice(more: object = {}) {
  return {
    id: 'in_1',
    object: 'invoice',
    number: 'A-0001',
    status: 'paid',
    created: seconds('2026-11-20'),
    currency: 'usd',
    total: 14_900,
    total_taxes: [],
    amount_due: 14_900,
    amount_paid: 14_900,
    attempt_count: 1,
    next_payment_attempt: null,
    due_date: null,
    collection_method: 'charge_automatically',
    last_finalization_error: null,
    hosted_invoice_url: null,
    status_transitions: { paid_at: seconds('2026-11-20') },
    lines: listOf(line(14_900, '2026-11-20', '2026-12-20', ofTheItem)),
    payments: listOf(intent('paid', 'pi_1')),
    ...more,
  }
}

function given(subscription: object, ...invoices: object[]) {
  answers['/v1/subscriptions/sub_1'] = {
    id: 'sub_1',
    object: 'subscription',
    customer: 'cus_1',
    status: 'active',
    metadata: { order: 'o1' },
    collection_method: 'charge_automatically',
    cancel_at: null,
    cancel_at_period_end: false,
    pause_collection: null,
    ended_at: null,
    items: listOf({
      id: 'si_1',
      price: { id: 'price_1', lookup_key: 'analytics-monthly' },
      current_period_start: seconds('2026-11-20'),
      current_period_end: seconds('2026-12-20'),
    }),
    ...subscription,
  }
  answers['/v1/invoices'] = listOf(...invoices)
  answers['/v1/refunds'] = listOf()
  for (const id of ['pi_1', 'pi_2'])
    answers[`/v1/payment_intents/${id}`] = {
      id,
      object: 'payment_intent',
      status: 'succeeded',
      amount_received: 14_900,
    }
  answers['/v1/invoices/create_preview'] = { object: 'invoice', amount_due: 14_900, currency: 'usd' }
}

describe('an invoice as the shop reads it', () => {
  it('bills the period of the subscription’s item, not of a one-off item with a longer one', async () => {
    const extra = line(10_000, '2026-11-20', '2027-11-20', byHand)
    given({}, anInvoice({ lines: listOf(extra, line(14_900, '2026-11-20', '2026-12-20', ofTheItem)) }))
    const { invoices } = await payments.readSubscription('sub_1')
    assert.equal(invoices[0]?.period?.end.toISOString(), '2026-12-20T12:00:00.000Z')
  })

  it('bills no period where it holds one-off items alone', async () => {
    given({}, anInvoice({ lines: listOf(line(10_000, '2026-11-20', '2027-11-20', byHand)) }))
    assert.equal((await payments.readSubscription('sub_1')).invoices[0]?.period, null)
  })

  it('rests on the payment that paid it, not on a cancelled one before', async () => {
    given({}, anInvoice({ payments: listOf(intent('canceled', 'pi_2'), intent('paid', 'pi_1')) }))
    assert.equal((await payments.readSubscription('sub_1')).invoices[0]?.payment, 'pi_1')
  })

  it('rests on no payment where credit paid it', async () => {
    given({}, anInvoice({ amount_paid: 0, amount_due: 0, payments: listOf() }))
    assert.equal((await payments.readSubscription('sub_1')).invoices[0]?.payment, null)
  })
})

describe('the card that pays for a subscription', () => {
  const card = (month: number, last4: string) => ({
    id: `pm_${last4}`,
    object: 'payment_method',
    card: { brand: 'visa', last4, exp_month: month, exp_year: 2027 },
  })

  it('is the subscription’s own, else the customer’s default, else the only one left', async () => {
    answers['/v1/payment_methods'] = listOf(card(1, '0001'))
    const customer = { id: 'cus_1', object: 'customer', invoice_settings: { default_payment_method: card(6, '0006') } }
    given({ default_payment_method: card(9, '0009'), customer })
    assert.equal((await payments.readCard('sub_1'))?.lastDigits, '0009')
    given({ default_payment_method: null, customer })
    assert.equal((await payments.readCard('sub_1'))?.lastDigits, '0006')
    given({
      default_payment_method: null,
      customer: { ...customer, invoice_settings: { default_payment_method: null } },
    })
    assert.equal((await payments.readCard('sub_1'))?.lastDigits, '0001')
  })
})
