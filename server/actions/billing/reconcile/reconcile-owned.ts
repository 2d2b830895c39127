import type { BillingSide } from '../../../../domain/billing/billing-side.ts'
import type { BillingSnapshot } from '../../../../domain/billing/billing-snapshot.ts'
import { entriesOf } from '../../../../domain/billing/payments/payment-entries.ts'
import {
  afterwards,
  freshness,
  isChange,
  paymentsToRead,
  reconcile,
  unreadPayments,
  type ChangeSeen,
  type BillingState,
} from '../../../../domain/billing/plan.ts'
import type { ProviderState } from '../../../../domain/billing/tasks.ts'
import { termsOf } from '../../../../domain/subscription/subscription.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { AppContext } from '../../../context.ts'
import type { PlanChangeFacts } from '../../../mails/subscriptions/plan-changed.ts'
import { planChangeUnderWay } from '../../../store/admin/audit.ts'
import { billingNoticesOf } from '../../../store/billing/sent-notices.ts'
import { billingSide, saveBillingSide } from '../../../store/billing/billing-side.ts'
import { findByPaymentProvider, type BilledSubscription } from '../../../store/billing/billed-subscriptions.ts'
import { tellBilling } from '../../../store/messages.ts'
import { savePayments, storedPayments } from '../../../store/billing/payments.ts'
import { waitingTasks } from '../../../store/jobs/jobs.ts'
import { lockSubscriber } from '../../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf } from '../../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../../store/tables.ts'
import { changeSubscription } from '../../subscriptions/change-subscription.ts'
import { writeSteps } from './write-steps.ts'

/** Milliseconds within which an administrator's change here is attributed to them: its webhook may be sent again. */
const longestChange = 3_600_000

/**
 * Reads one of the provider's subscriptions and reconciles ours with it. Also reads the named `payments`, for example
 * one from a message. Returns null for a subscription that is not ours. Rejects if the provider is unavailable.
 */
export async function reconcileOwned(
  context: AppContext,
  payments: Payments,
  billingId: string,
  named: readonly string[] = [],
): Promise<ProviderState | null> {
  const ours = await findByPaymentProvider(context.db, 'provider_subscription', billingId)
  if (!ours) return null
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const before = await billingSide(context.db, ours.id)
    const rows = await storedPayments(context.db, ours.id)
    const asked = paymentsToRead(named, rows)
    const first = await payments.readSubscription(billingId, asked)
    const unread = unreadPayments(first, before, rows)
    const snapshot = unread.length === 0 ? first : await payments.readSubscription(billingId, [...asked, ...unread])
    const done = await context.transact((db) => bringInLine(db, context, ours, before, snapshot))
    if (done !== 'changed') return done
  }
  throw new Error('the subscription changed each time it was read')
}

async function bringInLine(
  db: Trx,
  context: AppContext,
  ours: BilledSubscription,
  before: BillingSide | null,
  snapshot: BillingSnapshot,
): Promise<ProviderState | null | 'changed'> {
  const now = context.now()
  const subscriber = await lockSubscriber(db, ours.subscriberId)
  const stored = subscriber && (await readStored(db, ours))
  const side = await billingSide(db, ours.id)
  if (!subscriber || !stored || !side) return null
  const answer = freshness(before, side, snapshot)
  if (answer !== 'fresh') return answer === 'replaced' ? null : answer
  const plan = reconcile({ ...stored, side, termsOf: catalogueTerms(context) }, snapshot, now)
  await saveBillingSide(db, ours.id, { look: plan.seen, records: stored.rows }, now)
  await savePayments(db, ours.id, entriesOf(snapshot, stored.rows))
  const about = { id: ours.id, subscriber }
  await writeSteps(db, context, about, plan.steps)
  const change = plan.change && (await withAdministrator(db, ours.id, plan.change, now))
  for (const report of plan.reports) {
    await changeSubscription(db, context, subscriber, ours.id, report, {
      billingId: snapshot.id,
      invoices: snapshot.invoices,
      payments: snapshot.payments,
      ...(change && isChange(report) && { change }),
    })
  }
  const decided = (await readStored(db, ours)) ?? stored
  await writeSteps(db, context, { ...about, subscription: decided.subscription }, afterwards(plan, decided, now))
  await tellBilling(db, subscriber.id, decided.subscription, snapshot, now)
  return plan.seen
}

async function readStored(db: Trx, { id, subscriberId }: BilledSubscription): Promise<BillingState | undefined> {
  const subscription = (await lockSubscriptionsOf(db, subscriberId)).find((one) => one.id === id)
  if (!subscription) return undefined
  const rows = await storedPayments(db, id)
  return { subscription, rows, waiting: await waitingTasks(db, id), notices: await billingNoticesOf(db, id) }
}

function catalogueTerms({ catalogue }: AppContext) {
  return (name: string) => {
    const plan = catalogue.plans.get(name)
    return plan?.type === 'subscription' ? termsOf(plan) : undefined
  }
}

async function withAdministrator(db: Trx, id: string, change: ChangeSeen, now: Date): Promise<PlanChangeFacts> {
  const administrator = await planChangeUnderWay(db, id, new Date(now.getTime() - longestChange))
  return { ...change, byAdministrator: administrator !== null }
}
