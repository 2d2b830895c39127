import { sql } from 'kysely'
import type { Movement } from '../../../domain/figures/movements.ts'
import { subscriptionEvent, type SubscriptionEvent } from '../../../domain/subscription/events.ts'
import type { Db, Trx } from '../tables.ts'

/** Events per query. Parsing 20,000 at once blocked the event loop for more than 100 ms. */
const pageRows = 1_000

/** Yields the histories of all subscriptions, or of those with an event since a time, one after the other. */
export async function* histories(
  db: Db,
  since: Date | null,
  limit = pageRows,
): AsyncGenerator<SubscriptionEvent[], void, undefined> {
  let after = { subscription_id: '00000000-0000-0000-0000-000000000000', number: 0 }
  let history: SubscriptionEvent[] = []
  let of = ''
  for (;;) {
    const rows = await db
      .selectFrom('events')
      .select(['subscription_id', 'number', 'type', 'at', 'added_by as addedBy', 'data'])
      .where(sql<boolean>`(subscription_id, number) > (${after.subscription_id}::uuid, ${after.number})`)
      .$if(since !== null, (query) =>
        query.where('subscription_id', 'in', (touched) =>
          touched.selectFrom('events as e').select('e.subscription_id').where('e.at', '>=', since),
        ),
      )
      .orderBy('subscription_id')
      .orderBy('number')
      .limit(limit)
      .execute()
    for (const row of rows) {
      if (row.subscription_id !== of && history.length > 0) yield history
      if (row.subscription_id !== of) history = []
      of = row.subscription_id
      history.push(subscriptionEvent.parse(row))
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) break
    after = last
  }
  if (history.length > 0) yield history
}

/** Returns the number of events, as the database estimates it. */
export async function estimatedEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select greatest(reltuples, 0)::float8 as count from pg_class where oid = 'events'::regclass`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns until which day movements are stored; null if none are. Locks until the transaction ends. */
export async function lockFigures(db: Trx): Promise<Date | null> {
  const { through } = await db
    .selectFrom('figure_state')
    .select('through')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return through
}

/** Returns when the figures were last computed, and until which day the movements are final. */
export function figureState(db: Db | Trx): Promise<{ through: Date | null; computed_at: Date | null }> {
  return db.selectFrom('figure_state').select(['through', 'computed_at']).where('id', '=', 1).executeTakeFirstOrThrow()
}

/** Replaces the stored movements of a day and all later ones; of all days with null. */
export async function replaceMovements(
  db: Trx,
  since: Date | null,
  movements: readonly Movement[],
  { through, now }: { through: Date; now: Date },
): Promise<void> {
  await db
    .deleteFrom('figure_movements')
    .$if(since !== null, (query) => query.where('day', '>=', since))
    .execute()
  for (let start = 0; start < movements.length; start += 1000)
    await db
      .insertInto('figure_movements')
      .values(movements.slice(start, start + 1000))
      .execute()
  await db.updateTable('figure_state').set({ through, computed_at: now }).where('id', '=', 1).execute()
}
