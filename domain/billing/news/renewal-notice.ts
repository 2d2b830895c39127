import { addDays } from '../../calendar.ts'
import { monthsOf, type RecurringPeriod } from '../../catalogue/interval.ts'

/** Whether the charges of a plan are announced: those for a year or longer. */
export const isAnnounced = (plan: RecurringPeriod): boolean => monthsOf(plan) >= 12

/**
 * When such a charge is announced: between 15 and 45 days before it, as California requires of automatic renewals
 * (Business and Professions Code § 17602). `last` leaves a day for the delivery.
 */
export const noticeDays = { first: 30, last: 16 } as const

/** An amount in minor units. */
export type ChargeAmount = { amount: number; currency: string }

/**
 * Decides about the notice of a charge on `endDate`, given the provider's present amount, which is null if it does not
 * state one. A notice waits for the amount while it is in time; then it states none rather than an old one.
 */
export function renewalNotice(
  endDate: Date,
  amount: ChargeAmount | null,
  now: Date,
): 'wait' | { next: ChargeAmount | null } {
  return amount === null && now < addDays(endDate, -noticeDays.last) ? 'wait' : { next: amount }
}
