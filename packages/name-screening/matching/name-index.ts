import type { DeniedPartyList, ListEntry, ListedName } from '../list.ts'
import { acronymsIn, type AcronymFinder } from './acronyms.ts'
import { isLikelyJoined, joinedWordsOf } from './joined-words.ts'
import { isBusinessName, kindOf } from './kinds.ts'
import { cached } from './cached.ts'
import { wordOf, type Word } from '../spelling/sounds.ts'
import { isSyllable, syllablesIn } from '../spelling/syllables.ts'
import { spellingIn, type SpeltAlike } from '../spelling/spelling.ts'
import { tokensOf } from './tokens.ts'
import { finderIn, type WordFinder } from './word-finder.ts'
import { commonCompanyWords, commonPersonNames, smallWords, spellingGroups } from './word-lists.ts'

/** A listed name ready for comparison: its words, and its neighbours written as one, by their numbers. */
export type IndexedName = {
  list: DeniedPartyList
  entry: ListEntry
  listed: ListedName
  words: readonly number[]
  joined: readonly number[]
  /** For a person, the positions of the surname's words, and that of the first given name, which forms ask for. */
  surname: readonly number[]
  given: number
  /** How the entry's names are read: unknown kinds by their appearance. */
  readAs: 'person' | 'company'
  /** For a person with a Korean or Chinese name: `each` if each word is one syllable, `some` if others have two. */
  syllables: 'each' | 'some' | null
  weight: number
  /** Common words may be a company's whole name: together they weigh as much as a rare word. */
  lift: number
}

export type NameIndex = {
  lists: readonly DeniedPartyList[]
  names: readonly IndexedName[]
  /** Returns the weight of a word, from nearly 0 to 1. */
  weigh(word: string): number
  weightOf(word: number): number
  textOf(word: number): string
  wordsLike: WordFinder
  /** Returns the names that contain a word, alone or as two joined neighbours. */
  namesWith(word: number): Uint32Array
  /** Returns the names with a spelling similar to some words, and the similarity. */
  speltAlike: SpeltAlike
  /** The names of organisations that a company's name abbreviates, or that abbreviate it. */
  abbreviating: AcronymFinder
  /** Buffers for counting in a search, by name: each search restores them. */
  scratch: { shared: Float32Array; lastPiece: Int32Array }
}

/** The minimum number of entries assumed when words are weighed. */
const fewest = 5000

/** The maximum weight of a word that many companies have in their names. */
const common = 0.2

/** First names recur often, so the results for this many words are cached. */
const maxCached = 16_000

/** A patronymic, which people with the same first name may share. */
const patronymic = /.{3}([oe]v(?:it?ch|ych|itsj|ic)|[oe]vna|ichna)$/

const surnameOf = (name: string) => {
  const comma = name.indexOf(',')
  return comma > 0 ? tokensOf(name.slice(0, comma), 'person').map(({ word }) => word) : []
}

/** Splits "LAST, First Middle"; without a comma the first word is the given name and the last one the surname. */
function partsOf(
  kind: 'person' | 'company',
  name: string,
  texts: readonly string[],
): { surname: number[]; given: number } {
  if (kind !== 'person' || texts.length < 2) return { surname: [], given: -1 }
  const telling = (at: number) => !smallWords.has(texts[at] ?? '')
  const places = texts.map((_, at) => at)
  const size = surnameOf(name).length
  if (size === 0) return { surname: [texts.length - 1], given: places.find(telling) ?? 0 }
  return { surname: places.slice(0, size).filter(telling), given: places.slice(size).find(telling) ?? -1 }
}

function syllablesOf(texts: readonly string[]): IndexedName['syllables'] {
  const single = texts.filter(isSyllable).length
  if (texts.length < 2 || single * 2 < texts.length || syllablesIn(texts) === null) return null
  return single === texts.length ? 'each' : 'some'
}

/**
 * Indexes every name of the lists by its words. Built once for a set of lists: it takes about a second for 25,000
 * names.
 */
export function indexNames(lists: readonly DeniedPartyList[]): NameIndex {
  const words: Word[] = []
  const numbers = new Map<string, number>()
  /** Words that some name contains alone; the others are two joined neighbours. */
  const alone = new Set<number>()
  const numberOf = (text: string) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, words.length)
    words.push(wordOf(text))
    return words.length - 1
  }
  const names: (IndexedName & { weight: number; lift: number })[] = []
  const textsOf: string[][] = []
  /**
   * Surnames in "LAST, First" that resemble a patronymic: Yanukovych is one, and weighs as much as any other surname.
   */
  const surnames = new Set<string>()
  const frequency = new Map<string | number, number>()
  const keyOf = (text: string) => spellingGroups.get(text) ?? text
  let entries = 0
  for (const list of lists) {
    for (const entry of list.entries) {
      entries += 1
      const kind = kindOf(entry)
      const [seen, counted] = [new Set<string>(), new Set<string | number>()]
      // Of two names with the same words, the one that can put a person on hold counts.
      const rank = ({ quality }: ListedName) => (quality === 'weak' ? 1 : 0)
      // An entry that may be either kind has the words of both.
      const cuts = entry.kind === 'other' && kind === 'person' ? (['person', 'company'] as const) : [kind]
      const inOrder = entry.names.toSorted((one, other) => rank(one) - rank(other))
      for (const [listed, readAs] of inOrder.flatMap((name) => cuts.map((cut) => [name, cut] as const))) {
        const texts = tokensOf(listed.name, readAs).map(({ word }) => word)
        const same = texts.toSorted().join(' ')
        if (same === '' || seen.has(same)) continue
        seen.add(same)
        const own = texts.map(numberOf)
        for (const word of own) alone.add(word)
        for (const text of texts) counted.add(keyOf(text))
        for (const text of surnameOf(listed.name)) if (patronymic.test(text)) surnames.add(text)
        const joined = joinedWordsOf(texts.length, readAs).map((places) => {
          const parts = places.map((at) => texts[at] ?? '')
          return isLikelyJoined(parts) ? numberOf(parts.join('')) : -1
        })
        textsOf.push(texts)
        names.push({
          list,
          entry,
          listed,
          words: own,
          joined,
          ...partsOf(readAs, listed.name, texts),
          readAs,
          syllables: readAs === 'person' ? syllablesOf(texts) : null,
          weight: 0,
          lift: 1,
        })
      }
      for (const key of counted) frequency.set(key, (frequency.get(key) ?? 0) + 1)
    }
  }

  // A word that occurs once in a short list is not common.
  const rarest = Math.log(Math.max(entries, fewest) + 2)
  const weigh = (text: string): number => {
    if (smallWords.has(text)) return 0.08
    if (text.length === 1) return 0.1
    // A short word easily becomes another one by chance.
    const most = text.length === 2 ? 0.4 : text.length === 3 ? 0.7 : 1
    const rare = Math.min(most, Math.max(0.1, 1 - Math.log((frequency.get(keyOf(text)) ?? 0) + 1) / rarest))
    if (patronymic.test(text) && !surnames.has(text)) return Math.min(rare, 0.35)
    if (commonCompanyWords.has(text)) return Math.min(rare, common)
    return commonPersonNames.has(text) ? Math.min(rare, 0.5) : rare
  }
  const weights = Float32Array.from(words, ({ text }) => weigh(text))
  for (const name of names) {
    const weight = name.words.reduce((sum, word) => sum + (weights[word] ?? 0), 0)
    const generic = name.words.length > 1 && name.words.every((word) => (weights[word] ?? 0) <= common)
    name.lift = generic ? Math.max(1, Math.min(2, 1 / weight)) : 1
    name.weight = weight * name.lift
  }

  const find = finderIn(words, numbers, (word) => !alone.has(word))
  const cachedWords = {
    written: cached(maxCached, (word) => find(word, { asOne: false, vowelless: false })),
    vowelless: cached(maxCached, (word) => find(word, { asOne: false, vowelless: true })),
  }
  return {
    lists,
    names,
    weigh,
    weightOf: (word) => weights[word] ?? 0,
    textOf: (word) => words[word]?.text ?? '',
    // Two joined words rarely recur: they would only displace recurring ones from the cache.
    wordsLike: (word, how) =>
      how.asOne ? find(word, how) : cachedWords[how.vowelless ? 'vowelless' : 'written'](word),
    namesWith: postingsOf(names, words.length),
    speltAlike: spellingIn(textsOf),
    abbreviating: acronymsIn(organisationsIn(names, textsOf)),
    scratch: { shared: new Float32Array(names.length), lastPiece: new Int32Array(names.length).fill(-1) },
  }
}

/** Weak aliases are excluded, because many are acronyms that the publisher itself calls too broad. */
function organisationsIn(names: readonly IndexedName[], textsOf: readonly (readonly string[])[]) {
  return names.flatMap(({ entry: { kind }, listed: { name, quality } }, number) => {
    if (quality === 'weak' || (kind !== 'company' && !(kind === 'other' && isBusinessName(name)))) return []
    return [{ number, name, words: textsOf[number] ?? [] }]
  })
}

function postingsOf(names: readonly IndexedName[], size: number): (word: number) => Uint32Array {
  const starts = new Uint32Array(size + 1)
  const each = (visit: (word: number, name: number) => void) => {
    for (const [at, name] of names.entries()) {
      for (const word of name.words) visit(word, at)
      for (const word of name.joined) if (word >= 0) visit(word, at)
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
