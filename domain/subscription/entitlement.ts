/** What a person can use of a product now. Downloads and licences both use this rule. */
import { endOfAccess, type BilledSubscription } from './payments/grace.ts'
import { cleared, isLive, neverStarted, type PersonFacts, type Subscription } from './subscription.ts'

/**
 * A product of the catalogue, or a plan of it that a download names. `companion` is the product included in any plan.
 */
export type EntitlementRequest = { product: string; plan?: string | undefined; companion: string | null }

/**
 * `on-hold`: screening has stopped a running subscription. `none`: nothing is active; `lastDay` is the end of the
 * latest expired one.
 */
export type Entitlement =
  | { subscription: BilledSubscription }
  | { missing: 'on-hold' }
  | { missing: 'none'; lastDay: Date | null }

/**
 * Returns the subscription that entitles a person to a product: a cleared person's active one of this product, or any
 * for the companion. Of several it is one of the product itself before one that includes it, a paid one before a trial,
 * and then the one with the latest end of access.
 */
export function entitlementTo(
  person: Omit<PersonFacts, 'refundForbidden'>,
  owned: readonly BilledSubscription[],
  request: EntitlementRequest,
): Entitlement {
  const covering = owned.filter((one) => covers(one, request))
  const suitable = covering.filter(isLive)
  const isOfAnother = ({ plan }: Subscription) => Number(plan.product !== request.product)
  const [best] = suitable
    .filter(({ status }) => status === 'active')
    .toSorted((a, b) => isOfAnother(a) - isOfAnother(b) || isTrial(a) - isTrial(b) || byEndOfAccess(a, b))
  if (best && cleared(person)) return { subscription: best }
  if (suitable.some((one) => !neverStarted(one))) return { missing: 'on-hold' }
  const [last] = covering.filter(({ status }) => status === 'expired').toSorted(byEndOfAccess)
  return { missing: 'none', lastDay: last?.endDate ?? null }
}

function covers({ plan }: Subscription, { product, plan: name, companion }: EntitlementRequest): boolean {
  if (name !== undefined) return plan.name === name
  return plan.product === product || product === companion
}

const isTrial = ({ plan }: Subscription) => Number(plan.type === 'trial')

const byEndOfAccess = (one: BilledSubscription, other: BilledSubscription) =>
  endOfAccess(other).getTime() - endOfAccess(one).getTime()
