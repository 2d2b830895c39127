/**
 * Returns a time as ISO 8601 with milliseconds from PostgreSQL's UTC text ('2026-11-20 12:00:00.5'), like a Date,
 * without creating one.
 */
export function isoFromUtcText(text: string): string {
  if (text.length === 19) return `${text.slice(0, 10)}T${text.slice(11)}.000Z`
  if (text[19] === '.') return `${text.slice(0, 10)}T${text.slice(11, 23).padEnd(12, '0')}Z`
  return new Date(`${text.replace(' ', 'T')}Z`).toISOString()
}
