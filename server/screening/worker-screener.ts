import { unfinished, type ScreeningFacts } from '../../domain/screening/screening.ts'
import { EngineEnded, startEngine, type Engine, type Priority } from './engine.ts'
import { fingerprintOf, editionOf } from './matcher.ts'
import type { ListVersion, ListScreener, Rules, Screened } from './port.ts'
import type { LoadedList } from './screen-worker.ts'

const second = 1000
/** The maximum time, in ms, that a person at a page waits for a check. */
const longestWait = 2 * second
/** How often one person's check can end the thread before they are no longer compared. */
const deathsAllowed = 2
/** The maximum number of stored people whose checks ended the thread. */
const mostRemembered = 1000

/** Compares in a separate thread, so that nothing large or long blocks the shop. A thread that dies is restarted. */
export function createWorkerScreener(
  rules: Rules,
  now: () => Date,
  warn: (entry: object, message: string) => void,
): ListScreener {
  /** The lists to apply. */
  let wanted: readonly LoadedList[] = []
  /** The lists in use. */
  let running: { engine: Engine; listVersions: ListVersion[]; fingerprint: string } | null = null
  /** A thread that is starting; rejected if it could not be started. */
  let coming: PromiseWithResolvers<void> | null = null
  let restart: NodeJS.Timeout | undefined
  let failures = 0
  let stopped = false
  /** How often the check of one person ended the thread, by the facts and the fingerprint. */
  const deaths = new Map<string, number>()

  async function begin(lists: readonly LoadedList[]): Promise<void> {
    const listVersions = lists.map(editionOf)
    const fingerprint = fingerprintOf(listVersions, rules)
    const engine = await startEngine({ lists, rules }, (dead, error, underWay) => {
      if (underWay.length === 1) countDeath(fingerprint, underWay[0])
      if (running?.engine !== dead) return
      running = null
      expect()
      again(error)
    })
    if (stopped || lists !== wanted) return engine.end()
    running?.engine.retire()
    running = { engine, listVersions, fingerprint }
    failures = 0
    coming?.resolve()
    coming = null
  }

  function expect(): void {
    coming ??= Promise.withResolvers()
    coming.promise.catch(() => undefined)
  }

  function countDeath(fingerprint: string, person: ScreeningFacts | undefined): void {
    const key = keyOf(fingerprint, person)
    deaths.set(key, (deaths.get(key) ?? 0) + 1)
    const [oldest] = deaths.keys()
    if (deaths.size > mostRemembered && oldest !== undefined) deaths.delete(oldest)
  }

  /** Tries again later, with growing pauses. The lists in use stay. */
  function again(error: Error): void {
    if (stopped) return
    failures += 1
    warn({ reason: error.message }, 'the screening thread died and is started again')
    clearTimeout(restart)
    restart = setTimeout(() => void start(), Math.min(30, 2 ** (failures - 1) - 1) * second).unref()
  }

  function start(): Promise<void> {
    const lists = wanted
    expect()
    return begin(lists).catch((error: unknown) => {
      if (lists !== wanted) return
      const reason = error instanceof Error ? error : new Error('unknown')
      coming?.reject(reason)
      coming = null
      again(reason)
    })
  }

  async function engineSoon(): Promise<NonNullable<typeof running>> {
    if (!running) await coming?.promise
    if (running) return running
    throw new Error(wanted.length > 0 ? 'the screening thread is down' : 'no screening list is in force')
  }

  const isSpent = (fingerprint: string, person: ScreeningFacts | undefined) =>
    (deaths.get(keyOf(fingerprint, person)) ?? 0) >= deathsAllowed

  /**
   * Compares everyone, even if the thread ends. The people of the interrupted batch are then compared one by one, which
   * shows whose comparison ended it.
   */
  async function screenAll(
    people: readonly ScreeningFacts[],
    priority: Priority,
    signal?: AbortSignal,
  ): Promise<Screened[]> {
    const screened: Screened[] = []
    let alone = 0
    while (screened.length < people.length) {
      signal?.throwIfAborted()
      const { engine, listVersions, fingerprint } = await engineSoon()
      const [first, ...others] = people.slice(screened.length)
      if (!first) break
      if (isSpent(fingerprint, first)) {
        const outcome = unfinished(first.country, rules.countries, fingerprint.slice(0, 16))
        screened.push({ outcome, lists: listVersions })
        continue
      }
      const spent = alone > 0 ? 0 : others.findIndex((person) => isSpent(fingerprint, person))
      const next = [first, ...(spent < 0 ? others : others.slice(0, spent))]
      const add = (outcomes: Awaited<ReturnType<Engine['ask']>>) => {
        alone = Math.max(0, alone - outcomes.length)
        screened.push(...outcomes.map((outcome) => ({ outcome, lists: listVersions })))
      }
      try {
        add(await engine.ask(next, now(), priority, signal))
      } catch (error) {
        if (!(error instanceof EngineEnded) || stopped) throw error
        add([...error.outcomes])
        if (error.underWay > 1) alone = error.underWay
        // A person at a page does not wait for another attempt; requesting the page again makes one.
        const left = people[screened.length]
        if (priority === 'now' && error.underWay > 0 && !isSpent(fingerprint, left)) throw error
      }
    }
    return screened
  }

  return {
    kind: 'lists',
    rules,
    isReady: () => running !== null,
    screen(people, priority = 'now', within = longestWait) {
      if (priority === 'background') return screenAll(people, priority)
      const signal = AbortSignal.timeout(Math.ceil(within))
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('the check took too long')))
      })
      return Promise.race([screenAll(people, priority, signal), late])
    },
    listVersions: () => Promise.resolve(running?.listVersions ?? wanted.map(editionOf)),
    fingerprint: () => Promise.resolve(running?.fingerprint ?? fingerprintOf(wanted, rules)),
    async use(lists) {
      wanted = lists
      clearTimeout(restart)
      if (lists.length > 0) return start()
      running?.engine.retire()
      running = null
    },
    async ready() {
      await engineSoon()
    },
    async stop() {
      stopped = true
      clearTimeout(restart)
      coming?.reject(new Error('the screening thread was ended'))
      await running?.engine.end()
    },
  }
}

const keyOf = (fingerprint: string, person: ScreeningFacts | undefined) => `${fingerprint} ${JSON.stringify(person)}`
