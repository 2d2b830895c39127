import type { ScreeningFacts } from '../../domain/screening/screening.ts'
import { startEngine, type Engine } from './engine.ts'
import { fingerprintOf, editionOf } from './matcher.ts'
import type { ListVersion, Rules } from './port.ts'
import type { LoadedList } from './screen-worker.ts'

const second = 1000

/** A thread with the lists that it applies. */
type RunningEngine = { engine: Engine; listVersions: ListVersion[]; fingerprint: string }

type Supervision = {
  rules: Rules
  warn: (entry: object, message: string) => void
  /** Called when the check of this one person ended the thread. */
  onDeathBy: (person: ScreeningFacts | undefined, fingerprint: string) => void
}

/** Keeps a thread running with the lists to apply. One that dies is restarted, with growing pauses. */
export function createSupervisedEngine({ rules, warn, onDeathBy }: Supervision) {
  /** The lists to apply. */
  let wanted: readonly LoadedList[] = []
  /** The lists in use. */
  let running: RunningEngine | null = null
  /** A thread that is starting; rejected if it could not be started. */
  let coming: PromiseWithResolvers<void> | null = null
  let restart: NodeJS.Timeout | undefined
  let failures = 0
  let stopped = false

  async function begin(lists: readonly LoadedList[]): Promise<void> {
    const listVersions = lists.map(editionOf)
    const fingerprint = fingerprintOf(listVersions, rules)
    const engine = await startEngine({ lists, rules }, (dead, error, underWay) => {
      if (underWay.length === 1) onDeathBy(underWay[0], fingerprint)
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

  return {
    isRunning: () => running !== null,
    isStopped: () => stopped,
    /** Returns the running thread, or the one that is starting. Rejects if there is neither. */
    async soon(): Promise<RunningEngine> {
      if (!running) await coming?.promise
      if (running) return running
      throw new Error(wanted.length > 0 ? 'the screening thread is down' : 'no screening list is in force')
    },
    /** The editions in use, or those to apply while none is. */
    listVersions: () => running?.listVersions ?? wanted.map(editionOf),
    fingerprint: () => running?.fingerprint ?? fingerprintOf(wanted, rules),
    /** Switches to other lists once a thread has read them. */
    async use(lists: readonly LoadedList[]): Promise<void> {
      wanted = lists
      clearTimeout(restart)
      if (lists.length > 0) return start()
      running?.engine.retire()
      running = null
    },
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(restart)
      coming?.reject(new Error('the screening thread was ended'))
      await running?.engine.end()
    },
  }
}
