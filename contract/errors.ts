import type { WrongField } from '../domain/registration/field-faults.ts'
import type { ErrorCode } from './error-codes.ts'

/** The server's message about a field. */
export type FieldProblem = { field: string; message: string }

/**
 * An expected refusal, which the caller's side turns into a sentence in the visitor's language. It is recognised by its
 * name, because this module is loaded twice: by the server, and in the bundle of the pages.
 */
export type Refusal = Error & {
  name: 'Refusal'
  code: ErrorCode
  wrong: readonly WrongField[]
  changed: LastChange | null
  /** After how many seconds the same may be tried again; null where waiting is not what helps. */
  retryAfter: number | null
}

/** The last change, because of which an act comes too late: who made it, and when. Shown in the admin area only. */
export type LastChange = { by: string; at: Date }

export function refuse(code: ErrorCode, wrong: readonly WrongField[] = [], changed: LastChange | null = null): never {
  throw refusal(code, wrong, changed)
}

export function refusal(
  code: ErrorCode,
  wrong: readonly WrongField[] = [],
  changed: LastChange | null = null,
  retryAfter: number | null = null,
): Refusal {
  return Object.assign(new Error(code), { name: 'Refusal' as const, code, wrong, changed, retryAfter })
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal'
}
