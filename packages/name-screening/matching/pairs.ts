import type { IndexedName, NameIndex } from './name-index.ts'
import { editsBetween } from '../spelling/edits.ts'
import { syllablesIn } from '../spelling/syllables.ts'
import { steps } from '../steps.ts'
import { joinedWordsOf } from './joined-words.ts'
import type { Piece, PreparedName } from './prepared-name.ts'
import { smallWords } from './word-lists.ts'

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

/** Whether the syllables of a Korean or Chinese given name keep their order; the surname comes before or after them. */
export function isInOrder(asked: PreparedName, listed: IndexedName, pairs: readonly Pair[]): boolean {
  if (asked.who === 'company' || listed.syllables !== 'each') return true
  const places = pairs
    .toSorted((one, other) => (one.listed[0] ?? 0) - (other.listed[0] ?? 0))
    .map((pair) => pair.asked[0] ?? 0)
  return places.filter((place, at) => place > (places[(at + 1) % places.length] ?? 0)).length < 2
}

/** Pairs the words one by one if both names have the same ones: taking the most similar pair first can miss that. */
export function identicalWords(index: NameIndex, asked: PreparedName, listed: IndexedName): Pair[] | null {
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

/**
 * Pairs remaining words that are one edit apart: too short to be looked up, but similar enough beside matching words.
 */
export function misspelledPairs(
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

/** Returns every pair of words, single or joined, that can be the same. */
export function possiblePairs(index: NameIndex, asked: PreparedName, listed: IndexedName): Pair[] {
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
