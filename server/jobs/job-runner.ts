import {
  jobAgain,
  jobDone,
  jobFailed,
  jobGivenUp,
  renewLease,
  runAgainForNext,
  type Failure,
  type LeasedJob,
} from '../store/jobs/leases.ts'
import type { Db, Trx } from '../store/tables.ts'
import type { JobKind } from '../store/tables/jobs.ts'
import type { Transact } from '../store/transact.ts'
import { inSpan } from '../../platform/trace-context.ts'

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
  /**
   * Does the work, at least once for each job. With `again`, a later time, the job runs again then and has not failed.
   * The signal aborts when the lease is lost: another worker has the job, or it was removed.
   */
  run(job: LeasedJob<Payload>, signal: AbortSignal): Promise<void | { again: Date }>
  failed(error: unknown, job: LeasedJob<Payload>): Verdict
  /** Runs in the transaction that marks the job as given up. */
  gaveUp?(db: Trx, job: LeasedJob<Payload>, reason: string): Promise<void>
}

export type WorkerParts = {
  db: Db
  transact: Transact
  now: () => Date
  warn: (entry: object, message: string) => void
  /** How often the lease of a running job is renewed, in ms of the machine's time. */
  renewalMs?: number
}

/** `isOver`: the work has ended. Storing its result ends the lease, so that a renewal under way finds none. */
type Lease = { lost: AbortController; isOver: boolean }

/** How long, in ms, a job is leased. */
const leaseMs = 60_000

/** Returns when a lease that begins or is renewed now ends. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + leaseMs)

/** 1 s, 2 s, 4 s … up to an hour, in milliseconds. */
function delayAfter(attempts: number): number {
  return Math.min(1000 * 2 ** (attempts - 1), 3_600_000)
}

/**
 * Returns a function that runs one leased job and stores its result: done, due again, to be retried, or given up. Renews
 * the lease meanwhile. It never rejects.
 */
export function createJobRunner<Payload>(
  handler: JobHandler<Payload>,
  { db, transact, now, warn, renewalMs = leaseMs / 3 }: WorkerParts,
): (job: LeasedJob<Payload>) => Promise<void> {
  async function runOne(job: LeasedJob<Payload>): Promise<void> {
    const lease: Lease = { lost: new AbortController(), isOver: false }
    const began = now()
    const renewal = setInterval(() => void renew(job, lease), renewalMs).unref()
    try {
      const outcome = await attempt(job, lease.lost.signal)
      lease.isOver = true
      if ('error' in outcome) await fail(job, outcome.error, began)
      else if (outcome.next) await jobAgain(db, job, outcome.next.again)
      else await jobDone(db, job, handler.keepsDone ? now() : null)
    } catch (error) {
      // The lease expires, and the job runs again.
      warn({ ...about(job), reason: nameOf(error) }, 'the result of a job could not be stored')
    } finally {
      clearInterval(renewal)
    }
  }

  async function attempt(
    job: LeasedJob<Payload>,
    signal: AbortSignal,
  ): Promise<{ next: void | { again: Date } } | { error: unknown }> {
    try {
      return { next: await inSpan(`job ${handler.kind}`, 'internal', () => handler.run(job, signal)) }
    } catch (error) {
      return { error }
    }
  }

  async function renew(job: LeasedJob<Payload>, lease: Lease): Promise<void> {
    try {
      if (lease.lost.signal.aborted || (await renewLease(db, job, leaseEnd(now())))) return
      if (lease.isOver) return
      warn(about(job), 'a job is no longer leased by the worker that runs it')
      lease.lost.abort()
    } catch (error) {
      if (lease.isOver) return
      warn({ ...about(job), reason: nameOf(error) }, 'the lease of a job could not be renewed')
    }
  }

  async function fail(job: LeasedJob<Payload>, error: unknown, began: Date): Promise<void> {
    const verdict = handler.failed(error, job)
    const { reason, answer = null, details } = verdict
    if (!('giveUp' in verdict)) {
      warn({ ...about(job), reason, ...details }, 'a job failed and will be retried')
      const at = now()
      await retryLater(job, { reason, answer, answered: verdict.answered, at }, verdict.again)
      if (handler.inOrder) await runAgainForNext(db, job, began, new Date(at.getTime() + delayAfter(1)))
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

  async function retryLater(job: LeasedJob<Payload>, failure: Failure, again?: Date): Promise<void> {
    await jobFailed(db, job, failure, again ?? new Date(failure.at.getTime() + delayAfter(job.attempts)))
  }

  return runOne
}

const about = ({ id, kind, attempts }: LeasedJob) => ({ job: kind, id, attempts })

/** Returns an error's code, if it has one: its message may contain what must not be logged. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'
}
