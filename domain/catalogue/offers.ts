import type { PlanView } from './plan.ts'
import { monthsOf } from './interval.ts'

type PlanOnCard = Pick<
  PlanView,
  'product' | 'productTitle' | 'price' | 'recurringInterval' | 'recurringIntervalCount' | 'recommended'
>

/** What the pricing page shows on one card: the paid plans of a product, one per billing period, the shortest first. */
export type Offer<P> = { product: string; title: string; plans: readonly [P, ...P[]] }

/** A billing period in the address of the pricing page: 'month', '3-month'. */
export function periodSlug({ recurringInterval, recurringIntervalCount }: Omit<PlanOnCard, 'price'>): string {
  const count = recurringIntervalCount ?? 1
  return count === 1 ? String(recurringInterval) : `${count}-${recurringInterval}`
}

/** Returns the cards in the order of the catalogue. Two plans of a product with the same period are on two cards. */
export function offersOf<P extends PlanOnCard>(plans: readonly P[]): Offer<P>[] {
  const offers: { product: string; title: string; plans: [P, ...P[]] }[] = []
  for (const plan of plans) {
    const { product, productTitle: title } = plan
    const offer = offers.find(
      (one) => one.product === product && one.plans.every((other) => periodSlug(other) !== periodSlug(plan)),
    )
    if (offer) offer.plans.push(plan)
    else offers.push({ product, title, plans: [plan] })
  }
  for (const { plans: own } of offers) own.sort((one, other) => monthsOf(one) - monthsOf(other))
  return offers
}

/** Returns one plan for each billing period, the shortest first. */
export function periodsOf<P extends PlanOnCard>(plans: readonly P[]): P[] {
  const first = new Map(plans.toReversed().map((plan) => [periodSlug(plan), plan]))
  return [...first.values()].toSorted((one, other) => monthsOf(one) - monthsOf(other))
}

/** The initial period: the recommended plan's, otherwise the shortest. */
export function firstPeriod(plans: readonly PlanOnCard[]): string | undefined {
  const plan = plans.find(({ recommended }) => recommended) ?? periodsOf(plans)[0]
  return plan && periodSlug(plan)
}

/** Returns a product's plan of a period; if it has none, its only or longest one. */
export function planOfPeriod<P extends PlanOnCard>({ plans }: Offer<P>, period: string): P {
  return plans.find((plan) => periodSlug(plan) === period) ?? plans.at(-1) ?? plans[0]
}
