import type { RequestCaller } from '../../domain/idempotency.ts'

/**
 * Whether a repetition gets the same response: not if the server failed or asked for a retry. Refusals are stored for
 * API keys only, because an anonymous visitor is refused before any limit applies and could have any number of them
 * stored.
 */
export const isResponseKept = (status: number, caller: RequestCaller['kind']): boolean =>
  status < 400 || (caller === 'key' && status < 500 && status !== 429)
