import assert from 'node:assert/strict'

/** Fails unless `Retry-After` names whole seconds that lie within the window of the limit. */
export function assertRetryAfter(headers: Headers, windowSeconds: number): void {
  const value = headers.get('retry-after') ?? ''
  assert.match(value, /^[1-9]\d*$/)
  assert.ok(Number(value) <= windowSeconds, value)
}
