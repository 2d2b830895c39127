import { addDays, isoDay } from '../../../domain/calendar.ts'

/** Returns the day that many days after the end date, or after today if that has passed. */
export function dayAfter(endDate: string | null, now: string, days: number): string {
  const from = new Date(endDate !== null && endDate > now ? endDate : now)
  return isoDay(addDays(from, days))
}
