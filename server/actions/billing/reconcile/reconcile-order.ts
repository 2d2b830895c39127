import { sideAfter } from '../../../../domain/billing/billing-side.ts'
import type { BillingSnapshot } from '../../../../domain/billing/billing-snapshot.ts'
import type { FirstPeriod } from '../../../../domain/billing/payments/first-payment.ts'
import { entriesOf } from '../../../../domain/billing/payments/payment-entries.ts'
import {
  confirmationReport,
  confirmedSide,
  planOrder,
  refusalOfEnding,
  replacedBy,
  type PlacedOrder,
} from '../../../../domain/billing/payments/order-plan.ts'
import { isUnknown, type Payments } from '../../../adapters/payments/port.ts'
import { closeOrder } from '../close-order.ts'
import type { BillingStore, BillingTransaction } from '../store/port.ts'
import { reconcileOwned } from './reconcile-owned.ts'

/**
 * Asks the provider about an order and acts on the result: a paid one becomes a subscription, once, however often and
 * in whatever order this is called; one whose payment failed is ended at the provider too. Rejects if the provider is
 * unavailable.
 */
export async function reconcileOrder(store: BillingStore, payments: Payments, order: PlacedOrder): Promise<void> {
  if (order.session === null) return
  const checkout = await payments.readCheckout(order.session)
  if (checkout.state !== 'complete') {
    const change = checkout.state === 'closed' && order.state === 'open' ? { state: 'closed' as const } : {}
    await store.changeOrder(order.id, change, store.now())
    return
  }
  const snapshot = await payments.readSubscription(checkout.subscription)
  const replaced = replacedBy(order, await store.side(order.subscriptionId), snapshot)
  if (replaced !== null)
    await reconcileOwned(store, payments, replaced).catch((error: unknown) => {
      // For example after the keys were replaced by another account's.
      if (!isUnknown(payments.faultOf(error))) throw error
    })
  const isPaid = await store.transact(order.subscriberId, (db) => bringOrderInLine(db, order.id, snapshot, store.now()))
  if (isPaid) await reconcileOwned(store, payments, snapshot.id)
}

/** Whether the order is paid now, so that its subscription is checked. */
async function bringOrderInLine(
  db: BillingTransaction,
  id: string,
  snapshot: BillingSnapshot,
  now: Date,
): Promise<boolean> {
  const order = await db.lockOrder(id)
  if (!order) return false
  const waiting = await db.waitingTasks(snapshot.id)
  const isEnding = waiting.has('end-charging') || (await db.isOpen(refusalOfEnding(order, snapshot.id)))
  const owner = db.ownerOf(order)
  const plan = planOrder({ order, owner, isEnding }, snapshot, now)
  const confirms = owner && plan.confirms
  const started = confirms && (await confirm(db, order, confirms, snapshot, now))
  if (plan.mail) await db.mailOrder(order, plan.mail)
  await db.write(null, plan.steps)
  // A paid order keeps the time of its payment as the last check.
  if (order.state !== 'paid') await db.changeOrder(id, { ...plan.change, ...(started && { started }) }, now)
  if (confirms) {
    const other = await db.lockOpenOrder(order.terms.product)
    if (other) await closeOrder(db, other)
  }
  return plan.isPaid
}

/** Returns whether the payment started the subscription, or applied to the one that was bought again. */
async function confirm(
  db: BillingTransaction,
  order: PlacedOrder,
  first: FirstPeriod,
  snapshot: BillingSnapshot,
  now: Date,
): Promise<boolean> {
  const { subscriptionId: id } = order
  // If bought again, it replaces the one that will not be charged any longer.
  const isOwned = (await db.lockSubscriptions()).some((one) => one.id === id)
  const changed = await db.change(isOwned ? id : null, confirmationReport(order, first), {
    billingId: snapshot.id,
    invoices: first.invoice ? [first.invoice] : [],
    payments: snapshot.payments,
  })
  if (!changed) return false
  const { seen, paid } = confirmedSide(snapshot, first, now)
  await db.save(id, sideAfter(await db.side(id), seen, [], now), entriesOf(paid))
  await db.tell(changed, paid, [])
  return true
}
