import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isSyllable, syllablesIn } from './syllables.ts'

const syllable = fc.constantFrom(
  ...'kim ri pak yong young jong jeong chol cheol myong hyuk gwang sok un eun il u o wei zhang xiao qiang yue'.split(
    ' ',
  ),
)

describe('syllables', () => {
  it('are one where a word is one, and two where two are written together', () => {
    fc.assert(
      fc.property(syllable, syllable, (one, other) => {
        assert.equal(isSyllable(one), true, one)
        assert.equal(syllablesIn([one, other]), 2)
        // "U" and "Un" together may be read as one.
        assert.ok([1, 2].includes(syllablesIn([one + other]) ?? 0), one + other)
      }),
    )
    assert.deepEqual([syllablesIn(['miyeong']), syllablesIn(['myong'])], [2, 1])
    assert.deepEqual([syllablesIn(['youngho']), syllablesIn(['young'])], [2, 1])
  })

  it('are not counted in names of other languages', () => {
    for (const word of ['smith', 'novotna', 'alexander', 'vladimir', 'j', 'christ', ''])
      assert.equal(syllablesIn(['kim', word]), null, word)
  })
})
