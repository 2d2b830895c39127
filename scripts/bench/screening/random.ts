/** A deterministic random generator: the same seed gives the same numbers. */
export type Random = {
  below(end: number): number
  of<One>(list: readonly One[]): One
  shuffled<One>(list: readonly One[]): One[]
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    of(list) {
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('There is nothing to choose from.')
      return one
    },
    shuffled(list) {
      const all = [...list]
      for (let at = all.length - 1; at > 0; at -= 1) {
        const other = below(at + 1)
        const [one, two] = [all[at], all[other]]
        if (one === undefined || two === undefined) continue
        all[at] = two
        all[other] = one
      }
      return all
    },
  }
}
