import type { SubscriptionEvent } from '../../../domain/subscription/events.ts'
import type { Db, Trx } from '../tables.ts'

/** Appends events to a subscription's history. The caller has locked the subscription. Returns the number of the first. */
export async function appendEvents(
  db: Trx,
  subscriptionId: string,
  events: readonly SubscriptionEvent[],
): Promise<number> {
  const last = await lastNumber(db, subscriptionId)
  if (events.length === 0) return last + 1
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
  return last + 1
}

/** Returns the number of a subscription's latest event, 0 without one. */
export async function lastNumber(db: Trx, subscriptionId: string): Promise<number> {
  const { last } = await db
    .selectFrom('events')
    .select((e) => e.fn.coalesce(e.fn.max('number'), e.lit(0)).as('last'))
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return last
}

/**
 * Returns who last changed a subscription in one of these ways, or in any way, and when: an administrator or its owner.
 * Null if the system or the billing provider did, or no one.
 */
export async function lastChangeOf(
  db: Db,
  subscriptionId: string,
  types: readonly SubscriptionEvent['type'][] | 'any',
): Promise<{ by: string; at: Date } | null> {
  const last = await db
    .selectFrom('events')
    .select(['added_by as by', 'at'])
    .where('subscription_id', '=', subscriptionId)
    .$if(types !== 'any', (query) => query.where('type', 'in', types))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.by.includes('@') ? last : null
}
