/** Days as the desk shows them: UTC days, whatever zone the reader is in. Takes ISO 8601 or a date. */
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** '20 Nov 2026' */
export function utcDay(date: string | Date): string {
  return day.format(new Date(date))
}

/** The whole moment, for a tooltip: 'Fri, 20 Nov 2026 13:25:00 GMT' */
export function utcFull(date: string | Date): string {
  return new Date(date).toUTCString()
}
