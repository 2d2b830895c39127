import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/errors.ts'
import { isRefunded, paidPeriodOf } from '../../../domain/billing/payments/period-payments.ts'
import { minorUnits } from '../../../domain/catalogue/plan.ts'
import { planChangeRefusal } from '../../../domain/subscription/plan-change.ts'
import { termsOf, type Subscription } from '../../../domain/subscription/subscription.ts'
import { isPermanent, type ChangeOfPlan, type Payments, type PlanChangePreview } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { recordAct, withdrawChanges } from '../../store/admin/audit.ts'
import { billingSide } from '../../store/billing/billing-side.ts'
import { paymentFactsOf } from '../../store/billing/payment-facts.ts'
import { paymentsOf } from '../../store/billing/payments.ts'
import { queueTask } from '../../store/jobs/jobs.ts'
import { findSubscriber, lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { lastChangeOf } from '../../store/subscriptions/event-log.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Db, Trx } from '../../store/tables.ts'
import { refuseOneself, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { reconcileOwned } from './reconcile/reconcile-owned.ts'
import { billingStore, planChangeAnswered } from './store/billing-store.ts'

/**
 * A change of plan as an administrator confirmed it: previewed `at` that time for `dueNow`, in major units. `seen` and
 * `seenComment` are the end date and the latest comment that the page showed.
 */
export type PlanChange = {
  plan: string
  at: Date
  dueNow: number
  comment: string
  seen: Date | null
  seenComment: string | null
}

/** For how many milliseconds a preview can be confirmed. */
const previewLasts = 30 * 60_000

/** Returns what a change of plan would charge now. Refuses as `changePlan` does, and changes nothing. */
export async function previewPlanChange(
  context: AppContext,
  payments: Payments,
  subscriptionId: string,
  plan: string,
  asker: Administrator,
): Promise<{ at: Date; preview: PlanChangePreview }> {
  // The provider counts in seconds.
  const at = new Date(Math.floor(context.now().getTime() / 1000) * 1000)
  const { change } = await requireFreshChange(context, payments, subscriptionId, { plan, at }, asker)
  return { at, preview: (await previewOf(context, payments, change)) ?? refuse('PLAN_NOT_CHANGED') }
}

/**
 * Moves a paid subscription to another plan of its product, charges the previewed amount, and returns the subscription.
 * The reason is in the history before the provider is called: a second administrator with an older page gets 409 and
 * learns who was first. A declined payment changes nothing (409). If it stays unknown whether the provider made the
 * change (503), a later reading settles it.
 */
export async function changePlan(
  context: AppContext,
  payments: Payments,
  subscriptionId: string,
  request: PlanChange,
  asker: Administrator,
): Promise<{ subscription: Subscription; subscriber: Subscriber }> {
  const asked = await requireFreshChange(context, payments, subscriptionId, request, asker)
  const age = context.now().getTime() - request.at.getTime()
  if (age < 0 || age > previewLasts) refuse('AMOUNT_MEANWHILE')
  const preview = await previewOf(context, payments, asked.change)
  if (preview?.dueNow !== minorUnits(request.dueNow, asked.change.to.currency)) {
    // If another administrator was first, their change is the reason for the refusal.
    await requireChange(context.db, context, subscriptionId, request, asker)
    if (preview) refuse('AMOUNT_MEANWHILE')
    // Changes at the provider are read, so that the page shows the reason.
    await tryReconcile(context, payments, asked.change.subscription)
    refuse('PLAN_NOT_CHANGED')
  }
  const line = randomUUID()
  const { subscriber, change } = await context.transact(async (db) => {
    await lockSubscriber(db, asked.subscriber.id)
    const claimed = await requireChange(db, context, subscriptionId, request, asker)
    const said = `${claimed.subscription.plan.title} → ${claimed.change.to.title}: ${request.comment}`
    await remark(db, context, claimed.subscriber, subscriptionId, said, asker.email)
    const ids = { subscriberId: claimed.subscriber.id, subscriptionId }
    const { from, to } = { from: claimed.subscription.plan.title, to: claimed.change.to }
    const charged = `${minorUnits(request.dueNow, to.currency)} ${to.currency}`
    const changes = [
      { field: 'plan', before: from, after: to.title },
      { field: 'charged', before: '', after: charged },
    ] as const
    const { comment } = request
    await recordAct(db, { id: line, by: asker, act: 'change-plan', ...ids, comment, changes }, context.now())
    return claimed
  })
  const refusal = await changeAtProvider(context, payments, change)
  if (refusal && refusal.code !== 'PLAN_CHANGE_UNKNOWN') {
    // The history records why the change failed, if the provider states it.
    await context.transact(async (db) => {
      const locked = await lockSubscriber(db, subscriber.id)
      if (locked) await remark(db, context, locked, subscriptionId, refusal.sentence, 'billing')
      await withdrawChanges(db, line)
    })
    refuse(refusal.code)
  }
  const isRead = await tryReconcile(context, payments, change.subscription)
  const subscription = (await findSubscription(context.db, subscriptionId)) ?? refuse('NOT_FOUND')
  if (isRead && (!refusal || subscription.plan.name === request.plan)) return { subscription, subscriber }
  // The provider may still be charging. Once that is over, the next reading tells whether the change was made.
  await context.transact(async (db) => {
    const now = context.now()
    const at = new Date(now.getTime() + planChangeAnswered + 1000)
    await queueTask(db, randomUUID(), subscriber.id, { task: 'ask-provider', subscription: subscriptionId }, now, at)
  })
  return refuse('PLAN_CHANGE_UNKNOWN')
}

/** Reads a subscription at the provider and stores its state. False if that failed: a webhook then has the same effect. */
async function tryReconcile(context: AppContext, payments: Payments, subscription: string): Promise<boolean> {
  try {
    await reconcileOwned(billingStore(context), payments, subscription)
    return true
  } catch (error) {
    context.warn({ fault: String(error) }, 'A subscription could not be read after a change of plan')
    return false
  }
}

/** Returns null once the change is made; otherwise the reason, in the provider's own words. */
async function changeAtProvider(context: AppContext, payments: Payments, change: ChangeOfPlan) {
  try {
    const outcome = await payments.changePlan(change)
    if (outcome.made) return null
    const { declined, sentence } = outcome
    return { code: declined ? ('PLAN_CHANGE_DECLINED' as const) : ('PLAN_NOT_CHANGED' as const), sentence }
  } catch (error) {
    const fault = payments.faultOf(error)
    const { kind, sentence } = fault
    if (kind === 'plan-not-sold') return { code: 'PLAN_NOT_SOLD' as const, sentence }
    context.warn({ fault: String(error) }, 'A change of plan failed')
    return { code: isPermanent(fault) ? ('PLAN_NOT_CHANGED' as const) : ('PLAN_CHANGE_UNKNOWN' as const), sentence }
  }
}

type RequestedChange = Pick<PlanChange, 'plan' | 'at'> & Partial<Pick<PlanChange, 'seen' | 'seenComment'>>

/**
 * Returns the change after the provider was read: a refund made there is known, so that no credit is given for refunded
 * days.
 */
async function requireFreshChange(
  context: AppContext,
  payments: Payments,
  id: string,
  wanted: RequestedChange,
  asker: Administrator,
): ReturnType<typeof requireChange> {
  const { change } = await requireChange(context.db, context, id, wanted, asker)
  await reconcileOwned(billingStore(context), payments, change.subscription).catch((error: unknown) => {
    const { kind, sentence } = payments.faultOf(error)
    if (kind === 'own') throw error
    context.warn({ fault: sentence }, 'A subscription could not be read before a change of plan')
    return refuse('UNAVAILABLE')
  })
  return requireChange(context.db, context, id, wanted, asker)
}

/**
 * Returns the change to send to the provider. Refuses what the rules do not allow, and what has changed since it was
 * shown.
 */
async function requireChange(
  db: Db,
  context: AppContext,
  id: string,
  { plan, at, seen, seenComment }: RequestedChange,
  asker: Administrator,
): Promise<{ subscription: Subscription; subscriber: Subscriber; change: ChangeOfPlan }> {
  const subscription = await findSubscription(db, id)
  const subscriber = subscription?.subscriberId ? await findSubscriber(db, subscription.subscriberId) : undefined
  if (!subscription || !subscriber) refuse('NOT_FOUND')
  refuseOneself(asker, subscriber)
  const to = context.catalogue.plans.get(plan)
  if (!to) refuse('INVALID_INPUT', [{ field: 'plan', fault: { code: 'invalidValue' } }])
  const { endDate, latestComment } = subscription
  if (seen !== undefined && (seen?.getTime() !== endDate?.getTime() || seenComment !== latestComment))
    await refuseChanged(db, id, seenComment !== latestComment)
  const facts = (await paymentFactsOf(db, [id])).get(id)
  const refunded = isRefunded(paidPeriodOf(await paymentsOf(db, id), subscription.payment))
  const refusal = planChangeRefusal(subscription, termsOf(to), facts?.state ?? null, refunded)
  const side = await billingSide(db, id)
  if (refusal || !side) return refuse(refusal ?? 'CHANGE_NOT_PAID')
  const change = { subscription: side.billingId, from: side.price, to: termsOf(to), at }
  return { subscription, subscriber, change }
}

async function previewOf(
  context: AppContext,
  payments: Payments,
  change: ChangeOfPlan,
): Promise<PlanChangePreview | null> {
  return payments.previewPlanChange(change).catch((error: unknown) => {
    const { kind, sentence } = payments.faultOf(error)
    if (kind === 'own') throw error
    context.warn({ fault: sentence }, 'A change of plan could not be previewed')
    return refuse(kind === 'plan-not-sold' ? 'PLAN_NOT_SOLD' : 'UNAVAILABLE')
  })
}

/**
 * Names who changed it last; effects of a plan change are the provider's, and the reason before them an
 * administrator's.
 */
async function refuseChanged(db: Db, id: string, commented: boolean): Promise<never> {
  const last = await lastChangeOf(db, id, 'any')
  return refuse('CHANGED_MEANWHILE', [], last ?? (commented ? await lastChangeOf(db, id, ['COMMENT_ADDED']) : null))
}

async function remark(db: Trx, context: AppContext, subscriber: Subscriber, id: string, comment: string, by: string) {
  await changeSubscription(db, context, subscriber, id, { kind: 'comment', comment, by })
}
