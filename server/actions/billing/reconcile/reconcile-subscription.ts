import {
  foreignStep,
  lateSteps,
  paymentsSince,
  straySteps,
} from '../../../../domain/billing/payments/stray-payments.ts'
import type { BillingSnapshot } from '../../../../domain/billing/billing-snapshot.ts'
import type { ProviderState } from '../../../../domain/billing/tasks.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { AppContext } from '../../../context.ts'
import { findByPaymentProvider, findErased } from '../../../store/billing/billed-subscriptions.ts'
import { findOrder, lastPurchase, type Order } from '../../../store/billing/orders.ts'
import { openIssue } from '../../../store/billing/payment-issues.ts'
import { knownPayments } from '../../../store/billing/payments.ts'
import { lockSubscriber } from '../../../store/subscribers/subscribers.ts'
import { ownerOf, reconcileOrder } from './reconcile-order.ts'
import { reconcileOwned } from './reconcile-owned.ts'
import { billingStore } from '../store/billing-store.ts'
import { writeSteps } from './write-steps.ts'

/**
 * Reconciles one of the provider's subscriptions, for any owner. Rejects like `reconcileOwned`; if the provider does
 * not know one of ours, administrators are notified.
 */
export async function reconcileSubscription(
  context: AppContext,
  payments: Payments,
  billingId: string,
  named: readonly string[] = [],
): Promise<ProviderState | null> {
  const reconciled = await reconcileOwned(billingStore(context), payments, billingId, named).catch(
    async (error: unknown) => {
      if (payments.isUnknown(error)) await reportUnknown(context, billingId, payments.faultOf(error).sentence)
      throw error
    },
  )
  if (!reconciled) await reconcileForeign(context, payments, billingId)
  return reconciled
}

async function reportUnknown(context: AppContext, billingId: string, detail: string): Promise<void> {
  const ours = await findByPaymentProvider(context.db, 'provider_subscription', billingId)
  if (!ours) return
  const issue = { subscriptionId: ours.id, kind: 'unknown-subscription', payment: null, detail } as const
  await context.transact((db) => openIssue(db, { ...issue, providerObject: billingId }, context.now()))
}

/** A subscription at the provider that does not exist here, or no longer. */
async function reconcileForeign(context: AppContext, payments: Payments, billingId: string): Promise<void> {
  const snapshot = await payments.readSubscription(billingId).catch((error: unknown) => {
    if (!payments.isUnknown(error)) throw error
    return null
  })
  if (!snapshot) return
  const order = snapshot.order ? await findOrder(context.db, snapshot.order) : undefined
  const erased = await findErased(context.db, billingId)
  const step = foreignStep(order, erased !== undefined)
  if (order && step === 'order') return reconcileOrder(context, payments, order)
  if (order && step === 'strays') return returnStrays(context, payments, snapshot, order)
  if (!erased || step !== 'erased') return
  const about = { id: null, subscriber: undefined }
  await context.transact((db) => writeSteps(db, context, about, lateSteps(snapshot, erased.paidUntil)))
}

async function returnStrays(
  context: AppContext,
  payments: Payments,
  snapshot: BillingSnapshot,
  order: Order,
): Promise<void> {
  const late = paymentsSince(snapshot, await lastPurchase(context.db, order.subscription_id))
  const known = await knownPayments(context.db, late)
  const strays = late.filter((payment) => !known.has(payment))
  if (strays.length === 0) return
  const read = await payments.readSubscription(snapshot.id, strays)
  await context.transact(async (db) => {
    const subscriber = order.subscriber_id ? await lockSubscriber(db, order.subscriber_id) : undefined
    const steps = straySteps(read, strays, order.subscription_id, ownerOf(context, order, subscriber))
    await writeSteps(db, context, { id: null, subscriber }, steps)
  })
}
