/** The words of a search. A line is found if it contains each of them. */

export type Word = {
  /** Fragments of which the line's text must contain one. */
  phrases: readonly string[]
  /** The fragments as patterns for the index of letters. */
  patterns: readonly string[]
  /** Whether that index can find them. */
  isIndexed: boolean
  /** Or else the line's country or plan is one of these. */
  meaning: Meaning
}

/** What a word may mean beside its letters: countries by their code, plans by their name. */
export type Meaning = { countries: readonly string[]; plans: readonly string[] }

export const noMeaning: Meaning = { countries: [], plans: [] }

/** Whether the name of a country or plan begins with one of the words. */
export const haveMeaning = (words: readonly Pick<Word, 'meaning'>[]): boolean =>
  words.some(({ meaning: { countries, plans } }) => countries.length + plans.length > 0)

/** Further words are joined with the last. */
const maxWords = 6

/**
 * Splits at blanks. A phone number after a dial code is one word in any common format, without the zero used only
 * within the country. A name that was copied from a page may be isolated from text of another direction.
 */
export function splitWords(search: string): string[] {
  const words = search
    .replaceAll(/[\u2066-\u2069]/gu, '')
    .trim()
    .replaceAll(/(?<=^|\s)\+\d[\d\s()./-]*/gu, (number) =>
      number.replace('(0)', '').replaceAll(/(?<!\s)\s+(?=[\d(])/gu, ''),
    )
    .split(/\s+/u)
  if (words.length <= maxWords) return [...new Set(words)]
  return [...new Set([...words.slice(0, maxWords - 1), words.slice(maxWords - 1).join(' ')])]
}

/**
 * Returns the digits of a possible part of a phone number in the stored form: without separators and a leading zero.
 */
export function asDigits(word: string): string[] {
  if (!/^[-+()./\d]+$/.test(word)) return []
  const digits = word.replaceAll(/\D/g, '')
  const kept = digits.replace(/^0+/, '')
  return digits.length >= 3 && kept.length >= 2 && kept !== word ? [kept] : []
}

type Put = (value: unknown) => string

/** Returns the condition that a line has every word. `phrases` are SQL. */
export function holds(words: readonly Pick<Word, 'phrases' | 'meaning'>[], put: Put): string {
  return words
    .map(({ phrases, meaning }) =>
      either([...phrases.map((phrase) => `strpos(search, ${phrase}) > 0`), ...meant(meaning, put)]),
    )
    .join(' and ')
}

/**
 * Returns the condition for words whose phrases are values; with `byLetters` also in the form for the indexes.
 * `putPattern`: adds a value of that form.
 */
export function conditionOf(words: readonly Word[], put: Put, byLetters: boolean, putPattern = put): string {
  const indexed = byLetters ? words.filter(({ isIndexed }) => isIndexed) : []
  const letters = indexed.map(({ patterns, meaning }) =>
    either([
      ...patterns.map((pattern) => `search_letters(search) like ${putPattern(pattern)}`),
      ...meant(meaning, put),
    ]),
  )
  const exact = words.map(({ phrases, meaning }) => ({ meaning, phrases: phrases.map((phrase) => put(phrase)) }))
  return [...letters, holds(exact, put)].join(' and ')
}

/** The lines whose country or plan is one that a word means, in parts without a line in common: an index has each of them. */
export function partsMeant({ meaning: { countries, plans } }: Word, put: Put): string[] {
  const plan = plans.length > 0 ? meant({ countries: [], plans }, put) : []
  if (countries.length === 0) return plan
  const country = meant({ countries, plans: [] }, put)
  return [...country, ...plan.map((one) => `${one} and country <> all(${put(countries)}::text[])`)]
}

/** Whether a line has a word in its letters alone, collected from their index. */
export function onlyLetters(word: Word, put: Put): string {
  const letters = conditionOf([{ ...word, meaning: noMeaning }], put, true)
  return `${letters} and ${either(meant(word.meaning, put))} is not true`
}

const either = (conditions: readonly string[]) => `(${conditions.join(' or ')})`
const meant = ({ countries, plans }: Meaning, put: Put) => [
  ...(countries.length > 0 ? [`country = any(${put(countries)}::text[])`] : []),
  ...(plans.length > 0 ? [`plan = any(${put(plans)}::text[])`] : []),
]
