/** A deterministic random generator, so that fictional people are reproducible. */
export type Random = {
  /** Returns a whole number from 0 to below `count`. */
  below(count: number): number
  /** Returns a whole number from `least` to `most`. */
  from(least: number, most: number): number
  of<T>(list: readonly T[]): T
  /** Returns true with the given probability, from 0 to 1. */
  happens(share: number): boolean
  /** A UUID of version 4. */
  id(): string
}

/** Uses sfc32, which passes the usual tests of randomness and is fast. */
export function createRandom(seed: number): Random {
  let [a, b, c, counter] = [0x9e3779b9, seed >>> 0, Math.floor(seed / 2 ** 32), 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let turn = 0; turn < 16; turn += 1) next()
  const below = (count: number) => Math.floor((next() / 2 ** 32) * count)
  return {
    below,
    from: (least, most) => least + below(most - least + 1),
    of<T>(list: readonly T[]): T {
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('nothing to choose from')
      return one
    },
    happens: (share) => next() < share * 2 ** 32,
    id() {
      const [first, second, third, fourth] = [next(), next(), next(), next()]
      const version = 0x40 | ((second >>> 8) & 0x0f)
      const variant = 0x80 | ((third >>> 24) & 0x3f)
      return (
        `${byte(first >>> 24)}${byte(first >>> 16)}${byte(first >>> 8)}${byte(first)}-` +
        `${byte(second >>> 24)}${byte(second >>> 16)}-${byte(version)}${byte(second)}-` +
        `${byte(variant)}${byte(third >>> 16)}-` +
        `${byte(third >>> 8)}${byte(third)}${byte(fourth >>> 24)}${byte(fourth >>> 16)}${byte(fourth >>> 8)}${byte(fourth)}`
      )
    },
  }
}

const bytes = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))
const byte = (value: number) => bytes[value & 0xff] ?? ''

/** Chooses by weight; prepared once and used often. */
export function byWeight<T>(weights: readonly (readonly [T, number])[]): (random: Random) => T {
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
  const fine = 1_000_000
  return (random) => {
    let rest = (random.below(fine) / fine) * total
    for (const [one, weight] of weights) {
      rest -= weight
      if (rest < 0) return one
    }
    throw new Error('nothing to choose from')
  }
}
