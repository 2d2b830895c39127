import type { Recurring } from './kinds.ts'

const day = 86_400

/**
 * Returns the time `count` periods after the anchor, in seconds: on the same day of the month, or the month's last day
 * if it is shorter.
 */
export function periodAt(anchor: number, { interval, interval_count }: Recurring, count: number): number {
  const steps = count * interval_count
  if (interval === 'day') return anchor + steps * day
  if (interval === 'week') return anchor + steps * 7 * day
  const from = new Date(anchor * 1000)
  const month = from.getUTCMonth() + steps * (interval === 'year' ? 12 : 1)
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), last))
  return Math.floor(midnight / 1000) + (anchor % day)
}

/**
 * Returns the end of the period that starts at `start`, counted from the anchor so that a shortened month does not stay
 * short.
 */
export function periodAfter(anchor: number, recurring: Recurring, start: number): number {
  return periodAround(anchor, recurring, start).end
}

/** Returns the period in which a time after the anchor lies. */
export function periodAround(anchor: number, recurring: Recurring, moment: number): { start: number; end: number } {
  let count = 1
  while (periodAt(anchor, recurring, count) <= moment) count++
  return { start: periodAt(anchor, recurring, count - 1), end: periodAt(anchor, recurring, count) }
}
