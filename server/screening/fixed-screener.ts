import { fingerprintOf, editionOf } from './matcher.ts'
import type { ListScreener, Rules, Screener, ScreeningLists } from './port.ts'
import { createWorkerScreener } from './worker-screener.ts'

/** Compares, also in a thread, with lists outside any folder: the sample, or none at all. */
export function createFixedScreener(
  kind: 'sample' | 'off',
  source: ScreeningLists,
  rules: Rules,
  now: () => Date,
  warn: (entry: object, message: string) => void,
): Screener & Pick<ListScreener, 'stop'> & { start(): Promise<void> } {
  const screener = createWorkerScreener(rules, now, warn)
  let inUse: string | null = null

  async function start(): Promise<void> {
    const lists = await source.inForce()
    const fingerprint = fingerprintOf(lists, rules)
    if (inUse === fingerprint) return
    inUse = fingerprint
    // The earlier lists are no longer used.
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
    async screen(people, priority, within) {
      await start()
      return screener.screen(people, priority, within)
    },
    async listVersions() {
      return (await source.inForce()).map(editionOf)
    },
    async fingerprint() {
      return fingerprintOf(await source.inForce(), rules)
    },
  }
}
