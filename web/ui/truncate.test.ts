import assert from 'node:assert/strict'
import { test } from 'vitest'
import { truncate } from './truncate.ts'

test('a text that fits stays as it is', () => {
  assert.equal(truncate('ada@example.com', 25), 'ada@example.com')
  assert.equal(truncate('x'.repeat(13), 13), 'x'.repeat(13))
})

test('a longer text is cut to the length, ellipsis included [2.24]', () => {
  assert.equal(truncate('Bartholomew Featherstone', 13), 'Bartholomew…')
  assert.equal(truncate('x'.repeat(14), 13), `${'x'.repeat(12)}…`)
})

test('a character outside the first plane counts as one and is never cut in half', () => {
  assert.equal(truncate('😀😀😀', 2), '😀…')
})
