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

/** What comes after an `await` belongs to the suite that is under way now. */
export function claimPromises(): void {
  // Code after an `await` runs as number 0 where promises are not followed.
  runner?.init?.(0, 'PROMISE', 0, executionAsyncResource())
}
