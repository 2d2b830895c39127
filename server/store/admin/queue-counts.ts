import { sql } from 'kysely'
import { isFailed } from '../jobs/failed-jobs.ts'
import { isWaiting } from '../screening/reviews.ts'
import type { Db } from '../tables.ts'

export type QueueCounts = {
  reviews: number
  paymentIssues: number
  mails: number
  jobs: number
  erasures: number
}

const maxRows = 1000

/**
 * Counts what awaits an administrator, each count up to a bound, so that a long queue takes no longer than a short one.
 */
export async function queueCounts(db: Db): Promise<QueueCounts> {
  const count = (rows: ReturnType<typeof sql>) => sql`(select count(*)::int from (${rows} limit ${maxRows}) waiting)`
  const { rows } = await sql<QueueCounts>`
    select
      ${count(sql`select 1 from subscribers s where ${isWaiting}`)} as reviews,
      ${count(sql`select 1 from payment_issues where resolved_at is null`)} as "paymentIssues",
      ${count(sql`select 1 from jobs where kind = 'email' and given_up_at is not null`)} as mails,
      ${count(sql`select 1 from subscribers where erasure_requested_at is not null`)} as erasures,
      ${count(sql`select 1 from jobs where ${isFailed}`)} as jobs`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a count returned nothing')
  return counts
}
