import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { PreparedName } from './prepared-name.ts'
import type { Comparison } from './score.ts'
import type { IndexedName, NameIndex } from './name-index.ts'
import { abbreviated, spelt } from './whole-names.ts'

const none = { matched: 0, unlike: 0, contradicting: 0, askedOnly: 0, listedOnly: 0, common: 0, spelling: 0 }
const pair = { asked: [0], listed: [0], likeness: 1, weight: 1, vowelless: false, text: '' }

type Names = { asked: string; listed: string; who?: 'person' | 'company'; score?: number; contradicting?: number }

/** Returns the result of a comparison whose first words match and whose names share this part of their letters. */
function becomes(alike: number, { asked, listed, who = 'person', score = 0.5, contradicting = 0 }: Names): Comparison {
  const [words, others] = [asked.split(' '), listed.split(' ')]
  const index = { textOf: (word: number) => others[word] ?? '' } as NameIndex
  const prepared: PreparedName = { who, tokens: [], words, weights: [], weight: 2, pieces: [] }
  const comparison = { score, pairs: [pair], breakdown: { ...none, contradicting } }
  return spelt(index, comparison, alike, prepared, { words: others.map((_, at) => at) } as unknown as IndexedName)
}

const two = { asked: 'ahmad karimi', listed: 'ahmad karimy' }
const three = { asked: 'ahmad reza karimi', listed: 'ahmad rezakarimy' }

describe('names whose spelling is alike as a whole', () => {
  it('score slightly less than their spelling, and never enough for a hold', () => {
    const { score, breakdown, pairs } = becomes(0.7, two)
    assert.deepEqual([score.toFixed(3), breakdown.spelling.toFixed(3), pairs.length], ['0.670', '0.170', 1])
    assert.equal(becomes(0.99, two).score, 0.78)
  })

  it('keep the score of their words if that is as good', () => {
    assert.equal(becomes(0.7, { ...two, score: 0.7 }).breakdown.spelling, 0)
    assert.deepEqual(becomes(0.99, { ...two, score: 0.78 }), { score: 0.78, pairs: [pair], breakdown: none })
  })

  it('must have similar words; three words that share nearly every letter may differ more', () => {
    const counts = (alike: number, names: Names) => becomes(alike, names).breakdown.spelling > 0
    assert.deepEqual([counts(0.9, { ...two, score: 0.4 }), counts(0.9, { ...two, score: 0.39 })], [true, false])
    assert.deepEqual([counts(0.8, { ...three, score: 0.2 }), counts(0.8, { ...three, score: 0.19 })], [true, false])
    assert.equal(counts(0.79, { ...three, score: 0.3 }), false)
    assert.equal(counts(0.79, { ...three, score: 0.4 }), true)
  })
})

describe('companies that contradict each other', () => {
  const counts = (asked: string, listed: string, over: Partial<Names> = {}) =>
    becomes(0.75, { asked, listed, who: 'company', contradicting: 0.5, ...over }).breakdown.spelling > 0

  it('are alike only if their unmatched words are alike', () => {
    assert.equal(counts('orient mark', 'orient agor'), false)
    assert.equal(counts('orient marka', 'orient markat'), true)
    assert.equal(counts('orient mar kat', 'orient markat'), true, 'however they are cut')
  })

  it('are alike if they share at least a quarter of the letter pairs', () => {
    assert.equal(counts('orient abcde', 'orient abxyz'), true, 'one pair of four and four')
    assert.equal(counts('orient abcdef', 'orient abxyz'), false, 'one pair of five and four')
  })

  it('are alike if only small words and single letters remain', () => {
    assert.equal(counts('orient', 'orient agor'), true)
    assert.equal(counts('orient agor', 'orient'), true)
    assert.equal(counts('orient the', 'orient agor'), true)
    assert.equal(counts('orient x y', 'orient agor'), true)
  })

  it('are the only names compared in this way, and only above a share of contradictions', () => {
    assert.equal(counts('orient mark', 'orient agor', { contradicting: 0.45 }), true)
    assert.equal(counts('orient mark', 'orient agor', { who: 'person' }), true)
  })
})

it('an acronym has the lower weight and all words of both names in its score, whatever the names', () => {
  const asked: PreparedName = { who: 'company', tokens: [], words: ['nioc'], weights: [], weight: 3, pieces: [] }
  const listed = { words: [4, 5, 6, 7], weight: 2 } as unknown as IndexedName
  assert.deepEqual(abbreviated(asked, listed), {
    score: 0.75,
    pairs: [{ asked: [0], listed: [0, 1, 2, 3], likeness: 0.9, weight: 2, vowelless: true, text: '' }],
    breakdown: { ...none, matched: 1, common: 0.25 },
  })
})
