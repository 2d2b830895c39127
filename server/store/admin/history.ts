import { shownEvent, type ShownEvent } from '../../../domain/subscription/events.ts'
import { preparedLookUp } from '../prepared.ts'
import type { Db } from '../tables.ts'

type Line = { type: string | null; at: Date | null; addedBy: string | null; data: unknown }

const events = preparedLookUp(`select e.type, e.at, e.added_by as "addedBy", e.data
  from subscriptions x left join events e on e.subscription_id = x.id
  where x.id = $1::uuid and x.subscriber_id is not null order by e.number`)

/**
 * Returns a subscription's events, oldest first; null for an unknown id, or that of an erased person. In one statement.
 */
export async function historyOf(db: Db, subscriptionId: string): Promise<ShownEvent[] | null> {
  const lines = await events<Line>(db, [subscriptionId])
  // A subscription without events gives one row of nulls.
  return lines.length === 0 ? null : lines.filter(({ type }) => type !== null).map((line) => shownEvent.parse(line))
}
