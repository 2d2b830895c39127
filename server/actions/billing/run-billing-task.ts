import { randomUUID } from 'node:crypto'
import { hasEnded } from '../../../domain/billing/billing-snapshot.ts'
import { daysBetween, isOver } from '../../../domain/calendar.ts'
import { charging } from '../../../domain/subscription/subscription.ts'
import { entitledUntil, failureOf } from '../../../domain/billing/billing-news.ts'
import type { BillingFault, Payments } from '../../adapters/payments/port.ts'
import { paymentRefundedMail } from '../../mails/subscription-mails.ts'
import type { Shop } from '../../context.ts'
import {
  billingSide,
  noteNotice,
  oweUntil,
  setProviderCharging,
  unmarkPaidBack,
  withholdUntil,
} from '../../store/billing/billing.ts'
import type { BillingTask, RefundNotice } from '../../store/billing/billing-tasks.ts'
import { findOrderBySession } from '../../store/billing/orders.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { closeIssues, openIssue } from '../../store/billing/payment-issues.ts'
import { refundMade, setRefundState, subscriptionOfPayment } from '../../store/billing/payments.ts'
import { asCustomer, asRecipient, findSubscriber, lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { tellOfRefusal } from './tell-of-refusal.ts'
import { reconcileOrder } from './reconcile-order.ts'
import { reconcileOwned, type Reconciled } from './reconcile-owned.ts'

/** A task of the queue: `key` changes after each answer, `id` never does. */
export type BillingJob = { id: string; key: string; task: BillingTask }

const hour = 3_600_000

/** Runs one task. Doing it twice does no harm. Rejects when it failed; `again` says when it has to be run once more. */
export async function runBillingTask(
  shop: Shop,
  payments: Payments,
  { id, key, task }: BillingJob,
): Promise<{ again: Date } | undefined> {
  switch (task.task) {
    case 'set-charging':
      await setCharging(shop, payments, task.subscription)
      break
    case 'move-next-charge':
      await moveNextCharge(shop, payments, task.subscription)
      break
    case 'ask-provider':
      return askWhetherPaid(shop, payments, task.subscription)
    case 'end-charging': {
      const side = task.subscription === null ? null : await billingSide(shop.db, task.subscription)
      // The one that was meant: the row may have been bought again since.
      const provider = task.provider ?? side?.provider
      if (provider) await payments.endCharging(provider)
      break
    }
    case 'refund':
      await refund(shop, payments, id, key, task)
      break
    case 'close-checkout': {
      await payments.closeCheckout(task.session)
      // Somebody may have paid on it a moment before.
      const order = await findOrderBySession(shop.db, task.session)
      if (order) await reconcileOrder(shop, payments, order)
      break
    }
    case 'update-customer': {
      const subscriber = await findSubscriber(shop.db, task.subscriber)
      if (subscriber?.payment_customer) {
        await payments.updateCustomer(subscriber.payment_customer, asCustomer(subscriber))
      }
      break
    }
    case 'delete-customer':
      await payments.deleteCustomer(task.customer)
  }
  await closeIssues(shop.db, { ...(await issueOf(shop, id, task)), kind: 'task-waiting' }, shop.now())
  return undefined
}

/** Tells what the state says now, and again if that changed meanwhile: a later word must not be overtaken by an earlier one. */
async function setCharging(shop: Shop, payments: Payments, id: string): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    const side = await billingSide(shop.db, id)
    const wanted = await wantedOf(shop, id, side?.billing.disputed)
    if (!wanted || !side || side.billing.ended) return
    // It does so already, as it was stopped in the portal: what is asked of it there meanwhile must not be undone.
    const does = side.charging === wanted
    if (does && wanted === 'on') return
    // Until it has answered, nobody knows what it does: a look meanwhile must not take our own change for the customer's.
    if (!does) await setProviderCharging(shop.db, id, null)
    const { voided, owed } = does
      ? await payments.voidUnpaid(side.provider, await owedAt(shop, id))
      : await payments.setCharging(side.provider, wanted, await owedAt(shop, id))
    if (voided) await withholdUntil(shop.db, id, voided)
    if (owed) await oweUntil(shop.db, id, owed)
    if (!does) await setProviderCharging(shop.db, id, wanted)
    const after = await wantedOf(shop, id, (await billingSide(shop.db, id))?.billing.disputed)
    if (!after || after === wanted) return
  }
}

/** Only a subscription that runs on until its end keeps an invoice that is not due yet. */
async function owedAt(shop: Shop, id: string): Promise<Date | null> {
  const subscription = await findSubscription(shop.db, id)
  return subscription?.status === 'active' && subscription.renewal === 'stopped' ? shop.now() : null
}

async function wantedOf(shop: Shop, id: string, disputed = false): Promise<ReturnType<typeof charging>> {
  const subscription = await findSubscription(shop.db, id)
  return subscription ? charging(subscription, disputed) : null
}

async function moveNextCharge(shop: Shop, payments: Payments, id: string): Promise<void> {
  const before = await billingSide(shop.db, id)
  if (!before || before.billing.ended) return
  // Brought in line first: a period that was paid over there meanwhile must not be cut short.
  const found = await reconcileOwned(shop, payments, before.provider)
  const subscription = await findSubscription(shop.db, id)
  const side = await billingSide(shop.db, id)
  if (!found || !subscription?.endDate || !side || charging(subscription, side.billing.disputed) !== 'on') return
  const { snapshot, standing } = found
  const now = shop.now()
  if (isOver(subscription.endDate, now)) return
  // While a payment is open over there, the provider's own days hold; the next look moves what is still to be moved.
  const open = snapshot.invoices.some(({ status, period }) => (status === 'open' || status === 'draft') && period)
  if (open || hasEnded(snapshot) || daysBetween(subscription.endDate, entitledUntil(snapshot, standing)) > 0) return
  if (daysBetween(subscription.endDate, snapshot.period.end) === 0) return
  // On the last day itself it is charged now: the provider takes only moments to come.
  const to = subscription.endDate > now ? subscription.endDate : new Date(now.getTime() + hour)
  await payments.moveNextCharge(side.provider, to, now)
  await reconcileOwned(shop, payments, side.provider)
}

async function refund(
  shop: Shop,
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
    await shop.transact((db) => (made.made ? refundMade(db, own, made.refund) : setRefundState(db, own, 'failed')))
  if (task.tell !== undefined) await tellOfRefund(shop, task.tell, task.payment)
  const subscription = await subscriptionOfPayment(shop.db, task.payment)
  const side = subscription ? await billingSide(shop.db, subscription) : null
  if (side) await reconcileOwned(shop, payments, side.provider, [task.payment])
}

async function tellOfRefund(shop: Shop, { subscriber: id, subscription, plan }: RefundNotice, payment: string) {
  await shop.transact(async (db) => {
    const subscriber = await lockSubscriber(db, id)
    if (!subscriber) return
    // A task that runs once more after it was interrupted tells nothing twice.
    if (subscription && !(await noteNotice(db, subscription, 'payment-refunded', payment))) return
    const mail = paymentRefundedMail(shop.mailFrame, { ...asRecipient(subscriber), plan })
    await queueMail(db, randomUUID(), subscriber.id, mail, shop.now())
  })
}

/** Asks whether the period that is over was paid for, and decides `end-date-over` with the answer. */
async function askWhetherPaid(shop: Shop, payments: Payments, id: string): Promise<{ again: Date } | undefined> {
  const side = await billingSide(shop.db, id)
  const answer = side ? await lookUp(shop, payments, side.provider) : ('unpaid' as const)
  await shop.transact(async (db) => {
    const found = await findSubscription(db, id)
    const subscriber = found?.subscriberId ? await lockSubscriber(db, found.subscriberId) : undefined
    if (!subscriber) return
    const failed = typeof answer === 'object' && answer?.standing.kind === 'failed' ? answer.standing : null
    await changeSubscription(db, shop, subscriber, id, {
      kind: 'end-date-over',
      provider: typeof answer === 'string' ? answer : standingAnswer(answer),
      ...(failed && { failure: failureOf(failed) }),
      by: 'system',
    })
  })
  // Still waiting for the provider, it is asked again rather than every minute.
  const waits = answer === 'no-answer' || (typeof answer === 'object' && standingAnswer(answer) === 'awaited')
  return waits ? { again: new Date(shop.now().getTime() + (answer === 'no-answer' ? hour / 60 : hour)) } : undefined
}

async function lookUp(shop: Shop, payments: Payments, provider: string): Promise<Reconciled | null | 'no-answer'> {
  try {
    return await reconcileOwned(shop, payments, provider)
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
  shop: Shop,
  { id, task }: Pick<BillingJob, 'id' | 'task'>,
  fault: BillingFault,
): Promise<void> {
  const issue = await issueOf(shop, id, task)
  await openIssue(db, { ...issue, kind: 'task-refused', detail: fault.sentence, task }, shop.now())
  await closeIssues(db, { ...issue, kind: 'task-waiting' }, shop.now())
  if (task.task === 'refund' && task.refund !== undefined) await setRefundState(db, task.refund, 'failed')
  if (task.task === 'refund' && issue.subscriptionId) await unmarkPaidBack(db, issue.subscriptionId)
  if (task.task === 'set-charging') await tellOfRefusal(db, shop, task.subscription)
}

/** A task that has waited for an hour is shown to administrators; it goes on by itself once the provider can be told. */
export async function billingTaskWaits(
  db: Trx,
  shop: Shop,
  { id, task }: Pick<BillingJob, 'id' | 'task'>,
  fault: BillingFault,
): Promise<void> {
  await openIssue(db, { ...(await issueOf(shop, id, task)), kind: 'task-waiting', detail: fault.sentence }, shop.now())
}

async function issueOf(shop: Shop, id: string, task: BillingTask) {
  const payment = task.task === 'refund' ? task.payment : null
  const subscription =
    'subscription' in task
      ? task.subscription
      : payment
        ? ((await subscriptionOfPayment(shop.db, payment)) ?? null)
        : null
  const side = subscription ? await billingSide(shop.db, subscription) : null
  const other = task.task === 'delete-customer' ? task.customer : task.task === 'end-charging' ? task.provider : null
  return {
    subscriptionId: subscription,
    payment: payment ?? `${task.task}${subscription ? '' : ` ${id}`}`,
    providerObject: payment ?? side?.provider ?? other,
  }
}
