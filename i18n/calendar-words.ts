import { locale } from '#words/locale.ts'
import { wholeMoment } from '#words/moments.ts'

/** Days as the admin area shows them: UTC days, whatever the reader's time zone. Takes ISO 8601 or a date. */
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** '20 Nov 2026' */
export function utcDay(date: string | Date): string {
  return day.format(new Date(date))
}

/** '20 Nov 2026' for the date of a list; text that is not a date is unchanged. */
export function dayOrText(date: string): string {
  return Number.isNaN(Date.parse(date)) ? date : utcDay(date)
}

const writtenOut = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })

/** '20 November 2026' for the value of a date field, `2026-11-20`; null if it is empty. */
export function writtenDay(day: string): string | null {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? null : writtenOut.format(date)
}

const minute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** '20 Nov 2026, 13:25 UTC' */
export function utcMinute(date: string | Date): string {
  return `${minute.format(new Date(date))} UTC`
}

/** The whole moment, for a tooltip: 'Fri, 20 Nov 2026 13:25:00 GMT' in English */
export function utcFull(date: string | Date): string {
  return wholeMoment(new Date(date))
}
