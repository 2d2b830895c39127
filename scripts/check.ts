import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { runSteps } from './checks/steps.ts'
import { root } from './run.ts'
import { makeTestFolder } from './test-folder.ts'

/**
 * `npm run check` runs the checks. `npm test` (`--and-tests`) runs every test after them, even if checks fail; with
 * arguments for Vitest, such as a file, only those tests.
 */
const [tests, ...named] = process.argv.slice(2)

const sound = named.length > 0 || (await runSteps())
const passed = tests !== '--and-tests' || (await runTests())
if (!sound || !passed) process.exitCode = 1

function runTests(): Promise<boolean> {
  const folder = makeTestFolder()
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...named], {
    cwd: root,
    env: { ...process.env, TEST_FOLDER: folder },
    stdio: 'inherit',
  })
  // Vitest is waited for, so that it can stop the database.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
  // npm sends a signal only to the shell in between, which ends without passing it on.
  const shell = process.ppid
  const orphaned = setInterval(() => process.ppid !== shell && vitest.kill('SIGTERM'), 200)
  return new Promise((resolve, reject) => {
    vitest.on('error', reject)
    vitest.on('close', (code) => {
      clearInterval(orphaned)
      // After a signal, the workers end after Vitest, and may have written to it until then.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      resolve(code === 0)
    })
  })
}
