import { errorMessages, type fieldMessages } from '#words/errors.ts'
import type { Words } from './words/language.ts'

export type ErrorCode = keyof typeof errorMessages

/** What is said under a field: the words of a page's language, or on the server the visitor's. */
export type FieldMessages = Words<typeof fieldMessages>

const statuses: Partial<Record<ErrorCode, number>> = {
  INVALID_INPUT: 400,
  SIGN_IN_NEEDED: 401,
  FORBIDDEN: 403,
  FORGERY_TOKEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  UNKNOWN_PLAN: 404,
  UNKNOWN_PRODUCT: 404,
  TRIAL_TOKEN: 403,
  NOT_ENTITLED: 403,
  LINK_EXPIRED: 403,
  FILE_CHANGED: 412,
  NO_SUCH_PART: 416,
  NO_INSTALLER: 503,
  PROFILE_INCOMPLETE: 400,
  PAYLOAD_TOO_LARGE: 413,
  URL_TOO_LONG: 414,
  WRONG_HOST: 421,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  EXPORTS_BUSY: 429,
  UNAVAILABLE: 503,
  SCREENING_UNAVAILABLE: 503,
  PAYMENTS_UNAVAILABLE: 503,
  SIGN_IN_FAILED: 400,
  UNEXPECTED: 500,
}

/** The HTTP status of an error; refusals of the subscription's life are 409. */
export function errorStatus(code: ErrorCode): number {
  return statuses[code] ?? 409
}

export type FieldProblem = { field: string; message: string }

/**
 * An expected refusal on its way to whoever answers the call, and says its code in the visitor's language; `errors` are so
 * already. Told from others by its name, as core is loaded twice.
 */
export type Refusal = Error & { name: 'Refusal'; code: ErrorCode; errors: FieldProblem[] }

export function refuse(code: ErrorCode, errors: FieldProblem[] = []): never {
  throw Object.assign(new Error(errorMessages[code]), { name: 'Refusal' as const, code, errors })
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal'
}
