/** The words of a search. A line is found if it contains each of them. */

export type Word = {
  /** Fragments of which the line's text must contain one. */
  phrases: readonly string[]
  /** The fragments as patterns for the index of letters. */
  patterns: readonly string[]
  /** Whether that index can find them. */
  isIndexed: boolean
  /** Alternative tags of which the line has one. */
  tags: readonly string[]
}

/** Further words are joined with the last. */
const maxWords = 6

/**
 * Splits at blanks. A phone number after a dial code is one word in any common format, without the zero used only
 * within the country.
 */
export function splitWords(search: string): string[] {
  const words = search
    .trim()
    .replaceAll(/(?<=^|\s)\+\d[\d\s()./-]*/gu, (number) => number.replace('(0)', '').replaceAll(/\s+(?=[\d(])/gu, ''))
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
export function holds(words: readonly Pick<Word, 'phrases' | 'tags'>[], put: Put): string {
  return words
    .map(({ phrases, tags }) =>
      either([...phrases.map((phrase) => `strpos(search, ${phrase}) > 0`), ...tagged(tags, put)]),
    )
    .join(' and ')
}

/**
 * Returns the condition for words whose phrases are values; with `byLetters` also in the form for the indexes.
 * `putPattern`: adds a value of that form.
 */
export function conditionOf(words: readonly Word[], put: Put, byLetters: boolean, putPattern = put): string {
  const indexed = byLetters ? words.filter(({ isIndexed }) => isIndexed) : []
  const letters = indexed.map(({ patterns, tags }) =>
    either([...patterns.map((pattern) => `search_letters(search) like ${putPattern(pattern)}`), ...tagged(tags, put)]),
  )
  const exact = words.map(({ phrases, tags }) => ({ tags, phrases: phrases.map((phrase) => put(phrase)) }))
  return [...letters, holds(exact, put)].join(' and ')
}

const either = (conditions: readonly string[]) => `(${conditions.join(' or ')})`
const tagged = (tags: readonly string[], put: Put) => (tags.length > 0 ? [`tags && ${put(tags)}::text[]`] : [])
