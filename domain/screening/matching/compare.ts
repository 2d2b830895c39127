import type { IndexedName, NameIndex } from './name-index.ts'
import { editsBetween } from '../spelling/edits.ts'
import { tokensOf, type Token } from './tokens.ts'
import { steps } from '../steps.ts'
import type { WordMatch } from './word-finder.ts'
import { smallWords } from './word-lists.ts'

/** Which words of two names were taken for the same, and how much they say. */
export type Pair = {
  /** Words of the name asked about and of the listed name, by their places. */
  asked: number[]
  listed: number[]
  likeness: number
  weight: number
}

/** What makes a score: shares of all that both names say, each taken off 1. */
export type Breakdown = {
  /** Said by both. */
  matched: number
  /** Taken off because matched words are not spelt alike. */
  unlike: number
  /** … because each name says something that the other does not. */
  contradicting: number
  /** … because the name asked about says more, or the listed one does. */
  askedOnly: number
  listedOnly: number
  /** … because what matched is so common. */
  common: number
  /** Added because the names as a whole are spelt alike, however their words are cut or misspelt. */
  spelling: number
}

export type Comparison = { score: number; pairs: Pair[]; breakdown: Breakdown }

/** A name asked about, its words looked up once in an index. */
export type PreparedName = {
  tokens: Token[]
  words: string[]
  weights: number[]
  weight: number
  pieces: Piece[]
}
export type Piece = { from: number; to: number; weight: number; like: WordMatch[]; likeness: Map<number, number> }

/** What each kind of difference costs. Chosen on one half of the measured names: docs/decisions/0018. */
const costs = { unlike: 2, contradicting: 1.5, askedOnly: 0.7, listedOnly: 0.3, common: 0.3 }
/** Less than this in common is little to go by, as long as the names are not the same. */
const enough = 1.3
/** One word that is less alike than this may be a slip; two in a name are more likely another name. */
const sure = 0.96

export function ask(index: NameIndex, name: string, who: 'person' | 'company'): PreparedName {
  const tokens = tokensOf(name, who)
  const words = tokens.map(({ word }) => word)
  const weights = words.map((word) => index.weigh(word))
  // Small words are in thousands of names: they are looked for where there is nothing else.
  const little = weights.some((weight) => weight > 0.1) ? 0.1 : 0
  const pieceOf = (from: number, to: number): Piece => {
    const text = words.slice(from, to).join('')
    const weight = weights.slice(from, to).reduce((sum, one) => sum + one, 0)
    const bare = tokens[from]?.bare ?? false
    const like = weight > little ? index.wordsLike(text, { asOne: to - from > 1, bare }) : []
    return { from, to, weight, like, likeness: new Map(like.map(({ word, likeness }) => [word, likeness])) }
  }
  const single = words.map((_, at) => pieceOf(at, at + 1))
  // A common word with a typing error in it is as common.
  for (const [at, piece] of single.entries()) {
    const [likest] = piece.like
    if (likest && likest.likeness >= 0.92)
      weights[at] = piece.weight = Math.min(piece.weight, index.weightOf(likest.word))
    else if (isNearlySmall(words[at] ?? '')) weights[at] = piece.weight = 0.1
  }
  const pieces = [...single, ...words.slice(1).map((_, at) => pieceOf(at, at + 2))]
  return { tokens, words, weights, weight: weights.reduce((sum, one) => sum + one, 0), pieces }
}

const smallOnes = [...smallWords].filter((word) => word.length > 1)

/** A small word with a typing error in it says as little. */
const isNearlySmall = (word: string) =>
  word.length < 7 && smallOnes.some((small) => editsBetween(small, word, 1) <= 1 && word.length >= small.length)

/** Compares a name asked about with a listed one, whatever the order of their words. */
export function compare(index: NameIndex, asked: PreparedName, listed: IndexedName): Comparison {
  const options =
    sameWords(index, asked, listed) ??
    optionsOf(index, asked, listed).toSorted((one, other) => other.likeness * other.weight - one.likeness * one.weight)
  const takenAsked = new Set<number>()
  const takenListed = new Set<number>()
  const pairs: Pair[] = []
  for (const pair of options) {
    if (pair.asked.some((at) => takenAsked.has(at)) || pair.listed.some((at) => takenListed.has(at))) continue
    for (const at of pair.asked) takenAsked.add(at)
    for (const at of pair.listed) takenListed.add(at)
    pairs.push(pair)
  }
  if (pairs.length > 0) pairs.push(...misspelt(index, asked, listed, takenAsked, takenListed))
  const left = (weights: number[], taken: Set<number>) =>
    weights.reduce((sum, weight, at) => (taken.has(at) ? sum : sum + weight), 0)
  const listedWeights = listed.words.map((word) => index.weightOf(word))
  // A long word that matches is less likely to be chance than a short one.
  const evidence = pairs.reduce((sum, pair) => {
    const letters = pair.asked.reduce((all, at) => all + (asked.words[at]?.length ?? 0), 0)
    return sum + pair.weight * Math.max(0.6, Math.min(1.4, letters / 7))
  }, 0)
  return judge(pairs, left(asked.weights, takenAsked), left(listedWeights, takenListed), evidence)
}

/** Of what is left, words that are one edit apart: too short to be looked for, alike enough beside words that match. */
function misspelt(
  index: NameIndex,
  asked: PreparedName,
  listed: IndexedName,
  takenAsked: Set<number>,
  takenListed: Set<number>,
): Pair[] {
  const found: Pair[] = []
  for (const [at, word] of asked.words.entries()) {
    if (takenAsked.has(at) || word.length < 3 || /^\d+$/.test(word)) continue
    for (const [there, number] of listed.words.entries()) {
      const other = index.textOf(number)
      if (takenListed.has(there) || other.length < 3 || editsBetween(word, other, 1) > 1) continue
      takenAsked.add(at)
      takenListed.add(there)
      const weight = ((asked.weights[at] ?? 0) + index.weightOf(number)) / 2
      found.push({ asked: [at], listed: [there], likeness: 1 - 1.2 / Math.max(word.length, other.length), weight })
      break
    }
  }
  return found
}

function judge(pairs: Pair[], askedLeft: number, listedLeft: number, evidence: number): Comparison {
  const matched = pairs.reduce((sum, { weight }) => sum + weight, 0)
  const all = matched + (askedLeft + listedLeft) / 2
  const both = Math.min(askedLeft, listedLeft)
  const share = (amount: number) => (all > 0 ? amount / all : 0)
  const breakdown: Breakdown = {
    matched: share(matched),
    unlike:
      costs.unlike *
      (pairs.filter(({ likeness }) => likeness < sure).length > 1 ? 1.4 : 1) *
      share(pairs.reduce((sum, { weight, likeness }) => sum + weight * (1 - likeness), 0)),
    contradicting: costs.contradicting * share(both),
    askedOnly: costs.askedOnly * share(askedLeft - both),
    listedOnly: costs.listedOnly * share(listedLeft - both),
    common: 0,
    spelling: 0,
  }
  const loss = breakdown.unlike + breakdown.contradicting + breakdown.askedOnly + breakdown.listedOnly
  breakdown.common = costs.common * Math.max(0, enough - evidence) * Math.min(1, loss * 8)
  return { score: Math.max(0, 1 - loss - breakdown.common), pairs, breakdown }
}

/** The comparison of two names so much of whose letters is the same, from 0 to 1: enough to have somebody look. */
export function spelt(comparison: Comparison, alike: number): Comparison {
  const score = Math.min(mostForSpelling, alike - 0.03)
  if (comparison.score < leastForSpelling || score <= comparison.score) return comparison
  return { ...comparison, score, breakdown: { ...comparison.breakdown, spelling: score - comparison.score } }
}
const [leastForSpelling, mostForSpelling] = [0.4, 0.78]

/** About what score two names can reach at most that share so much. */
export function promiseOf(asked: number, listed: number, shared: number): number {
  const matched = Math.min(shared, asked)
  const [askedLeft, listedLeft] = [asked - matched, Math.max(0, listed - matched)]
  const both = Math.min(askedLeft, listedLeft)
  const loss =
    costs.contradicting * both + costs.askedOnly * (askedLeft - both) + costs.listedOnly * (listedLeft - both)
  return 1 - loss / (matched + (askedLeft + listedLeft) / 2)
}

function optionsOf(index: NameIndex, asked: PreparedName, listed: IndexedName): Pair[] {
  const options: Pair[] = []
  const listedPieces = [
    ...listed.words.map((word, at) => ({ word, places: [at] })),
    ...listed.joins.map((word, at) => ({ word, places: [at, (at + 1) % listed.words.length] })),
  ]
  steps.taken += asked.pieces.length * listedPieces.length
  for (const piece of asked.pieces) {
    const places = Array.from({ length: piece.to - piece.from }, (_, at) => piece.from + at)
    for (const other of listedPieces) {
      const weight = other.places.reduce((sum, at) => sum + index.weightOf(listed.words[at] ?? -1), 0)
      const likeness = piece.likeness.get(other.word) ?? sameSmallWord(index, asked, piece, other.word)
      if (likeness > 0)
        options.push({ asked: places, listed: other.places, likeness, weight: (piece.weight + weight) / 2 })
      else if (places.length === 1 && other.places.length === 1) {
        const initial = initialOf(asked.words[piece.from] ?? '', index.textOf(other.word))
        if (initial)
          options.push({
            asked: places,
            listed: other.places,
            likeness: 0.9,
            weight: 0.3 * Math.max(piece.weight, weight),
          })
      }
    }
  }
  return options
}

/** Word for word, where both names have the same ones: taking the likest pair first can miss that. */
function sameWords(index: NameIndex, asked: PreparedName, listed: IndexedName): Pair[] | null {
  if (asked.words.length !== listed.words.length) return null
  const free = listed.words.map((word) => index.textOf(word)) as (string | null)[]
  const pairs: Pair[] = []
  for (const [at, word] of asked.words.entries()) {
    const there = free.indexOf(word)
    if (there === -1) return null
    free[there] = null
    const weight = ((asked.weights[at] ?? 0) + index.weightOf(listed.words[there] ?? -1)) / 2
    pairs.push({ asked: [at], listed: [there], likeness: 1, weight })
  }
  return pairs
}

const sameSmallWord = (index: NameIndex, asked: PreparedName, piece: Piece, word: number) =>
  piece.to - piece.from === 1 && piece.like.length === 0 && asked.words[piece.from] === index.textOf(word) ? 1 : 0

/** Whether one word is the other's first letter. */
const initialOf = (one: string, other: string) =>
  one !== other && (one.length === 1 || other.length === 1) && one[0] === other[0]
