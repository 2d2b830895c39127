/** The calls of the payment port, made of Stripe’s own calls in the order in which the adapter makes them. */
import type {
  BillingInvoice,
  BillingPayment,
  BillingSnapshot,
  Charging,
} from '../../../domain/billing/billing-snapshot.ts'
import type { PaymentRecord } from '../../../domain/billing/period-payments.ts'
import {
  cancelSubscription,
  finalizeInvoice,
  refundPayment,
  releaseSchedule,
  updateSubscription,
  voidInvoice,
  type SubscriptionChanges,
} from './stripe-calls.ts'
import {
  dateOf,
  dueOf,
  hourOf,
  invoiceOf,
  invoicesOf,
  nextPrice,
  paymentOf,
  refundedOf,
  StripeRefusal,
  subscriptionOf,
  type Stripe,
  type StripeInvoice,
  type StripeSubscription,
} from './stripe-model.ts'

/** No answer came; what was asked may have been done. */
export class NoAnswer extends Error {}

/** How the next calls go wrong. `unreached`: nothing was done; `unheard`: it was done; `refused`: never will be. */
export type Fault = 'unreached' | 'unheard' | 'refused'

/** One way to Stripe, on which calls may fail. */
export type Line = { stripe: Stripe; fault: Fault | null; calls: number }

/** One call to Stripe. */
export function call<T>(line: Line, work: (stripe: Stripe) => T, changes = true): T {
  const fault = line.calls > 0 ? line.fault : null
  line.calls = Math.max(0, line.calls - 1)
  if (fault === 'unreached') throw new NoAnswer('ECONNREFUSED')
  if (fault === 'refused' && changes)
    throw new StripeRefusal('The provided key does not have the required permissions.')
  const answer = work(line.stripe)
  if (fault === 'unheard') throw new NoAnswer('ETIMEDOUT')
  return answer
}

const furthest = 700 * 24
const isScheduled = (error: unknown) => error instanceof StripeRefusal && error.message.includes('schedule')

export function setCharging(line: Line, id: string, to: Charging): { voided: Date | null } {
  const before = call(line, (stripe) => structuredClone(subscriptionOf(stripe, id)), false)
  if (before.endedAt !== null) return { voided: null }
  const { cancelAtPeriodEnd, cancelAt, paused, schedule } = before
  const changes: SubscriptionChanges = {}
  if (to === 'off' && !cancelAtPeriodEnd && cancelAt === null) changes.cancelAtPeriodEnd = true
  if (to !== 'off' && cancelAtPeriodEnd) changes.cancelAtPeriodEnd = false
  if (to !== 'off' && !cancelAtPeriodEnd && cancelAt !== null) changes.cancelAt = null
  if ((to === 'paused') !== paused) changes.paused = to === 'paused'
  if (Object.keys(changes).length > 0) {
    if (schedule && ('cancelAtPeriodEnd' in changes || 'cancelAt' in changes)) {
      call(line, (stripe) => releaseSchedule(stripe, id))
    }
    update(line, id, changes)
    const after = call(line, (stripe) => structuredClone(subscriptionOf(stripe, id)), false)
    if (to !== 'off' && after.endedAt === null && after.cancelAt !== null && !after.cancelAtPeriodEnd) {
      update(line, id, { cancelAt: null })
    }
  }
  return { voided: to === 'on' ? null : voidUnpaid(line, id) }
}

export function moveNextCharge(line: Line, id: string, to: Date, now: Date): void {
  update(line, id, { trialEnd: Math.min(hourOf(to), hourOf(now) + furthest) })
}

export function endCharging(line: Line, id: string): void {
  try {
    cancel(line, id)
  } catch (error) {
    unlessEnded(line, id, error)
  }
  voidUnpaid(line, id)
}

function cancel(line: Line, id: string): void {
  try {
    call(line, (stripe) => cancelSubscription(stripe, id))
  } catch (error) {
    if (!isScheduled(error)) throw error
    call(line, (stripe) => releaseSchedule(stripe, id))
    call(line, (stripe) => cancelSubscription(stripe, id))
  }
}

function update(line: Line, id: string, changes: SubscriptionChanges): void {
  const send = () => call(line, (stripe) => updateSubscription(stripe, id, changes))
  try {
    try {
      send()
    } catch (error) {
      if (!isScheduled(error)) throw error
      call(line, (stripe) => releaseSchedule(stripe, id))
      send()
    }
  } catch (error) {
    unlessEnded(line, id, error)
  }
}

function unlessEnded(line: Line, id: string, error: unknown): void {
  if (!(error instanceof StripeRefusal)) throw error
  if (call(line, (stripe) => subscriptionOf(stripe, id).endedAt, false) === null) throw error
}

export function voidUnpaid(line: Line, id: string): Date | null {
  let latest: number | null = null
  for (const status of ['draft', 'open'] as const) {
    const found = call(line, (stripe) => invoicesOf(stripe, id).filter((one) => one.status === status), false)
    for (const { id: invoice, end } of found) {
      if (voidOne(line, invoice)) latest = Math.max(latest ?? end, end)
    }
  }
  return latest === null ? null : dateOf(latest)
}

function voidOne(line: Line, id: string): boolean {
  try {
    const status = call(line, (stripe) => invoiceOf(stripe, id).status, false)
    const open = status === 'draft' ? call(line, (stripe) => finalizeInvoice(stripe, id).status) : status
    if (open !== 'open') return false
    call(line, (stripe) => voidInvoice(stripe, id))
    return true
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    const { status } = call(line, (stripe) => invoiceOf(stripe, id), false)
    if (status === 'void' || status === 'paid') return status === 'void'
    throw error
  }
}

/** A subscription’s payments as the shop stores them, oldest first; refunds that are on their way are the caller’s. */
export function recordsOf(stripe: Stripe, id: string): PaymentRecord[] {
  return invoicesOf(stripe, id)
    .toReversed()
    .flatMap((one): PaymentRecord[] => {
      if (one.status !== 'paid') return []
      const { id: invoice, payment, total } = one
      const row = { invoice, payment, period_end: dateOf(one.end), at: dateOf(one.paidAt ?? one.created) }
      const paid = payment === null ? undefined : paymentOf(stripe, payment)
      const refunds = paid?.refunds.map(({ amount, at }) => ({ amount, at: dateOf(at), state: 'succeeded' })) ?? []
      const lost = paid?.dispute === 'lost' ? paid.received - refundedOf(paid) : 0
      return [
        ...(paid ? [{ ...row, kind: 'charge', state: 'paid', amount: paid.received } as const] : []),
        ...(total < 0 ? [{ ...row, kind: 'credit', state: 'given', amount: -total } as const] : []),
        ...refunds.map((refund) => ({ ...row, kind: 'refund', ...refund }) as const),
        ...(lost > 0 ? [{ ...row, kind: 'dispute', state: 'lost', amount: lost } as const] : []),
      ]
    })
}

/** Does nothing where this request, or all of the payment, was refunded before. */
export function refund(line: Line, request: string, id: string, amount: number | null): void {
  // What only the customer’s credit paid becomes credit again.
  if (!id.startsWith('pi_')) return
  const payment = call(line, (stripe) => paymentOf(stripe, id), false)
  if (payment.refunds.some((one) => one.request === request)) return
  if ((amount ?? payment.received - refundedOf(payment)) <= 0) return
  call(line, (stripe) => refundPayment(stripe, id, amount, request))
}

export function readSnapshot(line: Line, id: string, named: readonly string[]): BillingSnapshot {
  return call(line, (stripe) => snapshotOf(stripe, id, named), false)
}

function snapshotOf(stripe: Stripe, id: string, named: readonly string[]): BillingSnapshot {
  const subscription = subscriptionOf(stripe, id)
  const { order, plan, status, start, end, endedAt } = subscription
  const invoices = invoicesOf(stripe, id).map(readInvoice)
  const paid = invoices.filter((one) => one.status === 'paid' && one.payment !== null)
  const newest = paid[0]?.period?.end.getTime()
  const current = paid.filter(({ period }) => period && (period.end.getTime() === newest || period.end > dateOf(start)))
  const wanted = [...current.map(({ payment }) => payment), ...named].filter((one) => one?.startsWith('pi_'))
  const payments = [...new Set(wanted)].map((one) => readPayment(stripe, one ?? ''))
  const charging = chargingOf(subscription)
  const amount = Math.max(0, nextPrice(subscription) - stripe.balance)
  return {
    id,
    customer: 'cus_1',
    order,
    status,
    charging,
    price: `price_${plan}`,
    plan: `analytics-${plan}`,
    period: { start: dateOf(start), end: dateOf(end) },
    endedAt: endedAt === null ? null : dateOf(endedAt),
    invoices,
    payments,
    next:
      endedAt === null && charging === 'on'
        ? { at: dateOf(end), amount, discount: 0, credit: 0, currency: 'usd' }
        : null,
  }
}

export function chargingOf({ cancelAtPeriodEnd, cancelAt, paused }: StripeSubscription): Charging {
  return cancelAtPeriodEnd || cancelAt !== null ? 'off' : paused ? 'paused' : 'on'
}

function readInvoice(invoice: StripeInvoice): BillingInvoice {
  const { id, status, total, attempts, nextAttempt, paidAt, payment } = invoice
  return {
    id,
    number: null,
    status,
    createdAt: dateOf(invoice.created),
    period: { start: dateOf(invoice.start), end: dateOf(invoice.end) },
    credit: invoice.credit && { amount: invoice.credit.amount, periodEnd: dateOf(invoice.credit.end) },
    currency: 'usd',
    total,
    tax: 0,
    amountDue: dueOf(invoice),
    amountPaid: status === 'paid' ? dueOf(invoice) : 0,
    attempts,
    nextAttempt: nextAttempt === null ? null : dateOf(nextAttempt),
    dueDate: null,
    finalizationFailed: false,
    paidAt: paidAt === null ? null : dateOf(paidAt),
    payment,
    url: null,
  }
}

function readPayment(stripe: Stripe, id: string): BillingPayment {
  const payment = paymentOf(stripe, id)
  const { received, dispute, at } = payment
  const refunded = refundedOf(payment)
  return {
    id,
    status: 'succeeded',
    received,
    refunded,
    refunds: payment.refunds.map((one) => ({
      id: one.id,
      amount: one.amount,
      at: dateOf(one.at),
      status: 'succeeded',
      request: one.request,
    })),
    disputes:
      dispute === 'none' ? [] : [{ id: `dp_${id}`, amount: received - refunded, at: dateOf(at), status: dispute }],
  }
}
