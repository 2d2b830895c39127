import { randomUUID } from 'node:crypto'
import { cleared } from '../../../domain/subscription/subscription.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import type { RefundNotice } from '../../store/billing/billing-tasks.ts'
import type { Order } from '../../store/billing/orders.ts'
import { openIssue } from '../../store/billing/payment-issues.ts'
import { queueTask } from '../../store/jobs/jobs.ts'
import { asPerson, type Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'

/** `subscription` is the id that an issue is about, where the payment has one. */
type Returned = { order: Order; subscriber: Subscriber | undefined; payment: string; subscription?: string }

/**
 * Refunds a payment that buys nothing, and tells its owner. A list entry may forbid sending money to a person who is on hold: an
 * administrator decides, and the answer is false.
 */
export async function returnPayment(
  db: Trx,
  context: AppContext,
  { order, subscriber, payment, subscription }: Returned,
): Promise<boolean> {
  const now = context.now()
  if (subscriber && !cleared(asPerson(subscriber))) {
    const issue = { subscriptionId: subscription ?? null, kind: 'payment-without-use', payment } as const
    await openIssue(db, issue, now)
    return false
  }
  const tell: RefundNotice | undefined = subscriber && {
    subscriber: subscriber.id,
    subscription: null,
    plan: planIn(context.catalogue, order.terms, subscriber.language).title,
  }
  await queueTask(db, randomUUID(), subscriber?.id ?? null, { task: 'refund', payment, ...(tell && { tell }) }, now)
  return true
}

/** The provider takes no more for a subscription that no one can have. */
export async function endStray(db: Trx, context: AppContext, billingId: string): Promise<void> {
  const task = { task: 'end-charging', subscription: null, provider: billingId } as const
  await queueTask(db, randomUUID(), null, task, context.now())
}

/** Money that no one can have anything for goes back, and no more is taken. */
export async function giveBack(db: Trx, context: AppContext, billingId: string, payment: string | null): Promise<void> {
  if (payment !== null) await queueTask(db, randomUUID(), null, { task: 'refund', payment }, context.now())
  await endStray(db, context, billingId)
}
