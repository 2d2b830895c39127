import type { WrongField } from '../domain/registration/field-faults.ts'
import type { RefusalCode } from '../domain/subscription/subscription.ts'

/** The HTTP status of every error that the server answers. Each language has a sentence for each. */
const statuses = {
  // What the life of a subscription refuses.
  TRIAL_EXISTS: 409,
  TRIAL_EXPIRED: 409,
  PERSON_REFUSED: 409,
  FORGOTTEN: 409,
  NO_SUBSCRIPTION: 409,
  CANCEL_NOT_ACTIVE: 409,
  UNDO_NOT_CANCELLED: 409,
  EXTEND_NOT_OPEN: 409,
  END_DATE_PAST: 409,
  PAID_SHORTENED: 409,
  NOT_CLEARED: 409,
  PAID_BACK: 409,
  OTHER_LIVE: 409,
  NEVER_RENEWS: 409,
  NOT_RUNNING: 409,
  RENEWAL_ALREADY_STOPPED: 409,
  RENEWAL_NOT_STOPPED: 409,
  PERIOD_OVER: 409,
  PAYMENT_DISPUTED: 409,
  EXTENSION_NOT_OFFERED: 409,
  EXTENDED_ALREADY: 409,
  SUBSCRIPTION_EXISTS: 409,
  CHANGE_NOT_PAID: 409,
  CHANGE_NOT_OFFERED: 409,
  CHANGE_NOT_RENEWING: 409,
  CHANGE_EXTENDED: 409,
  CHANGE_PAYMENT_OPEN: 409,
  CHANGE_REFUNDED: 409,

  INVALID_INPUT: 400,
  SIGN_IN_NEEDED: 401,
  CONFIRMATION_NEEDED: 401,
  FORBIDDEN: 403,
  ADMINISTRATORS_ONLY: 403,
  FORGERY_TOKEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  UNKNOWN_PLAN: 404,
  UNKNOWN_PRODUCT: 404,
  TRIAL_TOKEN: 403,
  ORDER_REPLACED: 409,
  PLAN_NOT_SOLD: 409,
  OTHER_CURRENCY: 409,
  PAYMENTS_UNAVAILABLE: 503,
  BILLING_PAGE_REFUSED: 503,
  NOT_ENTITLED: 403,
  LINK_EXPIRED: 403,
  FILE_CHANGED: 412,
  NO_SUCH_PART: 416,
  NO_INSTALLER: 503,
  NOTHING_TO_REVIEW: 409,
  NO_APPROVAL: 409,
  NO_LISTED_BIRTH_DATE: 409,
  BIRTH_DATE_GIVEN: 409,
  REFUSED_ALREADY: 409,
  REVIEWED_MEANWHILE: 409,
  CONFIRM_OWN: 409,
  FOUND_MEANWHILE: 409,
  SETTLED_ALREADY: 409,
  NOT_RETRYABLE: 409,
  REFUND_NOTHING_PAID: 409,
  REFUND_DISPUTED: 409,
  REFUND_OWN: 409,
  MAIL_WAITS_ALREADY: 409,
  MAIL_PERSONAL: 409,
  JOB_WAITS: 409,
  MAIL_LIMIT: 409,
  CONFIRMED_ALREADY: 409,
  NOT_CONFIRMED: 409,
  PASSWORDS_ELSEWHERE: 409,
  EMAIL_TAKEN: 409,
  EMAIL_HAS_ROLE: 409,
  EMAIL_SAME: 409,
  EMAIL_SAME_OWN: 409,
  WRONG_PASSWORD: 403,
  EMAIL_ELSEWHERE: 409,
  ERASURE_REQUESTED: 409,
  ERASURE_NOT_REQUESTED: 409,
  NOTHING_CHANGED: 409,
  END_DATE_MEANWHILE: 409,
  CHANGED_MEANWHILE: 409,
  DONE_ALREADY: 409,
  AMOUNT_MEANWHILE: 409,
  PLAN_NOT_CHANGED: 409,
  PLAN_CHANGE_DECLINED: 409,
  PLAN_CHANGE_UNKNOWN: 503,
  VIEW_EXISTS: 409,
  VIEW_LIMIT: 409,
  OWN_PERSON: 409,
  FORGET_ONESELF: 409,
  SIGN_OUT_ONESELF: 409,
  PROFILE_INCOMPLETE: 400,
  PAYLOAD_TOO_LARGE: 413,
  URL_TOO_LONG: 414,
  WRONG_HOST: 421,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  EXPORTS_BUSY: 429,
  UNAVAILABLE: 503,
  OVERLOADED: 503,
  SCREENING_UNAVAILABLE: 503,
  SIGN_IN_FAILED: 400,
  UNEXPECTED: 500,
} as const satisfies Record<RefusalCode, 409> & Record<string, number>

export type ErrorCode = keyof typeof statuses

/** The codes that an error's body names beside its sentence. */
const answeredCodes: readonly ErrorCode[] = ['PLAN_NOT_SOLD']

export function isCodeAnswered(code: ErrorCode): boolean {
  return answeredCodes.includes(code)
}

export function errorStatus(code: ErrorCode): number {
  return statuses[code]
}

/** What the server answers about a field. */
export type FieldProblem = { field: string; message: string }

/** What is wrong with a field of what was sent; it becomes a sentence where the call is answered. */
/**
 * An expected refusal. The code that answers the call turns it into a sentence in the visitor's language. It is recognised
 * by its name, because this module is loaded twice: by the server, and in the bundle of the pages.
 */
export type Refusal = Error & {
  name: 'Refusal'
  code: ErrorCode
  wrong: readonly WrongField[]
  changed: LastChange | null
}

/** Who made the change that an act comes too late for, and when. Told in the admin area alone. */
export type LastChange = { by: string; at: Date }

export function refuse(code: ErrorCode, wrong: readonly WrongField[] = [], changed: LastChange | null = null): never {
  throw refusal(code, wrong, changed)
}

export function refusal(
  code: ErrorCode,
  wrong: readonly WrongField[] = [],
  changed: LastChange | null = null,
): Refusal {
  return Object.assign(new Error(code), { name: 'Refusal' as const, code, wrong, changed })
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal'
}
