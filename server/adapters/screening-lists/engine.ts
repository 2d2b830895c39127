import { Worker } from 'node:worker_threads'
import type { Outcome, ScreeningFacts } from '../../../core/screening.ts'
import type { Answer, Load, Question } from './screen-worker.ts'

export type Pace = 'now' | 'background'

/** A thread that compares people with one set of lists. Once it has died, every question to it is rejected. */
export type Engine = {
  ask(people: readonly ScreeningFacts[], at: Date, pace: Pace): Promise<Outcome[]>
  /** Answers what was asked before, and ends. */
  retire(): void
  end(): Promise<void>
}

type Asked = {
  people: readonly ScreeningFacts[]
  at: number
  pace: Pace
  outcomes: Outcome[]
  resolve(outcomes: Outcome[]): void
  reject(error: Error): void
}

/** How long, in ms, whoever stands before a page may have to wait for a portion of the background's. */
const portionTime = 15
const portionMost = 100
/** No portion takes so long, in ms, unless the thread hangs. */
const patience = 30_000

/** Starts a thread; resolves when it has read the lists. `died` is called when it ends unasked after that. */
export async function startEngine(load: Load, died: (engine: Engine, error: Error) => void): Promise<Engine> {
  const worker = new Worker(new URL('./screen-worker.ts', import.meta.url), {
    workerData: load,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1024 },
  })
  worker.unref()
  const waiting: Record<Pace, Asked[]> = { now: [], background: [] }
  let current: { asked: Asked; amount: number; watchdog: NodeJS.Timeout } | null = null
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
    const watchdog = setTimeout(() => void worker.terminate(), patience).unref()
    current = { asked, amount: people.length, watchdog }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, no window
    worker.postMessage({ people, at: asked.at } satisfies Question)
  }

  function answered({ outcomes, took }: Extract<Answer, { outcomes: Outcome[] }>): void {
    if (!current) return
    const { asked, amount, watchdog } = current
    clearTimeout(watchdog)
    current = null
    portion = Math.min(portionMost, Math.max(1, Math.floor((amount * portionTime) / Math.max(took, 0.1))))
    asked.outcomes.push(...outcomes)
    if (asked.outcomes.length >= asked.people.length) {
      waiting[asked.pace].shift()
      asked.resolve(asked.outcomes)
    }
    next()
  }

  function fall(error: Error): void {
    if (over) return
    over = error
    clearTimeout(current?.watchdog)
    for (const asked of [...waiting.now.splice(0), ...waiting.background.splice(0)]) asked.reject(error)
  }

  async function end(): Promise<void> {
    fall(new Error('the screening thread was ended'))
    // Waited for, so that it keeps the process until then.
    worker.ref()
    await worker.terminate()
  }

  let engine: Engine | null = null
  await new Promise<void>((resolve, reject) => {
    const gone = (error: Error) => {
      const unasked = over === null
      fall(error)
      reject(error)
      if (unasked && engine) died(engine, error)
    }
    worker.on('message', (answer: Answer) => ('ready' in answer ? resolve() : answered(answer)))
    worker.once('error', (error) => gone(error instanceof Error ? error : new Error('the screening thread failed')))
    worker.once('exit', (code) => gone(new Error(`the screening thread ended with ${code}`)))
  })

  engine = {
    ask: (people, at, pace) =>
      new Promise((resolve, reject) => {
        if (over) return reject(over)
        if (people.length === 0) return resolve([])
        waiting[pace].push({ people, at: at.getTime(), pace, outcomes: [], resolve, reject })
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
