import { mkdirSync } from 'node:fs'
import { join, resolve as resolvePath } from 'node:path'
import { afterAll, describe, vi } from 'vitest'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/run.ts'
import { endProcess } from './shared.ts'
import { claimPromises, releasePromises } from './untracked.ts'

/**
 * One of the processes that `npm test` runs its files in, one file after the other: a process of its own for each file would
 * load and compile the same sources some 370 times. TEST_FILES names them, a line each; whoever makes the folder of a file in
 * TEST_CLAIMS first runs it, and makes another when it is over: a file whose process ended before is found out by that.
 */
const files = (process.env['TEST_FILES'] ?? '').split('\n')
const claims = process.env['TEST_CLAIMS'] ?? ''

for (const [index, file] of files.entries()) {
  // Waits for the file before: what is left is claimed by whoever is free.
  if (!claim(index)) continue
  await runFile(file)
  mkdirSync(join(claims, `${index}-over`))
}
afterAll(endProcess)

/** Resolves when its last hook is done. */
function runFile(file: string): Promise<void> {
  return new Promise((resolve) => {
    describe(file, async () => {
      claimPromises()
      try {
        await import(pathToFileURL(resolvePath(root, file)).href)
      } finally {
        afterAll(() => {
          // What a file forgot to take back would hold for those after it.
          vi.useRealTimers()
          vi.restoreAllMocks()
          releasePromises()
          resolve()
        })
      }
    })
  })
}

function claim(index: number): boolean {
  try {
    mkdirSync(join(claims, String(index)))
    return true
  } catch {
    return false
  }
}
