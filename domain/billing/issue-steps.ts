/** The provider's findings about a subscription that need a person, and those that have been resolved. */
import type { Subscription } from '../subscription/subscription.ts'
import type { BillingFacts } from './news/billing-facts.ts'
import type { BillingSide } from './billing-side.ts'
import { hasEnded, returnedInFull, type BillingPayment, type BillingSnapshot } from './billing-snapshot.ts'
import { once, type BillingStep, type Notices } from './billing-steps.ts'
import { lostDays, type LostDays } from './lost-days.ts'
import { disputeLost, type PaymentIssueKind } from './payments/payment-issues.ts'
import type { PaymentEntry } from './payments/payment-entries.ts'
import { isPartlyLost } from './payments/periods-in-snapshot.ts'
import { isRefunded, paidPeriodOf } from './payments/period-payments.ts'
import { paidBackTwice } from './payments/paid-back-twice.ts'

type IssueSubject = { kind: PaymentIssueKind; payment?: string | null; detail?: string; providerObject?: string }

/** `before` is the stored state of the provider's side before the check; rows and notices are stored after it. */
export function issueSteps(
  { snapshot, standing, subscription, known, termsOf }: BillingFacts,
  before: BillingSide,
  { notices, rows }: { notices: Notices; rows: readonly PaymentEntry[] },
): BillingStep[] {
  const { id: subscriptionId } = subscription
  const open = (issue: IssueSubject): BillingStep => ({
    step: 'open-issue',
    issue: { subscriptionId, payment: null, ...issue },
  })
  const close = (kind: PaymentIssueKind, payment: string | null = null): BillingStep => ({
    step: 'close-issue',
    issue: { subscriptionId, kind, payment },
  })
  const steps: BillingStep[] = [close('unknown-subscription')]

  const isBlocked = standing.kind === 'awaited' && standing.invoice.finalizationFailed
  steps.push(
    isBlocked
      ? open({ kind: 'invoice-not-finalised', providerObject: standing.invoice.id })
      : close('invoice-not-finalised'),
  )
  for (const payment of snapshot.payments) {
    if (returnedInFull(payment)) steps.push(close('refund-forbidden', payment.id))
    for (const refund of payment.refunds.filter(({ status }) => status === 'failed')) {
      const isPaidBack = isRefunded(paidPeriodOf(rows, subscription.payment))
      const unmarked: BillingStep[] = isPaidBack ? [] : [{ step: 'mark-paid-back', paidBack: false }]
      const failed = open({ kind: 'refund-failed', payment: payment.id })
      steps.push(...once(notices, 'refund-failed', refund.id, [failed, ...unmarked]))
    }
    steps.push(...inquirySteps(payment), ...disputeSteps(payment))
  }
  for (const payment of paidBackTwice(rows, snapshot.invoices))
    steps.push(...once(notices, 'credit-and-refund', payment, [open({ kind: 'credit-and-refund', payment })]))
  steps.push(...untilCorrected('quantity', quantityToTell(snapshot)))
  steps.push(...untilCorrected('other-items', otherItemsToTell(snapshot)))
  steps.push(...untilCorrected('tax-stopped', hasEnded(snapshot) ? null : (snapshot.taxStopped ?? null)))
  const lost = lostDays(subscription, snapshot, known)
  if (lost) {
    steps.push(...once(notices, 'paid-days-lost', lost.cause, [lostDaysIssue(subscription, lost)]))
  }
  const isUnknown = snapshot.plan === null || (snapshot.plan !== subscription.plan.name && !termsOf(snapshot.plan))
  if (isUnknown && !hasEnded(snapshot) && before.price !== null && before.price !== snapshot.price)
    steps.push(open({ kind: 'unknown-price', providerObject: snapshot.id }))
  if (!isUnknown) steps.push(close('unknown-price'))
  return steps

  /** An inquiry is an issue until it is answered. One that an administrator resolved stays resolved. */
  function inquirySteps({ id: payment, disputes }: BillingPayment): BillingStep[] {
    const inquiry = disputes.find(({ status }) => status === 'inquiry')
    if (!inquiry) return [close('payment-inquiry', payment)]
    const detail = inquiry.answerBy ? { detail: inquiry.answerBy.toISOString() } : {}
    return once(notices, 'payment-inquiry', inquiry.id, [open({ kind: 'payment-inquiry', payment, ...detail })])
  }

  /**
   * A dispute is an issue while it is open, and after it was lost over a part of a period's payments, because a person
   * must then decide. One that was resolved stays resolved.
   */
  function disputeSteps({ id: payment, disputes }: BillingPayment): BillingStep[] {
    const running = disputes.find(({ status }) => status === 'open')
    if (running) return once(notices, 'payment-disputed', running.id, [open({ kind: 'payment-disputed', payment })])
    if (!isPartlyLost(snapshot, payment)) return [close('payment-disputed', payment)]
    return once(notices, 'dispute-lost', payment, [open({ kind: 'payment-disputed', payment, detail: disputeLost })])
  }

  /** An issue with a detail, until there is none to report. A resolved one returns with another detail. */
  function untilCorrected(kind: 'quantity' | 'other-items' | 'tax-stopped', detail: string | null): BillingStep[] {
    const forgotten: BillingStep = { step: 'forget-notes', notice: kind, except: detail }
    if (detail === null) return [forgotten, close(kind)]
    return [forgotten, ...once(notices, kind, detail, [open({ kind, detail, providerObject: snapshot.id })])]
  }
}

/** Returns the step that opens an issue about lost days. */
export function lostDaysIssue({ id: subscriptionId }: Subscription, { plan, days, cause }: LostDays): BillingStep {
  const detail = JSON.stringify({ plan, days })
  return { step: 'open-issue', issue: { subscriptionId, kind: 'paid-days-lost', payment: cause, detail } }
}

/** The shop sells one seat. */
function quantityToTell(snapshot: BillingSnapshot): string | null {
  const quantity = snapshot.quantity ?? 1
  return quantity === 1 || hasEnded(snapshot) ? null : String(quantity)
}

/** The shop sells one plan with each subscription, and gives access to nothing else that is charged with it. */
function otherItemsToTell(snapshot: BillingSnapshot): string | null {
  const { otherItems = 0 } = snapshot
  return otherItems === 0 || hasEnded(snapshot) ? null : String(otherItems)
}
