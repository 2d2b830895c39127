import type { FailedJobState } from '../../../domain/job.ts'
import { sql, type RawBuilder } from 'kysely'
import { emailKey } from '../../../platform/email-key.ts'
import { beyond } from '../beyond.ts'
import type { Db, Trx } from '../tables.ts'
import { noteQueued } from '../transact.ts'

/** An email that could not be sent so far, without its content, which may include a personal link. */
export type UndeliveredMail = {
  id: string
  to: string
  kind: string
  subject: string
  subscriber_id: string | null
  created_at: Date
  attempts: number
  tried_at: Date | null
  run_at: Date
  given_up_at: Date | null
  last_error: string | null
  answer: string | null
}

/**
 * Returns undelivered emails, newest first: those before the given one, or the newest. Excludes emails that were never
 * tried or are being tried for the first time.
 */
export async function undeliveredMails(
  db: Db,
  state: FailedJobState | null,
  before: { at: Date; id: string } | null,
  limit: number,
): Promise<UndeliveredMail[]> {
  const states = { waiting: sql`given_up_at is null`, 'given-up': sql`given_up_at is not null` }
  const { rows } = await sql<UndeliveredMail>`
    select id, payload ->> 'to' as "to", payload ->> 'kind' as kind, payload ->> 'subject' as subject,
      subscriber_id, created_at, attempts, tried_at, run_at, given_up_at, last_error, answer
    from jobs
    where kind = 'email' and last_error is not null
      and ${state === null ? sql`true` : states[state]}
      and ${beyond(sql`created_at, id`, '<', before && [before.at, before.id])}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return withTheirSubscribers(db, rows)
}

/** Some emails, including the activation, name no subscriber: it is the one with the address. */
async function withTheirSubscribers(db: Db, mails: UndeliveredMail[]): Promise<UndeliveredMail[]> {
  const keys = mails.filter((mail) => mail.subscriber_id === null).map(({ to }) => emailKey(to))
  if (keys.length === 0) return mails
  const found = await db.selectFrom('subscribers').select(['id', 'email_key']).where('email_key', 'in', keys).execute()
  const ids = new Map(found.map(({ id, email_key: key }) => [key, id]))
  return mails.map((mail) => ({ ...mail, subscriber_id: mail.subscriber_id ?? ids.get(emailKey(mail.to)) ?? null }))
}

/** Reschedules an email that was given up. Returns its owner; undefined if it is not given up. */
export async function retryGivenUp(
  db: Trx,
  id: string,
  now: Date,
): Promise<{ subscriberId: string | null } | undefined> {
  const { rows } = await sql<UndeliveredMail>`
    update jobs set given_up_at = null, attempts = 0, run_at = ${now}
    where id = ${id} and kind = 'email' and given_up_at is not null
    returning id, payload ->> 'to' as "to", subscriber_id`.execute(db)
  noteQueued(db, 'email')
  const [mail] = await withTheirSubscribers(db, rows)
  return mail && { subscriberId: mail.subscriber_id }
}

export async function isQueuedMail(db: Db | Trx, id: string): Promise<boolean> {
  const found = db.selectFrom('jobs').select('id').where('id', '=', id).where('kind', '=', 'email')
  return (await found.executeTakeFirst()) !== undefined
}

/** Removes emails given up before then: their links have expired. */
export function removeGivenUpMails(db: Db, before: Date): Promise<void> {
  return removeMails(db, sql`given_up_at < ${before}`)
}

/** Removes a person's reminders that were not sent. */
export function removeReminders(db: Trx, subscriberId: string): Promise<void> {
  return removeMails(db, sql`subscriber_id = ${subscriberId} and payload ? 'stop'`)
}

async function removeMails(db: Db | Trx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update activities set data = data || '{"failed": true}'
    where id in (select id from jobs where kind = 'email' and ${which})`.execute(db)
  await sql`delete from jobs where kind = 'email' and ${which}`.execute(db)
}
