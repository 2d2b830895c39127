/**
 * The state of a person with regard to one product. Pages, badges and emails all use it, so that they agree. Pure and
 * small, because the browser loads it too.
 */
import { isOverdue, type PaymentState } from '../billing/payments/payment-state.ts'
import type { SubscriptionType } from '../catalogue/plan.ts'
import type { DplStatus } from '../screening/dpl-status.ts'
import { isLive, type SubscriptionStatus } from './subscription.ts'

export const situationKinds = [
  /** Never had the product. */
  'none',
  /** Has not followed the link of the activation email yet. */
  'unconfirmed',
  /** Awaits an administrator's decision; what was requested has not started. */
  'in_review',
  /** An administrator refused the person. */
  'refused',
  /** The person's country is denied. */
  'denied_country',
  'trial_running',
  'trial_over',
  /** Renews, or is complimentary and active. Its payment may be processing, paused or disputed. */
  'paid',
  /** In its days of grace: a payment failed, or awaits the customer's confirmation. */
  'past_due',
  /** Active until its end date and not charged again. */
  'stopped',
  /** A paid or complimentary subscription that is over. */
  'ended',
  /** Had started, and is on hold until a reviewer decides. */
  'on_hold',
] as const
export type SituationKind = (typeof situationKinds)[number]

/** A subscription, as far as this rule needs it: an entry of `GET /api/v1/subscriptions/user` is one. */
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

/** `owned` is the subscription that `kind` is about; absent if it is about the person alone. */
export type Situation<Owned> = { kind: SituationKind; owned: Owned | undefined }

/** The first reason why a person cannot start a subscription; null for a cleared person. */
export function barOf(person: SituatedPerson): 'denied_country' | 'refused' | 'unconfirmed' | 'in_review' | null {
  if (person.deniedCountry) return 'denied_country'
  if (person.dplStatus === 'FAIL') return 'refused'
  if (person.emailVerified === false) return 'unconfirmed'
  return person.dplStatus === 'PENDING' ? 'in_review' : null
}

/** Returns the state of one subscription of a person, as its badge and its card show it. */
export function situationOfSubscription(person: SituatedPerson, owned: OwnedSubscription): SituationKind {
  const { plan, subscription } = owned
  const { status, startDate, renews, payment } = subscription
  const bar = barOf(person)
  switch (status) {
    case 'active':
      if (plan.type === 'trial') return 'trial_running'
      if (isOverdue(payment)) return 'past_due'
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
 * Returns a person's situation with a product: `person` is null for an anonymous visitor. An active subscription
 * precedes a pending one, a pending one an ended one, and a paid one a trial; `owned` is in any order, and of two equal
 * ones the first counts.
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
