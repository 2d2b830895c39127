import {
  cleared,
  isLive,
  mayBuyAgain,
  type PersonFacts,
  type PlanTerms,
  type Subscription,
} from '../../subscription/subscription.ts'
import { barOf } from '../../subscription/situation.ts'
import type { PlacedOrder } from './order-plan.ts'

/** The facts about a person who requests a plan's payment page. */
export type PlacementFacts = {
  person: Omit<PersonFacts, 'refundForbidden'>
  subscriptions: readonly Subscription[]
  /** The person's open order for the plan's product, and when its page closes; null if it has none yet. */
  open: { order: PlacedOrder; expiresAt: Date | null } | null
}

export type Placement =
  | { refused: 'COUNTRY_DENIED' | 'IN_REVIEW' | 'PERSON_REFUSED' | 'SUBSCRIPTION_EXISTS' }
  /**
   * The page of the open order, or a new order, which closes the open one. While a payment is `processing`, another one
   * would pay for the same product twice. `owned` is the subscription to which the payment applies; null for a new one.
   */
  | { page: 'open' | 'processing' | 'new'; owned: string | null }

/** Decides which order a request for a payment page leads to: there is one open order per person and product. */
export function planPlacement({ person, subscriptions, open }: PlacementFacts, terms: PlanTerms, now: Date): Placement {
  if (!cleared(person)) return { refused: barCodes[barOf(person) ?? 'in_review'] }
  const live = subscriptions.find(
    (one) => isLive(one) && one.plan.type === 'subscription' && one.plan.product === terms.product,
  )
  // One that will not be charged again can be bought again.
  if (live && !mayBuyAgain(live)) return { refused: 'SUBSCRIPTION_EXISTS' }
  const owned = live?.id ?? null
  if (open?.order.processingAt) return { page: 'processing', owned }
  const isExpired = open?.expiresAt ? open.expiresAt <= now : false
  const continued = subscriptions.find(({ id }) => id === open?.order.subscriptionId)
  // What is paid for a subscription that was cancelled meanwhile would be refunded.
  const isForSame = open && (owned === null ? continued?.status !== 'cancelled' : continued?.id === owned)
  // If the terms of the same plan differ, the catalogue has changed: the page must charge the present terms.
  if (isForSame && !isExpired && areSameTerms(open.order.terms, terms)) return { page: 'open', owned }
  return { page: 'new', owned }
}

const barCodes = {
  denied_country: 'COUNTRY_DENIED',
  refused: 'PERSON_REFUSED',
  unconfirmed: 'IN_REVIEW',
  in_review: 'IN_REVIEW',
} as const

function areSameTerms(one: PlanTerms, other: PlanTerms): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof PlanTerms)[])
  return [...names].every((name) => one[name] === other[name])
}
