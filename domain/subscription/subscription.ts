/** The state of a subscription. `decide.ts` decides how it changes, and `events.ts` contains its events. */
import type { DplStatus } from '../screening/dpl-status.ts'
import type { Charging } from '../billing/billing-snapshot.ts'
import { addDays } from '../calendar.ts'
import { addInterval, type Interval } from '../catalogue/interval.ts'
import type { Plan, SubscriptionType } from '../catalogue/plan.ts'

export const subscriptionStatuses = ['active', 'pending', 'expired', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/**
 * The terms of a plan at the time of purchase. The price is in minor units of the currency, without tax. `features` are
 * those of licences once the catalogue no longer has the plan.
 */
export type PlanTerms = Pick<
  Plan,
  'product' | 'name' | 'title' | 'priceMinor' | 'currency' | 'conditions' | 'features'
> &
  (
    | { type: 'trial'; durationInDays: number; recurringInterval: null; recurringIntervalCount: null }
    | {
        type: 'subscription'
        durationInDays: number | null
        recurringInterval: Interval
        recurringIntervalCount: number
      }
  )

/**
 * What happens after the period. `none`: a trial or complimentary. `on`: the provider charges again. `stopped`: its
 * owner stopped renewal, and can resume it. `ended`: the provider charges no more, permanently.
 */
export const renewals = ['none', 'on', 'stopped', 'ended'] as const
export type Renewal = (typeof renewals)[number]

/** The state of one subscription: exactly what results from its events. */
export type Subscription = {
  id: string
  plan: PlanTerms
  status: SubscriptionStatus
  createdDate: Date
  /** When it first became active; null until then. */
  startDate: Date | null
  /** The last day with access; null until it started. */
  endDate: Date | null
  /** Since when it is on hold and its days do not count; null otherwise. */
  onHoldSince: Date | null
  renewal: Renewal
  /**
   * The day until which the billing provider's periods were paid or free, and the provider's id of the last payment.
   */
  paidUntil: Date | null
  payment: string | null
  /** The last day granted in addition to the paid ones: by an extension, or for days on hold. */
  grantedUntil: Date | null
  /** True if its owner has extended the trial, which is possible once. */
  extendedByOwner: boolean
  latestComment: string | null
}

/** The facts about a subscriber that the rules of subscriptions need. */
export type PersonFacts = {
  emailVerified: boolean
  dplStatus: DplStatus
  deniedCountry: boolean
  erased: boolean
  /** A list entry forbids sending this person money. */
  refundForbidden: boolean
}

/** Whether screening, an administrator or a denied country keeps a person from a subscription. */
export function isHeld(person: Pick<PersonFacts, 'dplStatus' | 'deniedCountry'>): boolean {
  return person.dplStatus !== 'PASS' || person.deniedCountry
}

export function cleared(person: Omit<PersonFacts, 'refundForbidden'>): boolean {
  return person.emailVerified && !isHeld(person) && !person.erased
}

export function isLive(subscription: Pick<Subscription, 'status'>): boolean {
  return subscription.status === 'active' || subscription.status === 'pending'
}

export function neverStarted(subscription: Pick<Subscription, 'startDate'>): boolean {
  return subscription.startDate === null
}

/** Whether people read "renews on" instead of "ends on". */
export function renews(subscription: Pick<Subscription, 'status' | 'renewal'>): boolean {
  return isLive(subscription) && subscription.renewal === 'on'
}

/**
 * Returns what the billing provider should do; null if there is nothing to charge. An expired one may still be paid
 * for. While a payment is disputed nothing is charged, because a second charge would be disputed too.
 */
export function charging(subscription: Subscription, disputed = false): Charging | null {
  if (subscription.renewal === 'none') return null
  if (subscription.renewal !== 'on' || subscription.status === 'cancelled') return 'off'
  return subscription.status === 'pending' || disputed ? 'paused' : 'on'
}

/** Whether its owner can buy it although it is live: the provider no longer charges for it, or never did. */
export function mayBuyAgain(subscription: Subscription): boolean {
  const { plan, status } = subscription
  return isSoldAgain({ type: plan.type, status, renews: renews(subscription) })
}

/** Like `mayBuyAgain`, for a subscription as its owner sees it. */
export function isSoldAgain(seen: {
  type: SubscriptionType
  status: Subscription['status']
  renews: boolean
}): boolean {
  return seen.type === 'subscription' && isLive(seen) && !seen.renews
}

/**
 * Returns the terms on which a person buys a plan. Throws for a plan without a length, which no valid catalogue
 * contains.
 */
export function termsOf(plan: Plan): PlanTerms {
  const { product, name, title, priceMinor, currency, conditions, durationInDays, features = [] } = plan
  const sold = { product, name, title, priceMinor, currency, conditions }
  const terms = features.length === 0 ? sold : { ...sold, features }
  if (plan.type === 'trial' && durationInDays !== null) {
    return { ...terms, type: plan.type, durationInDays, recurringInterval: null, recurringIntervalCount: null }
  }
  const { recurringInterval, recurringIntervalCount } = plan
  if (plan.type === 'subscription' && recurringInterval !== null && recurringIntervalCount !== null) {
    return { ...terms, type: plan.type, durationInDays, recurringInterval, recurringIntervalCount }
  }
  throw new Error(`The plan ${name} has no length`)
}

/** The last day with access of a plan that starts on this moment's day. */
export function endOfTerm(plan: PlanTerms, start: Date): Date {
  return plan.type === 'trial'
    ? addDays(start, plan.durationInDays)
    : addInterval(start, plan.recurringInterval, plan.recurringIntervalCount)
}

/** The reasons for refusing a person's request (409); the words explain each. */
export type RefusalCode =
  | 'TRIAL_EXISTS'
  | 'TRIAL_EXPIRED'
  | 'PERSON_REFUSED'
  | 'FORGOTTEN'
  | 'NO_SUBSCRIPTION'
  | 'CANCEL_NOT_ACTIVE'
  | 'UNDO_NOT_CANCELLED'
  | 'EXTEND_NOT_OPEN'
  | 'END_DATE_PAST'
  | 'PAID_SHORTENED'
  | 'NOT_CLEARED'
  | 'PAID_BACK'
  | 'OTHER_LIVE'
  | 'NEVER_RENEWS'
  | 'NOT_RUNNING'
  | 'RENEWAL_ALREADY_STOPPED'
  | 'RENEWAL_NOT_STOPPED'
  | 'PERIOD_OVER'
  | 'PAYMENT_DISPUTED'
  | 'EXTENSION_NOT_OFFERED'
  | 'EXTENDED_ALREADY'
  | 'SUBSCRIPTION_EXISTS'
  | 'CHANGE_NOT_PAID'
  | 'CHANGE_NOT_OFFERED'
  | 'CHANGE_NOT_RENEWING'
  | 'CHANGE_EXTENDED'
  | 'CHANGE_PAYMENT_OPEN'
  | 'CHANGE_REFUNDED'
