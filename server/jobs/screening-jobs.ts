import { reportOldLists } from '../actions/screening/report-old-lists.ts'
import { createRescreening } from '../actions/screening/rescreen.ts'
import type { AppContext } from '../context.ts'
import type { RescreeningTask } from '../store/jobs/rescreening.ts'
import { nameOf, type WorkerParts } from './job-runner.ts'
import { createWorker } from './job-worker.ts'
import { startJob } from '../../platform/concurrency/scheduler.ts'

export type ScreeningJobParts = {
  context: AppContext
  /**
   * Synchronises the official lists, if there are any: `run` returns true while a file is changing, which counts as
   * stable after `debounceMs`.
   */
  syncLists: { run: () => Promise<boolean>; fetch: (() => Promise<void>) | null; debounceMs: number } | null
  workerParts: WorkerParts
  info: (entry: object, message: string) => void
  report: (job: string) => (error: unknown, row?: string) => void
}

/** How often, in ms, the folder and other instances' changes are checked. */
const intervalMs = 10_000
/** With lists that never change, only people whose check failed remain. */
const seldom = 600_000
const daily = 24 * 3_600_000

/** Keeps the lists up to date, and screens everyone again once they have changed. */
export function startScreeningJobs({ context, syncLists, workerParts, info, report }: ScreeningJobParts) {
  const interval = syncLists ? intervalMs : seldom
  const rescreening = createRescreening({ context, info, report: report('screening again') })
  const worker = createWorker<RescreeningTask>(
    {
      kind: 'rescreening',
      concurrency: 1,
      // Instances with different configurations would get different results.
      subject: () => context.screener.fingerprint(),
      run: rescreening.run,
      failed: (error, job) => {
        const again = rescreening.retryAt(job)
        return { answered: false, reason: nameOf(error), ...(again && { again }) }
      },
    },
    workerParts,
  ).start(interval)
  const queueDue = async () => {
    await rescreening.beginIfNeeded()
    worker.soon()
  }
  const again = startJob(queueDue, interval, report('screening again'))
  again.soon()
  const stopAgain = async () => {
    rescreening.stop()
    await Promise.all([again.stop(), worker.stop()])
  }
  if (!syncLists) return { jobs: [again, worker], syncLists: () => undefined, stop: stopAgain }

  let timer: NodeJS.Timeout | undefined
  const sync = startJob(
    async () => {
      const before = await context.screener.fingerprint()
      const isChanging = await syncLists.run()
      clearTimeout(timer)
      if (isChanging) timer = setTimeout(sync.soon, syncLists.debounceMs / 4).unref()
      if ((await context.screener.fingerprint()) !== before) again.soon()
    },
    intervalMs,
    report('screening lists'),
  )
  const { fetch } = syncLists
  const fetching = fetch ? [startJob(fetch, daily, report('list download'))] : []
  for (const job of fetching) job.soon()
  // Not immediately: a start after a downtime first downloads the lists.
  const ages = startJob(() => reportOldLists(context), seldom, report('old screening lists'))
  return {
    jobs: [...fetching, sync, ages, again, worker],
    syncLists: sync.soon,
    async stop() {
      clearTimeout(timer)
      await Promise.all([...fetching.map((job) => job.stop()), sync.stop(), ages.stop(), stopAgain()])
      clearTimeout(timer)
    },
  }
}
