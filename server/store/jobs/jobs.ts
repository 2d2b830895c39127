import { randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import { emailKey } from '../../../platform/email-key.ts'
import type { Mail } from '../../../domain/mail.ts'
import type { BillingTask } from '../../../domain/billing/billing-tasks.ts'
import { countKey } from '../accounts/rate-limits.ts'
import { storeMail } from '../subscribers/activity.ts'
import { noteQueued } from '../transact.ts'
import { type Db, type Trx } from '../tables.ts'
import { jobKinds, type JobKind, type JobsTable } from '../tables/jobs.ts'
import type { ErasureEntry } from '../../../domain/retention.ts'
import type { PaymentProviderEvent } from '../../../domain/billing/payment-provider-event.ts'

export type BillingEvent = Pick<PaymentProviderEvent, 'type' | 'about'>

/** The run over all subscribers, or one subscriber whose result could not be stored during the run. */
export type RescreeningTask = { run: string } | { person: string }

/** An email whose content cannot be read here. */
type SealedMail = Pick<Mail, 'kind' | 'to' | 'subject'> & { sealed: string }

/** Queues an email to be sent after the commit, and after earlier emails to the same address. */
export async function queueMail(
  db: Db,
  id: string,
  subscriberId: string | null,
  mail: Mail | SealedMail,
  now: Date,
): Promise<void> {
  const subject = countKey('mailTo', emailKey(mail.to))
  // An earlier failed one is tried first, and immediately: otherwise it would delay this one until its next attempt.
  await sql`
    update jobs set run_at = ${now} where id in (
      select id from jobs where kind = 'email' and subject = ${subject} and run_at > ${now}
        and given_up_at is null and done_at is null
      for update skip locked)`.execute(db)
  await queue(db, { id, kind: 'email', subject, subscriberId, payload: mail }, now)
  await storeMail(db, id, subscriberId, mail, now)
}

/** Queues a task for the payment provider, to run after the commit. */
export function queueTask(
  db: Db,
  id: string,
  subscriberId: string | null,
  task: BillingTask,
  now: Date,
): Promise<void> {
  return queue(db, { id, kind: 'billing', subject: subjectOf(task), subscriberId, payload: task }, now)
}

function subjectOf(task: BillingTask): string | null {
  switch (task.task) {
    case 'refund':
      return task.payment
    case 'close-checkout':
      return task.session
    case 'delete-customer':
      return task.customer
    case 'update-customer':
      return task.subscriber
    case 'end-charging':
      return task.subscription ?? task.provider
    default:
      return task.subscription
  }
}

/** How long, in ms, an erasure has to write the entry and remove the job. */
const writtenWithin = 10_000

/** Queues an entry for the erasure log, in case the erasure does not write it right after the commit. */
export function queueErasure(db: Db, id: string, entry: ErasureEntry, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + writtenWithin)
  return queue(db, { id, kind: 'erasure-log', subject: null, subscriberId: null, payload: entry }, now, runAt)
}

/** Stores a report of the provider, once by its own id. Returns true if it was new. */
export async function storeEvent(
  db: Db,
  { id, type, about }: Omit<PaymentProviderEvent, 'createdAt'>,
  now: Date,
): Promise<boolean> {
  const [object] = Object.entries(about ?? {})
  const stored = await db
    .insertInto('jobs')
    .values({
      id,
      kind: 'billing-event',
      subject: object ? object.join(':') : null,
      payload: JSON.stringify({ type, about } satisfies BillingEvent),
      created_at: now,
      run_at: now,
      // An event about an unknown object needs no work.
      done_at: object ? null : now,
      subscriber_id: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored) noteQueued(db, 'billing-event')
  return stored !== undefined
}

/** The id of the run over all subscribers, of which there is at most one at a time. */
const runId = 'rescreening'

/**
 * Queues a run over all subscribers for instances with this basis, replacing an earlier one. Returns false if another
 * instance queues one at the same moment.
 */
export async function queueRescreening(db: Trx, fingerprint: string, run: string, now: Date): Promise<boolean> {
  await db.deleteFrom('jobs').where('kind', '=', 'rescreening').execute()
  const payload = JSON.stringify({ run } satisfies RescreeningTask)
  const queued = await db
    .insertInto('jobs')
    .values({
      id: runId,
      kind: 'rescreening',
      subject: fingerprint,
      payload,
      created_at: now,
      run_at: now,
      subscriber_id: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return queued !== undefined
}

/** Whether a run continues, or a person waits to be screened again. */
export async function isRescreening(db: Db | Trx): Promise<boolean> {
  const job = await db.selectFrom('jobs').select('id').where('kind', '=', 'rescreening').limit(1).executeTakeFirst()
  return job !== undefined
}

/** Queues one subscriber to be screened again with this basis. */
export async function queuePerson(db: Db, fingerprint: string, person: string, now: Date): Promise<void> {
  const job = { id: randomUUID(), kind: 'rescreening', subject: fingerprint, subscriberId: person } as const
  await queue(db, { ...job, payload: { person } satisfies RescreeningTask }, now)
}

async function queue(
  db: Db,
  job: Pick<Job, 'id' | 'kind' | 'subject' | 'subscriberId' | 'payload'>,
  now: Date,
  runAt = now,
): Promise<void> {
  const { id, kind, subject, subscriberId, payload } = job
  noteQueued(db, kind)
  await db
    .insertInto('jobs')
    .values({
      id,
      kind,
      subject,
      subscriber_id: subscriberId,
      payload: JSON.stringify(payload),
      created_at: now,
      run_at: runAt,
    })
    .execute()
}

/** Returns the kinds of billing tasks about a subscription that wait to run. */
export async function waitingTasks(db: Db | Trx, subject: string): Promise<Set<BillingTask['task']>> {
  const rows = await db
    .selectFrom('jobs')
    .select(sql<BillingTask['task']>`payload ->> 'task'`.as('task'))
    .where('kind', '=', 'billing')
    .where('subject', '=', subject)
    .where('given_up_at', 'is', null)
    .where('done_at', 'is', null)
    .execute()
  return new Set(rows.map(({ task }) => task))
}

export async function removeJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute()
}

/** A leased job. */
export type Job<Payload = unknown> = {
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
export const idempotencyKey = ({ id, answered }: Pick<Job, 'id' | 'answered'>): string => `${id}-${answered}`

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

/**
 * Leases the job that has been due longest. Jobs of one subject run one after the other. `more`: whether others are
 * due, even if they must wait for this one.
 */
export async function leaseNext(db: Db, request: LeaseRequest): Promise<{ job: Job; more: boolean } | undefined> {
  const { kind, now, until, running, subject } = request
  const lease = randomUUID()
  const due = sql<boolean>`kind = ${kind} and ${free(now)} and id <> all(${[...running]})
    and ${subject === undefined ? sql`true` : sql`subject = ${subject}`}`
  const { rows } = await sql<Omit<Job, 'ids'> & { more: boolean }>`
    update jobs set leased_until = ${until}, lease = ${lease}, attempts = attempts + 1
    where id = (
      select id from jobs
      where ${due}
        and ${request.inOrder ? isNext : sql`true`}
        and not exists (
          select 1 from jobs as other
          where other.kind = jobs.kind and other.subject = jobs.subject
            and other.lease is not null and other.leased_until > ${now}
        )
      order by run_at limit 1 for update skip locked
    )
    returning id, kind, subject, subscriber_id as "subscriberId", payload, created_at as "createdAt", attempts, answered, lease,
      exists (select 1 from (select id from jobs where ${due} order by run_at limit 2) due where due.id <> jobs.id) as more`.execute(
    db,
  )
  const [leased] = rows
  if (!leased) return undefined
  const { more, ...job } = leased
  const others = request.together && job.subject !== null ? await leaseOthers(db, job, request) : []
  return { job: { ...job, ids: [job.id, ...others] }, more }
}

async function leaseOthers(db: Db, { kind, subject, lease }: Omit<Job, 'ids'>, request: LeaseRequest) {
  const { rows } = await sql<{ id: string }>`
    update jobs set leased_until = ${request.until}, lease = ${lease}, attempts = attempts + 1
    where kind = ${kind} and subject = ${subject} and ${free(request.now)}
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns false if the lease is lost: another worker has the job, or it was removed. */
export async function renewLease(db: Db, job: Job, until: Date): Promise<boolean> {
  const renewed = await db
    .updateTable('jobs')
    .set({ leased_until: until })
    .where('id', 'in', job.ids)
    .where('lease', '=', job.lease)
    .returning('id')
    .execute()
  return renewed.length > 0
}

/** Removes a finished job, or keeps it as done. */
export async function jobDone(db: Db, job: Job, keptAt: Date | null): Promise<void> {
  const { ids, lease } = job
  if (keptAt === null) await db.deleteFrom('jobs').where('id', 'in', ids).where('lease', '=', lease).execute()
  else await endLease(db, job, { done_at: keptAt, last_error: null, answer: null })
}

/** Runs a job again at this time. It has not failed. */
export async function jobAgain(db: Db, job: Job, at: Date): Promise<void> {
  await endLease(db, job, { run_at: at, attempts: 0, last_error: null, answer: null })
}

/** How an attempt failed. */
export type Failure = { reason: string; answer: string | null; answered: boolean; at: Date }

export async function jobFailed(db: Db, job: Job, failure: Failure, again: Date): Promise<void> {
  await endLease(db, job, { ...failureColumns(job, failure), run_at: again })
}

/** Keeps a job for administrators; it is not run again automatically. Returns false if the lease is lost. */
export function jobGivenUp(db: Trx, job: Job, failure: Failure): Promise<boolean> {
  return endLease(db, job, { ...failureColumns(job, failure), given_up_at: failure.at })
}

const failureColumns = (job: Job, { reason, answer, answered, at }: Failure) => ({
  last_error: reason,
  answer,
  tried_at: at,
  answered: job.answered + (answered ? 1 : 0),
})

async function endLease(db: Db, { ids, lease }: Job, change: Updateable<JobsTable>): Promise<boolean> {
  const ended = await db
    .updateTable('jobs')
    .set({ ...change, leased_until: null, lease: null })
    .where('id', 'in', ids)
    .where('lease', '=', lease)
    .returning('id')
    .execute()
  return ended.length > 0
}

/** Releases the leases of a killed process. Only for a shop that is alone on its database. */
export async function releaseLeases(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ leased_until: null, lease: null }).where('leased_until', 'is not', null).execute()
}

/** Removes done jobs whose repetition is no longer expected. */
export async function removeDoneJobs(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('jobs').where('done_at', '<', before).execute()
}

export type JobCount = { kind: JobKind; waiting: number; givenUp: number; oldest: number }

/**
 * Returns how many jobs of each kind wait or run, for how many seconds the oldest has been due, and how many were given
 * up.
 */
export async function jobCounts(db: Db, now: Date): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select kind, count(*) filter (where given_up_at is null)::int as waiting,
      count(*) filter (where given_up_at is not null)::int as "givenUp",
      greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(run_at) filter (where given_up_at is null)), 0))::float8
        as oldest
    from jobs where done_at is null group by kind`.execute(db)
  return jobKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, waiting: 0, givenUp: 0, oldest: 0 })
}
