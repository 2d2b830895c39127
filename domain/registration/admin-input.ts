/** What administrators enter for an act, checked by the same rules in the dialog and on the server. */
import { addMonths, isoDay, utcMidnight } from '../calendar.ts'
import type { FieldFault } from './field-faults.ts'
import { fieldLimits } from '../limits.ts'
import { invisible, unprintableInLines } from './printable.ts'
import { isShorterThan } from '../person/field-rules.ts'

const furthestInMonths = 120

/**
 * Returns the fault of a comment or reason; null if it is valid. Surrounding blanks do not count and are not stored.
 */
export function commentFault(comment: string): FieldFault | null {
  const kept = comment.trim()
  if (invisible.test(kept)) return { code: 'required' }
  return textFault(kept, fieldLimits.commentLength)
}

/** Returns the fault of a search text; null if it is valid or empty. */
export function searchFault(search: string): FieldFault | null {
  return textFault(search, fieldLimits.searchLength)
}

function textFault(text: string, limit: number): FieldFault | null {
  if (!isShorterThan(text, limit)) return { code: 'tooLong', value: limit }
  return unprintableInLines.test(text) ? { code: 'invalidCharacters' } : null
}

/**
 * Reads a new end date: a UTC midnight as ISO 8601 or epoch milliseconds, from today to ten years ahead. Returns its
 * fault if it is invalid.
 */
export function readEndDate(given: string | number | undefined, now: Date): { endDate: Date } | { fault: FieldFault } {
  if (given === undefined || given === '') return { fault: { code: 'required' } }
  if (typeof given === 'string' && !isoDate.test(given)) return { fault: { code: 'date' } }
  if (typeof given === 'number' && !Number.isInteger(given)) return { fault: { code: 'date' } }
  const endDate = new Date(given)
  if (Number.isNaN(endDate.getTime())) return { fault: { code: 'date' } }
  // Date reads 31 February as a day in March.
  if (typeof given === 'string' && !given.startsWith(isoDay(endDate))) return { fault: { code: 'date' } }
  if (endDate.getTime() !== utcMidnight(endDate).getTime()) return { fault: { code: 'notMidnight' } }
  if (endDate < utcMidnight(now)) return { fault: { code: 'datePast' } }
  return isTooFar(endDate, now) ? { fault: { code: 'dateFar' } } : { endDate }
}

/** Whether an end date is further ahead than an administrator can set it. */
export const isTooFar = (endDate: Date, now: Date): boolean => endDate > addMonths(utcMidnight(now), furthestInMonths)

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/
