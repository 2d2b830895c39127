/** Changes that a person requests: an administrator's acts, and the owner's choice about renewal. */
import { addDays, daysBetween, isOver, utcMidnight } from '../calendar.ts'
import { refused } from './commands.ts'
import type { Billing, ExistingSubscription, Transition, Others, Request } from './commands.ts'
import type { EventBody } from './events.ts'
import { can } from './acts.ts'
import { cleared, endOfTerm, isLive, neverStarted } from './subscription.ts'
import type { PlanTerms, RefusalCode, Subscription } from './subscription.ts'

/** A request about an existing subscription; the start of a trial and a grant have none yet. */
type Act = Exclude<Request, { kind: 'start-trial' | 'grant' }>

/** What decides whether renewal can be resumed. */
export type RenewableState = Pick<Subscription, 'status' | 'startDate' | 'endDate' | 'onHoldSince' | 'renewal'>
type RenewableBilling = Pick<Billing, 'periodEnd' | 'ended' | 'disputed'>

export function requested(existing: ExistingSubscription, act: Act, now: Date): Transition {
  switch (act.kind) {
    case 'cancel':
      return cancel(existing, act.comment, act.withRefund)
    case 'undo':
      return undoCancellation(existing, act.comment, now)
    case 'extend':
      return extend(existing, act, now)
    case 'comment':
      return { events: [{ type: 'COMMENT_ADDED', data: { comment: act.comment } }] }
    case 'stop-renewal':
      return stopRenewal(existing)
    case 'resume-renewal':
      return resumeRenewal(existing, now)
    case 'extend-trial':
      return extendTrial(existing, act.days, now)
  }
}

/** One that is pending is cancelled only together with a refund, which has an outcome for every subscription. */
function cancel({ subscription }: ExistingSubscription, comment: string, withRefund = false): Transition {
  const isEnding = withRefund && isLive(subscription)
  if (!isEnding && !can('cancel', subscription.status)) return refused('CANCEL_NOT_ACTIVE')
  return { events: [{ type: 'SUBSCRIPTION_CANCELLED', data: { comment } }] }
}

/** Restores the former state: it renews only if it did before, and if the provider's period still runs. */
function undoCancellation(
  { subscription, person, others, billing }: ExistingSubscription,
  comment: string,
  now: Date,
): Transition {
  if (!can('undo', subscription.status)) return refused('UNDO_NOT_CANCELLED')
  if (!cleared(person)) return refused('NOT_CLEARED')
  if (billing?.paidBack) return refused('PAID_BACK')
  if (others.live) return refused('OTHER_LIVE')
  const { plan, endDate } = subscription
  const status = endDate && isOver(endDate, now) ? 'expired' : 'active'
  const renewal = subscription.renewal === 'on' && !periodRuns(billing, now) ? 'ended' : subscription.renewal
  const undone: EventBody = { type: 'SUBSCRIPTION_UNDO_CANCELLATION', data: { comment, status, renewal } }
  return { events: neverStarted(subscription) ? [undone, termStarted(plan, now)] : [undone] }
}

function extend(
  { subscription, person, others, billing }: ExistingSubscription,
  act: Extract<Act, { kind: 'extend' }>,
  now: Date,
): Transition {
  const { plan, status, endDate } = subscription
  if (!can('extend', status)) return refused('EXTEND_NOT_OPEN')
  if (daysBetween(now, act.endDate) < 0) return refused('END_DATE_PAST')
  if (plan.type === 'subscription' && endDate && act.endDate < endDate) return refused('PAID_SHORTENED')
  if (!cleared(person)) return refused('NOT_CLEARED')
  if (others.live) return refused('OTHER_LIVE')
  const moved: EventBody = {
    type: 'END_DATE_CHANGED',
    data: { endDate: utcMidnight(act.endDate), comment: act.comment },
  }
  if (status !== 'expired') return { events: [moved] }
  // The provider has ended its side, so that it does not renew from now on.
  const ended = billing?.ended && subscription.renewal === 'on' ? { renewal: 'ended' as const } : {}
  return { events: [moved, { type: 'STATUS_CHANGED', data: { status: 'active', ...ended } }] }
}

function stopRenewal({ subscription }: ExistingSubscription): Transition {
  if (subscription.renewal === 'none') return refused('NEVER_RENEWS')
  if (!isLive(subscription) || neverStarted(subscription)) return refused('NOT_RUNNING')
  if (subscription.renewal !== 'on') return refused('RENEWAL_ALREADY_STOPPED')
  return { events: [{ type: 'RENEWAL_STOPPED', data: {} }] }
}

function resumeRenewal({ subscription, billing }: ExistingSubscription, now: Date): Transition {
  const refusal = resumeRefusal(subscription, billing, now)
  return refusal ? refused(refusal) : { events: [{ type: 'RENEWAL_RESUMED', data: {} }] }
}

function resumeRefusal(
  subscription: RenewableState,
  billing: RenewableBilling | undefined,
  now: Date,
): RefusalCode | null {
  const { renewal, onHoldSince, endDate } = subscription
  if (renewal === 'none') return 'NEVER_RENEWS'
  if (!isLive(subscription) || neverStarted(subscription)) return 'NOT_RUNNING'
  if (renewal === 'on') return 'RENEWAL_NOT_STOPPED'
  if (billing?.disputed) return 'PAYMENT_DISPUTED'
  // The days on hold do not count, so its end date cannot be over.
  const ran = !onHoldSince && endDate && isOver(endDate, now)
  return renewal === 'ended' || ran || !periodRuns(billing, now) ? 'PERIOD_OVER' : null
}

/**
 * Whether a stopped renewal can be resumed now; of a subscription that renews, whether it could be after a stop. Pages
 * and emails use this rule for what they offer.
 */
export function isResumable(subscription: RenewableState, billing: RenewableBilling | undefined, now: Date): boolean {
  const renewal = subscription.renewal === 'on' ? 'stopped' : subscription.renewal
  return resumeRefusal({ ...subscription, renewal }, billing, now) === null
}

function extendTrial({ subscription, others }: ExistingSubscription, days: number | null, now: Date): Transition {
  const extension = ownExtension(subscription, others, days, now)
  if ('refused' in extension) return extension
  return { events: [{ type: 'END_DATE_CHANGED', data: { ...extension, byOwner: true } }] }
}

/**
 * Returns the end date to which its owner can extend a trial, or why they cannot: once, while it is active, if the
 * catalogue offers `days`, and as long as they have not bought the product. Pages use this rule for the button, too.
 */
export function ownExtension(
  { plan, status, endDate, extendedByOwner }: Subscription,
  { subscribed = false }: Pick<Others, 'subscribed'>,
  days: number | null,
  now: Date,
): { endDate: Date } | { refused: RefusalCode } {
  if (plan.type !== 'trial') return refused('EXTENSION_NOT_OFFERED')
  if (status === 'expired' || (status === 'active' && endDate && isOver(endDate, now))) return refused('TRIAL_EXPIRED')
  // Also if it is pending or on hold.
  if (status !== 'active' || !endDate) return refused('NOT_RUNNING')
  if (extendedByOwner) return refused('EXTENDED_ALREADY')
  if (days === null) return refused('EXTENSION_NOT_OFFERED')
  if (subscribed) return refused('SUBSCRIPTION_EXISTS')
  return { endDate: addDays(endDate, days) }
}

/** Starts it: a trial's days, or the whole paid period, are counted from here. */
export function termStarted(plan: PlanTerms, now: Date): EventBody {
  return { type: 'INITIAL_END_DATE_SET', data: { startDate: now, endDate: endOfTerm(plan, now) } }
}

function periodRuns(billing: Pick<Billing, 'periodEnd' | 'ended'> | undefined, now: Date): boolean {
  return billing !== undefined && !billing.ended && now < billing.periodEnd
}
