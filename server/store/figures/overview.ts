import { sql } from 'kysely'
import type { MovementKind } from '../../../domain/figures/movements.ts'
import type { Db } from '../tables.ts'

/** Returns movements by currency and month; those before the first shown month are one sum, with null for the month. */
export async function movementsByMonth(db: Db, first: Date) {
  const { rows } = await sql<{
    currency: string
    month: Date | null
    kind: MovementKind
    amount: number
    count: number
  }>`
    select currency, case when day >= ${first} then date_trunc('month', day at time zone 'UTC') at time zone 'UTC' end as month,
      kind, sum(amount)::bigint as amount, sum(count)::bigint as count
    from figure_movements group by 1, 2, 3`.execute(db)
  return rows
}

/** Returns the present paying subscriptions and their MRR, by plan. */
export async function revenueByPlan(db: Db) {
  const { rows } = await sql<{ plan: string; currency: string; amount: number; count: number }>`
    select plan, currency, sum(amount)::bigint as amount, sum(count)::bigint as count
    from figure_movements group by 1, 2 having sum(count) <> 0 order by sum(amount) desc, plan`.execute(db)
  return rows
}

/** Returns the change in a cohort's paying subscriptions in each month. `began` are the new ones. */
export async function cohortsByMonth(db: Db, first: Date) {
  const { rows } = await sql<{ cohort: Date; month: Date; count: number; began: number }>`
    select cohort, date_trunc('month', day at time zone 'UTC') at time zone 'UTC' as month, sum(count)::bigint as count,
      coalesce(sum(count) filter (where kind = 'new'), 0)::bigint as began
    from figure_movements where cohort >= ${first} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export function countedFigures(db: Db) {
  return db
    .selectFrom('figure_counts')
    .select(['figure', 'day', 'label', 'currency', 'count', 'amount'])
    .orderBy('day')
    .orderBy('figure')
    .orderBy('label')
    .orderBy('currency')
    .execute()
}
