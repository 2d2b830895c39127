/** A piece of a name; `matched`: a word of the other name was taken for the same. */
export type NamePart = { text: string; matched: boolean }

/** Cuts a name where words of it matched. The words are as the name writes them, the letters of an abbreviation with dots between. */
export function markedParts(name: string, words: readonly string[]): NamePart[] {
  const taken: [from: number, to: number][] = []
  for (const word of words) {
    const free = [...name.matchAll(asWord(word))].find(
      ({ index, 0: found }) => !taken.some(([from, to]) => index < to && index + found.length > from),
    )
    if (free) taken.push([free.index, free.index + free[0].length])
  }
  const parts: NamePart[] = []
  let reached = 0
  for (const [from, to] of taken.toSorted(([one], [other]) => one - other)) {
    if (from > reached) parts.push({ text: name.slice(reached, from), matched: false })
    parts.push({ text: name.slice(from, to), matched: true })
    reached = to
  }
  if (reached < name.length) parts.push({ text: name.slice(reached), matched: false })
  return parts
}

/** The word by itself, not as a piece of a longer one. */
function asWord(word: string): RegExp {
  const letters = word.split('.').map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const edge = String.raw`[\p{L}\p{N}\p{M}'’]`
  return new RegExp(`(?<!${edge})${letters.join(String.raw`[^\p{L}\p{N}]*`)}(?!${edge})`, 'gu')
}
