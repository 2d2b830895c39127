import { randomInt } from 'node:crypto'

/** Seconds after which to try again what failed with 503; not the same for everybody, who would all come at once. */
export function retryAfter(): string {
  return String(randomInt(2, 6))
}
