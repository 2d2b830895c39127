import { addDays, daysBetween, earlier, later } from '../../calendar.ts'
import { intervalRows } from '../../catalogue/interval.ts'
import { renews, type PlanTerms, type Subscription } from '../subscription.ts'

/** Days of access after a failed renewal was due. */
export function graceDays(plan: Pick<PlanTerms, 'recurringInterval'>): number {
  return intervalRows[plan.recurringInterval ?? 'month'].graceDays
}

/**
 * `disputed`: one of its payments is disputed, so that nothing is charged meanwhile. `awaited`: an invoice of it is a
 * draft, not yet due, or being paid.
 */
export type BilledSubscription = Subscription & { disputed: boolean; awaited: boolean }

/** Whether a renewal will be charged at the end of the paid time. */
export function expectsRenewal(subscription: BilledSubscription): boolean {
  return renews(subscription) && !subscription.disputed
}

/**
 * Returns when access ends without a further report: the end of the last day in UTC, or of the days of grace if a
 * renewal is expected. After a failed renewal the end date contains these days already. A subscription that never
 * started has no access.
 */
export function endOfAccess(subscription: BilledSubscription): Date {
  const { endDate } = subscription
  if (endDate === null) return new Date(0)
  const due = endWithoutGrace(subscription) ?? endDate
  return addDays(expectsRenewal(subscription) ? endOfGrace(subscription, due) : endDate, 1)
}

/** Whether access continues after the end date until the billing provider reports the payment of the next period. */
export function outlastsEndDate(subscription: Pick<BilledSubscription, 'status' | 'renewal' | 'awaited'>): boolean {
  return renews(subscription) || subscription.awaited
}

/** Returns the last day of access after a failed renewal. */
export function endOfGrace({ plan, endDate }: Subscription, due: Date): Date {
  const end = addDays(due, graceDays(plan))
  return endDate ? later(endDate, end) : end
}

/** Returns the end of access without days of grace: that of the paid period, or of the granted days. */
export function endWithoutGrace({ paidUntil, grantedUntil }: Subscription): Date | null {
  return paidUntil && grantedUntil ? later(paidUntil, grantedUntil) : (grantedUntil ?? paidUntil)
}

/** Returns how many days remain that were paid for or granted; days of grace were not. */
export function daysLeft(subscription: Subscription, at: Date): number {
  const { endDate } = subscription
  return endDate ? Math.max(0, daysBetween(at, earlier(endDate, endWithoutGrace(subscription) ?? endDate))) : 0
}

/** Whether the end date of an active one includes days of grace, after a renewal that was not paid. */
export function isInGrace(subscription: Subscription): boolean {
  const end = endWithoutGrace(subscription)
  return subscription.status === 'active' && end !== null && subscription.endDate !== null && subscription.endDate > end
}
