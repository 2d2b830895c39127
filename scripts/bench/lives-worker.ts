import { parentPort, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { live, rowsOfLives, settings, story } from '../../test/support/billing/billing-life.ts'

/** The results of one thread. `failure` states the shortest life that broke a rule, and how to replay it. */
export type Lived = { lives: number; reached: string[]; rows: string[]; failure: string | null }

const { count, seed } = workerData as { count: number; seed: number }
const reached = new Set<string>()
const property = fc.asyncProperty(settings, story, (setting, steps) => live(setting, steps, reached))
const out = await fc.check(property, { numRuns: count, seed })
const failure = out.failed ? fc.defaultReportMessage(out) : undefined
parentPort?.postMessage(
  {
    lives: out.numRuns,
    reached: [...reached],
    rows: rowsOfLives(),
    failure: failure ?? null,
  } satisfies Lived,
  [],
)
