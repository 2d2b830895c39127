import type { DeniedPartyList, EntryKind, ListEntry, ListedName } from './list.ts'
import { editsIn, leastLikeness, likeness, wordOf, type Word } from './sounds.ts'
import { tokensOf } from './tokens.ts'
import { commonCompanyWords, commonPersonNames, smallWords } from './word-lists.ts'

/** A listed name ready for comparison: its words, and its neighbours written as one, by their numbers. */
export type IndexedName = {
  list: DeniedPartyList
  entry: ListEntry
  listed: ListedName
  words: readonly number[]
  joins: readonly number[]
  weight: number
}

/** A word of the lists that is like a word asked for. */
export type Found = { word: number; likeness: number }

export type NameIndex = {
  lists: readonly DeniedPartyList[]
  names: readonly IndexedName[]
  /** What a word says: next to nothing (0) to everything (1). */
  weigh(word: string): number
  weightOf(word: number): number
  textOf(word: number): string
  /** Words of the lists like this one, the likest first; `asOne`: it is two words written as one; `bare`: its vowels are not written. */
  wordsLike(word: string, how: { asOne: boolean; bare: boolean }): Found[]
  /** The names in which a word stands, alone or as two neighbours written as one. */
  namesWith(word: number): Uint32Array
}

/** How alike words have to be when two are written as one. */
const nearlySame = 0.97

/** First names come again and again: what was found for so many words is kept. */
const mostRemembered = 5000

/** How an entry's names are cut into words. */
const cutAs = (kind: EntryKind) => (kind === 'person' ? 'person' : 'company')

/** Named after one's father: whoever has the same first name may have it too. */
const patronymic = /.{3}([oe]vich|[oe]vych|[oe]vna|[oei]vic|ichna)$/

/** Every name of the lists, found by its words. Built once for a set of lists: it takes about a second for 25,000 names. */
export function indexNames(lists: readonly DeniedPartyList[]): NameIndex {
  const words: Word[] = []
  const numbers = new Map<string, number>()
  /** Words that stand by themselves somewhere; the others are two neighbours written as one. */
  const alone = new Set<number>()
  const numberOf = (text: string) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, words.length)
    words.push(wordOf(text))
    return words.length - 1
  }
  const names: (IndexedName & { weight: number })[] = []
  const frequency = new Map<string | number, number>()
  const keyOf = (text: string) => words[numbers.get(text) ?? -1]?.spelling ?? wordOf(text).spelling ?? text
  let entries = 0
  for (const list of lists) {
    for (const entry of list.entries) {
      entries += 1
      const [seen, counted] = [new Set<string>(), new Set<string | number>()]
      for (const listed of entry.names) {
        const texts = tokensOf(listed.name, cutAs(entry.kind)).map(({ word }) => word)
        const same = texts.toSorted().join(' ')
        if (same === '' || seen.has(same)) continue
        seen.add(same)
        const own = texts.map(numberOf)
        for (const word of own) alone.add(word)
        for (const text of texts) counted.add(keyOf(text))
        // "LAST, First" is also "First Last".
        const after = entry.kind === 'person' && texts.length > 1 ? texts.slice(0, 1) : []
        const joins = [...texts.slice(1), ...after].map((text, at) => numberOf(`${texts[at] ?? ''}${text}`))
        names.push({ list, entry, listed, words: own, joins, weight: 0 })
      }
      for (const key of counted) frequency.set(key, (frequency.get(key) ?? 0) + 1)
    }
  }

  const rarest = Math.log(entries + 2)
  const weigh = (text: string): number => {
    if (smallWords.has(text)) return 0.08
    if (text.length === 1) return 0.1
    const rare = Math.max(0.1, 1 - Math.log((frequency.get(keyOf(text)) ?? 0) + 1) / rarest)
    if (patronymic.test(text)) return Math.min(rare, 0.35)
    if (commonCompanyWords.has(text)) return Math.min(rare, 0.2)
    return commonPersonNames.has(text) ? Math.min(rare, 0.5) : rare
  }
  const weights = Float32Array.from(words, ({ text }) => weigh(text))
  for (const name of names) name.weight = name.words.reduce((sum, word) => sum + (weights[word] ?? 0), 0)

  const find = finderIn(words, numbers, (word) => !alone.has(word))
  const remembered = new Map<string, Found[]>()
  return {
    lists,
    names,
    weigh,
    weightOf: (word) => weights[word] ?? 0,
    textOf: (word) => words[word]?.text ?? '',
    wordsLike(word, how) {
      const key = `${word} ${how.asOne} ${how.bare}`
      const known = remembered.get(key)
      if (known) return known
      if (remembered.size >= mostRemembered) remembered.clear()
      const found = find(word, how)
      remembered.set(key, found)
      return found
    },
    namesWith: postingsOf(names, words.length),
  }
}

function postingsOf(names: readonly IndexedName[], size: number): (word: number) => Uint32Array {
  const starts = new Uint32Array(size + 1)
  const each = (visit: (word: number, name: number) => void) => {
    for (const [at, name] of names.entries()) {
      for (const word of name.words) visit(word, at)
      for (const word of name.joins) visit(word, at)
    }
  }
  each((word) => (starts[word + 1] = (starts[word + 1] ?? 0) + 1))
  for (let word = 0; word < size; word += 1) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0)
  const next = starts.slice()
  const all = new Uint32Array(starts[size] ?? 0)
  each((word, name) => {
    const at = next[word] ?? 0
    all[at] = name
    next[word] = at + 1
  })
  return (word) => all.subarray(starts[word] ?? 0, starts[word + 1] ?? 0)
}

/** Words of the same number of letters, by what can be compared at once. */
type Shelf = { words: Int32Array; letters: Int32Array }

/**
 * Words like another. Every word of about its length is looked at, most of them no longer than it takes to compare two
 * numbers. Two words written as one have to be nearly the same.
 */
function finderIn(
  words: readonly Word[],
  numbers: ReadonlyMap<string, number>,
  joined: (word: number) => boolean,
): NameIndex['wordsLike'] {
  const shelvesOf = (belongs: (word: number) => boolean): Shelf[] => {
    const sizes: number[][] = []
    for (const [at, word] of words.entries()) if (belongs(at)) (sizes[word.sound.length] ??= []).push(at)
    return Array.from(sizes, (found = []) => ({
      words: Int32Array.from(found),
      letters: Int32Array.from(found, (word) => words[word]?.letters ?? 0),
    }))
  }
  const single = (word: number) => !joined(word)
  const [singles, joins] = [shelvesOf(single), shelvesOf(joined)]
  const byBones = bucketsOf(words, (word, at) => (single(at) && word.bones.length >= 3 ? word.bones : undefined))
  const bySpelling = bucketsOf(words, (word) => word.spelling)
  return (text, { asOne, bare }) => {
    const wanted = wordOf(text, bare)
    const found: Found[] = []
    const consider = (word: number, least: number) => {
      const other = words[word]
      const alike = other ? likeness(wanted, other) : 0
      if (alike >= least && (alike === 1 || !smallWords.has(other?.text ?? ''))) found.push({ word, likeness: alike })
    }
    const near = (shelves: Shelf[], edits: number, letters: number, least: number) => {
      const { length } = wanted.sound
      for (let size = Math.max(3, length - edits); size <= length + edits; size += 1) {
        const shelf = shelves[size]
        if (!shelf) continue
        const masks = shelf.letters
        for (let at = 0; at < masks.length; at += 1)
          if (bitsIn((masks[at] ?? 0) ^ wanted.letters) <= letters) consider(shelf.words[at] ?? -1, least)
      }
    }
    if (wanted.sound.length >= 3) {
      if (asOne) near(singles, 1, 2, nearlySame)
      else {
        const edits = editsIn(wanted.sound.length)
        near(singles, Math.min(3, edits + 1), Math.min(4, 2 * edits + 1), leastLikeness)
        near(joins, 1, 2, nearlySame)
      }
    }
    const seen = new Set(found.map(({ word }) => word))
    const exact = numbers.get(text)
    const others = [exact ?? -1, ...(byBones.get(wanted.bones) ?? []), ...(bySpelling.get(wanted.spelling ?? -1) ?? [])]
    for (const word of new Set(others)) if (!seen.has(word)) consider(word, asOne ? nearlySame : leastLikeness)
    return found.toSorted((one, other) => other.likeness - one.likeness)
  }
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
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
