import { spawn } from 'node:child_process'
import { runSteps } from './checks/steps.ts'
import { root } from './run.ts'

/**
 * `npm run check` runs the checks. `npm test` (`--and-tests`) runs every test after them, even if checks fail; with
 * arguments for Vitest, such as a file, only those tests.
 */
const [tests, ...named] = process.argv.slice(2)

const sound = named.length > 0 || (await runSteps())
const passed = tests !== '--and-tests' || (await runTests())
if (!sound || !passed) process.exitCode = 1

function runTests(): Promise<boolean> {
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...named], {
    cwd: root,
    stdio: 'inherit',
  })
  // Ctrl-C also reaches Vitest; waiting for it gives it time to stop the database.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => vitest.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    vitest.on('error', reject)
    vitest.on('close', (code) => resolve(code === 0))
  })
}
