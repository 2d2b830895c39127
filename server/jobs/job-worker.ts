import { startJob, type Job as Schedule } from '../../platform/concurrency/scheduler.ts'
import { leaseNext, type LeasedJob } from '../store/jobs/leases.ts'
import type { JobKind } from '../store/tables/jobs.ts'
import { createJobRunner, leaseEnd, nameOf, type JobHandler, type WorkerParts } from './job-runner.ts'

export type Worker = {
  kind: JobKind
  /** Runs due jobs until there are none. */
  drain(): Promise<void>
  /**
   * Looks for due jobs at this interval, in ms of the machine's time, and immediately after `soon()`. `stop` waits for
   * running ones.
   */
  start(intervalMs: number): Schedule
}

/**
 * Runs the jobs of one kind. Each is leased when it starts and its lease renewed while it runs, so that no other worker runs
 * it; a job that fails delays no other.
 */
export function createWorker<Payload>(handler: JobHandler<Payload>, parts: WorkerParts): Worker {
  const { db, now, warn } = parts
  const { kind } = handler
  const runOne = createJobRunner(handler, parts)
  const running = new Map<string, Promise<void>>()
  let onFree: () => void = () => undefined
  /** Whether more may be due than was started, because it waits for room or for a job of the same subject. */
  let isMoreDue = false
  let ended = 0

  /** Starts due jobs while there is room. Returns the number. */
  async function fill(): Promise<number> {
    let started = 0
    isMoreDue = true
    while (isMoreDue && running.size < handler.concurrency) {
      const endedBefore = ended
      const leased = await leaseNext(db, {
        kind,
        now: now(),
        until: leaseEnd(now()),
        running: [...running.keys()],
        subject: await handler.subject?.(),
        inOrder: handler.inOrder,
        together: handler.together,
      })
      if (!leased) {
        // Due jobs may have waited for one that ended after the query.
        if (ended > endedBefore) continue
        isMoreDue = running.size > 0
        break
      }
      const { job, more } = leased
      isMoreDue = more
      started += 1
      const work = runOne(job as LeasedJob<Payload>).finally(() => {
        running.delete(job.id)
        ended += 1
        if (isMoreDue) onFree()
      })
      running.set(job.id, work)
    }
    return started
  }

  return {
    kind,
    async drain() {
      for (;;) {
        const started = await fill()
        const left = [...running.values()]
        if (started === 0 && left.length === 0) return
        await Promise.all(left)
      }
    },
    start(intervalMs) {
      const report = (error: unknown) => warn({ job: kind, reason: nameOf(error) }, 'due jobs could not be read')
      const schedule = startJob(async () => void (await fill()), intervalMs, report)
      onFree = schedule.soon
      return {
        soon: schedule.soon,
        underWay: () =>
          schedule.underWay() ?? (running.size > 0 ? Promise.all(running.values()).then(() => undefined) : null),
        async stop() {
          await schedule.stop()
          await Promise.all(running.values())
        },
      }
    },
  }
}
