import { sql } from 'kysely'
import type { ProviderEvent } from '../adapters/payments/port.ts'
import type { Db } from './tables.ts'

export type StoredEvent = { id: string; about: ProviderEvent['about']; attempts: number }

/** Keeps what the provider reports, once by its own id. True when it was not there yet. */
export async function keepEvent(db: Db, event: ProviderEvent, now: Date): Promise<boolean> {
  const kept = await db
    .insertInto('provider_events')
    .values({
      id: event.id,
      type: event.type,
      about: JSON.stringify(event.about),
      received_at: now,
      handled_at: null,
      run_at: now,
      leased_until: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Takes up to `most` events that nobody has handled yet, for as long as the lease lasts. */
export async function leaseEvents(db: Db, now: Date, leasedUntil: Date, most: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    update provider_events set leased_until = ${leasedUntil}, attempts = attempts + 1
    where id in (
      select id from provider_events
      where handled_at is null and run_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by run_at limit ${most} for update skip locked
    )
    returning id, about, attempts`.execute(db)
  return rows
}

export async function eventsHandled(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.updateTable('provider_events').set({ handled_at: now, leased_until: null }).where('id', 'in', ids).execute()
}

export async function eventsFailed(db: Db, ids: readonly string[], again: Date): Promise<void> {
  await db.updateTable('provider_events').set({ run_at: again, leased_until: null }).where('id', 'in', ids).execute()
}
