import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { emailKey } from '../../../platform/email-key.ts'
import type { Mail, MailState } from '../../../domain/mail.ts'
import type { AuditAct } from '../../../domain/audit.ts'
import { beyond } from '../beyond.ts'
import type { Db, Trx } from '../tables.ts'

/** An email as it was queued. Of one with a personal link only the kind is stored. */
export type KeptMail = Pick<Mail, 'kind' | 'to' | 'subject'> & Partial<Pick<Mail, 'html' | 'text' | 'stop'>>

/** An act of an administrator on a person, or of the person, with the data that the timeline shows. */
export type ActivityAct = {
  act:
    | AuditAct
    | 'request-erasure'
    | 'withdraw-erasure'
    | 'cancel-email-change'
    | 'restore-email'
    | 'give-birth-date'
    | 'add-device'
  comment?: string | undefined
  changes?: readonly object[]
  email?: string
  device?: { product: string; name: string }
  subject?: string
}

type Entry =
  | { kind: 'sign-in'; data: Record<string, never> }
  | { kind: 'download'; data: { product: string; system: string | null } }
  /** `by` is null if the person did it. */
  | { kind: 'act'; by: string | null; data: ActivityAct }

export async function addActivity(db: Db | Trx, subscriberId: string, entry: Entry, now: Date): Promise<void> {
  const { kind, data } = entry
  const by = 'by' in entry ? entry.by : null
  await db
    .insertInto('activities')
    .values({ id: randomUUID(), subscriber_id: subscriberId, at: now, kind, by, data: JSON.stringify(data) })
    .execute()
}

/** Returns the statement that stores an email for the timeline of its subscriber, by id or else by address. */
export function storeMail(id: string, subscriberId: string | null, mail: KeptMail, now: Date): RawBuilder<unknown> {
  const { kind, to, subject, html, text, stop } = mail
  const kept = JSON.stringify({ kind, to, subject, html, text, stop })
  // Found only by address, the subscriber is not locked: an email must not wait for a transaction that locked it.
  const owner =
    subscriberId === null ? sql`email_key = ${emailKey(to)} for key share skip locked` : sql`id = ${subscriberId}`
  return sql`
    insert into activities (id, subscriber_id, at, kind, data)
    select ${id}, id, ${now}, 'mail', ${kept}::jsonb from subscribers where ${owner}`
}

/** Returns an email of a person, with its content if that was stored, and whether it is being sent. */
export async function findMail(
  db: Db | Trx,
  id: string,
): Promise<{ subscriberId: string; mail: KeptMail; state: MailState } | undefined> {
  const { rows } = await sql<{ subscriberId: string; mail: KeptMail; state: MailState }>`
    select a.subscriber_id as "subscriberId", a.data as mail, ${stateOfMail} as state
    from activities a left join jobs j on j.id = a.id where a.id = ${id} and a.kind = 'mail'`.execute(db)
  return rows[0]
}

/** A job is removed once its email is sent; one that was given up leaves a mark before it is removed. */
const stateOfMail = sql<MailState>`
  case when j.given_up_at is not null or a.data ? 'failed' then 'failed' when j.id is not null then 'waiting' else 'sent' end`

/** A line of the timeline. `data` depends on the kind. */
export type ActivityRow = {
  id: string
  at: Date
  kind: 'mail' | 'sign-in' | 'download' | 'act' | 'check'
  by: string | null
  state: MailState | null
  data: Record<string, unknown>
}

/** Acts that only the audit contains. Other acts are events, checks, or stored with their text. */
const onlyInAudit: readonly AuditAct[] = [
  'sign-out',
  'retry-mail',
  'settle-matter',
  'retry-matter',
  'second-account',
  'ask-birth-date',
  'give-role',
  'take-role',
  'reset-factors',
]

/**
 * Returns what a person did, was sent and had done to them, newest first: what came before the given line, or the
 * newest.
 */
export async function activityOf(
  db: Db,
  subscriberId: string,
  before: { at: Date; id: string } | null,
  limit: number,
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select * from (
      select a.id, a.at, a.kind, a.by, a.data - 'html' as data, case a.kind when 'mail' then ${stateOfMail} end as state
      from activities a left join jobs j on a.kind = 'mail' and j.id = a.id where a.subscriber_id = ${subscriberId}
      union all
      select id::text, at, 'act', "by", jsonb_build_object('act', act, 'comment', comment), null
      from audit where subscriber_id = ${subscriberId} and act = any(${[...onlyInAudit]})
      union all
      select id::text, at, 'check', decided_by,
        jsonb_build_object('occasion', occasion, 'outcome', outcome, 'comment', comment, 'repeats', repeats), null
      from screening_checks where subscriber_id = ${subscriberId}
    ) activity
    where ${beyond(sql`at, id`, '<', before && [before.at, before.id])}
    order by at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Removes emails, sign-ins, downloads and administrators' network addresses older than the given time. Administrators'
 * acts stay.
 */
export async function removeOldActivity(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('activities').where('at', '<', before).where('kind', '<>', 'act').execute()
  await db
    .updateTable('audit')
    .set({ address: null })
    .where('at', '<', before)
    .where('address', 'is not', null)
    .execute()
}
