import { sql } from 'kysely'
import type { Reason } from '../../core/screening.ts'
import type { Subscriber } from './subscribers.ts'
import type { Db, Trx } from './tables.ts'

export type Review = { subscriber: Subscriber; since: Date; reasons: Reason[] }

/** Which of those who wait: whose name, address or company holds the text, or the one person. */
export type Wanted = { search: string; subscriber: string | null }

/** Who has proved their address and waits for somebody to look, longest first, after the line given. */
export async function waiting(
  db: Db,
  { search, subscriber }: Wanted,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<Review[]> {
  const rows = await db
    .selectFrom('subscribers as s')
    .selectAll('s')
    .where('review_since', 'is not', null)
    .where('email_verified_at', 'is not', null)
    .$if(subscriber !== null, (query) => query.where('s.id', '=', subscriber))
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`exists (select 1 from desk_rows r where r.subscriber_id = s.id and strpos(r.search, desk_key(${search})) > 0)`,
      ),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(review_since, s.id) > (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('review_since')
    .orderBy('s.id')
    .limit(limit)
    .execute()
  const reasons = await openReasonsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) =>
    row.review_since ? [{ subscriber: row, since: row.review_since, reasons: reasons.get(row.id) ?? [] }] : [],
  )
}

/** What the latest check found of each person that no administrator has cleared them of. */
export async function openReasonsOf(db: Db | Trx, subscriberIds: readonly string[]): Promise<Map<string, Reason[]>> {
  if (subscriberIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; reasons: Reason[]; excepted: string[] }>`
    select s.id, c.reasons,
      array(select e.reason from screening_exceptions e where e.subscriber_id = s.id) as excepted
    from unnest(${[...subscriberIds]}::uuid[]) as s(id)
    cross join lateral (
      select reasons from screening_checks where subscriber_id = s.id and occasion <> 'review' order by at desc, id desc limit 1
    ) c`.execute(db)
  return new Map(rows.map((row) => [row.id, row.reasons.filter(({ key }) => !row.excepted.includes(key))]))
}
