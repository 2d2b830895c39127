import type { NameIndex } from './name-index.ts'
import { editsBetween } from '../spelling/edits.ts'
import { tokensOf, type Token } from './tokens.ts'
import type { WordMatch } from './word-finder.ts'
import { isLikelyJoined, joinedWordsOf } from './joined-words.ts'
import { smallWords } from './word-lists.ts'

/** A given name whose words were looked up once in an index. */
export type PreparedName = {
  who: 'person' | 'company'
  tokens: Token[]
  words: string[]
  weights: number[]
  weight: number
  pieces: Piece[]
}
export type Piece = { places: readonly number[]; weight: number; like: WordMatch[]; likeness: Map<number, number> }

/** One word that is less similar than this may be misspelt; two in a name are more likely another name. */
export const sure = 0.97

export function prepareName(index: NameIndex, name: string, who: 'person' | 'company'): PreparedName {
  const tokens = tokensOf(name, who)
  const words = tokens.map(({ word }) => word)
  const weights = words.map((word) => index.weigh(word))
  // Small words are in thousands of names: they are looked up only if there are no others.
  const little = weights.some((weight) => weight > 0.1) ? 0.1 : 0
  const pieceOf = (places: readonly number[]): Piece => {
    const text = places.map((at) => words[at] ?? '').join('')
    const weight = places.reduce((sum, at) => sum + (weights[at] ?? 0), 0)
    const vowelless = places.some((at) => tokens[at]?.vowelless ?? false)
    const found = weight > little ? index.wordsLike(text, { asOne: places.length > 1, vowelless }) : []
    // For a Korean or Chinese character another sound is another name.
    const isExact = who === 'person' && places.some((at) => tokens[at]?.syllabic ?? false)
    const like = isExact ? found.filter(({ likeness }) => likeness >= sure) : found
    return { places, weight, like, likeness: new Map(like.map(({ word, likeness }) => [word, likeness])) }
  }
  const single = words.map((_, at) => pieceOf([at]))
  const likely = (places: readonly number[]) => isLikelyJoined(places.map((at) => words[at] ?? ''))
  // A common word with a typing error counts as equally common.
  for (const [at, piece] of single.entries()) {
    const [likest] = piece.like
    if (likest && likest.likeness >= 0.92)
      weights[at] = piece.weight = Math.min(piece.weight, index.weightOf(likest.word))
    else if (isNearlySmall(words[at] ?? '')) weights[at] = piece.weight = 0.1
  }
  const pieces = [...single, ...joinedWordsOf(words.length, who).filter(likely).map(pieceOf)]
  return { who, tokens, words, weights, weight: weights.reduce((sum, one) => sum + one, 0), pieces }
}

const smallOnes = [...smallWords].filter((word) => word.length > 1)

/** A small word with a typing error has the same low weight. */
const isNearlySmall = (word: string) =>
  word.length < 7 && smallOnes.some((small) => editsBetween(small, word, 1) <= 1 && word.length >= small.length)
