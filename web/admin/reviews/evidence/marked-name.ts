/** A part of a name. `matched`: the comparison paired it with a word of the other name. */
export type NamePart = { text: string; matched: boolean }

/**
 * Splits a name at the words that matched. `words` are spelled as in the name; an abbreviation is given by its letters
 * with dots between them.
 */
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

/** Returns a pattern for the word on its own, not as part of a longer word. */
function asWord(word: string): RegExp {
  const letters = word.split('.').map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const edge = String.raw`[\p{L}\p{N}\p{M}'’]`
  return new RegExp(`(?<!${edge})${letters.join(String.raw`[^\p{L}\p{N}]*`)}(?!${edge})`, 'gu')
}
