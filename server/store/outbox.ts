import { sql } from 'kysely'
import type { Mail } from '../../core/mail.ts'
import type { Forgotten } from '../adapters/ledger/port.ts'
import type { BillingTask } from './billing-tasks.ts'
import type { Db, Trx } from './tables.ts'

/** What is to be done in the outside world once the transaction that wrote it is committed. */
export type OutboxEntry = { id: string; attempts: number } & (
  | { kind: 'mail'; payload: Mail }
  | { kind: 'payment'; payload: PaymentTask }
  | { kind: 'forgotten'; payload: Forgotten }
)

export type PaymentTask = BillingTask

type Content =
  | { kind: 'mail'; payload: Mail }
  | { kind: 'payment'; payload: PaymentTask }
  | { kind: 'forgotten'; payload: Forgotten }

/** To be sent once the transaction around it is committed. */
export function queueMail(db: Db, id: string, subscriberId: string | null, mail: Mail, now: Date): Promise<void> {
  return queue(db, id, subscriberId, { kind: 'mail', payload: mail }, now)
}

/** To be told to the payment provider once the transaction around it is committed. */
export function queueTask(
  db: Db,
  id: string,
  subscriberId: string | null,
  task: PaymentTask,
  now: Date,
): Promise<void> {
  return queue(db, id, subscriberId, { kind: 'payment', payload: task }, now)
}

/** To be written into the ledger of the forgotten once the transaction around it is committed. */
export function queueForgotten(db: Db, id: string, entry: Forgotten, now: Date): Promise<void> {
  return queue(db, id, null, { kind: 'forgotten', payload: entry }, now)
}

async function queue(
  db: Db,
  id: string,
  subscriberId: string | null,
  { kind, payload }: Content,
  now: Date,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id,
      kind,
      subscriber_id: subscriberId,
      payload: JSON.stringify(payload),
      created_at: now,
      run_at: now,
      leased_until: null,
      last_error: null,
      given_up_at: null,
    })
    .execute()
}

/** Whether the provider is still to be told, or asked, something about a subscription. */
export async function taskWaits(db: Db | Trx, task: PaymentTask['task'], subscriptionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'payment')
    .where(sql<boolean>`payload ->> 'subscription' = ${subscriptionId}`)
    .where(sql<boolean>`payload ->> 'task' = ${task}`)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes up to `most` due entries for as long as the lease lasts; no other instance takes them meanwhile. */
export async function leaseDue(
  db: Db,
  now: Date,
  leasedUntil: Date,
  most: number,
  kinds: readonly OutboxEntry['kind'][],
): Promise<OutboxEntry[]> {
  const { rows } = await sql<OutboxEntry>`
    update outbox set leased_until = ${leasedUntil}, attempts = attempts + 1
    where id in (
      select id from outbox
      where given_up_at is null and kind = any(${[...kinds]}) and run_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by run_at limit ${most} for update skip locked
    )
    returning id, kind, payload, attempts`.execute(db)
  return rows
}

export async function entryDone(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** What an attempt came to. `answer` is what a mail server said, fit to be shown. */
export type Failure = { reason: string; answer: string | null; at: Date }

export function entryFailed(db: Db, id: string, failure: Failure, again: Date): Promise<void> {
  return noteFailure(db, id, failure, { run_at: again })
}

/** Kept for people to see; not tried again by itself. */
export function entryGivenUp(db: Db, id: string, failure: Failure): Promise<void> {
  return noteFailure(db, id, failure, { given_up_at: failure.at })
}

async function noteFailure(
  db: Db,
  id: string,
  { reason, answer, at }: Failure,
  next: { run_at: Date } | { given_up_at: Date },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ leased_until: null, last_error: reason, answer, tried_at: at, ...next })
    .where('id', '=', id)
    .execute()
}

/** Gives back what a killed process had taken. Only for a shop that is alone on its database. */
export async function releaseLeases(db: Db): Promise<void> {
  await db.updateTable('outbox').set({ leased_until: null }).where('leased_until', 'is not', null).execute()
  await db.updateTable('provider_events').set({ leased_until: null }).where('leased_until', 'is not', null).execute()
}
