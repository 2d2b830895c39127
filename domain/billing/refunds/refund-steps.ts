/** The emails about returned money, each sent once, whether the refund was made here or in the provider's dashboard. */
import type { Subscription } from '../../subscription/subscription.ts'
import type { BillingSnapshot } from '../billing-snapshot.ts'
import { once, type BillingStep, type Notices } from '../billing-steps.ts'
import { awaitsRefund, type PaymentEntry } from '../payments/payment-entries.ts'
import { accessAfter, refundsToTell } from './refund-notice.ts'

type Facts = { subscription: Subscription; rows: readonly PaymentEntry[]; notices: Notices }

/**
 * Returns the emails after a check: one for each refund it finds, and one for each that failed after it was emailed.
 */
export function refundSteps(
  snapshot: BillingSnapshot,
  { subscription, rows, notices }: Facts,
  now: Date,
): BillingStep[] {
  const { payments, invoices } = snapshot
  const currencyOf = (payment: string) =>
    invoices.find((invoice) => invoice.payment === payment)?.currency ?? subscription.plan.currency
  const refunded = payments.flatMap(({ id, refunds }) => (refunds.length > 0 ? [id] : []))
  // The remaining parts of a refund of several payments may still end access.
  const access = awaitsRefund(rows, refunded) ? null : accessAfter(subscription)
  // A refund may fail days after it was made: docs.stripe.com/refunds, failed refunds.
  const failed = payments.flatMap((payment) =>
    payment.refunds
      .filter(
        ({ status, id }) =>
          status === 'failed' && (notices.has('refund-told', id) || notices.has('payment-refunded', payment.id)),
      )
      .flatMap(({ id, amount }) => {
        const money = { amount, currency: currencyOf(payment.id) }
        return once(notices, 'refund-failed-told', id, [{ step: 'mail-failed-refund', money }])
      }),
  )
  const made = refundsToTell(payments, now).flatMap(({ payment: { id, card = null }, refund }) => {
    if (notices.has('payment-refunded', id)) return []
    const money = { amount: refund.amount, currency: currencyOf(id) }
    return once(notices, 'refund-told', refund.id, [
      { step: 'mail-refund', money, card, unused: notices.has('refund-unused', id), access },
    ])
  })
  return [...failed, ...made]
}

/**
 * Steps that report an automatic refund which no reconciliation reports: the payment belongs to no subscription of the shop, or
 * the customer's credit paid. `refund` is the provider's id. Returns null if it was reported before, so that a task that runs
 * again after an interruption reports nothing twice.
 */
export function unusedPaymentSteps(payment: string, refund: string | null, notices: Notices): BillingStep[] | null {
  if (refund !== null && notices.has('refund-told', refund)) return null
  return notices.has('payment-refunded', payment)
    ? null
    : [{ step: 'note', notice: 'payment-refunded', about: payment }]
}
