import asyncHooks, { type HookCallbacks } from 'node:async_hooks'

/**
 * Import before `node:test`. Its runner follows every promise of the process to know which test some code belongs to
 * (`createHook` in lib/internal/test_runner/harness.js), which costs a quarter of the processor time of these tests. Here it
 * follows everything but promises, and what comes after an `await` belongs to the file that runs.
 */
const { createHook, executionAsyncResource } = asyncHooks
let runner: HookCallbacks | undefined
asyncHooks.createHook = (callbacks) => {
  runner = callbacks
  return createHook({ ...callbacks, trackPromises: false })
}
await import('node:test')
asyncHooks.createHook = createHook

/** The number that code after an `await` has where promises are not followed. */
const afterAwait = 0

/** From now on what comes after an `await` belongs to the suite under way; until `releasePromises`. */
export function claimPromises(): void {
  runner?.init?.(afterAwait, 'PROMISE', 0, executionAsyncResource())
}

export function releasePromises(): void {
  runner?.destroy?.(afterAwait)
}
