import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** How long a busy machine may take until what is waited for is there, in ms. */
export const timeoutMs = 45_000

/** Reads again and again until it is what is expected; if it never is, the failure shows what was there instead. */
export async function eventuallyEqual<T>(read: () => Promise<T>, expected: T, message?: string): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await wait(25)) {
    // A page that is just being left cannot be read; the last try below says so if it stays like that.
    const [seen] = await read().then(
      (read) => [read],
      () => [],
    )
    if (isDeepStrictEqual(seen, expected)) return
  }
  assert.deepEqual(await read(), expected, message)
}
