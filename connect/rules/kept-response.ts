import type { RequestCaller } from '../../domain/idempotency.ts'

/**
 * Whether a repetition gets the same response: not if the server failed, or asked to come again later. Refusals are kept for
 * API keys only: an anonymous visitor is refused before any limit counts, and could have any number of them kept.
 */
export const isKept = (status: number, caller: RequestCaller['kind']): boolean =>
  status < 400 || (caller === 'key' && status < 500 && status !== 429)
