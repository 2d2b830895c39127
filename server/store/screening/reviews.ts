import { sql, type RawBuilder } from 'kysely'
import { isDecidable, type ReviewOrder, type ReviewView } from '../../../domain/screening/review-states.ts'
import type { Reason } from '../../../domain/screening/screening.ts'
import {
  kindsOfReason,
  reviewReasons,
  type ReviewCounts,
  type ReviewReason,
} from '../../../domain/screening/review-reasons.ts'
import type { Subscriber } from '../subscribers/subscribers.ts'
import { beyond } from '../beyond.ts'
import type { Db } from '../tables.ts'
import { openReasonsOf, waitingSince, askedAbout, unscreenedJson } from './open-reasons.ts'

/** `rank`: the rank by match, a number as text; people with the same rank are ordered by `since`. */
export type Review = { subscriber: Subscriber; since: Date; rank: string; reasons: Reason[] }

/** Filters people in a state: by a text in their name, address or company, by a reason, or by id. */
export type ReviewFilter = {
  state: ReviewView
  order: ReviewOrder
  search: string
  reason: ReviewReason | null
  subscriber: string | null
}

/**
 * Returns the people in a state, in an order, after the given line. States without a decision are ordered by time only.
 */
export async function reviewsIn(
  db: Db,
  { state, order, search, reason, subscriber }: ReviewFilter,
  after: { rank: string; at: Date; id: string } | null,
  limit: number,
): Promise<Review[]> {
  const decidable = isDecidable(state)
  const rank = order === 'match' && decidable ? matchRank : noRank
  const rows = await db
    .selectFrom('subscribers as s')
    .selectAll('s')
    .select(sql<string>`(${rank})::text`.as('rank'))
    .where(isIn[state])
    .$if(subscriber !== null, (query) => query.where('s.id', '=', subscriber))
    .$if(search !== '', (query) => query.where(isFound(search)))
    .$if(reason !== null, (query) => query.where(hasReason(openKinds, reason ?? 'other')))
    .where(beyond(sql`${rank}, ${since[state]}, s.id`, '>', after && [after.rank, after.at, after.id]))
    .orderBy(sql`${rank}`)
    .orderBy(since[state])
    .orderBy('s.id')
    .limit(limit)
    .execute()
  const reasons = await openReasonsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ rank: place, ...subscriber }) => {
    const moment = decidable ? waitingSince(subscriber) : subscriber.registered_at
    const asked = askedAbout(subscriber, reasons.get(subscriber.id) ?? [])
    return moment ? [{ subscriber, since: moment, rank: place, reasons: asked }] : []
  })
}

const waitsSince = sql<Date | null>`least(s.review_since, s.correction_since)`
const since: Record<ReviewView, typeof waitsSince> = {
  waiting: waitsSince,
  held: waitsSince,
  flagged: waitsSince,
  denied: sql`s.registered_at`,
  unconfirmed: sql`s.registered_at`,
}
/** Whether a person waits for an administrator's decision. */
export const isWaiting = sql<boolean>`${waitsSince} is not null and s.email_verified_at is not null`
/** Consistent with isHeld. */
const held = sql<boolean>`(s.dpl_status <> 'PASS' or s.denied_country)`
const isIn: Record<ReviewView, RawBuilder<boolean>> = {
  waiting: isWaiting,
  held: sql`${isWaiting} and ${held}`,
  flagged: sql`${isWaiting} and not ${held}`,
  denied: sql`s.denied_country and s.dpl_status <> 'FAIL' and s.email_verified_at is not null`,
  unconfirmed: sql`s.email_verified_at is null`,
}

const isFound = (search: string) =>
  sql<boolean>`exists (select 1 from user_list_rows r where r.subscriber_id = s.id and strpos(r.search, search_key(${search})) > 0)`

const noRank = sql<string>`0::numeric`
/**
 * Smaller is earlier: 0 for people on hold and 2 for others, less the score of the best undecided list match,
 * consistent with askedAbout and openReasonsOf.
 */
const matchRank = sql<string>`
  (case when ${held} then 0 else 2 end) - case when s.dpl_status = 'PASS' and s.review_since is null then 0 else coalesce((
    select max(round((found ->> 'score')::numeric, 6))
    from (
      select reasons from screening_checks
      where subscriber_id = s.id and occasion <> 'review' and not reasons @> ${unscreenedJson}::jsonb
      order by at desc, id desc limit 1
    ) c, jsonb_array_elements(c.reasons) found
    where found ->> 'kind' = 'list'
      and not exists (select from screening_exceptions e where e.subscriber_id = s.id and e.reason = found ->> 'key')
  ), 0) end`

/** Returns the kinds of undecided reasons of a person, consistent with askedAbout and openReasonsOf. */
const openKinds = sql<string[]>`array(
  select found ->> 'kind' from (
    (select reasons from screening_checks where subscriber_id = s.id and occasion <> 'review'
      order by at desc, id desc limit 1)
    union all
    (select reasons from screening_checks where subscriber_id = s.id and occasion <> 'review'
      and not reasons @> ${unscreenedJson}::jsonb order by at desc, id desc limit 1)
  ) c, jsonb_array_elements(c.reasons) found
  where not (s.dpl_status = 'PASS' and s.review_since is null)
    and not exists (select from screening_exceptions e where e.subscriber_id = s.id and e.reason = found ->> 'key')
  union select 'correction' where s.correction_since is not null
  union select 'withdrawn' where s.approval_withdrawn_at is not null)`

const namedKinds = Object.values(kindsOfReason).flat()

/** Whether a filter finds one of these kinds; `other` finds those of no other filter. */
function hasReason(kinds: RawBuilder<string[]>, reason: ReviewReason): RawBuilder<boolean> {
  return reason === 'other'
    ? sql`not ${kinds} <@ ${namedKinds}::text[]`
    : sql`${kinds} && ${[...kindsOfReason[reason]]}::text[]`
}

/** Counts the people of a search: by reason within the state, and by state within the reason. */
export async function countReviews(
  db: Db,
  { search, reason, state }: { search: string; reason: ReviewReason | null; state: 'held' | 'flagged' | null },
): Promise<ReviewCounts> {
  const kinds = sql<string[]>`w.kinds`
  const inState = state === null ? sql`true` : sql`w.held = ${state === 'held'}`
  const inReason = reason === null ? sql`true` : hasReason(kinds, reason)
  const { rows } = await sql<Record<string, number>>`
    with w as (
      select ${held} as held, ${openKinds} as kinds from subscribers s
      where ${isWaiting} and ${search === '' ? sql`true` : isFound(search)})
    select
      (count(*) filter (where w.held and ${inReason}))::int as held,
      (count(*) filter (where not w.held and ${inReason}))::int as flagged,
      ${sql.join(reviewReasons.map((one) => sql`(count(*) filter (where ${inState} and ${hasReason(kinds, one)}))::int as ${sql.ref(one)}`))}
    from w`.execute(db)
  const found = (name: string) => rows[0]?.[name] ?? 0
  return {
    reasons: Object.fromEntries(reviewReasons.map((one) => [one, found(one)])) as ReviewCounts['reasons'],
    states: { held: found('held'), flagged: found('flagged') },
  }
}
