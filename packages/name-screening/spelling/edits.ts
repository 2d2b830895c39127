import { steps } from '../steps.ts'

/**
 * The letters of many words, one after the other. Letters beyond ASCII are replaced, so words may seem more similar.
 */
export type PackedWords = { letters: Uint8Array; starts: Uint32Array }

/**
 * Returns the edits between a packed word and the given one, or fewer, never more: `most` + 1 for all that differ more.
 */
export type EditCounter = (word: number, max: number) => number

/** One bit for each letter of a word. */
const bits = 32
const plain = 127

export function packed(words: readonly string[]): PackedWords {
  const starts = new Uint32Array(words.length + 1)
  for (const [at, word] of words.entries()) starts[at + 1] = (starts[at] ?? 0) + word.length
  const letters = new Uint8Array(starts.at(-1) ?? 0)
  for (const [word, text] of words.entries())
    for (let at = 0; at < text.length; at += 1) letters[(starts[word] ?? 0) + at] = text.charCodeAt(at) & plain
  return { letters, starts }
}

/**
 * Counts the single edits from one word to each of others; two swapped neighbours count as one. Compares the whole word
 * with a letter at once, according to Myers and Hyyrö: some dozens of nanoseconds per word.
 */
export function editCounter(word: string, { letters, starts }: PackedWords): EditCounter {
  const size = word.length
  if (size === 0 || size > bits) return () => 0
  const places = new Int32Array(plain + 1)
  for (let at = 0; at < size; at += 1) {
    const letter = word.charCodeAt(at) & plain
    places[letter] = (places[letter] ?? 0) | (1 << at)
  }
  const last = 1 << (size - 1)
  return (other, max) => {
    const end = starts[other + 1] ?? 0
    let at = starts[other] ?? 0
    steps.taken += end - at
    if (Math.abs(end - at - size) > max) return max + 1
    let more = -1
    let less = 0
    let same = 0
    let before = 0
    let edits = size
    for (; at < end; at += 1) {
      const here = places[letters[at] ?? 0] ?? 0
      const crossed = ((~same & here) << 1) & before
      same = ((((here & more) + more) | 0) ^ more) | here | less | crossed
      const up = less | ~(same | more)
      const down = same & more
      if ((up & last) !== 0) edits += 1
      else if ((down & last) !== 0) edits -= 1
      // Each remaining letter can undo at most one edit.
      if (edits - (end - at - 1) > max) return max + 1
      const above = (up << 1) | 1
      more = (down << 1) | ~(same | above)
      less = above & same
      before = here
    }
    return edits
  }
}

/** Returns the number of single edits between two words; two swapped neighbours count as one. Stops at `most` + 1. */
export function editsBetween(one: string, other: string, max: number): number {
  steps.taken += 1
  if (Math.abs(one.length - other.length) > max) return max + 1
  steps.taken += one.length
  // A common beginning and end cost nothing.
  let start = 0
  let [end, otherEnd] = [one.length, other.length]
  while (start < end && start < otherEnd && one.charCodeAt(start) === other.charCodeAt(start)) start += 1
  while (end > start && otherEnd > start && one.charCodeAt(end - 1) === other.charCodeAt(otherEnd - 1)) {
    end -= 1
    otherEnd -= 1
  }
  const [left, otherLeft] = [end - start, otherEnd - start]
  if (left === 0 || otherLeft === 0) return Math.min(left + otherLeft, max + 1)
  if (left === 1 && otherLeft === 1) return Math.min(1, max + 1)
  if (max <= 1) {
    const crossed =
      left === 2 &&
      otherLeft === 2 &&
      one.charCodeAt(start) === other.charCodeAt(start + 1) &&
      one.charCodeAt(start + 1) === other.charCodeAt(start)
    return crossed ? 1 : max + 1
  }
  return editsInTable(one.slice(start, end), other.slice(start, otherEnd), max)
}

function editsInTable(one: string, other: string, max: number): number {
  steps.taken += one.length * other.length
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at]
    let least = at
    for (let there = 1; there <= other.length; there += 1) {
      const same = one.charCodeAt(at - 1) === other.charCodeAt(there - 1)
      let edits = Math.min((last[there] ?? 0) + 1, (row[there - 1] ?? 0) + 1, (last[there - 1] ?? 0) + (same ? 0 : 1))
      const crossed =
        at > 1 &&
        there > 1 &&
        one.charCodeAt(at - 1) === other.charCodeAt(there - 2) &&
        one.charCodeAt(at - 2) === other.charCodeAt(there - 1)
      if (crossed) edits = Math.min(edits, (before[there - 2] ?? 0) + 1)
      row.push(edits)
      least = Math.min(least, edits)
    }
    if (least > max) return max + 1
    before = last
    last = row
  }
  return Math.min(last[other.length] ?? 0, max + 1)
}
