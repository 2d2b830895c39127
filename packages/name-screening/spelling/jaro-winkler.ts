import { steps } from '../steps.ts'

/** The number of compared letters of a word: one bit for each. */
const letters = 30

/** Returns the Jaro-Winkler similarity of two words, from 0 to 1. Symmetric. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1
  const [a, b] = one.length <= other.length ? [one, other] : [other, one]
  const [short, long] = [Math.min(letters, a.length), Math.min(letters, b.length)]
  const reach = Math.max(0, (long >> 1) - 1)
  let [takenA, takenB, matches] = [0, 0, 0]
  steps.taken += short * (2 * reach + 1)
  for (let at = 0; at < short; at += 1) {
    const letter = a.charCodeAt(at)
    const end = Math.min(long, at + reach + 1)
    for (let there = Math.max(0, at - reach); there < end; there += 1) {
      if ((takenB & (1 << there)) !== 0 || letter !== b.charCodeAt(there)) continue
      takenA |= 1 << at
      takenB |= 1 << there
      matches += 1
      break
    }
  }
  if (matches === 0) return 0
  let crossed = 0
  for (let at = 0, there = 0; at < short; at += 1) {
    if ((takenA & (1 << at)) === 0) continue
    while ((takenB & (1 << there)) === 0) there += 1
    if (a.charCodeAt(at) !== b.charCodeAt(there)) crossed += 1
    there += 1
  }
  const jaro = (matches / short + matches / long + (matches - crossed / 2) / matches) / 3
  let prefix = 0
  while (prefix < 4 && prefix < short && a.charCodeAt(prefix) === b.charCodeAt(prefix)) prefix += 1
  return jaro + prefix * 0.1 * (1 - jaro)
}
