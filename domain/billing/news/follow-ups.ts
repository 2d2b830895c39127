import { daysBetween } from '../../calendar.ts'
import { hasOpenDispute, hasEnded, type BillingSnapshot } from '../billing-snapshot.ts'
import { isWithheld, givesAccess, type PeriodStanding } from '../standing.ts'
import { charging, type Subscription } from '../../subscription/subscription.ts'

export type FollowUp = 'move-next-charge' | 'end-charging' | 'set-charging'

/** The requests to send to the provider once the reports are decided; `subscription` is the state after them. */
export function followUps(
  subscription: Subscription,
  snapshot: BillingSnapshot,
  standing: PeriodStanding,
  now: Date,
): FollowUp[] {
  const followUp: FollowUp[] = []
  if (chargesOnAnotherDay(subscription, snapshot, standing, now)) followUp.push('move-next-charge')
  if (outlived(subscription, snapshot, standing, now)) followUp.push('end-charging')
  if (isPaidAgain(subscription, snapshot, standing)) followUp.push('set-charging')
  return followUp
}

/**
 * Whether the next charge must move to the end date. It is too early after granted days: the provider moves it by at most two
 * years at a time, and not while a payment is open. It is too late after a period that gives no access. An earlier charge for
 * any other reason was set at the provider and stays.
 */
function chargesOnAnotherDay(
  subscription: Subscription,
  snapshot: BillingSnapshot,
  standing: PeriodStanding,
  now: Date,
): boolean {
  const { status, endDate, grantedUntil } = subscription
  const disputed = hasOpenDispute(snapshot)
  if (status !== 'active' || !endDate || charging(subscription, disputed) !== 'on') return false
  if (snapshot.charging !== 'on' || hasEnded(snapshot)) return false
  const early = daysBetween(snapshot.period.end, endDate)
  const isGranted = endDate.getTime() === grantedUntil?.getTime()
  const isLater = isGranted && early > 0 && daysBetween(now, snapshot.period.end) < 365
  return isWithheld(standing) ? early < 0 || isLater : isLater && givesAccess(standing)
}

/**
 * Whether charging must stop for good: access and period both ended unpaid, access ended within a period that gives
 * none, or the provider's subscription has ended and still has unpaid invoices.
 */
function outlived(subscription: Subscription, snapshot: BillingSnapshot, standing: PeriodStanding, now: Date): boolean {
  if (hasEnded(snapshot)) return snapshot.invoices.some(({ status }) => status === 'open' || status === 'draft')
  if (subscription.status !== 'expired') return false
  return isWithheld(standing) || (standing.kind === 'failed' && standing.periodEnd <= now)
}

/**
 * Whether the provider still pauses a subscription after the payment that failed was made: it may leave resuming to the
 * shop.
 */
function isPaidAgain(subscription: Subscription, snapshot: BillingSnapshot, standing: PeriodStanding): boolean {
  const disputed = hasOpenDispute(snapshot)
  return Boolean(snapshot.pausedByFailure) && givesAccess(standing) && charging(subscription, disputed) === 'on'
}
