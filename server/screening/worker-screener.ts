import { unfinished, type ScreeningFacts } from '../../domain/screening/screening.ts'
import { createCrashCounts } from './crash-counts.ts'
import { EngineEnded, type Engine, type Priority } from './engine.ts'
import type { ListScreener, Rules, ScreeningResult } from './port.ts'
import { createSupervisedEngine } from './supervised-engine.ts'

/** The maximum time, in ms, that a person at a page waits for a check. */
const longestWait = 2000

/** Compares in a separate thread, so that nothing large or long blocks the shop. A thread that dies is restarted. */
export function createWorkerScreener(
  rules: Rules,
  now: () => Date,
  warn: (entry: object, message: string) => void,
): ListScreener {
  const deaths = createCrashCounts()
  const threads = createSupervisedEngine({
    rules,
    warn,
    onDeathBy: (person, fingerprint) => deaths.count(fingerprint, person),
  })

  /**
   * Compares everyone, even if the thread ends. The people of the interrupted batch are then compared one by one, which
   * shows whose comparison ended it.
   */
  async function screenAll(
    people: readonly ScreeningFacts[],
    priority: Priority,
    signal?: AbortSignal,
  ): Promise<ScreeningResult[]> {
    const screened: ScreeningResult[] = []
    let alone = 0
    while (screened.length < people.length) {
      signal?.throwIfAborted()
      const { engine, listVersions, fingerprint } = await threads.soon()
      const [first, ...others] = people.slice(screened.length)
      if (!first) break
      if (deaths.isExcluded(fingerprint, first)) {
        const outcome = unfinished(first.country, rules.countries, fingerprint.slice(0, 16))
        screened.push({ outcome, lists: listVersions })
        continue
      }
      const spent = alone > 0 ? 0 : others.findIndex((person) => deaths.isExcluded(fingerprint, person))
      const next = [first, ...(spent < 0 ? others : others.slice(0, spent))]
      const add = (outcomes: Awaited<ReturnType<Engine['ask']>>) => {
        alone = Math.max(0, alone - outcomes.length)
        screened.push(...outcomes.map((outcome) => ({ outcome, lists: listVersions })))
      }
      try {
        add(await engine.ask(next, now(), priority, signal))
      } catch (error) {
        if (!(error instanceof EngineEnded) || threads.isStopped()) throw error
        add([...error.outcomes])
        if (error.underWay > 1) alone = error.underWay
        // A person at a page does not wait for another attempt; requesting the page again makes one.
        const left = people[screened.length]
        if (priority === 'now' && error.underWay > 0 && !deaths.isExcluded(fingerprint, left)) throw error
      }
    }
    return screened
  }

  return {
    kind: 'lists',
    rules,
    isReady: threads.isRunning,
    screen(people, priority = 'now', within = longestWait) {
      if (priority === 'background') return screenAll(people, priority)
      const signal = AbortSignal.timeout(Math.ceil(within))
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('the check took too long')))
      })
      return Promise.race([screenAll(people, priority, signal), late])
    },
    listVersions: () => Promise.resolve(threads.listVersions()),
    fingerprint: () => Promise.resolve(threads.fingerprint()),
    use: threads.use,
    async ready() {
      await threads.soon()
    },
    stop: threads.stop,
  }
}
