import { jaroWinkler, normaliseName, type DeniedPartyList } from 'name-screening'

/** Returns the best score of a name against all listed ones, and against one entry, by the simplest search. */
export type PlainSearch = (name: string, entry: string | null) => { best: number; wanted: number }

type Listed = { text: string; entry: string }
const listedIn = (lists: readonly DeniedPartyList[]): Listed[] =>
  lists.flatMap((list) =>
    list.entries.flatMap((entry) =>
      entry.names.map(({ name }) => ({ text: normaliseName(name), entry: `${list.name} ${entry.id}` })),
    ),
  )

export function plainJaroWinkler(lists: readonly DeniedPartyList[]): PlainSearch {
  const all = listedIn(lists)
  return (name, entry) => {
    const text = normaliseName(name)
    let [best, wanted] = [0, 0]
    for (const listed of all) {
      const score = jaroWinkler(text, listed.text)
      best = Math.max(best, score)
      if (listed.entry === entry) wanted = Math.max(wanted, score)
    }
    return { best, wanted }
  }
}

export function plainTrigrams(lists: readonly DeniedPartyList[]): PlainSearch {
  const all = listedIn(lists).map((listed) => ({ ...listed, grams: trigramsOf(listed.text) }))
  const postings = new Map<string, number[]>()
  for (const [at, { grams }] of all.entries())
    for (const gram of grams) {
      const found = postings.get(gram)
      if (found) found.push(at)
      else postings.set(gram, [at])
    }
  return (name, entry) => {
    const grams = trigramsOf(normaliseName(name))
    const shared = new Map<number, number>()
    for (const gram of grams) for (const at of postings.get(gram) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    let [best, wanted] = [0, 0]
    for (const [at, count] of shared) {
      const score = (2 * count) / (grams.size + (all[at]?.grams.size ?? 0))
      best = Math.max(best, score)
      if (all[at]?.entry === entry) wanted = Math.max(wanted, score)
    }
    return { best, wanted }
  }
}

function trigramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  for (const word of text.split(' '))
    for (let at = 0; at < word.length + 1; at += 1) grams.add(`  ${word} `.slice(at, at + 3))
  return grams
}
