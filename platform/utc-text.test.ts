import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isoFromUtcText } from './utc-text.ts'

test('a moment in UTC has the same text as from Date, for any number of decimals', () => {
  for (const text of [
    '2026-11-20 12:00:00',
    '2026-02-28 23:59:59.5',
    '1999-12-31 00:00:00.999999',
    '0001-01-01 01:02:03.04',
  ])
    assert.equal(isoFromUtcText(text), new Date(`${text.replace(' ', 'T')}Z`).toISOString(), text)
})

test('an invalid moment is rejected', () => {
  for (const text of ['infinity', '', '0044-03-15 12:00:00 BC'])
    assert.throws(() => isoFromUtcText(text), RangeError, text)
})
