/**
 * Comma-separated values according to RFC 4180, safe to open in a spreadsheet. The database writes the same:
 * csv_cell().
 */

/** What a spreadsheet's file begins with, so that its letters are read as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Text that could run as a formula, also after blanks that some programs remove, and in full-width characters. */
const formula =
  /^[\p{Cc}\u0020\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]*[-=+@\uff0b\uff0d\uff1d\uff20]|^\p{Cc}/u
/** The same after a character at which a spreadsheet with another list separator begins a new cell. */
const laterFormula =
  /([;\t\n\r][\u0020\u00a0\u1680\u2000-\u200f\u202f\u205f-\u2064\u3000\ufeff]*)([-=+@\uff0b\uff0d\uff1d\uff20])/gu
const quoted = /[",\n\r]|^ | $/u

/**
 * Returns one cell; a number stays a number. Text that could run as a formula gets an apostrophe before it, inside the
 * cell too: Excel splits a line at the list separator of the regional settings, in German a semicolon, and then no
 * quotes hold a cell together.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const within = value.replaceAll(laterFormula, "$1'$2")
  const safe = formula.test(value) ? `'${within}` : within
  return safe !== value || quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns one line with its end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
