import { startEngine, type Engine } from './engine.ts'
import { basisOf, editionOf } from './matcher.ts'
import type { Edition, KeptFiles, ListScreener, Rules } from './port.ts'

const second = 1000

/** Compares in a thread of its own, so that nothing large or long holds up the shop. A thread that dies is started again. */
export function createWorkerScreener(
  rules: Rules,
  now: () => Date,
  log: (entry: object, message: string) => void,
): ListScreener {
  /** What is to be in force. */
  let wanted: readonly KeptFiles[] = []
  /** What is. */
  let running: { engine: Engine; editions: Edition[] } | null = null
  let starting: Promise<void> | null = null
  let restart: NodeJS.Timeout | undefined
  let failures = 0
  let stopped = false

  async function begin(lists: readonly KeptFiles[]): Promise<void> {
    const engine = await startEngine({ lists, rules }, (dead, error) => {
      if (running?.engine !== dead) return
      running = null
      again(error)
    })
    if (stopped || lists !== wanted) return engine.end()
    running?.engine.retire()
    running = { engine, editions: lists.map(editionOf) }
    failures = 0
  }

  /** Tries once more after a while, longer each time. What is in force stays so. */
  function again(error: Error): void {
    if (stopped) return
    failures += 1
    log({ reason: error.message }, 'the screening thread died and is started again')
    clearTimeout(restart)
    restart = setTimeout(() => void start(), Math.min(30, 2 ** (failures - 1) - 1) * second).unref()
  }

  function start(): Promise<void> {
    const lists = wanted
    const run = begin(lists)
      .catch((error: unknown) => {
        if (lists === wanted) again(error instanceof Error ? error : new Error('unknown'))
      })
      .finally(() => {
        if (starting === run) starting = null
      })
    starting = run
    return run
  }

  return {
    kind: 'lists',
    rules,
    working: () => running !== null,
    async screen(people, pace = 'now') {
      if (!running && starting) await starting
      if (!running)
        throw new Error(wanted.length > 0 ? 'the screening thread is down' : 'no screening list is in force')
      const { engine, editions } = running
      const outcomes = await engine.ask(people, now(), pace)
      return outcomes.map((outcome) => ({ outcome, lists: editions }))
    },
    editions: () => Promise.resolve(running?.editions ?? wanted.map(editionOf)),
    basis: () => Promise.resolve(basisOf(running?.editions ?? wanted, rules)),
    async use(lists) {
      wanted = lists
      clearTimeout(restart)
      if (lists.length > 0) return start()
      running?.engine.retire()
      running = null
    },
    async stop() {
      stopped = true
      clearTimeout(restart)
      await running?.engine.end()
    },
  }
}
