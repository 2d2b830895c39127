import { ask, compare, promiseOf, type Asked, type Comparison } from './compare.ts'
import type { IndexedName, NameIndex } from './name-index.ts'

export type Match = { name: IndexedName; comparison: Comparison; asked: Asked }

/** Only this many names are compared word by word: the rest cannot be better. */
const mostCandidates = 150

/**
 * The listed names that are like a name, the best of each entry, the likest first; none below `least`. Names of which
 * `fits` is false are passed over.
 */
export function searchNames(
  index: NameIndex,
  name: string,
  who: 'person' | 'company',
  least: number,
  fits: (name: IndexedName) => boolean,
): Match[] {
  const asked = ask(index, name, who)
  const best = new Map<string, Match>()
  for (const candidate of candidatesOf(index, asked, least)) {
    const found = index.names[candidate]
    if (!found || !fits(found)) continue
    const comparison = compare(index, asked, found)
    if (comparison.score < least) continue
    const key = `${found.list.name}\n${found.entry.id}`
    const before = best.get(key)
    if (before && before.comparison.score >= comparison.score) continue
    best.set(key, { name: found, comparison, asked })
  }
  return [...best.values()].toSorted((one, other) => other.comparison.score - one.comparison.score)
}

/** Names that share enough of what the name says to reach `least` at all, the most promising first. */
function candidatesOf(index: NameIndex, asked: Asked, least: number): number[] {
  const shared = new Float32Array(index.names.length)
  const lastPiece = new Int32Array(index.names.length).fill(-1)
  const touched: number[] = []
  for (const [at, piece] of asked.pieces.entries()) {
    for (const { word, likeness } of piece.like) {
      for (const name of index.namesWith(word)) {
        const last = lastPiece[name] ?? -1
        if (last === at) continue
        if (last === -1) touched.push(name)
        lastPiece[name] = at
        shared[name] = (shared[name] ?? 0) + piece.weight * likeness
      }
    }
  }
  const promising: [name: number, promise: number][] = []
  for (const name of touched) {
    const promise = promiseOf(asked.weight, index.names[name]?.weight ?? 0, shared[name] ?? 0)
    if (promise >= least - 0.1) promising.push([name, promise])
  }
  return promising
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, mostCandidates)
    .map(([name]) => name)
}
