import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { jaroWinkler } from './jaro-winkler.ts'

/** As Winkler defined it in 1990, letter by letter, with a prefix of up to four. */
function byDefinition(one: string, other: string): number {
  if (one === other) return 1
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const taken = new Set<number>()
  const pairs: [number, number][] = []
  for (const [at, letter] of Array.from(short).entries()) {
    const there = Array.from(long).findIndex(
      (candidate, place) => candidate === letter && Math.abs(place - at) <= reach && !taken.has(place),
    )
    if (there < 0) continue
    taken.add(there)
    pairs.push([at, there])
  }
  if (pairs.length === 0) return 0
  const inOrder = [...taken].toSorted((a, b) => a - b)
  const crossed = pairs.filter(([at], place) => short[at] !== long[inOrder[place] ?? -1]).length
  const found = pairs.length
  const jaro = (found / short.length + found / long.length + (found - crossed / 2) / found) / 3
  const same = Array.from(short.slice(0, 4)).findIndex((letter, at) => letter !== long[at])
  const prefix = same < 0 ? Math.min(4, short.length) : same
  return jaro + prefix * 0.1 * (1 - jaro)
}

describe('the Jaro-Winkler similarity of two words', () => {
  it('equals the published examples', () => {
    for (const [one, other, likeness] of [
      ['martha', 'marhta', 0.9611],
      ['dwayne', 'duane', 0.84],
      ['dixon', 'dicksonx', 0.8133],
    ] as const)
      assert.equal(jaroWinkler(one, other).toFixed(4), likeness.toFixed(4))
  })

  it('equals the definition, is symmetric, and lies between 0 and 1', () => {
    const word = fc.oneof(fc.stringMatching(/^[ab]{1,9}$/), fc.stringMatching(/^[a-f]{1,30}$/))
    fc.assert(
      fc.property(word, word, (one, other) => {
        const likeness = jaroWinkler(one, other)
        assert.ok(Math.abs(likeness - byDefinition(one, other)) < 1e-12, `${one} ${other} ${likeness}`)
        assert.equal(jaroWinkler(other, one), likeness)
        assert.ok(likeness >= 0 && likeness <= 1)
      }),
      { numRuns: 5000 },
    )
  })

  it('compares the first thirty letters of longer words', () => {
    const start = 'abcdefghij'.repeat(3)
    assert.equal(jaroWinkler(`${start}xyz`, `${start}uvw`), 1)
    assert.ok(jaroWinkler(`${start.slice(0, 29)}xyz`, `${start.slice(0, 29)}uvw`) < 1)
  })

  it('is 1 for the same word and 0 if no letter is shared', () => {
    assert.equal(jaroWinkler('petra', 'petra'), 1)
    assert.equal(jaroWinkler('petra', 'suzi'), 0)
    assert.equal(jaroWinkler('', 'petra'), 0)
  })
})
