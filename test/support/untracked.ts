import asyncHooks from 'node:async_hooks'

/**
 * Import before `node:test`: its runner otherwise follows every promise of the process to know whose error was thrown after a
 * test's end, which costs a tenth of the run (`createHook` in lib/internal/test_runner/harness.js). Such an error still fails the
 * run, as one of the process instead of the test's.
 */
const { createHook } = asyncHooks
const untracked = { enable: () => untracked, disable: () => untracked }
asyncHooks.createHook = () => untracked
await import('node:test')
asyncHooks.createHook = createHook
