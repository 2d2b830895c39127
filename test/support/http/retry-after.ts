import assert from 'node:assert/strict'

/** Fails unless `Retry-After` is a whole number of seconds within the window of the limit. */
export function assertRetryAfter(headers: Headers, windowSeconds: number): void {
  const value = headers.get('retry-after') ?? ''
  assert.match(value, /^[1-9]\d*$/)
  assert.ok(Number(value) <= windowSeconds, value)
}
