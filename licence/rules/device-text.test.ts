import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { deviceText } from './device-text.ts'

test('a name keeps its letters and loses control and direction characters', () => {
  assert.equal(deviceText(' Jane’s laptop\u202E\u0000 '), 'Jane’s laptop')
  assert.equal(deviceText(undefined), '')
})

test('any name is cut to at most 64 whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 10_000 }), (given) => {
      const text = deviceText(given)
      assert.ok(Array.from(text).length <= 64)
      assert.ok(text.isWellFormed())
    }),
  )
})
