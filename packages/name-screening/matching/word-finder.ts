import { editCounter, editsBetween, packed } from '../spelling/edits.ts'
import { editsIn, leastLikeness, lettersOf, likeness, wordOf, type Word } from '../spelling/sounds.ts'
import { skeletonsOf } from '../spelling/skeleton.ts'
import { steps } from '../steps.ts'
import { smallWords } from './word-lists.ts'

/** A word of the lists that resembles a given word. */
export type WordMatch = { word: number; likeness: number }

/**
 * Returns words of the lists similar to this one, the most similar first; `asOne`: it is two joined words; `vowelless`:
 * its vowels are not written.
 */
export type WordFinder = (word: string, how: { asOne: boolean; vowelless: boolean }) => WordMatch[]

/** The minimum similarity of joined words. */
const nearlySame = 0.97

/** Words whose sounds have the same number of letters, arranged for fast comparison. */
type LengthBucket = {
  words: Int32Array
  /** A bit for each letter of a word's sound, and of its text. */
  sounds: Int32Array
  texts: Int32Array
  /** Numbers that are equal for words with the same consonants, or in the same row of spellings. */
  consonants: Int32Array
  spellings: Int32Array
}

/** The maximum difference of words that are compared at all: in length, in letters, in edits by length. */
type Reach = { length: number; letters: number; edits: (longer: number) => number; least: number }

const next: Reach = { length: 1, letters: 2, edits: () => 1, least: nearlySame }
/** A short one must have the same letters. */
const same: Reach = { length: 0, letters: 0, edits: () => 0, least: nearlySame }
const longEnough = 7

/**
 * Finds similar words. Every word of about the same length is checked, most of them by comparing two numbers, the
 * others by counting edits a word at a time. Two joined words must be nearly the same.
 */
export function finderIn(
  words: readonly Word[],
  numbers: ReadonlyMap<string, number>,
  joined: (word: number) => boolean,
): WordFinder {
  const single = (word: number) => !joined(word)
  const consonants = new Map<string, number>()
  for (const word of words) if (!consonants.has(word.consonants)) consonants.set(word.consonants, consonants.size)
  const [singles, joinedWords] = [shelvesOf(words, single, consonants), shelvesOf(words, joined, consonants)]
  const [sounds, texts] = [packed(words.map(({ sound }) => sound)), packed(words.map((word) => word.text))]
  const byConsonants = bucketsOf(words, (word, at) =>
    single(at) && word.consonants.length >= 3 ? word.consonants : undefined,
  )
  const bySkeleton = bucketsOf(words, (word) => {
    const [skeleton = ''] = skeletonsOf(word)
    return skeleton.length > 1 ? skeleton : undefined
  })
  const bySpelling = bucketsOf(words, (word) => word.spelling)
  return (text, { asOne, vowelless }) => {
    const wanted = wordOf(text, vowelless)
    const found: WordMatch[] = []
    const consider = (word: number, least: number) => {
      const other = words[word]
      const alike = other && ((!asOne && !joined(word)) || isSameJoined(wanted, other)) ? likeness(wanted, other) : 0
      if (alike >= least && (alike === 1 || !smallWords.has(other?.text ?? ''))) found.push({ word, likeness: alike })
    }
    const [soundEdits, textEdits] = [editCounter(wanted.sound, sounds), editCounter(wanted.text, texts)]
    const [consonantsAt, spelling, letters] = [
      consonants.get(wanted.consonants) ?? -1,
      wanted.spelling ?? -1,
      lettersOf(text),
    ]
    /** Whether `likeness` can be above zero for a word of this group. */
    const mayBeLike = (lengthBucket: LengthBucket, at: number, edits: number) => {
      const word = lengthBucket.words[at] ?? -1
      if (soundEdits(word, edits) <= edits || lengthBucket.consonants[at] === consonantsAt) return true
      if (spelling >= 0 && lengthBucket.spellings[at] === spelling) return true
      return bitsIn((lengthBucket.texts[at] ?? 0) ^ letters) <= 2 * edits && textEdits(word, edits) <= edits
    }
    const near = (buckets: LengthBucket[], reach: Reach) => {
      const { length } = wanted.sound
      for (let size = Math.max(3, length - reach.length); size <= length + reach.length; size += 1) {
        const lengthBucket = buckets[size]
        if (!lengthBucket) continue
        const masks = lengthBucket.sounds
        steps.taken += masks.length
        const edits = reach.edits(Math.max(size, length))
        for (let at = 0; at < masks.length; at += 1)
          if (bitsIn((masks[at] ?? 0) ^ wanted.letters) <= reach.letters && mayBeLike(lengthBucket, at, edits))
            consider(lengthBucket.words[at] ?? -1, reach.least)
      }
    }
    if (wanted.sound.length >= 3) {
      const asJoined = wanted.sound.length < longEnough ? same : next
      if (asOne) near(singles, asJoined)
      else {
        const edits = editsIn(wanted.sound.length)
        const length = Math.min(3, edits + 1)
        near(singles, { length, letters: Math.min(4, 2 * edits + 1), edits: editsIn, least: leastLikeness })
        near(joinedWords, asJoined)
      }
    }
    const seen = new Set(found.map(({ word }) => word))
    const exact = numbers.get(text)
    const others = [
      exact ?? -1,
      ...(byConsonants.get(wanted.consonants) ?? []),
      ...(bySpelling.get(wanted.spelling ?? -1) ?? []),
      ...(vowelless ? skeletonsOf(wanted).flatMap((skeleton) => bySkeleton.get(skeleton) ?? []) : []),
    ]
    steps.taken += others.length
    for (const word of new Set(others))
      if (!seen.has(word)) consider(word, asOne && !vowelless ? nearlySame : leastLikeness)
    return found.toSorted((one, other) => other.likeness - one.likeness)
  }
}

/** Nurullah and Nasruddin are often written as two words. */
const servant = /(?:lah?|d[iye]+ne?)$/

/**
 * Whether words, one of which is two joined ones, are the same except for a slip inside: a letter more or less at the
 * end would omit most of a short second word, and Leonard Orr is not Leonardo.
 */
function isSameJoined(one: Word, other: Word): boolean {
  if (one.sound === other.sound) return true
  if (one.vowelless !== other.vowelless)
    return skeletonsOf(one).some(
      (skeleton) =>
        skeleton.length > (servant.test(one.text) && servant.test(other.text) ? 2 : 3) &&
        skeletonsOf(other).includes(skeleton),
    )
  const sameEnd = one.sound.at(-1) === other.sound.at(-1) && one.sound[0] === other.sound[0]
  const shorter = Math.min(one.sound.length, other.sound.length)
  return shorter >= (sameEnd ? longEnough : longEnough + 2) && editsBetween(one.sound, other.sound, 1) <= 1
}

function shelvesOf(
  words: readonly Word[],
  belongs: (word: number) => boolean,
  consonants: ReadonlyMap<string, number>,
): LengthBucket[] {
  const sizes: number[][] = []
  for (const [at, word] of words.entries()) if (belongs(at)) (sizes[word.sound.length] ??= []).push(at)
  return Array.from({ length: sizes.length }, (_, size) => {
    const found = (sizes[size] ?? []).flatMap((at) => words[at] ?? [])
    return {
      words: Int32Array.from(sizes[size] ?? []),
      sounds: Int32Array.from(found, ({ letters }) => letters),
      texts: Int32Array.from(found, ({ text }) => lettersOf(text)),
      consonants: Int32Array.from(found, (word) => consonants.get(word.consonants) ?? -1),
      spellings: Int32Array.from(found, ({ spelling }) => spelling ?? -1),
    }
  })
}

function bucketsOf<Key>(
  words: readonly Word[],
  keyOf: (word: Word, at: number) => Key | undefined,
): Map<Key, number[]> {
  const buckets = new Map<Key, number[]>()
  for (const [at, word] of words.entries()) {
    const key = keyOf(word, at)
    if (key === undefined) continue
    const bucket = buckets.get(key)
    if (bucket) bucket.push(at)
    else buckets.set(key, [at])
  }
  return buckets
}

function bitsIn(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
