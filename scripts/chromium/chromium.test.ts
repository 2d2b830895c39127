import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'vitest'
import { run } from '../run.ts'

/** The package is for x64 Linux; elsewhere Playwright installs Chromium. */
const needed = process.platform === 'linux' && process.arch === 'x64'

test('the bundled Chromium is found if the machine has no browser, and starts', { skip: !needed }, async () => {
  // This path has no browser, and this home has no Playwright cache.
  const env = { PATH: dirname(process.execPath), HOME: '/nonexistent', CHROMIUM_PATH: '' }
  const { ok, output } = await run(process.execPath, ['scripts/chromium/chromium.ts'], { env })
  assert.ok(ok, output)
  const found = output.trim().split('\n').at(-1) ?? ''
  assert.match(found, /chromium-[\d.]+\/start\.sh$/)
  assert.match((await run(found, ['--version'])).output, /^Chromium \d+/)
})
