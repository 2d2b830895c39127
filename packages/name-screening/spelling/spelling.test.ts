import assert from 'node:assert/strict'
import { it } from 'vitest'
import fc from 'fast-check'
import { spellingIn } from './spelling.ts'

const name = fc.array(fc.stringMatching(/^[ab]{1,6}$/), { minLength: 1, maxLength: 4 })

it('returns the listed names that share enough groups of three letters, with the share of each', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), fc.array(name, { maxLength: 3 }), (listed, asked) => {
      const alike = spellingIn(listed)
      for (const words of asked) {
        const shares = listed.map((other, at) => ({ name: at, share: shareOf(words, other) }))
        const found = alike(words, 0.65).toSorted((one, other) => one.name - other.name)
        assert.deepEqual(
          found,
          shares.filter(({ share }) => share >= 0.65),
        )
      }
    }),
    { numRuns: 300 },
  )
})

function shareOf(one: string[], other: string[]): number {
  const [grams, others] = [one, other].map(
    (words) => new Set(words.flatMap((word) => Array.from(`${word} `, (_, at) => `  ${word} `.slice(at, at + 3)))),
  )
  return grams && others ? (2 * grams.intersection(others).size) / (grams.size + others.size) : 0
}
