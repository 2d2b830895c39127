/**
 * Returns neighbours that may be one word elsewhere. For a person the last and the first word are neighbours too, so
 * that "First Last" and "Last First" give the same result.
 */
export function joinedWordsOf(size: number, who: 'person' | 'company'): readonly (readonly number[])[] {
  const key = who === 'person' ? -size : size
  const known = made.get(key)
  if (known) return known
  const joined = makeJoinedWords(size, who)
  made.set(key, joined)
  return joined
}
const made = new Map<number, number[][]>()

function makeJoinedWords(size: number, who: 'person' | 'company'): number[][] {
  const [pairs, threes] = [roundOf(size, 2, who), roundOf(size, 3, who)]
  return [
    ...Array.from({ length: pairs }, (_, at) => [at, (at + 1) % size]),
    ...Array.from({ length: threes }, (_, at) => [at, (at + 1) % size, (at + 2) % size]),
  ]
}
const roundOf = (size: number, joined: number, who: 'person' | 'company') =>
  size < joined ? 0 : who === 'person' ? (size === joined && joined > 2 ? 1 : size) : size - joined + 1

/** Of three words that are also written as one, one is short: Bashir-ud-Din, Chong Chon Gang. */
export const isLikelyJoined = (parts: readonly string[]) =>
  parts.length < 3 || (parts.some(({ length }) => length < 5) && parts.join('').length < 20)
