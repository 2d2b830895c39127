import { randomUUID } from 'node:crypto'
import { unusedPaymentSteps } from '../../../../domain/billing/refunds/refund-steps.ts'
import type { Charging } from '../../../../domain/billing/billing-snapshot.ts'
import type { BillingTask, RefundNotice } from '../../../../domain/billing/billing-tasks.ts'
import {
  askAgainAt,
  chargingCall,
  doneSteps,
  endDateOver,
  mayMove,
  nextChargeAt,
  sideToEnd,
  type ChargingCall,
  type TaskState,
} from '../../../../domain/billing/tasks.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { AppContext } from '../../../context.ts'
import { paymentRefundedMail } from '../../../mails/subscriptions/refund.ts'
import { billingNoticesOf } from '../../../store/billing/sent-notices.ts'
import {
  billingSide,
  oweUntil,
  setPaymentProviderCharging,
  withholdUntil,
} from '../../../store/billing/billing-side.ts'
import { findOrderBySession, placedOrder } from '../../../store/billing/orders.ts'
import { refundMade, setRefundState, subscriptionOfPayment } from '../../../store/billing/payments.ts'
import { queueMail } from '../../../store/jobs/jobs.ts'
import { asCustomer, asRecipient, findSubscriber, lockSubscriber } from '../../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../../store/subscriptions/subscriptions.ts'
import { changeSubscription } from '../../subscriptions/change-subscription.ts'
import { reconcileOrder } from '../reconcile/reconcile-order.ts'
import { reconcileOwned } from '../reconcile/reconcile-owned.ts'
import { billingStore } from '../store/billing-store.ts'
import { writeSteps } from '../reconcile/write-steps.ts'
import { factsOf, type BillingJob } from './billing-task-facts.ts'

/** Runs one task. Doing it twice is harmless. Rejects if it failed; `again` is when it must run once more. */
export async function runBillingTask(
  context: AppContext,
  payments: Payments,
  job: BillingJob,
): Promise<{ again: Date } | undefined> {
  const { task } = job
  switch (task.task) {
    case 'set-charging':
      await setCharging(context, payments, task.subscription)
      break
    case 'move-next-charge':
      await moveNextCharge(context, payments, task.subscription)
      break
    case 'ask-provider':
      return askWhetherPaid(context, payments, task.subscription)
    case 'end-charging': {
      const side = task.subscription === null ? null : await billingSide(context.db, task.subscription)
      const billingId = sideToEnd(task, side)
      if (billingId) await payments.endCharging(billingId)
      break
    }
    case 'refund':
      await refund(context, payments, job, task)
      break
    case 'close-checkout': {
      await payments.closeCheckout(task.session)
      // It may have been paid a moment before.
      const order = await findOrderBySession(context.db, task.session)
      if (order) await reconcileOrder(billingStore(context), payments, placedOrder(order))
      break
    }
    case 'update-customer': {
      const subscriber = await findSubscriber(context.db, task.subscriber)
      if (subscriber?.payment_customer) {
        await payments.updateCustomer(subscriber.payment_customer, asCustomer(subscriber), task.changed)
      }
      break
    }
    case 'delete-customer':
      await payments.deleteCustomer(task.customer)
  }
  const done = doneSteps(await factsOf(context.db, job))
  await context.transact((db) => writeSteps(db, context, { id: null, subscriber: undefined }, done))
  return undefined
}

async function stateOf({ db }: AppContext, id: string): Promise<TaskState> {
  return { subscription: await findSubscription(db, id), side: await billingSide(db, id) }
}

async function setCharging(context: AppContext, payments: Payments, id: string): Promise<void> {
  let told: Charging | null = null
  for (let turn = 0; turn < 5; turn += 1) {
    const call: ChargingCall | null = chargingCall(await stateOf(context, id), told, context.now())
    if (!call) return
    const { billingId, to, owedAt, voidsOnly } = call
    // Unknown until the provider responds. Its event may arrive first (docs.stripe.com/webhooks: events are
    // asynchronous and unordered) and must not count as a change by the customer.
    if (!voidsOnly) await setPaymentProviderCharging(context.db, id, null)
    const { voided, owed } = voidsOnly
      ? await payments.voidUnpaid(billingId, owedAt)
      : await payments.setCharging(billingId, to, owedAt)
    if (voided) await withholdUntil(context.db, id, voided)
    if (owed) await oweUntil(context.db, id, owed)
    if (!voidsOnly) await setPaymentProviderCharging(context.db, id, to)
    told = to
  }
}

async function moveNextCharge(context: AppContext, payments: Payments, id: string): Promise<void> {
  const before = await stateOf(context, id)
  if (!before.side || !mayMove(before)) return
  // Reconciled first, so that a period paid at the provider meanwhile is not cut short.
  const found = await reconcileOwned(billingStore(context), payments, before.side.billingId)
  const state = await stateOf(context, id)
  const to = nextChargeAt(state, found, context.now())
  if (!to || !state.side) return
  await payments.moveNextCharge(state.side.billingId, to, context.now())
  await reconcileOwned(billingStore(context), payments, state.side.billingId)
}

async function refund(
  context: AppContext,
  payments: Payments,
  { id, key }: BillingJob,
  task: Extract<BillingTask, { task: 'refund' }>,
): Promise<void> {
  const { payment, refund: own, invoice = null, amount = null } = task
  const made = await payments.refund(key, { request: own ?? id, payment, invoice, amount, comment: null })
  if (own !== undefined)
    await context.transact((db) => (made.made ? refundMade(db, own, made.refund) : setRefundState(db, own, 'failed')))
  const subscription = await subscriptionOfPayment(context.db, payment)
  const side = subscription ? await billingSide(context.db, subscription) : null
  if (side) await reconcileOwned(billingStore(context), payments, side.billingId, [payment])
  if (task.tell && made.made) await tellOfUnusedPayment(context, task.tell, payment, made.refund)
}

/** Reports a payment that the shop refunded itself, unless a reconciliation has reported it. */
async function tellOfUnusedPayment(
  context: AppContext,
  { subscriber: owner, subscription, ...facts }: RefundNotice,
  payment: string,
  refunded: string | null,
): Promise<void> {
  await context.transact(async (db) => {
    const subscriber = await lockSubscriber(db, owner)
    if (!subscriber) return
    if (subscription) {
      const steps = unusedPaymentSteps(payment, refunded, await billingNoticesOf(db, subscription))
      if (!steps) return
      await writeSteps(db, context, { id: subscription, subscriber }, steps)
    }
    const mail = paymentRefundedMail(context.mailFrame, { ...asRecipient(subscriber), ...facts, unused: true })
    await queueMail(db, randomUUID(), subscriber.id, mail, context.now())
  })
}

/** Asks whether a past period was paid, and decides `end-date-over` with the response. */
async function askWhetherPaid(
  context: AppContext,
  payments: Payments,
  id: string,
): Promise<{ again: Date } | undefined> {
  const side = await billingSide(context.db, id)
  // While the provider does not respond, access does not end immediately.
  const answer = side
    ? await reconcileOwned(billingStore(context), payments, side.billingId).catch(() => 'no-answer' as const)
    : null
  await context.transact(async (db) => {
    const found = await findSubscription(db, id)
    const subscriber = found?.subscriberId ? await lockSubscriber(db, found.subscriberId) : undefined
    if (subscriber) await changeSubscription(db, context, subscriber, id, endDateOver(answer))
  })
  // While it still awaits the provider, it is asked again later instead of every minute.
  const again = askAgainAt(answer, context.now())
  return again ? { again } : undefined
}
