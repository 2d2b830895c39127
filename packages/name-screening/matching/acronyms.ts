import { steps } from '../steps.ts'
import { tokensOf } from './tokens.ts'
import { commonCompanyWords, companyForms, smallWords } from './word-lists.ts'

/** Returns the listed names that a company's name abbreviates, or that abbreviate it, by their numbers. */
export type AcronymFinder = (company: string) => number[]

/** A listed name with its number, and its words without the company form. */
type Organisation = { number: number; name: string; words: readonly string[] }

/** Three letters are the initials of too many names. */
const initialsShape = /^[a-z]{4,9}$/
/** With the second letters of some words, an acronym of four letters would abbreviate too many names. */
const beginningsShape = /^[a-z]{5,9}$/

/**
 * Finds organisations by the initials of their names: IRISL for Islamic Republic of Iran Shipping Lines, KOMID for Korea
 * Mining Development. Initials are stored as numbers in sorted arrays, which take a tenth of the memory of a map.
 */
export function acronymsIn(organisations: readonly Organisation[]): AcronymFinder {
  const full = organisations.filter(({ words }) => words.length > 1)
  // A name with a distinctive word is called by that word, a generic one by its syllables.
  const generic = full.filter(({ words }) =>
    words.every((word) => smallWords.has(word) || commonCompanyWords.has(word)),
  )
  const named = new Map(generic.map(({ number, name }) => [number, name]))
  const byInitials = lookupOf(
    full.flatMap(({ number, name }) =>
      [...new Set(abbreviatedWords(name).map(initialsOf))].map((key) => ({ key, number })),
    ),
  )
  const byAcronym = lookupOf(
    organisations.flatMap(({ number, words }) => (words.length === 1 ? [{ key: words[0] ?? '', number }] : [])),
  )
  /** Whether an acronym consists of the beginnings of a name's words, split as given. */
  const isMadeOf = (number: number, parts: readonly string[]) =>
    abbreviatedWords(named.get(number) ?? '').some(
      (words) => words.length === parts.length && parts.every((part, at) => words[at]?.startsWith(part)),
    )
  return (company) => {
    const words = tokensOf(company, 'company').map(({ word }) => word)
    if (words.length > 2) {
      const acronyms = new Set(abbreviatedWords(company).map(initialsOf))
      return [...new Set([...acronyms].filter((key) => initialsShape.test(key)).flatMap(byAcronym))]
    }
    const [acronym = ''] = words
    if (words.length !== 1 || !initialsShape.test(acronym)) return []
    const cuts = beginningsShape.test(acronym) ? cutsOf(acronym) : []
    return [
      ...new Set([
        ...byInitials(acronym),
        ...cuts.flatMap((parts) => byInitials(initialsOf(parts)).filter((number) => isMadeOf(number, parts))),
      ]),
    ]
  }
}

const initialsOf = (words: readonly string[]) => words.map((word) => word[0] ?? '').join('')

/**
 * Returns the words that an acronym may stand for: with and without small words; with and without the company form, if
 * it is written out (Company) or has two letters (SA, which stays whole); without an activity at the end. A name with a
 * single letter among its words is abbreviated already.
 */
function abbreviatedWords(name: string): string[][] {
  const words = tokensOf(name.replaceAll(dottedLetters, ''), 'person').map(({ word }) => word)
  steps.taken += words.length
  const isTelling = (word: string) => !smallWords.has(word) && !companyForms.has(word)
  const telling = words.filter(isTelling)
  if (telling.length < 2 || telling.some((word) => !/^[a-z]{2,}$/.test(word))) return []
  const last = words.findLastIndex(isTelling)
  const shorter = telling.length > 3 && commonCompanyWords.has(words[last] ?? '') ? [words.slice(0, last)] : []
  return [words, ...shorter].flatMap((some) =>
    [false, true].flatMap((small) =>
      [false, true].map((forms) =>
        some.flatMap((word) => {
          if (companyForms.has(word)) return forms ? formParts(word) : []
          return small || !smallWords.has(word) ? [word] : []
        }),
      ),
    ),
  )
}

/** The dots of "S.A.", which is one word. */
const dottedLetters = /(?<=(?<!\p{L})\p{L})\.\s?(?=\p{L}(?!\p{L}))/gu

const formParts = (form: string) => (form.length === 2 ? Array.from(form) : form.length > 4 ? [form] : [])

/**
 * Returns every way to split an acronym into three or more parts of one or two letters, at least one of them of two
 * letters.
 */
function cutsOf(acronym: string): string[][] {
  const from = (at: number): string[][] => {
    if (at === acronym.length) return [[]]
    const lengths = at + 1 < acronym.length ? [1, 2] : [1]
    return lengths.flatMap((length) => from(at + length).map((rest) => [acronym.slice(at, at + length), ...rest]))
  }
  const cuts = from(0).filter((parts) => parts.length > 2 && parts.length < acronym.length)
  steps.taken += cuts.length * acronym.length
  return cuts
}

/** Maps keys of at most ten letters, read as numbers of base 36, to numbers. */
function lookupOf(pairs: readonly { key: string; number: number }[]): (key: string) => number[] {
  const kept = pairs
    .filter(({ key }) => /^[a-z]{3,9}$/.test(key))
    .map(({ key, number }) => ({ key: parseInt(key, 36), number }))
    .toSorted((one, other) => one.key - other.key || one.number - other.number)
  const keys = Float64Array.from(kept, ({ key }) => key)
  const numbers = Uint32Array.from(kept, ({ number }) => number)
  return (text) => {
    const key = parseInt(text, 36)
    let [low, high] = [0, keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] ?? 0) < key) low = middle + 1
      else high = middle
    }
    const found: number[] = []
    for (; keys[low] === key; low += 1) found.push(numbers[low] ?? 0)
    steps.taken += 1 + found.length
    return found
  }
}
