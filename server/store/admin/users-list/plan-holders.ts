import { prepared } from '../../prepared.ts'
import type { Db } from '../../tables.ts'

/**
 * Returns how many people have each plan now, from an index of active and pending subscriptions. Plans without
 * subscribers are omitted.
 */
export function planHolders(db: Db): Promise<{ plan: string; active: number; pending: number }[]> {
  return prepared(
    db,
    `select plan, count(*) filter (where status = 'active')::int as active,
       count(*) filter (where status = 'pending')::int as pending
     from subscriptions where status in ('active', 'pending') group by plan`,
    [],
  )
}
