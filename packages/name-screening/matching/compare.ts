import type { IndexedName, NameIndex } from './name-index.ts'
import { editsBetween } from '../spelling/edits.ts'
import { syllablesIn } from '../spelling/syllables.ts'
import { tokensOf, type Token } from './tokens.ts'
import { steps } from '../steps.ts'
import type { WordMatch } from './word-finder.ts'
import { isLikelyJoined, joinedWordsOf } from './joined-words.ts'
import { commonCompanyWords, smallWords } from './word-lists.ts'

/** The matching words of two names, and their weight. */
export type Pair = {
  /** The positions of the words of the given name and of the listed name. */
  asked: readonly number[]
  listed: readonly number[]
  likeness: number
  weight: number
  /** True if it is not spelt out: compared by consonants alone, or an initial. */
  vowelless: boolean
  /** The listed words joined: decides between equally good pairs. */
  text: string
}

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

/** A given name whose words were looked up once in an index. */
export type PreparedName = {
  who: 'person' | 'company'
  tokens: Token[]
  words: string[]
  weights: number[]
  weight: number
  pieces: Piece[]
}
export type Piece = { places: readonly number[]; weight: number; like: WordMatch[]; likeness: Map<number, number> }

/** The deduction for each kind of difference. Chosen on one half of the measured names: docs/decisions/0012. */
const costs = { unlike: 2, contradicting: 1.5, askedOnly: 0.7, listedOnly: 0.3, common: 0.3 }
/** Less weight in common than this is weak evidence, unless the names are the same. */
const enough = 1.15
/** The same for one word, if it is all of both names, and if either has more: Target is not Target Transportation. */
const [enoughWhole, enoughAlone] = [1.4, 1.9]
/** The deduction for a listed person's other names if the first given name and the surname match. */
const missing = { whole: 0.4, part: 0.8, none: 1.2, second: 2.2 }
/** One word that is less similar than this may be misspelt; two in a name are more likely another name. */
const sure = 0.97
const twice = 2.4
const leastForTelling = 0.72
/** A single word of so few letters becomes another word if one letter changes. */
const short = 4

export function ask(index: NameIndex, name: string, who: 'person' | 'company'): PreparedName {
  const tokens = tokensOf(name, who)
  const words = tokens.map(({ word }) => word)
  const weights = words.map((word) => index.weigh(word))
  // Small words are in thousands of names: they are looked up only if there are no others.
  const little = weights.some((weight) => weight > 0.1) ? 0.1 : 0
  const pieceOf = (places: readonly number[]): Piece => {
    const text = places.map((at) => words[at] ?? '').join('')
    const weight = places.reduce((sum, at) => sum + (weights[at] ?? 0), 0)
    const vowelless = places.some((at) => tokens[at]?.vowelless ?? false)
    const found = weight > little ? index.wordsLike(text, { asOne: places.length > 1, vowelless }) : []
    // For a Korean or Chinese character another sound is another name.
    const isExact = who === 'person' && places.some((at) => tokens[at]?.syllabic ?? false)
    const like = isExact ? found.filter(({ likeness }) => likeness >= sure) : found
    return { places, weight, like, likeness: new Map(like.map(({ word, likeness }) => [word, likeness])) }
  }
  const single = words.map((_, at) => pieceOf([at]))
  const likely = (places: readonly number[]) => isLikelyJoined(places.map((at) => words[at] ?? ''))
  // A common word with a typing error counts as equally common.
  for (const [at, piece] of single.entries()) {
    const [likest] = piece.like
    if (likest && likest.likeness >= 0.92)
      weights[at] = piece.weight = Math.min(piece.weight, index.weightOf(likest.word))
    else if (isNearlySmall(words[at] ?? '')) weights[at] = piece.weight = 0.1
  }
  const pieces = [...single, ...joinedWordsOf(words.length, who).filter(likely).map(pieceOf)]
  return { who, tokens, words, weights, weight: weights.reduce((sum, one) => sum + one, 0), pieces }
}

const smallOnes = [...smallWords].filter((word) => word.length > 1)

/** A small word with a typing error has the same low weight. */
const isNearlySmall = (word: string) =>
  word.length < 7 && smallOnes.some((small) => editsBetween(small, word, 1) <= 1 && word.length >= small.length)

/** Compares a given name with a listed one, whatever the order of their words. */
export function compare(index: NameIndex, asked: PreparedName, listed: IndexedName): Comparison {
  // If syllables are in another order, one remains, and it is not the surname.
  const isSurname = ({ listed: places }: Pair) =>
    listed.syllables === 'each' && places.some((at) => listed.surname.includes(at)) ? 1 : 0
  const options =
    sameWords(index, asked, listed) ??
    optionsOf(index, asked, listed).toSorted(
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
    for (const pair of misspelt(index, asked, listed, takenAsked, takenListed))
      if (isInOrder(asked, listed, [...pairs, pair])) pairs.push(pair)
  const left = (weights: number[], taken: Set<number>, wordAt: (at: number) => string): Left => {
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
  return judge(pairs, askedLeft, listedLeft, evidenceOf(asked, pairs), nameOf(listed, takenListed), isOther)
}

/** Whether the syllables of a Korean or Chinese given name keep their order; the surname comes before or after them. */
function isInOrder(asked: PreparedName, listed: IndexedName, pairs: readonly Pair[]): boolean {
  if (asked.who === 'company' || listed.syllables !== 'each') return true
  const places = pairs
    .toSorted((one, other) => (one.listed[0] ?? 0) - (other.listed[0] ?? 0))
    .map((pair) => pair.asked[0] ?? 0)
  return places.filter((place, at) => place > (places[(at + 1) % places.length] ?? 0)).length < 2
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
 * The words outside all pairs: `all`, and `telling` without words that many companies use; `small`: its small words.
 */
type Left = { all: number; telling: number; small: number }

/**
 * Whether a listed person's names that a form asks for match: the first given name with the surname, or with the first
 * or second of two.
 */
function nameOf({ surname, given }: IndexedName, taken: ReadonlySet<number>): keyof typeof missing {
  if (surname.length === 0) return 'none'
  const named = surname.filter((at) => taken.has(at))
  // The second of two surnames alone belongs to another family.
  if (named.length > 0 && !taken.has(surname[0] ?? -1)) return 'second'
  if (!taken.has(given) || named.length === 0) return 'none'
  return named.length === surname.length ? 'whole' : 'part'
}

/**
 * Pairs remaining words that are one edit apart: too short to be looked up, but similar enough beside matching words.
 */
function misspelt(
  index: NameIndex,
  asked: PreparedName,
  listed: IndexedName,
  takenAsked: Set<number>,
  takenListed: Set<number>,
): Pair[] {
  const found: Pair[] = []
  for (const [at, word] of asked.words.entries()) {
    if (takenAsked.has(at) || word.length < 3 || /^\d+$/.test(word) || asked.tokens[at]?.syllabic) continue
    for (const [there, number] of listed.words.entries()) {
      const other = index.textOf(number)
      const least = smallWords.has(other) ? 2 : 3
      if (takenListed.has(there) || other.length < least || editsBetween(word, other, 1) > 1) continue
      takenAsked.add(at)
      takenListed.add(there)
      const weight = ((asked.weights[at] ?? 0) + index.weightOf(number)) / 2
      found.push({
        asked: [at],
        listed: [there],
        text: other,
        likeness: 1 - 1.2 / Math.max(word.length, other.length),
        weight,
        vowelless: false,
      })
      break
    }
  }
  return found
}

function judge(
  pairs: Pair[],
  asked: Left,
  listed: Left,
  evidence: number,
  name: keyof typeof missing,
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
    listedOnly: costs.listedOnly * missing[name] * share(listed.all - both),
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

function optionsOf(index: NameIndex, asked: PreparedName, listed: IndexedName): Pair[] {
  const options: Pair[] = []
  const listedPieces = [
    ...listed.words.map((word, at) => ({ word, places: [at] })),
    ...joinedWordsOf(listed.words.length, listed.readAs).flatMap((places, at) => {
      const word = listed.joined[at] ?? -1
      return word < 0 ? [] : [{ word, places }]
    }),
  ]
  steps.taken += asked.pieces.length * listedPieces.length
  for (const piece of asked.pieces) {
    const { places } = piece
    for (const other of listedPieces) {
      // Two joined words match only a word that the other name joins, or splits at another letter.
      if (places.length > 1 && other.places.length > 1 && !isCutElsewhere(index, asked, listed, places, other)) continue
      const weight = other.places.reduce((sum, at) => sum + index.weightOf(listed.words[at] ?? -1), 0)
      const likeness = likenessOf(index, asked, listed, piece, other)
      if (likeness > 0)
        options.push({
          asked: places,
          listed: other.places,
          likeness,
          vowelless: places.some((at) => asked.tokens[at]?.vowelless ?? false),
          weight: (piece.weight + weight) / 2,
          text: index.textOf(other.word),
        })
      else if (places.length === 1 && other.places.length === 1) {
        // An initial matches a given name or the only surname; one between names does not abbreviate a second surname.
        const isSecond = listed.surname.indexOf(other.places[0] ?? -1) > 0
        const initial = initialOf(asked.words[places[0] ?? -1] ?? '', index.textOf(other.word), asked.who)
        if (initial && !isSecond)
          options.push({
            asked: places,
            listed: other.places,
            likeness: 0.9,
            // An initial is not a slip.
            vowelless: true,
            weight: 0.3 * Math.max(piece.weight, weight),
            text: index.textOf(other.word),
          })
      }
    }
  }
  return options
}

/** Returns the similarity of a piece of the given name and one of the listed name, by more than their letters. */
function likenessOf(
  index: NameIndex,
  asked: PreparedName,
  listed: IndexedName,
  piece: Piece,
  other: { word: number; places: readonly number[] },
): number {
  const likeness = piece.likeness.get(other.word) ?? sameSmallWord(index, asked, piece, other.word)
  if (likeness === 0 || asked.who === 'company' || listed.readAs === 'company') return likeness
  const [words, others] = [
    piece.places.map((at) => asked.words[at] ?? ''),
    other.places.map((at) => index.textOf(listed.words[at] ?? -1)),
  ]
  if (listed.syllables !== null) {
    // Two syllables never match one: Mi-yeong is not Myong.
    const [mine, theirs] = [syllablesIn(words), syllablesIn(others)]
    if (mine !== null && theirs !== null && mine !== theirs) return 0
  }
  const isGiven = !other.places.some((at) => listed.surname.includes(at))
  return isGiven && isOtherSex(words.join(''), others.join('')) ? Math.min(likeness, otherSex) : likeness
}

/** The maximum similarity of first names that differ in a male and a female ending: Camila and Camilo. */
const otherSex = 0.8
function isOtherSex(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  if (shorter.length < 4) return false
  if (shorter.length === longer.length)
    return one.slice(0, -1) === other.slice(0, -1) && /^(?:ao|oa)$/.test(`${one.at(-1)}${other.at(-1)}`)
  return longer === `${shorter}a` && !/[aeiouy]$/.test(shorter)
}

/** Whether neighbours have the same letters, split at another one: A Lqaida is Al Qaida. */
function isCutElsewhere(
  index: NameIndex,
  asked: PreparedName,
  listed: IndexedName,
  places: readonly number[],
  other: { word: number; places: readonly number[] },
): boolean {
  const textOf = (at: number | undefined) => index.textOf(listed.words[at ?? -1] ?? -1)
  const wordOf = (at: number | undefined) => asked.words[at ?? -1] ?? ''
  return (
    wordOf(places[0]).length !== textOf(other.places[0]).length &&
    wordOf(places.at(-1)).length !== textOf(other.places.at(-1)).length &&
    places.map(wordOf).join('') === index.textOf(other.word)
  )
}

/** Pairs the words one by one if both names have the same ones: taking the most similar pair first can miss that. */
function sameWords(index: NameIndex, asked: PreparedName, listed: IndexedName): Pair[] | null {
  if (asked.words.length !== listed.words.length) return null
  const free = listed.words.map((word) => index.textOf(word)) as (string | null)[]
  const pairs: Pair[] = []
  for (const [at, word] of asked.words.entries()) {
    const there = free.indexOf(word)
    if (there === -1) return null
    free[there] = null
    const weight = ((asked.weights[at] ?? 0) + index.weightOf(listed.words[there] ?? -1)) / 2
    pairs.push({ asked: [at], listed: [there], likeness: 1, vowelless: false, weight, text: word })
  }
  return isInOrder(asked, listed, pairs) ? pairs : null
}

const sameSmallWord = (index: NameIndex, asked: PreparedName, piece: Piece, word: number) =>
  piece.places.length === 1 && piece.like.length === 0 && asked.words[piece.places[0] ?? -1] === index.textOf(word)
    ? 1
    : 0

/**
 * Whether one word is the other's first letter. In a company's name a letter that is a word itself matches no other word.
 */
const initialOf = (one: string, other: string, who: 'person' | 'company') =>
  one !== other &&
  (one.length === 1 || other.length === 1) &&
  one[0] === other[0] &&
  (who === 'person' || !/^[aeioy]$/.test(one.length === 1 ? one : other))
