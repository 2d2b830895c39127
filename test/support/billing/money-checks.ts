/** Rules about money that must hold once everything has come to rest, judged by the model of Stripe. */
import assert from 'node:assert/strict'
import { dateOf, dueOf, invoicesOf, refundedOf, type Stripe, type StripeInvoice } from './stripe-model.ts'
import { sideOf } from '../../../domain/billing/billing-side.ts'
import { neverStarted } from '../../../domain/subscription/subscription.ts'
import type { Row, Shop } from './lives-store.ts'

/**
 * Asserts that each movement of money and failed attempt is stored, with Stripe's data. `providers` are the
 * subscriptions at Stripe that have belonged to the row; of replaced ones, what was paid before is stored.
 */
export function checkStored({ line: { stripe } }: Shop, providers: Iterable<string>, { side, payments }: Row): void {
  const stored = new Map(payments.map((one) => [`${one.kind} ${one.provider_id}`, one]))
  for (const provider of providers) {
    for (const invoice of invoicesOf(stripe, provider)) {
      const isRead = provider === side?.billingId || stored.has(`charge ${invoice.id}`)
      for (const moved of isRead ? movedFor(stripe, invoice) : []) {
        const name = `${moved.kind} ${moved.provider_id}`
        assert.deepEqual(pick(stored.get(name) ?? {}, moved), moved, name)
      }
    }
  }
}

/** Asserts that Stripe has ended what another purchase replaced. */
export function checkReplaced({ line: { stripe } }: Shop, providers: Iterable<string>, { side }: Row): void {
  for (const id of providers)
    if (id !== side?.billingId) assert.notEqual(stripe.subscriptions.get(id)?.endedAt, null, `${id} was replaced`)
}

/** Asserts that Stripe has refunded what administrators requested. */
export function checkRefunds({ line: { stripe }, refundRequests }: Shop, { payments }: Row): void {
  for (const { id, payment, provider_id: made } of payments) {
    const requested = refundRequests.get(id)
    const refund = stripe.payments.get(payment ?? '')?.refunds.find((one) => one.id === made)
    if (requested !== undefined && made !== null) assert.equal(refund?.amount, requested, `the amount of ${id}`)
  }
}

/** Asserts that the payment of the current period counts as awaited while Stripe has not tried to collect it. */
export function checkAwaited({ line: { stripe } }: Shop, { side }: Row): void {
  const over = stripe.subscriptions.get(side?.billingId ?? '')
  if (!side || side.disputed || over?.status !== 'active' || over.paused) return
  const current = invoicesOf(stripe, over.id).filter(({ end }) => end === over.end)
  const isAwaited = current.some(({ status, attempts }) => status === 'draft' || (status === 'open' && attempts === 0))
  if (isAwaited && !current.some(({ status }) => status === 'paid'))
    assert.ok(sideOf(side).billing.awaited, `the payment of ${over.id} is awaited`)
}

/** Asserts that nothing is kept of what was cancelled before it started. */
export function checkNeverStarted(shop: Shop, providers: Iterable<string>, { subscription }: Row): void {
  if (subscription.status !== 'cancelled' || !neverStarted(subscription)) return
  const { stripe } = shop.line
  for (const { payment: id } of [...providers].flatMap((one) => invoicesOf(stripe, one))) {
    const payment = stripe.payments.get(id ?? '')
    if (!payment || payment.dispute !== 'none' || shop.issues.some((issue) => issue.payment === id)) continue
    assert.equal(refundedOf(payment), payment.received, `${id} bought nothing`)
  }
}

/** Returns the payments' rows for an invoice. */
function movedFor(stripe: Stripe, invoice: StripeInvoice) {
  const { id, status, start, end, total, fromBalance, attempts, paidAt, payment } = invoice
  const about = {
    payment,
    invoice: id,
    invoice_number: id.replace('in_', 'A-'),
    currency: 'usd',
    period_start: dateOf(start),
    period_end: dateOf(end),
  }
  const rows = []
  if (paidAt !== null) {
    const paid = { ...about, provider_id: id, at: dateOf(paidAt) }
    const credit = total < 0 ? -total : fromBalance
    if (dueOf(invoice) > 0) rows.push({ ...paid, kind: 'charge', state: 'paid', amount: dueOf(invoice), tax: 0 })
    if (credit > 0)
      rows.push({ ...paid, kind: 'credit', state: total < 0 ? 'given' : 'used', amount: credit, tax: null })
  } else if (status === 'open' && attempts > 0)
    rows.push({
      ...about,
      kind: 'failure',
      provider_id: `${id} ${attempts}`,
      state: 'failed',
      amount: dueOf(invoice),
      tax: 0,
    })
  const { refunds = [], dispute = 'none' } = stripe.payments.get(payment ?? '') ?? {}
  for (const refund of refunds)
    rows.push({
      ...about,
      kind: 'refund',
      provider_id: refund.id,
      state: 'succeeded',
      amount: refund.amount,
      tax: null,
    })
  if (dispute !== 'none')
    rows.push({ ...about, kind: 'dispute', provider_id: `dp_${payment}`, state: dispute, tax: null })
  return rows
}

const pick = (from: object, like: object) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, from[key as keyof typeof from]]))
