import type { RequestCaller } from '../../domain/idempotency.ts'

/**
 * What becomes of a key: `kept` if a repetition gets the same response, `free` if the server failed or asked for a
 * retry, `busy` if it failed after a change that a repetition would make again. A browser's key is never busy: it is for
 * a checkout, whose repetition continues the same order. Refusals are stored for API keys only, because an anonymous visitor is refused before any limit applies and
 * could have any number of them stored.
 */
export function keyAfter(
  status: number,
  caller: RequestCaller['kind'],
  mayHaveChanged: boolean,
): 'kept' | 'free' | 'busy' {
  if (status < 400 || (caller === 'key' && status < 500 && status !== 429)) return 'kept'
  return caller === 'key' && mayHaveChanged ? 'busy' : 'free'
}
