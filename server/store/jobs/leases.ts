import { randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import type { Db, Tables, Trx } from '../tables.ts'
import type { JobKind } from '../tables/jobs.ts'

/** A leased job. */
export type LeasedJob<Payload = unknown> = {
  id: string
  kind: JobKind
  subject: string | null
  subscriberId: string | null
  payload: Payload
  createdAt: Date
  /** Includes this one. */
  attempts: number
  answered: number
  lease: string
  /** All rows of this run: its own and, if the kind runs them together, the others of its subject. */
  ids: string[]
}

/** Returns the key that makes a repeated call harmless. It is reused only if the response to the last call was lost. */
export const idempotencyKey = ({ id, answered }: Pick<LeasedJob, 'id' | 'answered'>): string => `${id}-${answered}`

export type LeaseRequest = {
  kind: JobKind
  now: Date
  until: Date
  /** Ids that this process already runs, even if its clock has passed their lease. */
  running: readonly string[]
  /** Only jobs of this subject. */
  subject?: string | undefined
  /** Only jobs without an earlier waiting job of the same subject. */
  inOrder?: boolean | undefined
  /** Leases the other due jobs of the same subject with it. */
  together?: boolean | undefined
}

const free = (now: Date) => sql<boolean>`
  given_up_at is null and done_at is null and run_at <= ${now} and (leased_until is null or leased_until <= ${now})`

const isNext = sql<boolean>`
  not exists (
    select 1 from jobs as earlier
    where earlier.kind = jobs.kind and earlier.subject = jobs.subject and earlier.number < jobs.number
      and earlier.given_up_at is null and earlier.done_at is null
  )`

/** Of the same kind and subject, and leased now. */
const leasedWith = (row: 'jobs' | 'mine', now: Date) => sql<boolean>`
  other.kind = ${sql.ref(row)}.kind and other.subject = ${sql.ref(row)}.subject
  and other.lease is not null and other.leased_until > ${now}`

/**
 * Leases the job that has been due longest. Jobs of one subject run one after the other. `more`: whether others are
 * due, even if they must wait for this one. Not for a transaction: other processes must see the lease immediately.
 */
export async function leaseNext(db: Db, request: LeaseRequest): Promise<{ job: LeasedJob; more: boolean } | undefined> {
  const { kind, now, until, running, subject } = request
  const lease = randomUUID()
  const due = sql<boolean>`kind = ${kind} and ${free(now)} and id <> all(${[...running]})
    and ${subject === undefined ? sql`true` : sql`subject = ${subject}`}`
  const { rows } = await sql<Omit<LeasedJob, 'ids'> & { more: boolean }>`
    update jobs set leased_until = ${until}, lease = ${lease}, attempts = attempts + 1
    where id = (
      select id from jobs
      where ${due}
        and ${request.inOrder ? isNext : sql`true`}
        and not exists (select 1 from jobs as other where ${leasedWith('jobs', now)})
      order by run_at limit 1 for update skip locked
    )
    returning id, kind, subject, subscriber_id as "subscriberId", payload, created_at as "createdAt", attempts, answered, lease,
      exists (select 1 from (select id from jobs where ${due} order by run_at limit 2) due where due.id <> jobs.id) as more`.execute(
    db,
  )
  const [leased] = rows
  if (!leased) return undefined
  const { more, ...job } = leased
  if (job.subject === null) return { job: { ...job, ids: [job.id] }, more }
  if (await gaveWay(db, lease, now)) return undefined
  const others = request.together ? await leaseOthers(db, job, request) : []
  return { job: { ...job, ids: [job.id, ...others] }, more }
}

/**
 * Another process may have leased a job of the same subject at the same moment, because neither saw the other's lease.
 * Whoever sees the other's lease now gives its own back; if both do, both try again.
 */
async function gaveWay(db: Db, lease: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update jobs as mine set leased_until = null, lease = null, attempts = attempts - 1
    where lease = ${lease} and exists (
      select 1 from jobs as other where ${leasedWith('mine', now)} and other.lease <> mine.lease
    )
    returning id`.execute(db)
  return rows.length > 0
}

async function leaseOthers(db: Db, { kind, subject, lease }: Omit<LeasedJob, 'ids'>, request: LeaseRequest) {
  const { rows } = await sql<{ id: string }>`
    update jobs set leased_until = ${request.until}, lease = ${lease}, attempts = attempts + 1
    where kind = ${kind} and subject = ${subject} and ${free(request.now)}
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** One text for any number of ids, whose plan each connection keeps (statement-names.ts). */
const among = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::text[])`

/** Returns false if the lease is lost: another worker has the job, or it was removed. */
export async function renewLease(db: Db, job: LeasedJob, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leased_until: until })
    .where(among(job.ids))
    .where('lease', '=', job.lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a finished job, or keeps it as done. */
export async function jobDone(db: Db, job: LeasedJob, keptAt: Date | null): Promise<void> {
  const { ids, lease } = job
  if (keptAt === null) await db.deleteFrom('jobs').where(among(ids)).where('lease', '=', lease).execute()
  else await endLease(db, job, { done_at: keptAt, last_error: null, answer: null })
}

/** Runs a job again at this time. It has not failed. */
export async function jobAgain(db: Db, job: LeasedJob, at: Date): Promise<void> {
  await endLease(db, job, { run_at: at, attempts: 0, last_error: null, answer: null })
}

/** How an attempt failed. */
export type Failure = { reason: string; answer: string | null; answered: boolean; at: Date }

export async function jobFailed(db: Db, job: LeasedJob, failure: Failure, again: Date): Promise<void> {
  await endLease(db, job, { ...failureColumns(job, failure), run_at: again })
}

/** Runs a failed job again at this time, if another of its subject, which must wait for it, was queued since `began`. */
export async function runAgainForNext(db: Db, { id }: LeasedJob, began: Date, at: Date): Promise<void> {
  await sql`
    update jobs set run_at = ${at} where id = ${id} and run_at > ${at} and lease is null and exists (
      select 1 from jobs as next where next.kind = jobs.kind and next.subject = jobs.subject
        and next.number > jobs.number and next.created_at >= ${began})`.execute(db)
}

/** Keeps a job for administrators; it is not run again automatically. Returns false if the lease is lost. */
export function jobGivenUp(db: Trx, job: LeasedJob, failure: Failure): Promise<boolean> {
  return endLease(db, job, { ...failureColumns(job, failure), given_up_at: failure.at })
}

const failureColumns = (job: LeasedJob, { reason, answer, answered, at }: Failure) => ({
  last_error: reason,
  answer,
  tried_at: at,
  answered: job.answered + (answered ? 1 : 0),
})

async function endLease(db: Db, { ids, lease }: LeasedJob, change: Updateable<Tables['jobs']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ ...change, leased_until: null, lease: null })
    .where(among(ids))
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases the leases of a killed process. Only for a shop that is alone on its database. */
export async function releaseLeases(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ leased_until: null, lease: null }).where('leased_until', 'is not', null).execute()
}
