/** The state of an order's first payment at the provider, and its consequences. */
import { paymentOf, hasEnded, returnedInFull, type BillingInvoice, type BillingSnapshot } from '../billing-snapshot.ts'
import { standingOf } from '../standing.ts'

/** The first period of a subscription, paid or free. */
export type FirstPeriod = { invoice: BillingInvoice | null; payment: string | null; paidAt: Date; periodEnd: Date }

export type FirstPayment =
  | { kind: 'paid'; period: FirstPeriod }
  /** The bank responds in a few days, or first needs the account confirmed. */
  | { kind: 'processing' }
  | { kind: 'failed' }
  | { kind: 'unknown' }

/**
 * Reads the invoices and their payments, not the status of the subscription, because that status is not documented for
 * a first bank debit that is processed or was returned.
 */
export function firstPaymentOf(snapshot: BillingSnapshot, now: Date): FirstPayment {
  const paid = snapshot.invoices.findLast(({ status, period }) => status === 'paid' && period !== null)
  if (paid?.period) {
    const { start, end } = paid.period
    const period = { invoice: paid, payment: paymentOf(paid), paidAt: paid.paidAt ?? start, periodEnd: end }
    return { kind: 'paid', period }
  }
  const standing = standingOf(snapshot, null, now)
  switch (standing.kind) {
    case 'given': {
      const { start, end } = snapshot.period
      return { kind: 'paid', period: { invoice: null, payment: null, paidAt: start, periodEnd: end } }
    }
    case 'awaited':
      return standing.processing ? { kind: 'processing' } : { kind: 'unknown' }
    case 'failed':
      return standing.actionRequired ? { kind: 'processing' } : { kind: 'failed' }
    case 'ended':
      return { kind: 'failed' }
    case 'void':
      return snapshot.invoices.length > 0 ? { kind: 'failed' } : { kind: 'unknown' }
  }
}

export type OrderState = 'open' | 'closed' | 'paid'

/** An order, as far as these rules need it. `delayed`: its payment was processed for days, or failed. */
export type AwaitedOrder = { state: OrderState; delayed: boolean }

export type OrderStep =
  | { step: 'wait' }
  /** The subscription starts. */
  | { step: 'confirm'; period: FirstPeriod }
  /** The buyer is emailed that the payment takes days. */
  | { step: 'await' }
  /** The order is closed, and the buyer is emailed that the payment failed. */
  | { step: 'fail' }
  /** The order was closed before: its remains at the provider end. */
  | { step: 'end' }
  /** As for `end`, and these payments, which no longer buy anything, are refunded. */
  | { step: 'give-back'; payments: string[] }

/** Whether the provider may still collect something for an order that is closed. */
export function isLeftOver(snapshot: BillingSnapshot): boolean {
  return !hasEnded(snapshot) || snapshot.invoices.some(({ status }) => status === 'open' || status === 'draft')
}

/** Returns the result of an order that is not paid. A paid one needs nothing more. */
export function orderStep({ state, delayed }: AwaitedOrder, snapshot: BillingSnapshot, now: Date): OrderStep {
  const first = firstPaymentOf(snapshot, now)
  if (state === 'paid' || first.kind === 'unknown') return { step: 'wait' }
  if (state === 'open') {
    if (first.kind === 'paid') return { step: 'confirm', period: first.period }
    return { step: first.kind === 'failed' ? 'fail' : 'await' }
  }
  if (first.kind !== 'paid') return { step: 'end' }
  // It was closed because another plan was chosen, while this one was paid by card: the payment starts what it was for.
  const oldest = snapshot.invoices.findLast(({ period }) => period !== null)
  const paidFirst = oldest === undefined || oldest.status === 'paid'
  if (!delayed && paidFirst && !hasEnded(snapshot)) return { step: 'confirm', period: first.period }
  return { step: 'give-back', payments: paymentsToReturn(snapshot) }
}

function paymentsToReturn({ invoices, payments }: BillingSnapshot): string[] {
  const returned = new Set(payments.filter(returnedInFull).map(({ id }) => id))
  return invoices.flatMap((invoice) => {
    const payment = invoice.status === 'paid' ? paymentOf(invoice) : null
    return payment === null || returned.has(payment) ? [] : [payment]
  })
}
