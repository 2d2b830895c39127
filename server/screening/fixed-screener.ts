import { basisOf, editionOf } from './matcher.ts'
import type { ListScreener, Rules, Screener, ScreeningLists } from './port.ts'
import { createWorkerScreener } from './worker-screener.ts'

/** Compares, in a thread as well, with lists that no folder holds: the sample, or none at all. */
export function createFixedScreener(
  kind: 'sample' | 'off',
  source: ScreeningLists,
  rules: Rules,
  now: () => Date,
  log: (entry: object, message: string) => void,
): Screener & Pick<ListScreener, 'stop'> & { start(): Promise<void> } {
  const screener = createWorkerScreener(rules, now, log)
  let inUse: string | null = null

  async function start(): Promise<void> {
    const lists = await source.inForce()
    const basis = basisOf(lists, rules)
    if (inUse === basis) return
    inUse = basis
    // What the lists were before answers nobody any more.
    await screener.use([])
    void screener.use(lists)
  }

  return {
    ...screener,
    kind,
    async start() {
      await start()
      await screener.ready()
    },
    async screen(people, pace, within) {
      await start()
      return screener.screen(people, pace, within)
    },
    async editions() {
      return (await source.inForce()).map(editionOf)
    },
    async basis() {
      return basisOf(await source.inForce(), rules)
    },
  }
}
