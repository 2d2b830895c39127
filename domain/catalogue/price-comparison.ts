import { monthsOf, type Period } from './interval.ts'

/** What is compared of a plan: the amount per period, and how long the period is. */
export type Priced = Period & { price: number }

/** What a plan costs a month, in the unit of `price`, not rounded. */
export const perMonth = (plan: Priced): number => plan.price / monthsOf(plan)

/** How many whole per cent a plan costs less than another over the same time; 0 where it does not. */
export function savingPercent(plan: Priced, compared: Priced): number {
  const full = perMonth(compared)
  // Rounding of the machine's must not turn a saving of 33% into 32%.
  const saved = full > 0 ? (1 - perMonth(plan) / full) * 100 + 1e-9 : 0
  return Math.max(0, Math.floor(saved))
}

/** The plan that every saving of a product is measured against: the monthly one, else the one with the shortest period. */
export function comparedWith<P extends Priced>(plan: P, plans: readonly P[]): P | undefined {
  const [shortest] = plans.toSorted((one, other) => monthsOf(one) - monthsOf(other))
  const base = plans.find((one) => monthsOf(one) === 1) ?? shortest
  return base && monthsOf(base) < monthsOf(plan) ? base : undefined
}
