/** A syllable of Korean or Chinese in Latin letters, in any romanisation. */
const syllable =
  /^(?:kk|tt|pp|ss|jj|ch|sh|zh|ts|[bcdfghjklmnpqrstxz])?[yw]?(?:iao|uai|ae|ai|ao|ee|ei|eo|eu|ia|ie|iu|io|oe|oi|oo|ou|ua|ue|ui|uo|[aeiou])(?:ng|[nmkglptrb])?$/

/** Whether a word may be one syllable of a Korean or Chinese name. */
export const isSyllable = (word: string): boolean => syllable.test(word)

/** Whether it may be two such syllables joined, and not a single one: Miyeong is, Myong is not. */
const isTwoSyllables = (word: string): boolean =>
  word.length > 2 &&
  word.length < 14 &&
  !isSyllable(word) &&
  Array.from(word).some((_, at) => at > 0 && isSyllable(word.slice(0, at)) && isSyllable(word.slice(at)))

/** Returns the total number of syllables of some words; null if a word is not a Korean or Chinese one. */
export function syllablesIn(words: readonly string[]): number | null {
  let syllables = 0
  for (const word of words) {
    if (isSyllable(word)) syllables += 1
    else if (isTwoSyllables(word)) syllables += 2
    else return null
  }
  return syllables
}

/** Korean and Chinese characters, each of which is a syllable: another character is another name, never a slip. */
export const syllabicScript = /[\u3400-\u9FFF\uAC00-\uD7A3]/
