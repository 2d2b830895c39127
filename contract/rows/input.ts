import { z } from 'zod'
import { commentFault, readEndDate, searchFault } from '../../domain/registration/admin-input.ts'
import { keyExpiryFault } from '../../domain/api-key.ts'
import { printableLines, visible, printableLine } from '../../domain/registration/printable.ts'
import type { FieldFault } from '../../domain/registration/field-faults.ts'
import { fieldLimits, listLimits } from '../../domain/limits.ts'
import { maxBulk } from '../../domain/subscription/subscription-list.ts'

/**
 * Validates the input of calls. An issue carries the code of its sentence as its message and, for a sentence with a
 * number, `params.value`; one without such a code is an invalid value. What zod cannot express as JSON Schema (a length
 * in code points, a rule of the domain) is in `meta`, and a test compares the two.
 */
type Context = { addIssue: (issue: { code: 'custom'; message: string; params?: Record<string, unknown> }) => void }

/** Reports what a rule of the domain found. */
export function reportFault(fault: FieldFault | null | undefined, context: Context): void {
  if (!fault) return
  context.addIssue({
    code: 'custom',
    message: fault.code,
    ...('value' in fault ? { params: { value: fault.value } } : {}),
  })
}

/** The error of a required field that is missing. */
export const requiredError = (issue: { input?: unknown }) => (issue.input === undefined ? 'required' : undefined)

/** A comment or reason, stored without surrounding blanks. */
export const comment = z
  .string({ error: requiredError })
  .superRefine((value, context) => reportFault(commentFault(value), context))
  .meta({ minLength: 1, maxLength: fieldLimits.commentLength - 1, pattern: `^${visible}${printableLines}$` })
  .transform((value) => value.trim())

/** A fragment of a name, an address or a company; an empty one finds everything. */
export const search = z
  .string()
  .superRefine((value, context) => reportFault(searchFault(value), context))
  .meta({ maxLength: fieldLimits.searchLength - 1, pattern: `^${printableLines}$` })
  .default('')

/** The last day with access, from today to ten years ahead. */
export const endDate = (now: Date) =>
  z
    .union(
      [
        z.string().max(100).meta({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T00:00(:00(\\.0{1,3})?)?Z)?$' }),
        z.number().meta({ type: 'integer', multipleOf: 86_400_000, description: 'milliseconds since 1970' }),
      ],
      { error: requiredError },
    )
    .meta({ description: 'A UTC midnight from today to ten years ahead' })
    .transform((given, context) => {
      const read = readEndDate(given, now)
      if ('endDate' in read) return read.endDate
      reportFault(read.fault, context)
      return z.NEVER
    })

/** The last day on which an API key works, from today to two years ahead. */
export const keyExpiry = (now: Date) =>
  endDate(now)
    .transform((day, context) => {
      reportFault(keyExpiryFault(day, now), context)
      return day
    })
    .meta({ description: 'A UTC midnight from today to two years ahead' })

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** An id in a path. Anything that cannot be an id is answered with 404. */
export const id = z.string().regex(idPattern)
/** Whether something can be an id at all. */
export const isId = (given: string): boolean => idPattern.test(given)
export const byId = z.object({ id })
/** The ids of a bulk action. Each unknown id gets its own 404. */
export const ids = z.array(z.string().max(100)).min(1).max(maxBulk)

/** A whole number from 1 in a query. */
export const upTo = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(max))

/** Where counting stops; if omitted, the count is exact. */
export const countLimit = upTo(listLimits.countMax).optional()

const cursor = z.string().max(1500).meta({ format: 'cursor', description: 'From the Link header of another page' })
/** A page of a list: the first, or the one after `cursor`, which is in a `Link` header with rel="next". */
export const pageParams = { limit: upTo(listLimits.pageMax).default(listLimits.page), cursor: cursor.optional() }
/** Like `pageParams`, for a list that can also be read backwards: `before` comes with rel="prev". */
export const pagedBothWays = { ...pageParams, before: cursor.optional() }

/** The order of a list, by default by name. */
export const sortParams = <const Sorts extends readonly ['name', ...string[]]>(sorts: Sorts) => ({
  sort: z.enum(sorts).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})

/** A text of one line. Control characters are rejected in every text of a call. */
export const text = z.string().regex(new RegExp(`^${printableLine}$`, 'u'), { error: 'invalidCharacters' })
/** A line without surrounding blanks, such as a tab copied from a spreadsheet. zod runs the checks in this order. */
export const trimmedText = z
  .string()
  .trim()
  .regex(new RegExp(`^${printableLine}$`, 'u'), { error: 'invalidCharacters' })
export const slug = text.max(100)
/** A text that may have several lines. */
export const lines = z.string().regex(new RegExp(`^${printableLines}$`, 'u'), { error: 'invalidCharacters' })
export const empty = z.strictObject({})
