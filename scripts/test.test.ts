import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from './run.ts'

test('npm test fails and names the file whose process ended early, however it ended', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillhouse-runner-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'exits.test.ts')
  writeFileSync(file, "import { test } from 'node:test'\ntest('ends everything', () => process.exit(0))\n")
  // Node's runner starts none of its own within another one.
  const { ok, output } = await run(process.execPath, ['scripts/test.ts', file], {
    env: { NODE_TEST_CONTEXT: undefined },
  })
  assert.equal(ok, false)
  assert.match(output, /exits\.test\.ts did not run to its end/)
})
