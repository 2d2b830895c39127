import type { ErrorCode } from '../error-codes.ts'
import { takesIdempotencyKey, takesKeys, type Row } from './row.ts'

/** The errors that every call can return. */
const always: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'FORBIDDEN',
  'URL_TOO_LONG',
  'WRONG_HOST',
  'KEY_INVALID',
  'TOO_MANY_REQUESTS',
  'HEADERS_TOO_LARGE',
  'UNEXPECTED',
  'UNAVAILABLE',
  'OVERLOADED',
]

const changing: readonly ErrorCode[] = ['FORGERY_TOKEN', 'UNSUPPORTED_TYPE', 'PAYLOAD_TOO_LARGE', 'REQUEST_TIMEOUT']

/**
 * Returns every error code that a call can return: those its row declares, and those that follow from the row's
 * properties.
 */
export function errorsOf(row: Row, method: string): Set<ErrorCode> {
  const { who, path, confirmed, scope, errors } = row
  return new Set<ErrorCode>([
    ...always,
    ...(method === 'GET' ? [] : changing),
    ...(path ? (['NOT_FOUND'] as const) : []),
    ...(who === 'anyone' ? [] : (['SIGN_IN_NEEDED'] as const)),
    ...(who === 'support' || who === 'administrator' || confirmed ? (['CONFIRMATION_NEEDED'] as const) : []),
    ...(takesKeys(row, method) ? [] : (['KEY_NOT_ACCEPTED'] as const)),
    ...(scope ? (['KEY_SCOPE'] as const) : []),
    ...(takesIdempotencyKey(row, method) ? (['IDEMPOTENCY_BUSY', 'IDEMPOTENCY_MISMATCH'] as const) : []),
    ...errors,
  ])
}
