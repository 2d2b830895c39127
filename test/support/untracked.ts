import asyncHooks, { type HookCallbacks } from 'node:async_hooks'

/**
 * Import before `node:test`. Its runner tracks every promise of the process to know which test running code belongs to
 * (`createHook` in Node's lib/internal/test_runner/harness.js, version 24.21), at a high cost (docs/decisions/0101). Here it
 * tracks everything but promises, and code after an `await` belongs to the suite of the file that runs.
 */
const { createHook, executionAsyncResource } = asyncHooks
let runner: HookCallbacks | undefined
asyncHooks.createHook = (callbacks) => {
  runner = callbacks
  return createHook({ ...callbacks, trackPromises: false })
}
await import('node:test')
asyncHooks.createHook = createHook

/** The async id of code after an `await` while promises are not tracked. */
const afterAwait = 0

/** Until `releasePromises`, code after an `await` belongs to the suite that is running. */
export function claimPromises(): void {
  runner?.init?.(afterAwait, 'PROMISE', 0, executionAsyncResource())
}

export function releasePromises(): void {
  runner?.destroy?.(afterAwait)
}
