import { sql } from 'kysely'
import { beyond } from '../beyond.ts'
import { noteQueued } from '../transact.ts'
import type { Db, Trx } from '../tables.ts'
import type { JobKind } from '../tables/jobs.ts'

/** A failed job, without its payload. */
export type FailedJob = {
  id: string
  kind: Exclude<JobKind, 'email'>
  created_at: Date
  attempts: number
  tried_at: Date | null
  run_at: Date
  given_up_at: Date | null
  last_error: string
}

/** The number of attempts from which a retried job is shown: before that it usually recovers automatically. */
const shownAfter = 5

export const isFailed = sql<boolean>`
  kind <> 'email' and done_at is null and last_error is not null and (given_up_at is not null or attempts >= ${shownAfter})`

/** Returns failed jobs, oldest first: those after the given one, or the oldest. */
export async function failedJobs(db: Db, after: { at: Date; id: string } | null, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, kind, created_at, attempts, tried_at, run_at, given_up_at, last_error
    from jobs where ${isFailed} and ${beyond(sql`created_at, id`, '>', after && [after.at, after.id])}
    order by created_at, id limit ${limit}`.execute(db)
  return rows
}

/** Reschedules a failed job from the beginning. Returns false for an unknown id. */
export async function retryFailedJob(db: Trx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ kind: JobKind }>`
    update jobs set given_up_at = null, attempts = 0, run_at = ${now} where id = ${id} and ${isFailed}
    returning kind`.execute(db)
  const [job] = rows
  if (job) noteQueued(db, job.kind)
  return job !== undefined
}

/** Removes a job that was given up. `waits`: it is still retried. */
export async function removeFailedJob(db: Trx, id: string): Promise<'removed' | 'waits' | 'unknown'> {
  const { rows } = await sql<{ givenUp: boolean }>`
    select given_up_at is not null as "givenUp" from jobs where id = ${id} and ${isFailed} for update`.execute(db)
  const [job] = rows
  if (!job) return 'unknown'
  if (!job.givenUp) return 'waits'
  await db.deleteFrom('jobs').where('id', '=', id).execute()
  return 'removed'
}
