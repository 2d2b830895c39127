/** The emails about money that went back, each once, whether a refund was made here or in the provider's dashboard. */
import type { Subscription } from '../subscription/subscription.ts'
import type { BillingSnapshot } from './billing-snapshot.ts'
import { once, type BillingStep, type Notices } from './billing-steps.ts'
import { awaitsRefund, type PaymentEntry } from './payment-entries.ts'
import { accessAfter, refundsToTell } from './refund-notice.ts'

type Facts = { subscription: Subscription; rows: readonly PaymentEntry[]; notices: Notices }

/** The emails after a fresh look: each refund that it shows, and each that failed after it was emailed. */
export function refundSteps(
  snapshot: BillingSnapshot,
  { subscription, rows, notices }: Facts,
  now: Date,
): BillingStep[] {
  const { payments, invoices } = snapshot
  const currencyOf = (payment: string) =>
    invoices.find((invoice) => invoice.payment === payment)?.currency ?? subscription.plan.currency
  const refunded = payments.flatMap(({ id, refunds }) => (refunds.length > 0 ? [id] : []))
  // The rest of a refund that is taken from several payments may still end it.
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
