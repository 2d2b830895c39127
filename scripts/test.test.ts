import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { run } from './run.ts'

/** What `npm test` makes of a file with this text after `import { test } from 'node:test'`. */
async function runOf(name: string, text: string): Promise<{ ok: boolean; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-runner-'))
  try {
    const file = join(folder, name)
    writeFileSync(file, `import { test } from 'node:test'\n${text}\n`)
    // Node's runner starts none of its own within another one.
    return await run(process.execPath, ['scripts/test.ts', file], { env: { NODE_TEST_CONTEXT: undefined } })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('npm test fails and names the file whose process ended early, however it ended', async () => {
  const { ok, output } = await runOf('exits.test.ts', "test('ends everything', () => process.exit(0))")
  assert.equal(ok, false)
  assert.match(output, /exits\.test\.ts did not run to its end/)
})

for (const [what, lost] of Object.entries({
  'an uncaught error': "setImmediate(() => { throw new Error('lost on the way') })",
  'an unhandled rejection': "setImmediate(() => Promise.reject(new Error('lost on the way')))",
}))
  test(`npm test fails and shows ${what} when its test had passed`, async () => {
    const rest = "test('waits', () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))))"
    const { ok, output } = await runOf('loses.test.ts', `test('loses it', () => void ${lost})\n${rest}`)
    assert.equal(ok, false)
    assert.match(output, /lost on the way/)
  })
