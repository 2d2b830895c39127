import { compare } from './compare.ts'
import { prepareName, type PreparedName } from './prepared-name.ts'
import { promiseOf, type Comparison } from './score.ts'
import type { IndexedName, NameIndex } from './name-index.ts'
import { syllablesIn } from '../spelling/syllables.ts'
import { steps } from '../steps.ts'
import { abbreviated, spelt } from './whole-names.ts'
import { smallWords } from './word-lists.ts'

/** `weak`: a match by a weak alias or an acronym, which alone puts no one on hold. */
export type Match = { name: IndexedName; comparison: Comparison; asked: PreparedName; weak: boolean }

/**
 * Only this many names are compared word by word, because the rest cannot be better, and the same number by their
 * spelling.
 */
const mostCandidates = 150

/**
 * Returns the listed names that resemble a name, the most similar first: the best of each entry, and its best weak
 * alias. None is below `least`; names for which `fits` is false are skipped.
 */
export function searchNames(
  index: NameIndex,
  name: string,
  who: 'person' | 'company',
  least: number,
  fits: (name: IndexedName) => boolean,
): Match[] {
  const asked = prepareName(index, name, who)
  const best = new Map<string, Match>()
  const add = (found: IndexedName, comparison: Comparison, weak: boolean) => {
    if (comparison.score < least) return
    // The best score may be that of a weak alias, which puts no one on hold, while a strong one would.
    const key = `${found.list.name}\n${found.entry.id}\n${weak}`
    const before = best.get(key)
    if (!before || before.comparison.score < comparison.score) best.set(key, { name: found, comparison, asked, weak })
  }
  const alike = mayBeSpeltAlike(asked) ? speltAlike(index, asked, fits) : new Map<IndexedName, number>()
  const isSyllables = syllablesIn(asked.words) !== null
  for (const found of new Set([...candidatesOf(index, asked, least, fits), ...alike.keys()])) {
    const comparison = spelt(
      index,
      compare(index, asked, found),
      isSyllables && found.syllables !== null ? 0 : (alike.get(found) ?? 0),
      asked,
      found,
    )
    add(found, comparison, found.listed.quality === 'weak')
  }
  if (who === 'company')
    for (const at of index.abbreviating(name)) {
      const found = index.names[at]
      if (found && fits(found)) add(found, abbreviated(asked, found), true)
    }
  return [...best.values()].toSorted((one, other) => other.comparison.score - one.comparison.score)
}

/**
 * Whether equal groups of letters are evidence for a name: short syllables share them by chance, and so does a person's
 * name of one word beside an article.
 */
function mayBeSpeltAlike({ who, words, tokens }: PreparedName): boolean {
  if (tokens.some(({ syllabic }) => syllabic)) return false
  return who === 'company' || words.filter((word) => word.length > 2 || !smallWords.has(word)).length > 1
}

/** Returns names that share enough weight with the given name to reach `least`, the most promising first. */
function candidatesOf(
  index: NameIndex,
  asked: PreparedName,
  least: number,
  fits: (name: IndexedName) => boolean,
): IndexedName[] {
  const { shared, lastPiece } = index.scratch
  const touched: number[] = []
  for (const [at, piece] of asked.pieces.entries()) {
    for (const { word, likeness } of piece.like) {
      const names = index.namesWith(word)
      steps.taken += names.length
      for (const name of names) {
        const last = lastPiece[name] ?? -1
        if (last === at) continue
        if (last === -1) touched.push(name)
        lastPiece[name] = at
        shared[name] = (shared[name] ?? 0) + piece.weight * likeness
      }
    }
  }
  const promising: [name: IndexedName, promise: number][] = []
  for (const at of touched) {
    const name = index.names[at]
    const inCommon = shared[at] ?? 0
    shared[at] = 0
    lastPiece[at] = -1
    if (!name || !fits(name)) continue
    const promise = promiseOf(asked.weight, name.weight, inCommon)
    if (promise >= least - 0.1) promising.push([name, promise])
  }
  return promising
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, mostCandidates)
    .map(([name]) => name)
}

/** Returns names that share most of their groups of three letters with a name, and the share. */
function speltAlike(
  index: NameIndex,
  asked: PreparedName,
  fits: (name: IndexedName) => boolean,
): Map<IndexedName, number> {
  const alike = new Map<IndexedName, number>()
  const likestFirst = index.speltAlike(asked.words, leastSpelling).toSorted((one, other) => other.share - one.share)
  for (const { name: at, share } of likestFirst) {
    const name = index.names[at]
    if (name && fits(name)) alike.set(name, share)
    if (alike.size === mostCandidates) break
  }
  return alike
}
const leastSpelling = 0.65
