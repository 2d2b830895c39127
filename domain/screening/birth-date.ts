import { dayMs } from '../calendar.ts'

/** Compares the date of birth that a person gave with those of a list entry. */

/** The tolerance of an approximate date, in years either side. */
const approximately = 2
/** The difference up to which two dates may differ by mistake. */
const mistake = 366 * dayMs

/** The first and last time that a date may mean, in ms since 1970. */
type Span = { from: number; to: number }

/**
 * Returns what a date of birth says about a match. `given` is `YYYY-MM-DD`, `listed` as publishers write it. It
 * contradicts the match only if every listed date could be read and is more than a year away, because lists and people
 * make mistakes.
 */
export function birthDateVerdict(given: string, listed: readonly string[]): 'agrees' | 'contradicts' | 'unknown' {
  const spans = listed.map(spanOf)
  const at = Date.parse(`${given}T00:00:00Z`)
  if (spans.some((span) => span && at >= span.from && at <= span.to)) return 'agrees'
  const isFar = (span: Span | null) => span !== null && (at < span.from - mistake || at > span.to + mistake)
  return spans.length > 0 && spans.every(isFar) ? 'contradicts' : 'unknown'
}

/** Whether a date of birth can distinguish the person from an entry that matches their name. */
export function asksForBirthDate(
  reasons: readonly { kind: string; details?: { birthDates?: readonly string[] | undefined } | undefined }[],
): boolean {
  return reasons.some(({ kind, details }) => kind === 'list' && (details?.birthDates?.length ?? 0) > 0)
}

const earliest = 1900

/** True for a date, `YYYY-MM-DD`, on which a person alive on `today` can have been born. */
export function isBirthDate(text: string, today: string): boolean {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const isWhole = Number(year) >= earliest && Number(month) > 0 && Number(date) > 0
  return isWhole && text <= today && spanOfParts(year, month, date) !== null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNamed = (name: string) => {
  const at = months.indexOf(name.slice(0, 3).toLowerCase())
  return at < 0 ? '' : String(at + 1)
}

/** Returns the time that a publisher's date may mean; null if it cannot be read. */
function spanOf(text: string): Span | null {
  const plain = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '')
    .replace(/^(?:between|from) /i, '')
  const [first = '', last, ...more] = plain.split(/ (?:to|and|-|–) /i)
  if (more.length > 0) return null
  const from = spanOfOne(first)
  const to = last === undefined ? from : spanOfOne(last)
  return from && to && from.from <= to.to ? { from: from.from, to: to.to } : null
}

function spanOfOne(text: string): Span | null {
  const exact = text.replace(/^(?:circa|c\.|ca\.?|about|approximately|approx\.?|around)\s*/i, '').trim()
  const span = readDate(exact)
  if (span === null || exact === text) return span
  return { from: span.from - approximately * mistake, to: span.to + approximately * mistake }
}

/** `18 Jul 1961`, `Jul 1961`, `1961`, `1961-07-18`, `18/07/1961` as in the United Kingdom; zeros and `dd/mm` are unknown parts. */
function readDate(text: string): Span | null {
  const named = /^(?:(\d{1,2})\s+)?([A-Za-z]{3,9})\.?\s+(\d{4})$/.exec(text)
  if (named) {
    const month = monthNamed(named[2] ?? '')
    return month === '' ? null : spanOfParts(named[3] ?? '', month, named[1])
  }
  const iso = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*)?$/.exec(text)
  if (iso) return spanOfParts(iso[1] ?? '', iso[2], iso[3])
  const british = /^(\d{1,2}|dd)\/(\d{1,2}|mm)\/(\d{4})$/i.exec(text)
  return british ? spanOfParts(british[3] ?? '', british[2], british[1]) : null
}

/** Returns the span of a year, a month or a day; null for a day that does not exist. */
function spanOfParts(yearText: string, monthText = '', dayText = ''): Span | null {
  const [year, month, date] = [yearText, monthText, dayText].map((part) => Number(part) || 0)
  if (year === undefined || month === undefined || date === undefined || month > 12) return null
  if (month === 0) return { from: Date.UTC(year, 0, 1), to: Date.UTC(year, 11, 31) }
  if (date === 0) return { from: Date.UTC(year, month - 1, 1), to: Date.UTC(year, month, 0) }
  const at = Date.UTC(year, month - 1, date)
  return new Date(at).getUTCMonth() === month - 1 ? { from: at, to: at } : null
}
