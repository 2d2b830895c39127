import { subscriptionEvent, type SubscriptionEvent } from '../../core/subscription-events.ts'
import type { Db, Trx } from './tables.ts'

/** Appends events to a subscription's history. The subscription is locked by whoever calls. */
export async function appendEvents(
  db: Trx,
  subscriptionId: string,
  events: readonly SubscriptionEvent[],
): Promise<void> {
  if (events.length === 0) return
  const { last } = await db
    .selectFrom('events')
    .select((e) => e.fn.coalesce(e.fn.max('number'), e.lit(0)).as('last'))
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('events')
    .values(
      events.map((event, index) => ({
        subscription_id: subscriptionId,
        number: last + index + 1,
        type: event.type,
        at: event.at,
        added_by: event.addedBy,
        data: JSON.stringify(event.data),
      })),
    )
    .execute()
}

/** A subscription's history, oldest first, to replay. Throws for an event of a type nobody here knows. */
export async function eventsOf(db: Db, subscriptionId: string): Promise<SubscriptionEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['type', 'at', 'added_by as addedBy', 'data'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('number')
    .execute()
  return rows.map((row) => subscriptionEvent.parse(row))
}
