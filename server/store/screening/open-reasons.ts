import { sql } from 'kysely'
import type { Reason } from '../../../domain/screening/screening.ts'
import { waitingReason } from '../subscribers/corrections.ts'
import type { Subscriber } from '../subscribers/subscribers.ts'
import type { Db, Trx } from '../tables.ts'

/** The reasons of a check that failed, as JSON. */
export const unscreenedJson = JSON.stringify([{ kind: 'unscreened' }])

/**
 * Returns since when a person awaits a decision, about themselves or about a correction; null if there is none to make.
 */
export function waitingSince({ review_since: review, correction_since: correction }: Subscriber): Date | null {
  if (review === null || correction === null) return review ?? correction
  return review < correction ? review : correction
}

/** Returns what must be decided about a person: a waiting correction, a withdrawn approval, and undecided findings. */
export function askedAbout(subscriber: Subscriber, found: readonly Reason[]): Reason[] {
  const correction = waitingReason(subscriber)
  const decided = subscriber.dpl_status === 'PASS' && subscriber.review_since === null
  const at = subscriber.approval_withdrawn_at
  const withdrawn: Reason[] = at ? [{ kind: 'withdrawn', key: `withdrawn:${at.toISOString()}`, holds: true }] : []
  return [...(correction ? [correction] : []), ...withdrawn, ...(decided ? [] : found)]
}

/**
 * Returns the latest check's findings about each person of which no administrator has cleared them, with those of the
 * previous check if the latest failed.
 */
export async function openReasonsOf(db: Db | Trx, subscriberIds: readonly string[]): Promise<Map<string, Reason[]>> {
  if (subscriberIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; reasons: Reason[]; before: Reason[] | null; excepted: string[] }>`
    select s.id, c.reasons, before.reasons as before,
      array(select e.reason from screening_exceptions e where e.subscriber_id = s.id) as excepted
    from unnest(${[...subscriberIds]}::uuid[]) as s(id)
    cross join lateral (
      select reasons from screening_checks where subscriber_id = s.id and occasion <> 'review' order by at desc, id desc limit 1
    ) c
    left join lateral (
      select reasons from screening_checks
      where subscriber_id = s.id and occasion <> 'review' and not reasons @> ${unscreenedJson}::jsonb
      order by at desc, id desc limit 1
    ) before on c.reasons @> ${unscreenedJson}::jsonb`.execute(db)
  return new Map(
    rows.map(({ id, reasons, before, excepted }) => {
      const all = new Map([...reasons, ...(before ?? [])].map((reason) => [reason.key, reason]))
      return [id, [...all.values()].filter(({ key }) => !excepted.includes(key))]
    }),
  )
}
