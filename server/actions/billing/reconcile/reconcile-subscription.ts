import {
  foreignStep,
  lateSteps,
  paymentsSince,
  straySteps,
} from '../../../../domain/billing/payments/stray-payments.ts'
import type { BillingSnapshot } from '../../../../domain/billing/billing-snapshot.ts'
import type { PlacedOrder } from '../../../../domain/billing/payments/order-plan.ts'
import type { ProviderState } from '../../../../domain/billing/tasks.ts'
import { isUnknown, type Payments } from '../../../adapters/payments/port.ts'
import type { BillingStore } from '../store/port.ts'
import { reconcileOrder } from './reconcile-order.ts'
import { reconcileOwned } from './reconcile-owned.ts'

/**
 * Reconciles one of the provider's subscriptions, for any owner. Rejects like `reconcileOwned`; if the provider does
 * not know one of ours, administrators are notified.
 */
export async function reconcileSubscription(
  store: BillingStore,
  payments: Payments,
  billingId: string,
  named: readonly string[] = [],
): Promise<ProviderState | null> {
  const reconciled = await reconcileOwned(store, payments, billingId, named).catch(async (error: unknown) => {
    const fault = payments.faultOf(error)
    if (isUnknown(fault)) await reportUnknown(store, billingId, fault.sentence)
    throw error
  })
  if (!reconciled) await reconcileForeign(store, payments, billingId, named)
  return reconciled
}

async function reportUnknown(store: BillingStore, billingId: string, detail: string): Promise<void> {
  const ours = await store.findBilled(billingId)
  if (!ours) return
  const issue = { subscriptionId: ours.id, kind: 'unknown-subscription', payment: null, detail } as const
  const step = { step: 'open-issue', issue: { ...issue, providerObject: billingId } } as const
  await store.transact(null, (db) => db.write(ours.id, [step]))
}

/** A subscription at the provider that does not exist here, or no longer. */
async function reconcileForeign(
  store: BillingStore,
  payments: Payments,
  billingId: string,
  named: readonly string[],
): Promise<void> {
  const snapshot = await payments.readSubscription(billingId, named).catch((error: unknown) => {
    if (!isUnknown(payments.faultOf(error))) throw error
    return null
  })
  if (!snapshot) return
  const order = snapshot.order ? await store.findOrder(snapshot.order) : undefined
  const erased = await store.findErased(billingId)
  const step = foreignStep(order, erased !== undefined)
  if (order && step === 'order') return reconcileOrder(store, payments, order)
  if (order && step === 'strays') return returnStrays(store, payments, snapshot, order)
  if (!erased || step !== 'erased') return
  await store.transact(null, async (db) => {
    await db.write(null, lateSteps(snapshot, erased.paidUntil))
    // The erasure removed the record of what was reported, so only the payments in the message are.
    const returned = snapshot.payments.filter(({ id }) => named.includes(id))
    await db.tell(erased, { ...snapshot, invoices: [], payments: returned }, await db.payments(erased.id))
  })
}

async function returnStrays(
  store: BillingStore,
  payments: Payments,
  snapshot: BillingSnapshot,
  order: PlacedOrder,
): Promise<void> {
  const late = paymentsSince(snapshot, await store.lastPurchase(order.subscriptionId))
  const known = await store.knownPayments(late)
  const strays = late.filter((payment) => !known.has(payment))
  if (strays.length === 0) return
  const read = await payments.readSubscription(snapshot.id, strays)
  await store.transact(order.subscriberId, (db) =>
    db.write(null, straySteps(read, strays, order.subscriptionId, db.ownerOf(order))),
  )
}
