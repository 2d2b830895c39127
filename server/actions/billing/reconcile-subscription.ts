import { paymentOf } from '../../../domain/billing/billing-news.ts'
import { returnedInFull, type BillingSnapshot } from '../../../domain/billing/billing-snapshot.ts'
import { daysBetween } from '../../../domain/calendar.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { findByPaymentProvider, findErased } from '../../store/billing/billing.ts'
import { findOrder, lastPurchase, type Order } from '../../store/billing/orders.ts'
import { openIssue } from '../../store/billing/payment-issues.ts'
import { knownPayments } from '../../store/billing/payments.ts'
import { lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { reconcileOrder } from './reconcile-order.ts'
import { reconcileOwned, type Reconciled } from './reconcile-owned.ts'
import { endStray, giveBack, returnPayment } from './return-payment.ts'

/**
 * Brings one of the provider's subscriptions in line with ours, whoever it belongs to. Rejects as `reconcileOwned` does; of one
 * of ours that the provider does not know, administrators are told.
 */
export async function reconcileSubscription(
  context: AppContext,
  payments: Payments,
  billingId: string,
  named: readonly string[] = [],
): Promise<Reconciled | null> {
  const reconciled = await reconcileOwned(context, payments, billingId, named).catch(async (error: unknown) => {
    if (payments.isUnknown(error)) await reportUnknown(context, billingId, payments.faultOf(error).sentence)
    throw error
  })
  if (!reconciled) await reconcileForeign(context, payments, billingId)
  return reconciled
}

async function reportUnknown(context: AppContext, billingId: string, detail: string): Promise<void> {
  const ours = await findByPaymentProvider(context.db, 'provider_subscription', billingId)
  if (!ours) return
  const issue = { subscriptionId: ours.id, kind: 'unknown-subscription', payment: null, detail } as const
  await context.transact((db) => openIssue(db, { ...issue, providerObject: billingId }, context.now()))
}

/** One that is no subscription here yet, or no longer: its order is reconciled, or late money goes back. */
async function reconcileForeign(context: AppContext, payments: Payments, billingId: string): Promise<void> {
  const snapshot = await payments.readSubscription(billingId).catch((error: unknown) => {
    if (!payments.isUnknown(error)) throw error
    return null
  })
  if (!snapshot) return
  const order = snapshot.order ? await findOrder(context.db, snapshot.order) : undefined
  if (order && order.state !== 'paid') return reconcileOrder(context, payments, order)
  const left = await findErased(context.db, billingId)
  if (!left) return order && returnStrays(context, payments, snapshot, order)
  // What was charged between the erasure and the provider's hearing of it goes back.
  const late = snapshot.invoices.filter(
    ({ status, period }) =>
      status === 'paid' && period && left.paidUntil && daysBetween(left.paidUntil, period.end) > 0,
  )
  const returned = (id: string | null) =>
    snapshot.payments.some((one) => one.id === id && one.refunded >= one.received && one.received > 0)
  await context.transact(async (db) => {
    for (const invoice of late.filter(({ payment }) => !returned(payment)))
      await giveBack(db, context, snapshot.id, paymentOf(invoice))
  })
}

/**
 * What is charged for a subscription after it was bought in vain, or after another purchase replaced it, goes back. What was
 * paid before is its owner's, whether its payments were read or not.
 */
async function returnStrays(
  context: AppContext,
  payments: Payments,
  snapshot: BillingSnapshot,
  order: Order,
): Promise<void> {
  const replacedAt = await lastPurchase(context.db, order.subscription_id)
  const first = snapshot.invoices.findLast(({ status }) => status === 'paid')
  const late = snapshot.invoices.flatMap(({ id, paidAt, payment }) =>
    id !== first?.id && paidAt && replacedAt && paidAt > replacedAt && payment !== null ? [payment] : [],
  )
  const known = await knownPayments(context.db, late)
  const strays = late.filter((payment) => !known.has(payment))
  if (strays.length === 0) return
  const read = await payments.readSubscription(snapshot.id, strays)
  const left = read.payments.filter((payment) => strays.includes(payment.id) && !returnedInFull(payment))
  await context.transact(async (db) => {
    const owner = order.subscriber_id ? await lockSubscriber(db, order.subscriber_id) : undefined
    for (const { id: payment } of left) {
      const stray = { order, subscriber: owner, payment, subscription: order.subscription_id }
      if (await returnPayment(db, context, stray)) await endStray(db, context, snapshot.id)
    }
  })
}
