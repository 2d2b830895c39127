import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** The maximum wait on a busy machine, in ms. */
export const timeoutMs = 45_000

/** Reads repeatedly until the value is as expected; if it never is, the failure shows the last value. */
export async function eventuallyEqual<T>(read: () => Promise<T>, expected: T, message?: string): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await wait(25)) {
    // A page that is being left cannot be read; the last attempt below reports it if this persists.
    const [seen] = await read().then(
      (read) => [read],
      () => [],
    )
    if (isDeepStrictEqual(seen, expected)) return
  }
  assert.deepEqual(await read(), expected, message)
}
