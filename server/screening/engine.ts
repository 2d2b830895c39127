import { Worker } from 'node:worker_threads'
import type { ScreeningOutcome, ScreeningFacts } from '../../domain/screening/screening.ts'
import type { ScreeningReply, Load, ScreeningTask } from './screen-worker.ts'

export type Priority = 'now' | 'background'

/** The thread has ended. Its results so far are valid; `underWay` people were being compared. */
export class EngineEnded extends Error {
  readonly outcomes: readonly ScreeningOutcome[]
  readonly underWay: number

  constructor(reason: Error, outcomes: readonly ScreeningOutcome[], underWay: number) {
    super(reason.message, { cause: reason })
    this.outcomes = outcomes
    this.underWay = underWay
  }
}

/** The module of the thread, which a test replaces with one that hangs. */
export const screeningThread = { module: new URL('./screen-worker.ts', import.meta.url) }

/**
 * A thread that compares people with one set of lists. Once it has ended, every request is rejected with `EngineEnded`.
 */
export type Engine = {
  /** With a signal, the caller waits at most until it is aborted. */
  ask(
    people: readonly ScreeningFacts[],
    at: Date,
    priority: Priority,
    signal?: AbortSignal,
  ): Promise<ScreeningOutcome[]>
  /** Finishes the pending questions, and ends. */
  retire(): void
  end(): Promise<void>
}

type PendingRequest = {
  people: readonly ScreeningFacts[]
  at: number
  priority: Priority
  outcomes: ScreeningOutcome[]
  resolve(outcomes: ScreeningOutcome[]): void
  reject(error: Error): void
}

/** How long, in ms, a person at a page may have to wait for a portion of background work. */
const portionTime = 15
const portionMost = 100
/** The time limit, in ms, of one person or portion, which only a hanging thread exceeds. */
const portionTimeout = 1500

type OnEngineDeath = (engine: Engine, error: Error, underWay: readonly ScreeningFacts[]) => void

/** Starts a thread; resolves when it has read the lists. `died` is called if it ends unexpectedly after that. */
export async function startEngine(load: Load, died: OnEngineDeath): Promise<Engine> {
  const worker = new Worker(screeningThread.module, {
    workerData: load,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1024 },
  })
  worker.unref()
  const waiting: Record<Priority, PendingRequest[]> = { now: [], background: [] }
  let current: { asked: PendingRequest; people: readonly ScreeningFacts[]; watchdog: NodeJS.Timeout } | null = null
  let portion = 1
  let over: Error | null = null
  let retiring = false

  function next(): void {
    if (current || over) return
    const asked = waiting.now[0] ?? waiting.background[0]
    if (!asked) {
      if (retiring) void end()
      return
    }
    const done = asked.outcomes.length
    const people = asked.people.slice(done, done + portion)
    const mine = { asked, people, watchdog: setTimeout(() => setImmediate(giveUp), portionTimeout).unref() }
    // A response that has arrived but was not read, because this thread was busy, is read first.
    const giveUp = () => current === mine && void worker.terminate()
    current = mine
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, no window
    worker.postMessage({ people, at: asked.at } satisfies ScreeningTask)
  }

  function answered({ outcomes, took }: Extract<ScreeningReply, { outcomes: ScreeningOutcome[] }>): void {
    if (!current) return
    const { asked, people, watchdog } = current
    clearTimeout(watchdog)
    current = null
    portion = Math.min(portionMost, Math.max(1, Math.floor((people.length * portionTime) / Math.max(took, 0.1))))
    asked.outcomes.push(...outcomes)
    if (asked.outcomes.length >= asked.people.length) {
      remove(asked)
      asked.resolve(asked.outcomes)
    }
    next()
  }

  function remove(asked: PendingRequest): void {
    const at = waiting[asked.priority].indexOf(asked)
    if (at >= 0) waiting[asked.priority].splice(at, 1)
  }

  function fall(error: Error): void {
    if (over) return
    over = error
    clearTimeout(current?.watchdog)
    for (const asked of [...waiting.now.splice(0), ...waiting.background.splice(0)]) {
      const underWay = current?.asked === asked ? current.people.length : 0
      asked.reject(new EngineEnded(error, asked.outcomes, underWay))
    }
  }

  async function end(): Promise<void> {
    fall(new Error('the screening thread was ended'))
    // Referenced, so that it keeps the process running until then.
    worker.ref()
    await worker.terminate()
  }

  let engine: Engine | null = null
  await new Promise<void>((resolve, reject) => {
    const gone = (error: Error) => {
      const unasked = over === null
      fall(error)
      reject(error)
      if (unasked && engine) died(engine, error, current?.people ?? [])
    }
    worker.on('message', (answer: ScreeningReply) => ('ready' in answer ? resolve() : answered(answer)))
    worker.once('error', (error) => gone(error instanceof Error ? error : new Error('the screening thread failed')))
    worker.once('exit', (code) => gone(new Error(`the screening thread ended with ${code}`)))
  })

  engine = {
    ask: (people, at, priority, signal) =>
      new Promise((resolve, reject) => {
        if (over) return reject(new EngineEnded(over, [], 0))
        if (people.length === 0) return resolve([])
        const asked: PendingRequest = { people, at: at.getTime(), priority, outcomes: [], resolve, reject }
        signal?.addEventListener('abort', () => {
          // A person who is being compared stays with the thread, whose time is limited too.
          if (current?.asked !== asked) remove(asked)
          reject(new Error('the check took too long'))
        })
        waiting[priority].push(asked)
        next()
      }),
    retire() {
      retiring = true
      next()
    },
    end,
  }
  return engine
}
