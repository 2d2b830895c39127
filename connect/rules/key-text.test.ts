import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { idInKey, keyText, withoutKeys } from './key-text.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const keys = fc.tuple(bytes(8), bytes(32)).map(([id, secret]) => keyText(id, secret))

test('a key contains its id, whatever its random bytes', () => {
  fc.assert(
    fc.property(keys, ({ id, text }) => {
      assert.match(text, /^till_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/)
      assert.equal(idInKey(text), id)
    }),
  )
})

test('keys of only zero bytes, and of only 0xFF bytes, have the full number of digits', () => {
  const { text } = keyText(new Uint8Array(8), new Uint8Array(32))
  assert.equal(text.slice(0, -6), `till_${'0'.repeat(8)}_${'0'.repeat(43)}`)
  assert.equal(keyText(new Uint8Array(8).fill(255), new Uint8Array(32).fill(255)).text.length, 63)
})

test('a key with one changed character is rejected as malformed', () => {
  fc.assert(
    fc.property(keys, fc.nat({ max: 62 }), fc.constantFrom('0', 'a', 'Z', '-', ' '), ({ text }, place, character) => {
      fc.pre(text[place] !== character)
      assert.equal(idInKey(text.slice(0, place) + character + text.slice(place + 1)), undefined)
    }),
  )
})

test('a log line loses the secrets of keys, and nothing else', () => {
  fc.assert(
    fc.property(keys, keys, (one, other) => {
      const line = `{"msg":"${one.text} and ${other.text}","till_":1}`
      assert.equal(withoutKeys(line), `{"msg":"till_${one.id}_… and till_${other.id}_…","till_":1}`)
    }),
  )
  const like = `till_abcdefgh_${'x'.repeat(49)}`
  assert.equal(withoutKeys(like), like, 'without the checksum it is no key')
})
