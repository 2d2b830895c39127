import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { maskToken, unmaskToken } from './masked-token.ts'

test('unmasking returns the token, and every mask is different', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 8 }), (token) => {
      const [one, other] = [maskToken(token), maskToken(token)]
      assert.equal(unmaskToken(one), token)
      assert.notEqual(one, other)
    }),
  )
})

test('any other value is compared unchanged, or is rejected', () => {
  fc.assert(fc.property(fc.string(), (text) => void unmaskToken(`m.${text}`)))
  assert.equal(unmaskToken('a plain token'), 'a plain token')
})
