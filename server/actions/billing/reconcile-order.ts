import { randomUUID } from 'node:crypto'
import { standingOf, type BillingSnapshot } from '../../../domain/billing/billing-snapshot.ts'
import { isLeftOver, orderStep, type FirstPeriod } from '../../../domain/billing/first-payment.ts'
import { mayAsk } from '../../../domain/billing/payment-pauses.ts'
import type { Report } from '../../../domain/subscription/commands.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import { planIn } from '../../catalogue.ts'
import { purchaseFailedMail, purchaseProcessingMail } from '../../mails/purchase-mails.ts'
import type { AppContext } from '../../context.ts'
import { saveBillingSide } from '../../store/billing/billing.ts'
import { issueOfTask } from '../../store/billing/billing-tasks.ts'
import { claimAsking, lockOpenOrder, lockOrder, setOrder, type Order } from '../../store/billing/orders.ts'
import { closeIssues, isOpen } from '../../store/billing/payment-issues.ts'
import { queueMail, queueTask, taskWaits } from '../../store/jobs/jobs.ts'
import { savePayments } from '../../store/billing/payments.ts'
import { asRecipient, lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { closeOrder } from './close-order.ts'
import { reconcileOwned } from './reconcile-owned.ts'
import { returnPayment } from './return-payment.ts'

/** As `reconcileOrder`, at most once in ten seconds for an order, whoever asks. */
export async function askAboutOrder(context: AppContext, payments: Payments, order: Order): Promise<void> {
  const { asked_at: askedAt, created_at: createdAt } = order
  if (!order.session || !mayAsk({ askedAt, createdAt }, context.now())) return
  if (await claimAsking(context.db, order, context.now())) await reconcileOrder(context, payments, order)
}

/**
 * Asks the provider what became of an order and acts on it: a paid one becomes a subscription, once, however often and in
 * whatever order this is asked for; one whose payment failed ends over there too. Rejects when the provider cannot be asked.
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
  const confirmed = await context.transact(async (db) => {
    const subscriber = order.subscriber_id ? await lockSubscriber(db, order.subscriber_id) : undefined
    const fresh = await lockOrder(db, order.id)
    return fresh !== undefined && takeStep(db, context, { order: fresh, subscriber, snapshot })
  })
  if (confirmed) await reconcileOwned(context, payments, snapshot.id)
}

type Reconciling = { order: Order; subscriber: Subscriber | undefined; snapshot: BillingSnapshot }

/** Whether the order is paid now, so that its subscription is to be looked at. */
async function takeStep(db: Trx, context: AppContext, reconciling: Reconciling): Promise<boolean> {
  const { order, subscriber, snapshot } = reconciling
  const now = context.now()
  if (order.state === 'paid') return true
  const delayed = order.processing_at !== null
  // Forgotten meanwhile, there is no one to give anything to.
  const asked = subscriber ? { state: order.state, delayed } : { state: 'closed' as const, delayed: true }
  const next = orderStep(asked, snapshot, now)
  switch (next.step) {
    case 'wait':
      break
    case 'confirm':
      if (subscriber) await confirm(db, context, { order, subscriber, snapshot, first: next.period })
      return true
    case 'await':
      if (subscriber && !delayed) await tell(db, context, order, subscriber, purchaseProcessingMail)
      await setOrder(db, order.id, { processing_at: order.processing_at ?? now })
      break
    case 'fail':
      if (subscriber) await tell(db, context, order, subscriber, purchaseFailedMail)
      await endOver(db, context, order, snapshot)
      break
    case 'end':
      await endOver(db, context, order, snapshot)
      break
    case 'give-back':
      await endOver(db, context, order, snapshot)
      for (const payment of next.payments) await returnPayment(db, context, { order, subscriber, payment })
      await setOrder(db, order.id, { state: 'paid' })
  }
  await setOrder(db, order.id, { asked_at: now })
  return false
}

/** The provider charges nothing more for an order that is closed. */
async function endOver(db: Trx, context: AppContext, order: Order, snapshot: BillingSnapshot): Promise<void> {
  const now = context.now()
  const leftOver = isLeftOver(snapshot)
  await setOrder(db, order.id, { state: 'closed', left_over: leftOver, processing_at: order.processing_at ?? now })
  const task = { task: 'end-charging', subscription: null, provider: snapshot.id } as const
  const refused = { subscriptionId: null, kind: 'task-refused', payment: issueOfTask(task, null, order.id) } as const
  if (!leftOver) return closeIssues(db, refused, now)
  // What the provider refuses is an administrator's to try again.
  if ((await taskWaits(db, 'end-charging', snapshot.id)) || (await isOpen(db, refused))) return
  await queueTask(db, randomUUID(), order.subscriber_id, task, now)
}

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
  const invoices = first.invoice ? [first.invoice] : []
  // Bought again, it takes the place of the one that will not be charged any more.
  const owned = (await lockSubscriptionsOf(db, subscriber.id)).find(({ id }) => id === order.subscription_id)
  const confirmed: Report = {
    kind: 'payment-confirmed',
    id: order.subscription_id,
    plan: order.terms,
    payment: first.payment,
    paidAt: first.paidAt,
    periodEnd: first.periodEnd,
    by: 'billing',
  }
  const changed = await changeSubscription(db, context, subscriber, owned?.id ?? null, confirmed, {
    billingId: snapshot.id,
    invoices,
    payments: snapshot.payments,
  })
  if (!('refused' in changed) && changed.events > 0) {
    // It began with renewal on and nothing disputed; what changed since is found when it is reconciled next.
    await saveBillingSide(
      db,
      order.subscription_id,
      {
        snapshot: { ...snapshot, payments: [] },
        standing: standingOf(snapshot, null, now),
        charging: 'on',
        withheldUntil: null,
      },
      now,
    )
    // An administrator can refund it from now on. Later payments are new to the next look.
    await savePayments(db, order.subscription_id, { ...snapshot, invoices, payments: [] })
  }
  await setOrder(db, order.id, { state: 'paid', asked_at: now, left_over: false })
  const other = await lockOpenOrder(db, subscriber.id, order.product)
  if (other) await closeOrder(db, context, other)
}
