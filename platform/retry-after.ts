import { randomInt } from 'node:crypto'

/** Seconds after which a client may retry after a 503. They vary, so that clients do not all return together. */
export function retryAfter(): string {
  return String(randomInt(2, 6))
}
