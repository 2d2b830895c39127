/** What administrators type when they act, checked alike in the dialog and on the server. */
import { addMonths, utcMidnight } from '../calendar.ts'
import type { FieldFault } from './field-faults.ts'
import { fieldLimits } from '../limits.ts'
import { unprintableInLines } from './printable.ts'
import { isShorterThan } from '../person/field-rules.ts'

/** Only invisible characters. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u
const furthestInMonths = 120

/** What is wrong with a comment or reason; null for a good one. Blanks around it do not count: it is kept without them. */
export function commentFault(comment: string): FieldFault | null {
  const kept = comment.trim()
  if (blank.test(kept)) return { code: 'required' }
  return textFault(kept, fieldLimits.commentLength)
}

/** What is wrong with a text to search for; null for a good one, also for none. */
export function searchFault(search: string): FieldFault | null {
  return textFault(search, fieldLimits.searchLength)
}

function textFault(text: string, limit: number): FieldFault | null {
  if (!isShorterThan(text, limit)) return { code: 'tooLong', value: limit }
  return unprintableInLines.test(text) ? { code: 'invalidCharacters' } : null
}

/**
 * A new end date: a UTC midnight as ISO 8601 or epoch milliseconds, from today to ten years ahead; or what is wrong with it.
 */
export function readEndDate(given: string | number | undefined, now: Date): { endDate: Date } | { fault: FieldFault } {
  if (given === undefined || given === '') return { fault: { code: 'required' } }
  if (typeof given === 'string' && !isoDate.test(given)) return { fault: { code: 'date' } }
  if (typeof given === 'number' && !Number.isInteger(given)) return { fault: { code: 'date' } }
  const endDate = new Date(given)
  if (Number.isNaN(endDate.getTime())) return { fault: { code: 'date' } }
  // 31 February is read as a day in March.
  if (typeof given === 'string' && !given.startsWith(endDate.toISOString().slice(0, 10)))
    return { fault: { code: 'date' } }
  if (endDate.getTime() !== utcMidnight(endDate).getTime()) return { fault: { code: 'notMidnight' } }
  if (endDate < utcMidnight(now)) return { fault: { code: 'datePast' } }
  return isTooFar(endDate, now) ? { fault: { code: 'dateFar' } } : { endDate }
}

/** Whether an end date is further ahead than an administrator may set it. */
export const isTooFar = (endDate: Date, now: Date): boolean => endDate > addMonths(utcMidnight(now), furthestInMonths)

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/
