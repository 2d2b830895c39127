import { sql } from 'kysely'
import type { Mail } from '../../core/mail.ts'
import type { Db, Trx } from './tables.ts'

/** What is to be done in the outside world once the transaction that wrote it is committed. */
export type OutboxEntry = { id: string; kind: 'mail'; payload: Mail; attempts: number }

export async function queueMail(
  db: Db | Trx,
  id: string,
  subscriberId: string | null,
  mail: Mail,
  now: Date,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id,
      kind: 'mail',
      subscriber_id: subscriberId,
      payload: JSON.stringify(mail),
      created_at: now,
      run_at: now,
      leased_until: null,
      last_error: null,
      given_up_at: null,
    })
    .execute()
}

/** Takes up to `most` due entries for as long as the lease lasts; no other instance takes them meanwhile. */
export async function leaseDue(db: Db, now: Date, leasedUntil: Date, most: number): Promise<OutboxEntry[]> {
  const { rows } = await sql<OutboxEntry>`
    update outbox set leased_until = ${leasedUntil}, attempts = attempts + 1
    where id in (
      select id from outbox
      where given_up_at is null and run_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by run_at limit ${most} for update skip locked
    )
    returning id, kind, payload, attempts`.execute(db)
  return rows
}

export async function entryDone(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

export async function entryFailed(db: Db, id: string, error: string, again: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ leased_until: null, last_error: error, run_at: again })
    .where('id', '=', id)
    .execute()
}

/** Kept for people to see; not tried again. */
export async function entryGivenUp(db: Db, id: string, error: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ leased_until: null, last_error: error, given_up_at: now })
    .where('id', '=', id)
    .execute()
}

/** Drops what is still to be sent to an address, and what was given up. */
export async function removeMailTo(db: Trx, email: string): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where(sql<string>`lower(payload ->> 'to')`, '=', email.toLowerCase())
    .execute()
}
