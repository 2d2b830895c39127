import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Reason } from '../../../domain/screening/screening.ts'
import type { DplStatus } from '../../../domain/screening/dpl-status.ts'
import type { Subscriber } from '../subscribers/subscribers.ts'
import { beyond } from '../beyond.ts'
import type { Db, Tables, Trx } from '../tables.ts'
import type { CheckedPerson, ScreenedList, ScreeningThresholds } from '../tables/screening.ts'

export type CheckRecord = {
  /** With the details that were compared, or about which was decided. */
  subscriber: Pick<Subscriber, 'id' | 'first_name' | 'last_name' | 'email' | 'company' | 'country' | 'state'> &
    Partial<Pick<Subscriber, 'billing_address'>>
  occasion: string
  outcome: DplStatus
  /** All findings, including those that an administrator cleared. */
  reasons: readonly Reason[]
  lists: readonly ScreenedList[]
  /** The thresholds in force; absent for a decision. */
  thresholds?: ScreeningThresholds
  /** An administrator's email address, or `system`. */
  decidedBy: string
  comment: string | null
  /** For a decision: the date of birth that the person had given. */
  birthDate?: string | null
}

const checkedPerson = ({ subscriber }: CheckRecord): CheckedPerson => ({
  firstName: subscriber.first_name,
  lastName: subscriber.last_name,
  email: subscriber.email,
  company: subscriber.company,
  ...statedPlaceOf(subscriber),
})

/** Returns the place that a check compares: the form's country and state or region, and the billing address. */
export function statedPlaceOf({
  country,
  state,
  billing_address: address,
}: Pick<Subscriber, 'country' | 'state'> & Partial<Pick<Subscriber, 'billing_address'>>) {
  return {
    country,
    ...(state && { state }),
    ...(address?.city && { city: address.city }),
    ...(address?.postalCode && { postcode: address.postalCode }),
  }
}

/** Records a check, or an administrator's decision about one. */
export async function recordCheck(db: Trx, check: CheckRecord, now: Date): Promise<void> {
  await db
    .insertInto('screening_checks')
    .values({
      id: randomUUID(),
      subscriber_id: check.subscriber.id,
      at: now,
      occasion: check.occasion,
      outcome: check.outcome,
      person: JSON.stringify(checkedPerson(check)),
      lists: JSON.stringify(check.lists),
      reasons: JSON.stringify(check.reasons),
      thresholds: check.thresholds ? JSON.stringify(check.thresholds) : null,
      decided_by: check.decidedBy,
      comment: check.comment,
      birth_date: check.birthDate ?? null,
    })
    .execute()
}

/**
 * Records on the latest check that another one of the same details had the same findings with the same lists. Returns
 * false if it did not, or if the latest row has another outcome: then a separate row is needed.
 */
export async function recordRepeat(db: Trx, check: CheckRecord, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update screening_checks set last_checked_at = ${now}, repeats = repeats + 1
    where id = (
        select id from screening_checks
        where subscriber_id = ${check.subscriber.id} and occasion <> 'review' order by at desc, id desc limit 1)
      and outcome = ${check.outcome} and person = ${JSON.stringify(checkedPerson(check))}::jsonb
      and lists = ${JSON.stringify(check.lists)}::jsonb and reasons = ${JSON.stringify(check.reasons)}::jsonb
    returning id`.execute(db)
  return rows.length > 0
}

/** Whether a person's latest check found something that the one before it had not. */
export async function hasNewFindings(db: Db | Trx, subscriberId: string): Promise<boolean> {
  const [latest, before] = await db
    .selectFrom('screening_checks')
    .select('reasons')
    .where('subscriber_id', '=', subscriberId)
    .where('occasion', '<>', 'review')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const known = new Set(before?.reasons.map(({ key }) => key))
  return latest?.reasons.some(({ key }) => !known.has(key)) ?? false
}

/** Returns the administrator who last decided about a person, and when; null if none has. */
export async function lastReviewOf(db: Db | Trx, subscriberId: string): Promise<{ by: string; at: Date } | null> {
  const last = await db
    .selectFrom('screening_checks')
    .select(['decided_by as by', 'at'])
    .where('subscriber_id', '=', subscriberId)
    .where('occasion', '=', 'review')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.by.includes('@') ? last : null
}

/** Returns the reasons that an administrator's decision about a person at a time was about. */
export async function reasonsOfReview(db: Db | Trx, subscriberId: string, at: Date): Promise<Reason[]> {
  const rows = await db
    .selectFrom('screening_checks')
    .select('reasons')
    .where('subscriber_id', '=', subscriberId)
    .where('occasion', '=', 'review')
    .where('at', '=', at)
    .execute()
  return rows.flatMap(({ reasons }) => reasons)
}

/** Returns the checks of a person before the given one, newest first. */
export function checksOf(
  db: Db,
  subscriberId: string,
  before: { at: Date; id: string } | null,
  limit: number,
): Promise<Selectable<Tables['screening_checks']>[]> {
  return db
    .selectFrom('screening_checks')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .where(beyond(sql`at, id`, '<', before && [before.at, before.id]))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type AcceptedDocument = { document: 'eula' | 'privacy' | 'affirmation'; version: string; address: string }

/** Records which documents a person accepted, when and from where. */
export async function recordAcceptance(
  db: Trx,
  acceptance: { subscriberId: string; documents: readonly AcceptedDocument[]; from: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('acceptances')
    .values(
      acceptance.documents.map((document) => ({
        id: randomUUID(),
        subscriber_id: acceptance.subscriberId,
        ...document,
        accepted_at: now,
        from_address: acceptance.from,
      })),
    )
    .execute()
}

/** Whether a person has given the affirmation, with an order, a trial or a download, in any wording. */
export async function hasAffirmed(db: Db, subscriberId: string): Promise<boolean> {
  const found = await db
    .selectFrom('acceptances')
    .select('id')
    .where('subscriber_id', '=', subscriberId)
    .where('document', '=', 'affirmation')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns what a person has accepted, oldest first. */
export function acceptancesOf(db: Db, subscriberId: string) {
  return db
    .selectFrom('acceptances')
    .select(['document', 'version', 'address', 'accepted_at as acceptedAt', 'from_address as from'])
    .where('subscriber_id', '=', subscriberId)
    .orderBy('accepted_at')
    .execute()
}
