import { editsBetween } from './edits.ts'
import { jaroWinkler } from './jaro-winkler.ts'
import { skeletonsOf } from './skeleton.ts'
import { steps } from '../steps.ts'
import { spellingGroups } from '../matching/word-lists.ts'

/** A word with its sound, computed once. */
export type Word = {
  text: string
  /** A spelling by sound: kh and h, ph and f, doubled letters and similar ones are unified. */
  sound: string
  /** Its consonants alone, with a vowel in front kept as `a`. */
  consonants: string
  /** One bit for each letter of `sound`, to skip words that cannot be similar. */
  letters: number
  spelling: number | undefined
  /** From a script without vowels: only its consonants can be compared. */
  vowelless: boolean
}

const pairs = new Map(
  'shch:sh tsch:sh tch:sh sch:sh dzh:j zh:j dj:j dz:j kh:h ph:f th:t dh:d tz:z ts:z cz:z ck:k q:k x:ks w:v'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
const vowels = new Map(
  'ou:u oo:u ue:u ee:i ie:i ii:i iy:i ei:ai ey:ai ay:ai ae:ai oe:o y:i'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
const consonantSpellings = /shch|tsch|tch|sch|dzh|zh|dj|dz|kh|ph|th|dh|tz|ts|cz|ck|[qxw]/g
const hardOrSoft = /g[hu](?=[eiy])|gh|c(?!h)|(?<=[aeiou])j(?![aeiou])/g
const vowelPairs = /ou|oo|ue|ee|ie|ii|iy|ei|ey|ay|ae|oe|y/g

/** A `c` before e, i and y is soft, and so is a `j` after a vowel. */
const soundAt = (found: string, at: number, word: string) => {
  if (found === 'j') return 'i'
  if (found !== 'c') return 'g'
  return 'eiy'.includes(word[at + 1] ?? '-') ? 's' : 'k'
}

export function wordOf(text: string, vowelless = false): Word {
  steps.taken += text.length
  const sound = text
    .replaceAll(consonantSpellings, (pair) => pairs.get(pair) ?? pair)
    .replaceAll(hardOrSoft, soundAt)
    .replace(/^[yji]e/, 'e')
    .replaceAll(vowelPairs, (pair) => vowels.get(pair) ?? pair)
    .replaceAll(/(.)\1+|(?<=[aeiou])h$/g, '$1')
  const consonants = sound
    .replace(/^[aeiou]+/, 'a')
    .replaceAll(/(?<!^)[aeiou]+/g, '')
    .replaceAll(/(.)\1+/g, '$1')
  const spelling = spellingGroups.get(text)
  return { text, sound, consonants, letters: lettersOf(sound), spelling, vowelless }
}

/** Returns one bit for each letter; letters beyond the Latin ones share theirs. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) % 31)
  return letters
}

/** Below this value two words count as unrelated. */
export const leastLikeness = 0.8

/**
 * Returns the similarity of two words, from 0 to 1: of their spelling, of their sound, and whether they are known
 * spellings of one name.
 */
export function likeness(one: Word, other: Word): number {
  if (one.text === other.text) return 1
  if (one.spelling !== undefined && one.spelling === other.spelling) return 0.98
  const shorter = Math.min(one.sound.length, other.sound.length)
  const longer = Math.max(one.sound.length, other.sound.length)
  if (isNumber(one) || isNumber(other)) return 0
  if (shorter < 3) return one.vowelless !== other.vowelless ? vowellessLikeness(one, other) : 0
  if (one.sound === other.sound) return 0.97
  if (one.vowelless !== other.vowelless) return vowellessLikeness(one, other)
  const sameConsonants = one.consonants === other.consonants && one.consonants.length >= 3
  if (shorter < 4) return 0
  const alike = Math.max(jaroWinkler(one.sound, other.sound), jaroWinkler(one.text, other.text))
  if (alike < leastLikeness) return 0
  const max = editsIn(longer)
  const edits = Math.min(editsBetween(one.sound, other.sound, max), editsBetween(one.text, other.text, max))
  // The same consonants are hardly the same name if half of the vowels differ: Liu Qiang is not Liu Cuiying.
  if (edits > (sameConsonants ? max + 1 : max)) return 0
  const found = Math.min(
    0.97,
    sameConsonants && edits <= max
      ? Math.max(alike, Math.min(0.93, alike + 0.06))
      : alike - 0.06 * Math.max(0, edits - 1),
  )
  return found - strangeStart(one.sound, other.sound) - (shorter < 5 && !sameConsonants ? 0.05 : 0)
}

/**
 * Returns the similarity of a word without its vowels and one with them: its consonants decide, its long vowels count
 * slightly.
 */
function vowellessLikeness(one: Word, other: Word): number {
  const [mine, others] = [skeletonsOf(one), skeletonsOf(other)]
  const same = mine.find((skeleton) => others.includes(skeleton))
  if (same !== undefined && same.length > 1) {
    const alike = jaroWinkler(one.sound, other.sound)
    if (alike < (same.length > 3 ? 0 : same.length > 2 ? 0.6 : 0.7)) return 0
    return (same.length > 3 ? 0.91 : same.length > 2 ? 0.89 : 0.85) + 0.07 * alike
  }
  const near = mine.some((skeleton) =>
    others.some((wanted) => Math.min(skeleton.length, wanted.length) > 4 && editsBetween(skeleton, wanted, 1) <= 1),
  )
  return near ? 0.87 : 0
}

/** Returns the maximum number of edits for a word of this length. */
export function editsIn(length: number): number {
  return length <= 5 ? 1 : length <= 9 ? 2 : 3
}

const isNumber = (word: Word) => /^\d+$/.test(word.text)
const vowel = /^[aeiou]/

/** A typing error rarely affects the first letter, and another name often differs there. */
function strangeStart(one: string, other: string): number {
  if (one[0] === other[0]) return 0
  return vowel.test(one) && vowel.test(other) ? 0.02 : 0.04
}
