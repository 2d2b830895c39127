import type { Pair } from './pairs.ts'
import type { PreparedName } from './prepared-name.ts'
import type { Comparison } from './score.ts'
import type { IndexedName, NameIndex } from './name-index.ts'
import { steps } from '../steps.ts'
import { smallWords } from './word-lists.ts'

/**
 * The maximum scores of names that are similar as a whole, however their words compare. Neither puts a person on hold
 * by itself.
 */
const [mostForSpelling, forAcronym] = [0.78, 0.75]
/** The minimum score of the words for the spelling to count, in names of two words and of more. */
const leastForSpelling = { short: 0.4, long: 0.2 }
/** The share of contradiction above which the unmatched words of two companies must be similar themselves. */
const mostContradicting = 0.45
/** The minimum share of common letter pairs in the unmatched words: Mark and Agor have none. */
const leastOfTheRest = 0.25

/** A comparison that counts `alike`, the share (0 to 1) of equal groups of letters in two names however their words are cut. */
export function spelt(
  index: NameIndex,
  comparison: Comparison,
  alike: number,
  asked: PreparedName,
  listed: IndexedName,
): Comparison {
  const score = Math.min(mostForSpelling, alike - 0.03)
  const least = asked.words.length > 2 && alike >= 0.8 ? leastForSpelling.long : leastForSpelling.short
  if (comparison.score < least || score <= comparison.score) return comparison
  const contradicts = asked.who === 'company' && comparison.breakdown.contradicting > mostContradicting
  if (contradicts && !isRestAlike(index, comparison, asked, listed)) return comparison
  return { ...comparison, score, breakdown: { ...comparison.breakdown, spelling: score - comparison.score } }
}

/** Whether the unmatched words of both names may be the same ones, split or misspelt. */
function isRestAlike(index: NameIndex, { pairs }: Comparison, asked: PreparedName, listed: IndexedName): boolean {
  const restOf = (words: readonly string[], side: 'asked' | 'listed') =>
    words
      .filter((word, at) => word.length > 1 && !smallWords.has(word) && !pairs.some((pair) => pair[side].includes(at)))
      .join('')
  const [one, other] = [
    pairsIn(restOf(asked.words, 'asked')),
    pairsIn(restOf(listed.words.map(index.textOf), 'listed')),
  ]
  if (one.size === 0 || other.size === 0) return true
  const shared = [...one].filter((pair) => other.has(pair)).length
  return (2 * shared) / (one.size + other.size) >= leastOfTheRest
}

/** Returns the pairs of adjacent letters. */
function pairsIn(text: string): Set<string> {
  steps.taken += text.length
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
}

/** Scores a company's name and a listed one, of which one consists of the initials of the other. */
export function abbreviated(asked: PreparedName, listed: IndexedName): Comparison {
  const pair: Pair = {
    asked: asked.words.map((_, at) => at),
    listed: listed.words.map((_, at) => at),
    likeness: 0.9,
    weight: Math.min(asked.weight, listed.weight),
    vowelless: true,
    text: '',
  }
  const breakdown = { matched: 1, unlike: 0, contradicting: 0, askedOnly: 0, listedOnly: 0, spelling: 0 }
  return { score: forAcronym, pairs: [pair], breakdown: { ...breakdown, common: 1 - forAcronym } }
}
