/**
 * The state of a person with regard to one product. Pages, badges and emails use this alone, so that no two of them
 * disagree. Pure and small: the browser loads it too.
 */
import type { PaymentState } from '../billing/billing-news.ts'
import type { SubscriptionType } from '../catalogue/plan.ts'
import type { DplStatus } from '../screening/screening.ts'
import { isLive, type SubscriptionStatus } from './subscription.ts'

export const situationKinds = [
  /** Never had the product. */
  'none',
  /** Has not followed the link of the activation email yet. */
  'unconfirmed',
  /** Waits for an administrator's decision; what was asked for has not started. */
  'in_review',
  /** An administrator refused the person. */
  'refused',
  /** The person's country is denied. */
  'denied_country',
  'trial_running',
  'trial_over',
  /** Renews, or is complimentary and open. Its payment may be processing, paused or disputed. */
  'paid',
  /** Runs in its grace period: a payment failed, or waits for the customer's confirmation. */
  'past_due',
  /** Runs until its end date and is not charged again. */
  'stopped',
  /** A paid or complimentary subscription that is over. */
  'ended',
  /** Had started, and is on hold until a reviewer decides. */
  'on_hold',
] as const
export type SituationKind = (typeof situationKinds)[number]

/** A subscription as far as this asks about it: an entry of `GET /api/v1/subscriptions/user` is one. */
export type OwnedSubscription = {
  plan: { product: string; type: SubscriptionType }
  subscription: {
    status: SubscriptionStatus
    startDate: string | Date | null
    renews: boolean
    payment: { state: PaymentState }
  }
}

/** `dplStatus` is null for a person who was never screened. A signed-in person's address is verified. */
export type SituatedPerson = { dplStatus: DplStatus | null; deniedCountry: boolean; emailVerified?: boolean }

/** `owned` is the subscription that `kind` is about; absent where it is about the person alone. */
export type Situation<Owned> = { kind: SituationKind; owned: Owned | undefined }

/** The first reason why a person cannot start a subscription; null for a cleared person. */
export function barOf(person: SituatedPerson): 'denied_country' | 'refused' | 'unconfirmed' | 'in_review' | null {
  if (person.deniedCountry) return 'denied_country'
  if (person.dplStatus === 'FAIL') return 'refused'
  if (person.emailVerified === false) return 'unconfirmed'
  return person.dplStatus === 'PENDING' ? 'in_review' : null
}

/** The state of one subscription of a person, as its badge and its card show it. */
export function situationOfSubscription(person: SituatedPerson, owned: OwnedSubscription): SituationKind {
  const { plan, subscription } = owned
  const { status, startDate, renews, payment } = subscription
  const bar = barOf(person)
  switch (status) {
    case 'active':
      if (plan.type === 'trial') return 'trial_running'
      if (payment.state === 'past_due' || payment.state === 'action_required') return 'past_due'
      return renews ? 'paid' : 'stopped'
    case 'pending':
      if (bar !== null && bar !== 'in_review') return bar
      return startDate === null ? 'in_review' : 'on_hold'
    case 'expired':
    case 'cancelled':
      // A subscription that never started was ended by the refusal itself.
      if (startDate === null && (bar === 'refused' || bar === 'denied_country')) return bar
      return plan.type === 'trial' ? 'trial_over' : 'ended'
  }
}

/**
 * Where a person stands with a product: `person` is null for an anonymous visitor. What runs wins over what waits, what
 * waits over what is over, and a paid subscription over a trial; `owned` is in any order, of two equals the first wins.
 */
export function situationWith<Owned extends OwnedSubscription>(
  person: SituatedPerson | null,
  owned: readonly Owned[],
  product: string,
): Situation<Owned> {
  if (!person) return { kind: 'none', owned: undefined }
  const leading = leadingOf(owned.filter(({ plan }) => plan.product === product))
  const bar = leading && isLive(leading.subscription) ? null : barOf(person)
  return { kind: bar ?? (leading ? situationOfSubscription(person, leading) : 'none'), owned: leading }
}

const ranks: Record<SubscriptionStatus, number> = { active: 0, pending: 1, expired: 2, cancelled: 2 }

function leadingOf<Owned extends OwnedSubscription>(owned: readonly Owned[]): Owned | undefined {
  const rank = ({ plan, subscription }: Owned) => 2 * ranks[subscription.status] + (plan.type === 'trial' ? 1 : 0)
  return owned.toSorted((one, other) => rank(one) - rank(other))[0]
}
