import { prepared } from '../prepared.ts'
import type { Db } from '../tables.ts'

/** How many people have each plan now, from an index of what is active or pending. Plans without an owner are left out. */
export function planHolders(db: Db): Promise<{ plan: string; active: number; pending: number }[]> {
  return prepared(
    db,
    `select plan, count(*) filter (where status = 'active')::int as active,
       count(*) filter (where status = 'pending')::int as pending
     from subscriptions where status in ('active', 'pending') group by plan`,
    [],
  )
}
