import type { IndexedName, NameIndex } from './name-index.ts'
import { identicalWords, isInOrder, misspelledPairs, possiblePairs, type Pair } from './pairs.ts'
import { sure, type PreparedName } from './prepared-name.ts'
import { scoreOf, type Comparison, type MatchedNames, type UnmatchedParts } from './score.ts'
import { commonCompanyWords, smallWords } from './word-lists.ts'

/** A single word of so few letters becomes another word if one letter changes. */
const short = 4

/** Compares a given name with a listed one, whatever the order of their words. */
export function compare(index: NameIndex, asked: PreparedName, listed: IndexedName): Comparison {
  // If syllables are in another order, one remains, and it is not the surname.
  const isSurname = ({ listed: places }: Pair) =>
    listed.syllables === 'each' && places.some((at) => listed.surname.includes(at)) ? 1 : 0
  const options =
    identicalWords(index, asked, listed) ??
    possiblePairs(index, asked, listed).toSorted(
      (one, other) =>
        isSurname(other) - isSurname(one) ||
        other.likeness * other.weight - one.likeness * one.weight ||
        one.text.localeCompare(other.text),
    )
  const takenAsked = new Set<number>()
  const takenListed = new Set<number>()
  const pairs: Pair[] = []
  for (const pair of options) {
    if (pair.asked.some((at) => takenAsked.has(at)) || pair.listed.some((at) => takenListed.has(at))) continue
    if (!isInOrder(asked, listed, [...pairs, pair])) continue
    for (const at of pair.asked) takenAsked.add(at)
    for (const at of pair.listed) takenListed.add(at)
    pairs.push(pair)
  }
  if (pairs.length > 0)
    for (const pair of misspelledPairs(index, asked, listed, takenAsked, takenListed))
      if (isInOrder(asked, listed, [...pairs, pair])) pairs.push(pair)
  const left = (weights: number[], taken: Set<number>, wordAt: (at: number) => string): UnmatchedParts => {
    const places = weights.map((_, at) => at).filter((at) => !taken.has(at))
    const sum = (some: number[]) => some.reduce((all, at) => all + (weights[at] ?? 0), 0)
    return {
      all: sum(places),
      telling: sum(places.filter((at) => !commonCompanyWords.has(wordAt(at)))),
      small: sum(places.filter((at) => smallWords.has(wordAt(at)))),
    }
  }
  const { lift } = listed
  const listedWeights = listed.words.map((word) => index.weightOf(word) * lift)
  if (lift > 1) for (const [at, pair] of pairs.entries()) pairs[at] = { ...pair, weight: pair.weight * lift }
  const askedLeft = left(asked.weights, takenAsked, (at) => asked.words[at] ?? '')
  const listedLeft = left(listedWeights, takenListed, (at) => index.textOf(listed.words[at] ?? -1))
  const isOther = areOtherWords(asked, pairs)
  return scoreOf(pairs, askedLeft, listedLeft, evidenceOf(asked, pairs), matchedNamesOf(listed, takenListed), isOther)
}

/** Whether the differences are other words instead of slips: two in a name, or one in a single short word. */
function areOtherWords(asked: PreparedName, pairs: readonly Pair[]): boolean {
  // Another spelling such as "ben" for "bin" is not a slip.
  const slipped = pairs.filter(
    ({ likeness, vowelless, text }) => likeness < sure && !vowelless && !smallWords.has(text),
  )
  const [only] = pairs
  if (slipped.length > 1 || pairs.length !== 1 || !only || only.vowelless) return slipped.length > 1
  // Many words of three letters sound the same.
  const isTiny = Math.max(only.text.length, lettersOf(asked, only)) < short
  return only.text.length <= short && only.likeness < (isTiny ? 1 : sure)
}

/** A long matching name is less likely to be chance than a short one: its letters count together, in any order. */
function evidenceOf(asked: PreparedName, pairs: readonly Pair[]): number {
  return pairs.reduce(
    (sum, pair) => sum + pair.weight * Math.max(0.6, Math.min(1.4, lettersOf(asked, pair) / (7 * pair.asked.length))),
    0,
  )
}

const lettersOf = (asked: PreparedName, pair: Pair) =>
  pair.asked.reduce((all, at) => all + (asked.words[at]?.length ?? 0), 0)

/**
 * Whether a listed person's names that a form asks for match: the first given name with the surname, or with the first
 * or second of two.
 */
function matchedNamesOf({ surname, given }: IndexedName, taken: ReadonlySet<number>): MatchedNames {
  if (surname.length === 0) return 'none'
  const named = surname.filter((at) => taken.has(at))
  // The second of two surnames alone belongs to another family.
  if (named.length > 0 && !taken.has(surname[0] ?? -1)) return 'second'
  if (!taken.has(given) || named.length === 0) return 'none'
  return named.length === surname.length ? 'whole' : 'part'
}
