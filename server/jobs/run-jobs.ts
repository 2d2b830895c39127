import {
  jobAgain,
  jobDone,
  jobFailed,
  jobGivenUp,
  leaseNext,
  renewLease,
  type Failure,
  type Job,
} from '../store/jobs/jobs.ts'
import type { Db, Trx } from '../store/tables.ts'
import type { JobKind } from '../store/tables/jobs.ts'
import type { Transact } from '../store/transact.ts'
import { inSpan } from '../../platform/trace-context.ts'
import { startJob, type Job as Schedule } from '../../platform/concurrency/scheduler.ts'

/** The effect of a failed attempt. `reason` and `answer` can be shown to administrators, and contain no secret. */
export type Verdict =
  /** Retried, after a delay that doubles unless `again` states the time. `answered`: the other service responded. */
  (JobOutcome & { answered: boolean; again?: Date }) | (JobOutcome & { giveUp: true })

type JobOutcome = {
  reason: string
  answer?: string | null
  /** Logged in addition to the reason. */
  details?: Record<string, string | number | null>
}

/** One kind of job: how it runs, and how its failures are interpreted. */
export type JobHandler<Payload> = {
  kind: JobKind
  /** The maximum number running at the same time in one process. */
  concurrency: number
  /** Runs the jobs of one subject in the order in which they were written; one that fails is retried before the next runs. */
  inOrder?: boolean
  /** Runs one job for all due jobs of its subject. */
  together?: boolean
  /** Keeps a finished job, so that the same id is not queued again. */
  keepsDone?: boolean
  /** If present, only jobs of this subject are for this process. */
  subject?(): Promise<string>
  /** Does the work, at least once for each job. With `again`, a later time, the job runs again then and has not failed. */
  run(job: Job<Payload>): Promise<void | { again: Date }>
  failed(error: unknown, job: Job<Payload>): Verdict
  /** Runs in the transaction that marks the job as given up. */
  gaveUp?(db: Trx, job: Job<Payload>, reason: string): Promise<void>
}

export type WorkerParts = {
  db: Db
  transact: Transact
  now: () => Date
  warn: (entry: object, message: string) => void
  /** How often the lease of a running job is renewed, in ms of the machine's time. */
  renewalMs?: number
}

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

const leaseMs = 60_000

/** 1 s, 2 s, 4 s … up to an hour, in milliseconds. */
export function delayAfter(attempts: number): number {
  return Math.min(1000 * 2 ** (attempts - 1), 3_600_000)
}

/**
 * Runs the jobs of one kind. Each is leased when it starts and its lease renewed while it runs, so that no other worker runs
 * it; a job that fails delays no other.
 */
export function createWorker<Payload>(handler: JobHandler<Payload>, parts: WorkerParts): Worker {
  const { db, transact, now, warn, renewalMs = leaseMs / 3 } = parts
  const { kind } = handler
  const running = new Map<string, Promise<void>>()
  let onFree: () => void = () => undefined
  /** Whether more may be due than was started, because it waits for room or for a job of the same subject. */
  let isMoreDue = false
  let ended = 0

  const leaseEnd = () => new Date(now().getTime() + leaseMs)

  /** Starts due jobs while there is room. Returns the number. */
  async function fill(): Promise<number> {
    let started = 0
    isMoreDue = true
    while (isMoreDue && running.size < handler.concurrency) {
      const endedBefore = ended
      const leased = await leaseNext(db, {
        kind,
        now: now(),
        until: leaseEnd(),
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
      const work = runOne(job as Job<Payload>).finally(() => {
        running.delete(job.id)
        ended += 1
        if (isMoreDue) onFree()
      })
      running.set(job.id, work)
    }
    return started
  }

  async function runOne(job: Job<Payload>): Promise<void> {
    const renewal = setInterval(() => void renew(job), renewalMs).unref()
    try {
      const outcome = await attempt(job)
      if ('error' in outcome) await fail(job, outcome.error)
      else if (outcome.next) await jobAgain(db, job, outcome.next.again)
      else await jobDone(db, job, handler.keepsDone ? now() : null)
    } catch (error) {
      // The lease expires, and the job runs again.
      warn({ ...about(job), reason: nameOf(error) }, 'the result of a job could not be stored')
    } finally {
      clearInterval(renewal)
    }
  }

  async function attempt(job: Job<Payload>): Promise<{ next: void | { again: Date } } | { error: unknown }> {
    try {
      return { next: await inSpan(`job ${kind}`, 'internal', () => handler.run(job)) }
    } catch (error) {
      return { error }
    }
  }

  async function renew(job: Job<Payload>): Promise<void> {
    try {
      if (!(await renewLease(db, job, leaseEnd())))
        warn(about(job), 'a job is no longer leased by the worker that runs it')
    } catch (error) {
      warn({ ...about(job), reason: nameOf(error) }, 'the lease of a job could not be renewed')
    }
  }

  async function fail(job: Job<Payload>, error: unknown): Promise<void> {
    const verdict = handler.failed(error, job)
    const { reason, answer = null, details } = verdict
    if (!('giveUp' in verdict)) {
      warn({ ...about(job), reason, ...details }, 'a job failed and will be retried')
      await retryLater(job, { reason, answer, answered: verdict.answered, at: now() }, verdict.again)
      return
    }
    const failure = { reason, answer, answered: true, at: now() }
    try {
      await transact(async (trx) => {
        if (await jobGivenUp(trx, job, failure)) await handler.gaveUp?.(trx, job, reason)
      })
      warn({ ...about(job), reason, ...details }, 'a job was given up')
    } catch (fault) {
      warn({ ...about(job), reason: nameOf(fault) }, 'a job could not be given up')
      await retryLater(job, failure)
    }
  }

  async function retryLater(job: Job<Payload>, failure: Failure, again?: Date): Promise<void> {
    await jobFailed(db, job, failure, again ?? new Date(failure.at.getTime() + delayAfter(job.attempts)))
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

const about = ({ id, kind, attempts }: Job) => ({ job: kind, id, attempts })

/** Returns an error's code, if it has one: its message may contain what must not be logged. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'
}
