import type { z } from 'zod'
import { isBodyRules, type Circumstances, type Row } from '../../../contract/rows/row.ts'
import { faultOfIssue, type WrongField, type FieldFault } from '../../../domain/registration/field-faults.ts'
import { refuse } from '../../../contract/errors.ts'

/** What the rules of a body can depend on. */
export type ReadContext = { now: () => Date; plan: Circumstances['plan'] }

type RawInput = Record<'path' | 'query' | 'headers' | 'body', unknown>

/**
 * Returns the validated input. The path comes last, so that faults in the rest are reported even if the path is
 * unknown.
 */
export function readInput(row: Row, given: RawInput, { now, plan }: ReadContext) {
  const query = row.query && readPart(row.query, given.query, true)
  const headers = row.headers && readPart(row.headers, given.headers)
  const shape = row.body && (isBodyRules(row.body) ? row.body.shapeFor({ now: now(), plan, headers }) : row.body)
  const body = shape && readPart(shape, given.body)
  const path = row.path?.safeParse(given.path)
  return { path: path && (path.data ?? refuse('NOT_FOUND')), query, headers, body }
}

/** `flat`: a list in one parameter is invalid as a whole. */
function readPart(shape: z.ZodType, given: unknown, flat = false): unknown {
  const parsed = shape.safeParse(given)
  return parsed.success ? parsed.data : refuse('INVALID_INPUT', wrongFields(parsed.error, flat))
}

/** Returns each invalid field once, with its first fault. */
function wrongFields({ issues }: z.ZodError, flat: boolean): WrongField[] {
  const wrong = new Map<string, WrongField>()
  for (const issue of issues) {
    for (const path of pathsOf(issue)) {
      const field = (flat ? path.slice(0, 1) : path).join('.')
      if (field !== '' && !wrong.has(field)) wrong.set(field, { field, fault: faultOf(issue) })
    }
  }
  return [...wrong.values()]
}

function pathsOf(issue: z.core.$ZodIssue): PropertyKey[][] {
  if (issue.code !== 'unrecognized_keys') return [issue.path]
  return issue.keys.map((key) => [...issue.path, ...(plainName.test(key) ? [key] : [])])
}

/** The rows name the sentence by its code; without a code the value is invalid. */
const faultOf = (issue: z.core.$ZodIssue): FieldFault => faultOfIssue(issue) ?? { code: 'invalidValue' }

/** An unknown field is named only if it may be a typing error: a response does not repeat arbitrary input. */
const plainName = /^[A-Za-z]{1,30}$/

/** Returns a form's fields in the structure of JSON: `phone.countryCode` inside `phone`, ticked boxes true. */
export function nested(fields: Record<string, unknown>): Record<string, unknown> {
  const result = Object.create(null) as Record<string, unknown>
  const objects = new Map<string, Record<string, unknown>>()
  for (const [name, value] of Object.entries(fields)) {
    const [outer = '', inner] = name.split('.')
    const plain = value === 'on' || value === 'true' ? true : value
    if (inner === undefined) result[outer] = plain
    else {
      // Each field costs the same: nothing that is already there is copied.
      const object = objects.get(outer) ?? (Object.create(null) as Record<string, unknown>)
      object[inner] = plain
      objects.set(outer, object)
      result[outer] = object
    }
  }
  return result
}
