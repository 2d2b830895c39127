import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { steps } from '../steps.ts'
import { editCounter, editsBetween, packed } from './edits.ts'

/** Optimal string alignment, straight from its definition (en.wikipedia.org/wiki/Damerau–Levenshtein_distance). */
function alignment(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (__, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number) => table[row]?.[column] ?? Infinity
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = at(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1)
      const crossed = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const swapped = row > 1 && column > 1 && crossed ? at(row - 2, column - 2) + 1 : Infinity
      const line = table[row]
      if (line) line[column] = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped)
    }
  return at(one.length, other.length)
}

/** Words of few letters, so that many are alike. */
const word = fc.oneof(fc.stringMatching(/^[ab]{0,7}$/), fc.stringMatching(/^[a-d]{0,12}$/))
const long = fc.stringMatching(/^[abc]{1,32}$/)
const most = fc.nat(5)
const within = (edits: number, max: number) => Math.min(edits, max + 1)

describe('edits between two words', () => {
  it('are those of optimal string alignment, up to one more than the limit', () => {
    fc.assert(
      fc.property(fc.oneof(word, long), fc.oneof(word, long), most, (one, other, max) => {
        assert.equal(editsBetween(one, other, max), within(alignment(one, other), max))
      }),
      { numRuns: 5000 },
    )
  })

  it('count two swapped neighbours as one, also if the limit is one', () => {
    for (const max of [1, 2]) {
      assert.equal(editsBetween('ivan', 'vian', max), 1)
      assert.equal(editsBetween('ivan', 'viam', max), Math.min(2, max + 1))
      assert.equal(editsBetween('petra', 'pteria', max), Math.min(2, max + 1))
    }
  })

  it('count no swap if only one of the two letters fits', () => {
    assert.equal(editsBetween('ab', 'bc', 1), 2)
    assert.equal(editsBetween('ab', 'ca', 1), 2)
  })

  it('are not counted if the lengths differ too much', () => {
    const before = steps.taken
    assert.equal(editsBetween('a'.repeat(30), 'b'.repeat(25), 4), 5)
    assert.equal(steps.taken - before, 1)
  })

  it('are the same for a packed word of up to 32 letters', () => {
    fc.assert(
      fc.property(
        fc.oneof(word, long),
        fc.array(fc.oneof(word, long), { minLength: 1, maxLength: 6 }),
        most,
        (one, others, max) => {
          const count = editCounter(one, packed(others))
          for (const [at, other] of others.entries()) {
            const exact = one === '' ? 0 : within(alignment(one, other), max)
            assert.equal(count(at, max), exact, `${one} ${other}`)
          }
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('are counted for packed words of up to 32 letters, and for none beyond', () => {
    assert.equal(editCounter('a'.repeat(32), packed([`${'a'.repeat(31)}b`]))(0, 3), 1)
    assert.equal(editCounter('a'.repeat(33), packed(['b'.repeat(33)]))(0, 40), 0)
  })

  it('of a packed word never exceed the real number, for any letters and length', () => {
    const any = fc.string({ maxLength: 40, unit: 'binary' })
    fc.assert(
      fc.property(any, any, most, (one, other, max) => {
        assert.ok(editCounter(one, packed([other]))(0, max) <= within(alignment(one, other), max))
      }),
    )
  })
})
