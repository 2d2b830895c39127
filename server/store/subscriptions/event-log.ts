import { sql } from 'kysely'
import { subscriptionEvent, type SubscriptionEvent } from '../../../domain/subscription/events.ts'
import type { Db, Trx } from '../tables.ts'

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

/**
 * A subscription's history, oldest first, to replay. Throws for an event of an unknown type.
 * @internal
 */
export async function eventsOf(db: Db, subscriptionId: string): Promise<SubscriptionEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['type', 'at', 'added_by as addedBy', 'data'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('number')
    .execute()
  return rows.map((row) => subscriptionEvent.parse(row))
}

/**
 * Who last changed a subscription in one of these ways, or in any way, and when: an administrator or its owner. Null where the system or
 * the billing provider did, or nobody.
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

/** Where a reader of all events stands: the position of the last event it has read. */
export type Cursor = number

export type LoggedEvent = {
  position: Cursor
  subscriptionId: string
  /** 1, 2, 3 … within the subscription. */
  number: number
  event: SubscriptionEvent
}

/**
 * Up to `limit` committed events of all subscriptions after a cursor, from the first one with null, and the cursor to go on
 * from (docs/decisions/0023-events-cursor.md). Every event is read exactly once, always in the same order, each subscription's in its own.
 * Nothing reads the log yet: it is for parts outside this repository.
 * @internal
 */
export async function readEvents(
  db: Db,
  after: Cursor | null,
  limit: number,
): Promise<{ events: LoggedEvent[]; next: Cursor | null }> {
  while ((await numberEvents(db)) === numberedAtOnce);
  const rows = await db
    .selectFrom('events')
    .select(['position', 'subscription_id as subscriptionId', 'number', 'type', 'at', 'added_by as addedBy', 'data'])
    .where('position', '>', after ?? 0)
    .orderBy('position')
    .limit(limit)
    .$narrowType<{ position: number }>()
    .execute()
  const events = rows.map(({ position, subscriptionId, number, ...event }) => ({
    position,
    subscriptionId,
    number,
    event: subscriptionEvent.parse(event),
  }))
  return { events, next: events.at(-1)?.position ?? after }
}

const numberedAtOnce = 1000

/**
 * Gives committed events the next positions. One transaction at a time does so: the next one sees all positions given
 * before, and so no position appears below one that a reader has passed.
 */
function numberEvents(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockEventPositions(trx)
    const { rows } = await sql`
      update events set position = last.position + next.place
      from (select coalesce(max(position), 0) as position from events) last,
        (
          select subscription_id, number, row_number() over (order by latest, subscription_id, number) as place
          from (
            select subscription_id, number, max(at) over (partition by subscription_id order by number) as latest
            from (
              select subscription_id, number, at from events where position is null
              order by subscription_id, number limit ${numberedAtOnce}
            ) unnumbered
          ) ordered
        ) next
      where events.subscription_id = next.subscription_id and events.number = next.number
      returning 1`.execute(trx)
    return rows.length
  })
}

/** Held by whoever changes committed events: two who lock many of them in another order would wait for each other for ever. */
export async function lockEventPositions(db: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('event positions'))`.execute(db)
}
