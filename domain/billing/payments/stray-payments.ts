/**
 * Payments that buy nothing: for a subscription that another purchase has replaced, for an unnecessary purchase, or of
 * an erased person.
 */
import type { OrderState } from './first-payment.ts'
import { daysBetween } from '../../calendar.ts'
import { paymentOf, returnedInFull, type BillingSnapshot } from '../billing-snapshot.ts'
import type { BillingStep } from '../billing-steps.ts'
import type { BillingTask } from '../billing-tasks.ts'
import { noticeOf, paidBy } from '../effect-steps.ts'

/** The owner of the payment; `title` is that of the ordered plan. */
export type Owner = { subscriber: string; isCleared: boolean; title: string }

/** Returns what to do about a subscription at the provider that the shop does not have, or no longer has. */
export function foreignStep(
  order: { state: OrderState } | undefined,
  isErased: boolean,
): 'order' | 'erased' | 'strays' | 'nothing' {
  if (order && order.state !== 'paid') return 'order'
  if (isErased) return 'erased'
  return order ? 'strays' : 'nothing'
}

/** Charges between an erasure and its report to the provider are refunded. */
export function lateSteps(snapshot: BillingSnapshot, paidUntil: Date | null): BillingStep[] {
  const { id, invoices, payments } = snapshot
  const isReturned = (payment: string | null) => payments.some((one) => one.id === payment && returnedInFull(one))
  const late = invoices.filter(
    ({ status, period, payment }) =>
      status === 'paid' && period && paidUntil && daysBetween(paidUntil, period.end) > 0 && !isReturned(payment),
  )
  return late.flatMap((invoice) => {
    const payment = paymentOf(invoice)
    return [
      ...(payment === null ? [] : returnSteps({ payment, subscription: null }, null, snapshot).steps),
      endStep(id),
    ]
  })
}

/**
 * Returns what was charged since another purchase replaced it, by the provider's clock of whole seconds; earlier
 * payments belong to its owner, whether they were read or not.
 */
export function paymentsSince({ invoices }: BillingSnapshot, replacedAt: Date | null): string[] {
  const first = invoices.findLast(({ status }) => status === 'paid')
  return invoices.flatMap(({ id, paidAt, payment }) =>
    id !== first?.id && paidAt && replacedAt && paidAt >= wholeSecond(replacedAt) && payment !== null ? [payment] : [],
  )
}

const wholeSecond = (moment: Date) => new Date(Math.floor(moment.getTime() / 1000) * 1000)

/** `read` is a snapshot of the provider that names the strays. */
export function straySteps(
  read: BillingSnapshot,
  strays: readonly string[],
  subscription: string,
  owner: Owner | null,
): BillingStep[] {
  const left = read.payments.filter((payment) => strays.includes(payment.id) && !returnedInFull(payment))
  return left.flatMap(({ id: payment }) => {
    const { steps, isRefunded } = returnSteps({ payment, subscription }, owner, read)
    return isRefunded ? [...steps, endStep(read.id)] : steps
  })
}

/** Ends the provider's charging for a subscription that no one can have. */
function endStep(provider: string): BillingStep {
  return { step: 'queue', task: { task: 'end-charging', subscription: null, provider } }
}

/**
 * Refunds a payment that buys nothing, and notifies its owner. A list entry may forbid sending money to a person on
 * hold: then an administrator decides.
 */
export function returnSteps(
  { payment, subscription }: { payment: string; subscription: string | null },
  owner: Owner | null,
  read: BillingSnapshot,
): { steps: BillingStep[]; isRefunded: boolean } {
  if (owner && !owner.isCleared) {
    const issue = { subscriptionId: subscription, kind: 'payment-without-use', payment } as const
    return { steps: [{ step: 'open-issue', issue }], isRefunded: false }
  }
  const tell = owner && noticeOf({ ...owner, subscription: null, ...paidBy(payment, read) })
  const task: BillingTask = { task: 'refund', payment, ...(tell && { tell }) }
  return { steps: [{ step: 'queue', task }], isRefunded: true }
}
