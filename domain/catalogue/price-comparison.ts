import { monthsOf, type RecurringPeriod } from './interval.ts'

/** The values of a plan that are compared: the amount per period, and the length of the period. */
export type PeriodPrice = RecurringPeriod & { price: number }

/** What a plan costs a month, in the unit of `price`, not rounded. */
export const perMonth = (plan: PeriodPrice): number => plan.price / monthsOf(plan)

/** Returns by how many whole per cent a plan is cheaper than another over the same time; 0 if it is not. */
export function savingPercent(plan: PeriodPrice, compared: PeriodPrice): number {
  const full = perMonth(compared)
  // A rounding error must not turn a saving of 33% into 32%.
  const saved = full > 0 ? (1 - perMonth(plan) / full) * 100 + 1e-9 : 0
  return Math.max(0, Math.floor(saved))
}

/**
 * Returns the plan with which every saving of a product is compared: the monthly one, otherwise the one with the
 * shortest period.
 */
export function comparedWith<P extends PeriodPrice>(plan: P, plans: readonly P[]): P | undefined {
  const [shortest] = plans.toSorted((one, other) => monthsOf(one) - monthsOf(other))
  const base = plans.find((one) => monthsOf(one) === 1) ?? shortest
  return base && monthsOf(base) < monthsOf(plan) ? base : undefined
}
