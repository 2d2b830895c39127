/**
 * Which neighbours may be one word elsewhere. Of a person the last and the first are neighbours too: whether "First Last" or
 * "Last First" is asked makes no difference.
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

/** Of three words one is short where they are also written as one: Bashir-ud-Din, Chong Chon Gang. */
export const isLikelyJoined = (parts: readonly string[]) =>
  parts.length < 3 || (parts.some(({ length }) => length < 5) && parts.join('').length < 20)
