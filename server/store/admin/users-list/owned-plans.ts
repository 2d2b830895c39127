import { prepared, preparedLookUp } from '../../prepared.ts'
import type { Db, Trx } from '../../tables.ts'

export type OwnedPlan = { name: string; title: string; product: string }

const owned = preparedLookUp(`with recursive names as (
    (select plan from subscriptions order by plan limit 1)
    union all
    select (select x.plan from subscriptions x where x.plan > names.plan order by x.plan limit 1) from names
    where names.plan is not null)
  select x.plan as name, x.terms ->> 'title' as title, x.product
  from names cross join lateral (
    select plan, terms, product from subscriptions where plan = names.plan order by created_at desc limit 1) x
  order by title, name`)

/** Returns the plans that people have or had, as their latest subscription names them. One index look-up for each. */
export function ownedPlans(db: Db | Trx): Promise<OwnedPlan[]> {
  return owned<OwnedPlan>(db, [])
}

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
