import { editsBetween } from '../spelling/edits.ts'
import { normaliseName } from '../spelling/normalise.ts'
import { syllabicScript } from '../spelling/syllables.ts'
import { companyForms } from './word-lists.ts'

/**
 * A word of a name for comparison, and the original piece from which it came. `vowelless`: its vowels are not written.
 * `syllabic`: from Korean or Chinese characters.
 */
export type Token = { word: string; written: string; vowelless: boolean; syllabic: boolean }

/** More words than any name has: the rest is ignored. */
const mostWords = 24
const longestWord = 40

const chinese = /[\u3400-\u9FFF]/
/** Arabic and Hebrew letters. */
const vowellessScript = /[\u0590-\u06FF]/

const piece = /[^\s,;/()[\]{}"“”«»|\-‐‑‒–—―.&+:_]+/gu

/** Returns the words of a name. A company's exclude the company form, unless no other word is left. */
export function tokensOf(name: string, who: 'person' | 'company'): Token[] {
  const found: Token[] = []
  const pieces = [...name.slice(0, 600).matchAll(piece)].map(([written]) => written)
  const areParts = who === 'person' && pieces.filter((written) => chinese.test(written)).length > 1
  for (const written of pieces) {
    const [vowelless, syllabic] = [vowellessScript.test(written), syllabicScript.test(written)]
    const latin = normaliseName(written)
    // If surname and given name are separate, the first character of the given name is not a surname.
    for (const word of areParts && chinese.test(written) ? [latin.replaceAll(' ', '')] : latin.split(' '))
      if (word !== '') found.push({ word: word.slice(0, longestWord), written, vowelless, syllabic })
    if (found.length >= mostWords) break
  }
  const words = found.slice(0, mostWords)
  if (who === 'person') return words
  const spelled = joinLetters(words.map(withoutGluedForm))
  const significant = spelled.filter(({ word }) => !isForm(word))
  return significant.length > 0 ? significant : spelled
}

const longForms =
  'limited company companies corporation incorporated limitada aktsionernoe obshchestvo ogranichennoi otvetstvennostyu gesellschaft'.split(
    ' ',
  )

/** Whether a word is a company form, also with a typing error in a long one. */
const isForm = (word: string) =>
  companyForms.has(word) || (word.length > 5 && longForms.some((form) => editsBetween(form, word, 1) <= 1))

/** Removes a company form that is joined to the word before it. */
function withoutGluedForm(token: Token): Token {
  const word = token.word.replace(/(?<=.{4})(?:company|companies|limited|ltd|corporation)$/, '')
  return word === token.word || companyForms.has(token.word) ? token : { ...token, word }
}

/** "I. B. M." and "S.A." are one word each. */
function joinLetters(tokens: Token[]): Token[] {
  const joined: Token[] = []
  let open = false
  for (const token of tokens) {
    const letter = /^\p{L}$/u.test(token.word)
    const last = joined.at(-1)
    if (letter && open && last)
      joined[joined.length - 1] = { ...last, word: last.word + token.word, written: `${last.written}.${token.written}` }
    else joined.push(token)
    open = letter
  }
  return joined
}
