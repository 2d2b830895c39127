import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Sealing } from '../../../platform/crypto/sealing.ts'
import { emailKey } from '../../../platform/email-key.ts'
import type { Mail } from '../../../domain/mail.ts'
import { subjectOf, type BillingTask } from '../../../domain/billing/billing-tasks.ts'
import { countKey } from '../accounts/rate-limits.ts'
import { storeMail } from '../subscribers/activity.ts'
import { noteQueued } from '../transact.ts'
import type { Db, Trx } from '../tables.ts'
import { jobKinds, type JobKind } from '../tables/jobs.ts'
import type { ErasureEntry } from '../../../domain/retention.ts'
import type { PaymentProviderEvent } from '../../../domain/billing/payments/payment-provider-event.ts'
import type { LeasedJob } from './leases.ts'
import { sealMail, type SealedMail } from './sealed-mail.ts'

export type BillingEvent = Pick<PaymentProviderEvent, 'type' | 'about'>

/** Queues an email to be sent after the commit, and after earlier emails to the same address. */
export async function queueMail(
  db: Db,
  subscriberId: string | null,
  mail: Mail | SealedMail,
  now: Date,
  id: string = randomUUID(),
): Promise<void> {
  const subject = countKey('mailTo', emailKey(mail.to))
  noteQueued(db, 'email')
  // An earlier failed one is tried first, and immediately: otherwise it would delay this one until its next attempt.
  await sql`
    with earlier as (
      update jobs set run_at = ${now} where id in (
        select id from jobs where kind = 'email' and subject = ${subject} and run_at > ${now}
          and given_up_at is null and done_at is null
        for update skip locked)),
    stored as (${storeMail(id, subscriberId, mail, now)})
    insert into jobs (id, kind, subject, subscriber_id, payload, created_at, run_at)
    values (${id}, 'email', ${subject}, ${subscriberId}, ${JSON.stringify(mail)}, ${now}, ${now})`.execute(db)
}

/** Queues an email with a link to an account, so that only holders of `SECRET` can read it. */
export function queueSealedMail(
  db: Db,
  sealing: Sealing,
  subscriberId: string | null,
  mail: Mail,
  now: Date,
): Promise<void> {
  const id = randomUUID()
  return queueMail(db, subscriberId, sealMail(sealing, id, mail), now, id)
}

/** Queues a task for the payment provider, to run after the commit or at a later time. */
export function queueTask(
  db: Db,
  id: string,
  subscriberId: string | null,
  task: BillingTask,
  now: Date,
  runAt: Date = now,
): Promise<void> {
  return queueJob(db, { id, kind: 'billing', subject: subjectOf(task), subscriberId, payload: task }, now, runAt)
}

/** How long, in ms, an erasure has to write the entry and remove the job. */
const writtenWithin = 10_000

/** Queues an entry for the erasure log, in case the erasure does not write it right after the commit. */
export function queueErasure(db: Db, id: string, entry: ErasureEntry, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + writtenWithin)
  return queueJob(db, { id, kind: 'erasure-log', subject: null, subscriberId: null, payload: entry }, now, runAt)
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

/** Queues a job of any kind, to run after the commit and not before `runAt`. */
export async function queueJob(
  db: Db,
  job: Pick<LeasedJob, 'id' | 'kind' | 'subject' | 'subscriberId' | 'payload'>,
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
