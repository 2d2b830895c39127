import { steps } from '../steps.ts'

/**
 * Returns the names that share at least `least` (0 to 1) of their groups of three letters with some words, and the
 * share.
 */
export type SpeltAlike = (words: readonly string[], least: number) => { name: number; share: number }[]

/** Finds names by their spelling, however their words are split. `names`: the words of each. */
export function spellingIn(names: readonly (readonly string[])[]): SpeltAlike {
  const numbers = new Map<string, number>()
  const sizes = new Uint16Array(names.length)
  const [all, amounts]: [number[], number[]] = [[], []]
  for (const [name, words] of names.entries()) {
    const grams = gramsOf(words)
    sizes[name] = grams.size
    for (const gram of grams) {
      let number = numbers.get(gram)
      if (number === undefined) numbers.set(gram, (number = numbers.size))
      amounts[number] = (amounts[number] ?? 0) + 1
      all.push(number)
    }
  }
  const { starts, postings } = postingsOf(all, sizes, amounts)
  const counts = new Uint16Array(names.length)

  return (words, least) => {
    const grams = gramsOf(words)
    const amountOf = (gram: number) => amounts[gram] ?? 0
    const known = [...grams].flatMap((gram) => numbers.get(gram) ?? [])
    const rarestFirst = known.toSorted((one, other) => amountOf(one) - amountOf(other))
    // 2 × shared ≥ least × (asked + listed), and a name that shares this many has at least as many.
    const fewest = Math.ceil((least / (2 - least)) * grams.size - 1e-9)
    // A name that is not among the rarest groups cannot share enough.
    const meeting = rarestFirst.length - fewest + 1
    const met: number[] = []
    for (const [at, gram] of rarestFirst.entries()) {
      const end = starts[gram + 1] ?? 0
      steps.taken += end - (starts[gram] ?? 0)
      for (let place = starts[gram] ?? 0; place < end; place += 1) {
        const name = postings[place] ?? 0
        const count = counts[name] ?? 0
        if (count > 0) counts[name] = count + 1
        else if (at < meeting) {
          counts[name] = 1
          met.push(name)
        }
      }
    }
    const alike: { name: number; share: number }[] = []
    for (const name of met) {
      const share = (2 * (counts[name] ?? 0)) / (grams.size + (sizes[name] ?? 0))
      counts[name] = 0
      if (share >= least) alike.push({ name, share })
    }
    return alike
  }
}

/** Returns the names that contain each group, one group after the other. */
function postingsOf(all: readonly number[], sizes: Uint16Array, amounts: readonly number[]) {
  const starts = new Uint32Array(amounts.length + 1)
  for (const [gram, amount] of amounts.entries()) starts[gram + 1] = (starts[gram] ?? 0) + amount
  const next = starts.slice()
  const postings = new Uint32Array(all.length)
  let at = 0
  for (const [name, size] of sizes.entries()) {
    for (const end = at + size; at < end; at += 1) {
      const gram = all[at] ?? 0
      const place = next[gram] ?? 0
      postings[place] = name
      next[gram] = place + 1
    }
  }
  return { starts, postings }
}

/** Returns the groups of three letters of some words, including their beginnings and ends. */
function gramsOf(words: readonly string[]): Set<string> {
  const grams = new Set<string>()
  for (const word of words) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3))
  }
  return grams
}
