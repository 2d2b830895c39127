/** The units of billing periods, one row each. A period is a number of them: three months bill quarterly. */
import { addDays, addMonths } from '../calendar.ts'

type IntervalRow = {
  /** The number of months, to compare prices; a year counts as 52 weeks. */
  months: number
  /** Days of access after a failed renewal was due. */
  graceDays: number
  /** Returns the UTC day that many intervals after the anchor's. */
  add: (anchor: Date, count: number) => Date
}

export const intervalRows = {
  week: { months: 12 / 52, graceDays: 3, add: (anchor, count) => addDays(anchor, 7 * count) },
  month: { months: 1, graceDays: 14, add: addMonths },
  year: { months: 12, graceDays: 14, add: (anchor, count) => addMonths(anchor, 12 * count) },
} as const satisfies Record<string, IntervalRow>

export type Interval = keyof typeof intervalRows
export const intervals = Object.keys(intervalRows) as [Interval, ...Interval[]]
/** The billing provider also has daily prices, which no plan of a catalogue has. */
export const priceIntervals = ['day', ...intervals] as const

/** A billing period; null for a plan without one. */
export type RecurringPeriod = { recurringInterval: Interval | null; recurringIntervalCount: number | null }

/** Returns the UTC day `count` weeks, months or years after the anchor's day. */
export const addInterval = (anchor: Date, interval: Interval, count: number): Date =>
  intervalRows[interval].add(anchor, count)

/** Returns the number of months in a billing period; a year counts as 52 weeks. */
export function monthsOf({ recurringInterval, recurringIntervalCount }: RecurringPeriod): number {
  return recurringInterval ? intervalRows[recurringInterval].months * (recurringIntervalCount ?? 1) : 0
}
