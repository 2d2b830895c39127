import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { asDigits, splitWords } from './words.ts'

describe('the words of a search', () => {
  it('treat a phone number with its dial code as one word, in any common format', () => {
    for (const [search, words] of [
      ['+44 7700 900123', ['+447700900123']],
      ['+44 (0)7700 900123', ['+447700900123']],
      ['+44 7700', ['+447700']],
      ['+1 (555) 123-4567', ['+1(555)123-4567']],
      ['joshi +49 155 1234 india', ['joshi', '+491551234', 'india']],
      ['  +44 7700  ', ['+447700']],
    ] as const)
      assert.deepEqual(splitWords(search), words, search)
    assert.deepEqual(asDigits('+447700900123'), ['447700900123'])
  })

  it('are separate without a dial code', () => {
    assert.deepEqual(splitWords('7700 900'), ['7700', '900'])
    assert.deepEqual(splitWords('a+44 7700'), ['a+44', '7700'])
    assert.deepEqual(splitWords('c++ 2026'), ['c++', '2026'])
    assert.deepEqual(splitWords('\u2068ليلى Haddad\u2069'), ['ليلى', 'Haddad'])
  })
})
