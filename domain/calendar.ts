/**
 * The calendar of subscriptions: UTC days, independent of the time zones of server and reader. A day is a `Date` at its
 * UTC midnight; a moment is any `Date`. Nothing here reads a clock.
 */

/** The length of a UTC day in milliseconds. */
export const dayMs = 86_400_000

/** Returns midnight of the moment's UTC day. */
export function utcMidnight(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / dayMs) * dayMs)
}

/** Returns the moment's UTC day in ISO 8601: '2026-12-20'. */
export function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Returns the UTC day `count` days after the moment's day; a negative count goes back. */
export function addDays(moment: Date, count: number): Date {
  return new Date(utcMidnight(moment).getTime() + count * dayMs)
}

/**
 * Returns the same day of the month, `count` months after the anchor's, or that month's last day if it is shorter.
 * Always count from the first day, never from the last result: 31 Jan, 28 Feb, 31 Mar.
 */
export function addMonths(anchor: Date, count: number): Date {
  const year = anchor.getUTCFullYear()
  const month = anchor.getUTCMonth() + count
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay)))
}

/** Returns the number of UTC midnights between two moments; negative if `to` is on an earlier day. */
export function daysBetween(from: Date, to: Date): number {
  return (utcMidnight(to).getTime() - utcMidnight(from).getTime()) / dayMs
}

/** Whether the last day with access is over; on the day itself it is not. */
export function isOver(endDate: Date, now: Date): boolean {
  return daysBetween(endDate, now) > 0
}

/** The earlier of two days or moments. */
export function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

/** The later of two days or moments. */
export function later(one: Date, other: Date): Date {
  return one > other ? one : other
}

/** Returns a UTC day as text: '20 December 2026' in en-GB. Takes an ISO 8601 date or a date. */
export function longDate(day: string | Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}

/** Returns a minute in UTC as text: '20 December 2026 at 13:25' in en-GB. */
export function momentText(at: Date, locale: string, dateStyle: 'long' | 'medium' = 'long'): string {
  return new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone: 'UTC' }).format(at)
}
