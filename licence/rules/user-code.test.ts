import assert from 'node:assert/strict'
import { test } from 'vitest'
import { newUserCode, readUserCode, shownUserCode } from './user-code.ts'

test('a code is accepted as shown, in small letters, and with other separators', () => {
  for (let count = 0; count < 100; count += 1) {
    const code = newUserCode()
    const shown = shownUserCode(code)
    for (const typed of [code, shown, shown.toLowerCase(), ` ${shown.replace('-', ' – ')} `])
      assert.equal(readUserCode(typed), code)
  }
})

test('any other text is rejected', () => {
  for (const typed of ['', 'BCDF', 'BCDF-GHJA', 'BCDF-GHJK-L', '1234-5678', 'BCDFGHJK<'.repeat(1000)])
    assert.equal(readUserCode(typed), null)
})
