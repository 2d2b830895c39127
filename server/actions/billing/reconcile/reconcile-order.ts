import { randomUUID } from 'node:crypto'
import type { BillingSnapshot } from '../../../../domain/billing/billing-snapshot.ts'
import type { FirstPeriod } from '../../../../domain/billing/payments/first-payment.ts'
import {
  confirmationReport,
  confirmedSide,
  planOrder,
  refusalOfEnding,
  replacedBy,
} from '../../../../domain/billing/payments/order-plan.ts'
import { entriesOf } from '../../../../domain/billing/payments/payment-entries.ts'
import { mayAskProvider } from '../../../../domain/billing/payments/payment-pauses.ts'
import type { Owner } from '../../../../domain/billing/payments/stray-payments.ts'
import { cleared } from '../../../../domain/subscription/subscription.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import { planIn } from '../../../catalogue.ts'
import { purchaseFailedMail, purchaseProcessingMail } from '../../../mails/subscriptions/purchase-mails.ts'
import type { AppContext } from '../../../context.ts'
import { billingSide, saveBillingSide } from '../../../store/billing/billing-side.ts'
import {
  changeOrder,
  claimAsking,
  lockOpenOrder,
  lockOrder,
  placedOrder,
  setOrder,
  type Order,
} from '../../../store/billing/orders.ts'
import { isOpen } from '../../../store/billing/payment-issues.ts'
import { queueMail, waitingTasks } from '../../../store/jobs/jobs.ts'
import { tellBilling } from '../../../store/messages.ts'
import { savePayments } from '../../../store/billing/payments.ts'
import { asPerson, asRecipient, lockSubscriber, type Subscriber } from '../../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf } from '../../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../../store/tables.ts'
import { changeSubscription } from '../../subscriptions/change-subscription.ts'
import { closeOrder } from '../close-order.ts'
import { reconcileOwned } from './reconcile-owned.ts'
import { billingStore } from '../store/billing-store.ts'
import { writeSteps } from './write-steps.ts'

/** Like `reconcileOrder`, at most once in ten seconds per order, over all callers. */
export async function askAboutOrder(context: AppContext, payments: Payments, order: Order): Promise<void> {
  const { asked_at: askedAt, created_at: createdAt } = order
  if (!order.session || !mayAskProvider({ askedAt, createdAt }, context.now())) return
  if (await claimAsking(context.db, order, context.now())) await reconcileOrder(context, payments, order)
}

/**
 * Asks the provider about an order and acts on the result: a paid one becomes a subscription, once, however often and
 * in whatever order this is called; one whose payment failed is ended at the provider too. Rejects if the provider is
 * unavailable.
 */
export async function reconcileOrder(context: AppContext, payments: Payments, order: Order): Promise<void> {
  if (!order.session) return
  const checkout = await payments.readCheckout(order.session)
  if (checkout.state !== 'complete') {
    const state = checkout.state === 'closed' && order.state === 'open' ? { state: 'closed' as const } : {}
    await setOrder(context.db, order.id, { ...state, asked_at: context.now() })
    return
  }
  const snapshot = await payments.readSubscription(checkout.subscription)
  const replaced = replacedBy(placedOrder(order), await billingSide(context.db, order.subscription_id), snapshot)
  if (replaced !== null)
    await reconcileOwned(billingStore(context), payments, replaced).catch((error: unknown) => {
      // For example after the keys were replaced by another account's.
      if (!payments.isUnknown(error)) throw error
    })
  const isPaid = await context.transact(async (db) => {
    const subscriber = order.subscriber_id ? await lockSubscriber(db, order.subscriber_id) : undefined
    const fresh = await lockOrder(db, order.id)
    return fresh !== undefined && bringOrderInLine(db, context, { order: fresh, subscriber, snapshot })
  })
  if (isPaid) await reconcileOwned(billingStore(context), payments, snapshot.id)
}

type Reconciling = { order: Order; subscriber: Subscriber | undefined; snapshot: BillingSnapshot }

/** Whether the order is paid now, so that its subscription is checked. */
async function bringOrderInLine(db: Trx, context: AppContext, reconciling: Reconciling): Promise<boolean> {
  const { order: row, subscriber, snapshot } = reconciling
  const now = context.now()
  const order = placedOrder(row)
  const waiting = await waitingTasks(db, snapshot.id)
  const isEnding = waiting.has('end-charging') || (await isOpen(db, refusalOfEnding(order, snapshot.id)))
  const plan = planOrder({ order, owner: ownerOf(context, row, subscriber), isEnding }, snapshot, now)
  if (plan.confirms && subscriber) await confirm(db, context, { ...reconciling, subscriber, first: plan.confirms })
  if (plan.mail && subscriber) await tell(db, context, row, subscriber, mails[plan.mail])
  await writeSteps(db, context, { id: null, subscriber }, plan.steps)
  // A paid order keeps the time of its payment as the last check.
  if (row.state !== 'paid') await changeOrder(db, row.id, plan.change, now)
  if (plan.confirms && subscriber) {
    const other = await lockOpenOrder(db, subscriber.id, row.product)
    if (other) await closeOrder(db, context, other, subscriber)
  }
  return plan.isPaid
}

/** The owner of the order; null once the person was erased. */
export function ownerOf({ catalogue }: AppContext, order: Order, subscriber: Subscriber | undefined): Owner | null {
  if (!subscriber) return null
  const { title } = planIn(catalogue, order.terms, subscriber.language)
  return { subscriber: subscriber.id, isCleared: cleared(asPerson(subscriber)), title }
}

const mails = { 'purchase-processing': purchaseProcessingMail, 'purchase-failed': purchaseFailedMail }

async function tell(
  db: Trx,
  context: AppContext,
  order: Order,
  subscriber: Subscriber,
  mailOf: typeof purchaseFailedMail,
): Promise<void> {
  const plan = planIn(context.catalogue, order.terms, subscriber.language)
  const mail = mailOf(context.mailFrame, { ...asRecipient(subscriber), plan, order: order.id })
  await queueMail(db, randomUUID(), subscriber.id, mail, context.now())
}

async function confirm(
  db: Trx,
  context: AppContext,
  { order, subscriber, snapshot, first }: Reconciling & { subscriber: Subscriber; first: FirstPeriod },
): Promise<void> {
  const now = context.now()
  // If bought again, it replaces the one that will not be charged any longer.
  const owned = (await lockSubscriptionsOf(db, subscriber.id)).find(({ id }) => id === order.subscription_id)
  const confirmed = confirmationReport(placedOrder(order), first)
  const changed = await changeSubscription(db, context, subscriber, owned?.id ?? null, confirmed, {
    billingId: snapshot.id,
    invoices: first.invoice ? [first.invoice] : [],
    payments: snapshot.payments,
  })
  if ('refused' in changed || changed.events === 0) return
  await setOrder(db, order.id, { started: true })
  const { seen, paid } = confirmedSide(snapshot, first, now)
  await saveBillingSide(db, order.subscription_id, { look: seen, records: [] }, now)
  await savePayments(db, order.subscription_id, entriesOf(paid))
  if (changed.subscription) await tellBilling(db, subscriber.id, changed.subscription, paid, now)
}
