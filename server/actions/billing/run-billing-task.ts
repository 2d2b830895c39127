import { hasEnded } from '../../../domain/billing/billing-snapshot.ts'
import { daysBetween, isOver } from '../../../domain/calendar.ts'
import { charging } from '../../../domain/subscription/subscription.ts'
import { entitledUntil, failureOf } from '../../../domain/billing/billing-news.ts'
import type { BillingFault, Payments } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import {
  billingSide,
  oweUntil,
  setPaymentProviderCharging,
  unmarkPaidBack,
  withholdUntil,
} from '../../store/billing/billing.ts'
import { issueOfTask, objectOf, type BillingTask } from '../../store/billing/billing-tasks.ts'
import { findOrderBySession } from '../../store/billing/orders.ts'
import { closeIssues, openIssue } from '../../store/billing/payment-issues.ts'
import { refundMade, setRefundState, subscriptionOfPayment } from '../../store/billing/payments.ts'
import { asCustomer, findSubscriber, lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { tellOfRefusal } from './tell-of-refusal.ts'
import { tellOfUnusedPayment } from './tell-of-refunds.ts'
import { reconcileOrder } from './reconcile-order.ts'
import { reconcileOwned, type Reconciled } from './reconcile-owned.ts'

/** A task of the queue: `key` changes after each answer, `id` never does. */
export type BillingJob = { id: string; key: string; task: BillingTask }

const hour = 3_600_000

/** Runs one task. Doing it twice does no harm. Rejects when it failed; `again` says when it has to be run once more. */
export async function runBillingTask(
  context: AppContext,
  payments: Payments,
  { id, key, task }: BillingJob,
): Promise<{ again: Date } | undefined> {
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
      // The one that was meant: the row may have been bought again since.
      const billingId = task.provider ?? side?.billingId
      if (billingId) await payments.endCharging(billingId)
      break
    }
    case 'refund':
      await refund(context, payments, id, key, task)
      break
    case 'close-checkout': {
      await payments.closeCheckout(task.session)
      // Somebody may have paid on it a moment before.
      const order = await findOrderBySession(context.db, task.session)
      if (order) await reconcileOrder(context, payments, order)
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
  await closeIssues(context.db, { ...(await issueOf(context, id, task)), kind: 'task-waiting' }, context.now())
  return undefined
}

/** Tells what the state says now, and again if that changed meanwhile: a later word must not be overtaken by an earlier one. */
async function setCharging(context: AppContext, payments: Payments, id: string): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    const side = await billingSide(context.db, id)
    const wanted = await wantedOf(context, id, side?.billing.disputed)
    if (!wanted || !side || side.billing.ended) return
    // It does so already, as it was stopped in the portal: what is asked of it there meanwhile must not be undone.
    const does = side.charging === wanted
    if (does && wanted === 'on') return
    // Unknown until the provider answers. Its event may arrive first (docs.stripe.com/webhooks: events are asynchronous and in no
    // order) and must not be read as a change by the customer.
    if (!does) await setPaymentProviderCharging(context.db, id, null)
    const { voided, owed } = does
      ? await payments.voidUnpaid(side.billingId, await owedAt(context, id))
      : await payments.setCharging(side.billingId, wanted, await owedAt(context, id))
    if (voided) await withholdUntil(context.db, id, voided)
    if (owed) await oweUntil(context.db, id, owed)
    if (!does) await setPaymentProviderCharging(context.db, id, wanted)
    const after = await wantedOf(context, id, (await billingSide(context.db, id))?.billing.disputed)
    if (!after || after === wanted) return
  }
}

/** Only a subscription that runs on until its end keeps an invoice that is not due yet. */
async function owedAt(context: AppContext, id: string): Promise<Date | null> {
  const subscription = await findSubscription(context.db, id)
  return subscription?.status === 'active' && subscription.renewal === 'stopped' ? context.now() : null
}

async function wantedOf(context: AppContext, id: string, disputed = false): Promise<ReturnType<typeof charging>> {
  const subscription = await findSubscription(context.db, id)
  return subscription ? charging(subscription, disputed) : null
}

async function moveNextCharge(context: AppContext, payments: Payments, id: string): Promise<void> {
  const before = await billingSide(context.db, id)
  if (!before || before.billing.ended) return
  // Brought in line first: a period that was paid over there meanwhile must not be cut short.
  const found = await reconcileOwned(context, payments, before.billingId)
  const subscription = await findSubscription(context.db, id)
  const side = await billingSide(context.db, id)
  if (!found || !subscription?.endDate || !side || charging(subscription, side.billing.disputed) !== 'on') return
  const { snapshot, standing } = found
  const now = context.now()
  if (isOver(subscription.endDate, now)) return
  // While a payment is open over there, the provider's own days hold; the next look moves what is still to be moved.
  const open = snapshot.invoices.some(({ status, period }) => (status === 'open' || status === 'draft') && period)
  if (open || hasEnded(snapshot) || daysBetween(subscription.endDate, entitledUntil(snapshot, standing)) > 0) return
  if (daysBetween(subscription.endDate, snapshot.period.end) === 0) return
  // On the last day itself it is charged now: the provider takes only moments to come.
  const to = subscription.endDate > now ? subscription.endDate : new Date(now.getTime() + hour)
  await payments.moveNextCharge(side.billingId, to, now)
  await reconcileOwned(context, payments, side.billingId)
}

async function refund(
  context: AppContext,
  payments: Payments,
  id: string,
  key: string,
  task: Extract<BillingTask, { task: 'refund' }>,
): Promise<void> {
  const made = await payments.refund(key, {
    request: task.refund ?? id,
    payment: task.payment,
    invoice: task.invoice ?? null,
    amount: task.amount ?? null,
    comment: null,
  })
  const own = task.refund
  if (own !== undefined)
    await context.transact((db) => (made.made ? refundMade(db, own, made.refund) : setRefundState(db, own, 'failed')))
  const subscription = await subscriptionOfPayment(context.db, task.payment)
  const side = subscription ? await billingSide(context.db, subscription) : null
  if (side) await reconcileOwned(context, payments, side.billingId, [task.payment])
  if (task.tell && made.made) await tellOfUnusedPayment(context, task.tell, task.payment, made.refund)
}

/** Asks whether the period that is over was paid for, and decides `end-date-over` with the answer. */
async function askWhetherPaid(
  context: AppContext,
  payments: Payments,
  id: string,
): Promise<{ again: Date } | undefined> {
  const side = await billingSide(context.db, id)
  const answer = side ? await lookUp(context, payments, side.billingId) : ('unpaid' as const)
  await context.transact(async (db) => {
    const found = await findSubscription(db, id)
    const subscriber = found?.subscriberId ? await lockSubscriber(db, found.subscriberId) : undefined
    if (!subscriber) return
    const failed = typeof answer === 'object' && answer?.standing.kind === 'failed' ? answer.standing : null
    await changeSubscription(db, context, subscriber, id, {
      kind: 'end-date-over',
      provider: typeof answer === 'string' ? answer : standingAnswer(answer),
      ...(failed && { failure: failureOf(failed) }),
      by: 'system',
    })
  })
  // Still waiting for the provider, it is asked again rather than every minute.
  const waits = answer === 'no-answer' || (typeof answer === 'object' && standingAnswer(answer) === 'awaited')
  return waits ? { again: new Date(context.now().getTime() + (answer === 'no-answer' ? hour / 60 : hour)) } : undefined
}

async function lookUp(
  context: AppContext,
  payments: Payments,
  billingId: string,
): Promise<Reconciled | null | 'no-answer'> {
  try {
    return await reconcileOwned(context, payments, billingId)
  } catch {
    // Whatever keeps it from answering, access does not end for it at once.
    return 'no-answer'
  }
}

function standingAnswer(answer: Reconciled | null): 'unpaid' | 'awaited' {
  return answer?.standing.kind === 'awaited' ? 'awaited' : 'unpaid'
}

/** A task that is refused for good ends, and an administrator sees why; where the subscriber counted on it, they are told. */
export async function billingTaskRefused(
  db: Trx,
  context: AppContext,
  { id, task }: Pick<BillingJob, 'id' | 'task'>,
  fault: BillingFault,
): Promise<void> {
  const issue = await issueOf(context, id, task)
  await openIssue(db, { ...issue, kind: 'task-refused', detail: fault.sentence, task }, context.now())
  await closeIssues(db, { ...issue, kind: 'task-waiting' }, context.now())
  if (task.task === 'refund' && task.refund !== undefined) await setRefundState(db, task.refund, 'failed')
  if (task.task === 'refund' && issue.subscriptionId) await unmarkPaidBack(db, issue.subscriptionId)
  if (task.task === 'set-charging') await tellOfRefusal(db, context, task.subscription)
}

/** A task that has waited for an hour is shown to administrators; it goes on by itself once the provider can be told. */
export async function billingTaskWaits(
  db: Trx,
  context: AppContext,
  { id, task }: Pick<BillingJob, 'id' | 'task'>,
  fault: BillingFault,
): Promise<void> {
  await openIssue(
    db,
    { ...(await issueOf(context, id, task)), kind: 'task-waiting', detail: fault.sentence },
    context.now(),
  )
}

async function issueOf(context: AppContext, id: string, task: BillingTask) {
  const payment = task.task === 'refund' ? task.payment : null
  const subscription =
    'subscription' in task
      ? task.subscription
      : payment
        ? ((await subscriptionOfPayment(context.db, payment)) ?? null)
        : null
  const side = subscription ? await billingSide(context.db, subscription) : null
  return {
    subscriptionId: subscription,
    payment: issueOfTask(task, subscription, id),
    providerObject: payment ?? side?.billingId ?? objectOf(task),
  }
}
