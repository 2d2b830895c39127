/** What administrators type when they act, checked alike in the dialog and on the server. */
import { addMonths, utcMidnight } from './calendar.ts'
import { fieldLimits } from './limits.ts'
import { shorterThan } from './registration.ts'
import type { FieldMessages } from './errors.ts'
import { fieldMessages } from '#words/errors.ts'

/** Control characters but for a tab and the end of a line, halves of surrogate pairs, what stands for bytes that were no text. */
const unprintable = /(?![\n\r\t])[\p{Cc}\p{Cs}\uFFFD]/u
/** Nothing that anybody could see. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u
const tooLong = shorterThan(fieldLimits.commentLength)
const furthestInMonths = 120

/** What is wrong with a comment or reason; null for a good one. Blanks around it do not count: it is kept without them. */
export function commentProblem(comment: string, say: FieldMessages = fieldMessages): string | null {
  const kept = comment.trim()
  if (blank.test(kept)) return say.required
  if (tooLong.broken(kept, {})) return tooLong.message(say)
  return unprintable.test(kept) ? say.invalidCharacters : null
}

/** What is wrong with a text to search for; null for a good one, also for none. */
export function searchProblem(search: string, say: FieldMessages = fieldMessages): string | null {
  const tooLongToFind = shorterThan(fieldLimits.searchLength)
  if (tooLongToFind.broken(search, {})) return tooLongToFind.message(say)
  return unprintable.test(search) ? say.invalidCharacters : null
}

/**
 * A new end date: a UTC midnight as ISO 8601 or epoch milliseconds, from today to ten years ahead; or what is wrong with it.
 */
export function readEndDate(
  given: string | number | undefined,
  now: Date,
  say: FieldMessages = fieldMessages,
): { endDate: Date } | { problem: string } {
  if (given === undefined || given === '') return { problem: say.required }
  if (typeof given === 'string' && !isoDate.test(given)) return { problem: say.date }
  if (typeof given === 'number' && !Number.isInteger(given)) return { problem: say.date }
  const endDate = new Date(given)
  if (Number.isNaN(endDate.getTime())) return { problem: say.date }
  // 31 February is read as a day in March.
  if (typeof given === 'string' && !given.startsWith(endDate.toISOString().slice(0, 10))) return { problem: say.date }
  if (endDate.getTime() !== utcMidnight(endDate).getTime()) return { problem: say.notMidnight }
  if (endDate < utcMidnight(now)) return { problem: say.datePast }
  return endDate > addMonths(utcMidnight(now), furthestInMonths) ? { problem: say.dateFar } : { endDate }
}

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/
