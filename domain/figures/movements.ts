import { apply, type SubscriptionEvent } from '../subscription/events.ts'
import type { PlanTerms, Subscription } from '../subscription/subscription.ts'
import { perMonth } from '../catalogue/price-comparison.ts'
import { utcMidnight } from '../calendar.ts'

/**
 * A change of monthly recurring revenue (MRR) on one UTC day because of one subscription. `moved` takes the revenue of
 * a changed plan from the old plan to the new one; its rows add up to 0. The sum of all movements up to a day is the
 * MRR of that day.
 */
export const movementKinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn', 'moved'] as const
export type MovementKind = (typeof movementKinds)[number]

export type Movement = {
  day: Date
  kind: MovementKind
  plan: string
  currency: string
  /** The first day of the month in which the subscription first counted. */
  cohort: Date
  /** The change in the number of paying subscriptions of the plan. */
  count: number
  /** In minor units of the currency. */
  amount: number
}

/**
 * What a subscription contributes on a day: its plan, and the plan's price as an amount per month. Null if it
 * contributes nothing.
 */
type Share = { plan: string; currency: string; amount: number } | null

/**
 * Returns the price of a plan as an amount per month, in whole minor units; the price of a plan without an interval is
 * unchanged.
 */
export function monthlyAmount(plan: PlanTerms): number {
  return Math.round(plan.recurringInterval ? perMonth({ ...plan, price: plan.priceMinor }) : plan.priceMinor)
}

/** Counts an active paid plan with its price before tax and discounts; trials and complimentary plans do not count. */
function shareOf(state: Subscription | null): Share {
  if (state?.status !== 'active' || state.plan.type !== 'subscription' || state.paidUntil === null) return null
  const amount = monthlyAmount(state.plan)
  return amount === 0 ? null : { plan: state.plan.name, currency: state.plan.currency, amount }
}

/**
 * Returns the movements of a subscription's whole history, oldest first. A change that is reverted within the same day
 * is ignored, also a purchase that is refunded on its first day: it never was recurring revenue.
 */
export function movementsOf(events: readonly SubscriptionEvent[]): Movement[] {
  const movements: Movement[] = []
  let state: Subscription | null = null
  let before: Share = null
  let cohort: Date | null = null
  for (const [index, event] of events.entries()) {
    state = apply(state, event)
    const day = utcMidnight(event.at)
    const next = events[index + 1]
    if (next && utcMidnight(next.at) <= day) continue
    const after = shareOf(state)
    const isFirst = cohort === null
    const month: Date = cohort ?? new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1))
    if (after !== null) cohort = month
    movements.push(...between(before, after, isFirst).map((one) => ({ ...one, day, cohort: month })))
    before = after
  }
  return movements
}

type Step = Omit<Movement, 'day' | 'cohort'>

function between(before: Share, after: Share, isFirst: boolean): Step[] {
  if (before === null) return after === null ? [] : [{ ...after, kind: isFirst ? 'new' : 'reactivation', count: 1 }]
  const left = { plan: before.plan, currency: before.currency, amount: -before.amount, count: -1 }
  if (after === null) return [{ ...left, kind: 'churn' }]
  // Amounts in two currencies have no difference.
  if (before.currency !== after.currency)
    return [
      { ...left, kind: 'churn' },
      { ...after, kind: 'reactivation', count: 1 },
    ]
  const steps: Step[] = []
  if (before.plan !== after.plan)
    steps.push({ ...left, kind: 'moved' }, { ...after, kind: 'moved', count: 1, amount: before.amount })
  const difference = after.amount - before.amount
  if (difference !== 0)
    steps.push({ ...after, kind: difference > 0 ? 'expansion' : 'contraction', count: 0, amount: difference })
  return steps
}

/** Movements of many subscriptions, added up by day, kind, plan, currency and cohort. */
export class MovementSum {
  readonly #sums = new Map<string, Movement>()

  add(movements: readonly Movement[]): void {
    for (const movement of movements) {
      const { day, kind, plan, currency, cohort } = movement
      const key = JSON.stringify([day.getTime(), kind, plan, currency, cohort.getTime()])
      const sum = this.#sums.get(key)
      if (sum === undefined) this.#sums.set(key, { ...movement })
      else {
        sum.count += movement.count
        sum.amount += movement.amount
      }
    }
  }

  rows(): Movement[] {
    return [...this.#sums.values()]
  }
}
