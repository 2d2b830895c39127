import { dayMs } from '../../domain/calendar.ts'

/** Rows as the text that PostgreSQL's COPY reads. */

/** A cell of a row. */
export type Value = string | number | boolean | Date | null

const special = /[\\\t\n\r]/
const everySpecial = new RegExp(special, 'g')
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Dates as ISO 8601, nothing as \N. */
export function line(values: readonly Value[]): string {
  let text = ''
  for (const value of values) text += text === '' ? cell(value) : `\t${cell(value)}`
  return `${text}\n`
}

function cell(value: Value): string {
  // Hardly any text has one.
  if (typeof value === 'string')
    return special.test(value) ? value.replaceAll(everySpecial, (character) => escapes[character] ?? '') : value
  if (value === null) return '\\N'
  return value instanceof Date ? iso(value) : String(value)
}

const days = new Map<number, string>()
const two = (number: number) => (number < 10 ? `0${number}` : String(number))

/** `toISOString()`, of which there are millions over few days. */
export function iso(date: Date): string {
  const time = date.getTime()
  const day = Math.floor(time / dayMs)
  let text = days.get(day)
  if (text === undefined) days.set(day, (text = date.toISOString().slice(0, 11)))
  const rest = time - day * dayMs
  if (rest === 0) return `${text}00:00:00.000Z`
  const clock = `${two(Math.floor(rest / 3_600_000))}:${two(Math.floor(rest / 60_000) % 60)}:${two(Math.floor(rest / 1000) % 60)}`
  return `${text}${clock}.${String(rest % 1000).padStart(3, '0')}Z`
}
