import type { Pair } from './pairs.ts'
import { commonCompanyWords } from './word-lists.ts'

/** The parts of a score: shares of the weight of both names, each subtracted from 1. */
export type Breakdown = {
  /** The share of the matching words of both names. */
  matched: number
  /** Subtracted because matching words are spelt differently. */
  unlike: number
  /** Subtracted because each name has words that the other lacks. */
  contradicting: number
  /** Subtracted because the given name has more words, or the listed one does. */
  askedOnly: number
  listedOnly: number
  /** Subtracted because the matching words are very common. */
  common: number
  /** Added because the names as a whole are spelt alike, however their words are split or misspelt. */
  spelling: number
}

export type Comparison = { score: number; pairs: Pair[]; breakdown: Breakdown }

/** The deduction for each kind of difference. Chosen on one half of the measured names: docs/decisions/0012. */
const costs = { unlike: 2, contradicting: 1.5, askedOnly: 0.7, listedOnly: 0.3, common: 0.3 }
/** Less weight in common than this is weak evidence, unless the names are the same. */
const enough = 1.15
/** The same for one word, if it is all of both names, and if either has more: Target is not Target Transportation. */
const [enoughWhole, enoughAlone] = [1.4, 1.9]
/** The deduction for a listed person's other names if the first given name and the surname match. */
const missingNames = { whole: 0.4, part: 0.8, none: 1.2, second: 2.2 }
/** Which of a listed person's names match: the first given name with the whole surname, with a part of it, or not. */
export type MatchedNames = keyof typeof missingNames
const twice = 2.4
const leastForTelling = 0.72

/**
 * The words outside all pairs: `all`, and `telling` without words that many companies use; `small`: its small words.
 */
export type UnmatchedParts = { all: number; telling: number; small: number }

/** Scores two names by their matching and their unmatched words; `evidence` is the weight of what matches. */
export function scoreOf(
  pairs: Pair[],
  asked: UnmatchedParts,
  listed: UnmatchedParts,
  evidence: number,
  names: MatchedNames,
  isOther: boolean,
): Comparison {
  const matched = pairs.reduce((sum, { weight }) => sum + weight, 0)
  const all = matched + (asked.all + listed.all) / 2
  // "Group" in one name and "PMC" in the other are not a contradiction, nor are "La" and "Al".
  const both = Math.max(0, Math.min(asked.telling, listed.telling) - Math.min(asked.small, listed.small))
  const share = (amount: number) => (all > 0 ? amount / all : 0)
  const breakdown: Breakdown = {
    matched: share(matched),
    unlike:
      costs.unlike *
      (isOther ? twice : 1) *
      share(pairs.reduce((sum, { weight, likeness }) => sum + weight * (1 - likeness), 0)),
    contradicting: costs.contradicting * share(both),
    askedOnly: costs.askedOnly * share(asked.all - both),
    listedOnly: costs.listedOnly * missingNames[names] * share(listed.all - both),
    common: 0,
    spelling: 0,
  }
  const loss = breakdown.unlike + breakdown.contradicting + breakdown.askedOnly + breakdown.listedOnly
  const whole = asked.all + listed.all < 0.05
  const wanted = pairs.length > 1 ? enough : whole ? enoughWhole : enoughAlone
  const common = costs.common * Math.max(0, wanted - evidence) * Math.min(1, loss * 8)
  // A long distinctive company word is always compared, whatever common words are beside it.
  const telling = pairs.some(
    ({ likeness, text }) => likeness === 1 && text.length >= 6 && !commonCompanyWords.has(text),
  )
  const spared = telling && asked.telling + listed.telling < 0.05 ? Math.max(0, 1 - loss - leastForTelling) : common
  breakdown.common = Math.min(common, spared)
  return { score: Math.max(0, 1 - loss - breakdown.common), pairs, breakdown }
}

/** Estimates the highest score of two names with this shared weight. */
export function promiseOf(asked: number, listed: number, shared: number): number {
  const matched = Math.min(shared, asked)
  const [askedLeft, listedLeft] = [asked - matched, Math.max(0, listed - matched)]
  const both = Math.min(askedLeft, listedLeft)
  const loss =
    costs.contradicting * both + costs.askedOnly * (askedLeft - both) + costs.listedOnly * (listedLeft - both)
  return 1 - loss / (matched + (askedLeft + listedLeft) / 2)
}
