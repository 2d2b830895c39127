import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { isSyllable, syllablesIn } from './syllables.ts'

const examples =
  'kim ri pak yong young jong jeong chol cheol myong hyuk gwang sok un eun il i u o wei zhang xiao qiang yue'.split(' ')

describe('syllables', () => {
  it('are one for a single syllable, and two if two are joined', () => {
    for (const one of examples) {
      assert.equal(isSyllable(one), true, one)
      for (const other of examples) {
        const together = one + other
        assert.equal(syllablesIn([one, other]), 2)
        if (together.length === 2) continue
        // "I" and "Un" together can be read as one syllable.
        assert.ok([1, 2].includes(syllablesIn([together]) ?? 0), together)
      }
    }
    assert.deepEqual([syllablesIn(['miyeong']), syllablesIn(['myong'])], [2, 1])
    assert.deepEqual([syllablesIn(['youngho']), syllablesIn(['young'])], [2, 1])
  })

  it('number at most half of the letters', () => {
    for (const word of ['ii', 'uu']) assert.equal(syllablesIn([word]), null, word)
    for (const word of ['io', 'ui', 'uo', 'ou']) assert.equal(syllablesIn([word]), 1, word)
  })

  it('are not counted in names of other languages', () => {
    for (const word of ['smith', 'novotna', 'alexander', 'vladimir', 'j', 'christ', ''])
      assert.equal(syllablesIn(['kim', word]), null, word)
  })
})
