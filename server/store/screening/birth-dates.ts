import { sql, type Selectable } from 'kysely'
import type { Subscriber } from '../subscribers/subscribers.ts'
import type { Db, Tables, Trx } from '../tables.ts'

export type BirthDateRequest = Selectable<Tables['birth_date_requests']>

/** Whether the person is in a review in which a date of birth can be requested and given. */
export function isInReview({
  review_since: since,
  dpl_status: status,
  email_verified_at: verified,
}: Subscriber): boolean {
  return since !== null && status !== 'FAIL' && verified !== null
}

/** Stores a request, replacing an earlier one, whose link no longer works. The caller has locked the subscriber. */
export async function putBirthDateRequest(
  db: Trx,
  request: Omit<BirthDateRequest, 'birth_date' | 'answered_at'>,
): Promise<void> {
  const { subscriber_id: _key, ...rest } = request
  await db
    .insertInto('birth_date_requests')
    .values(request)
    .onConflict((conflict) => conflict.column('subscriber_id').doUpdateSet(rest))
    .execute()
}

/** Returns the unanswered request of a link. */
export function findBirthDateRequest(
  db: Db | Trx,
  tokenHash: string,
  now: Date,
): Promise<BirthDateRequest | undefined> {
  return db
    .selectFrom('birth_date_requests')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('birth_date', 'is', null)
    .executeTakeFirst()
}

/** Returns the requests to these people, by their ids. */
export async function birthDateRequestsOf(
  db: Db | Trx,
  subscriberIds: readonly string[],
): Promise<Map<string, BirthDateRequest>> {
  if (subscriberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('birth_date_requests')
    .selectAll()
    .where('subscriber_id', 'in', subscriberIds)
    .execute()
  return new Map(rows.map((request) => [request.subscriber_id, request]))
}

export async function answerBirthDateRequest(
  db: Trx,
  subscriberId: string,
  birthDate: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('birth_date_requests')
    .set({ birth_date: birthDate, answered_at: now })
    .where('subscriber_id', '=', subscriberId)
    .execute()
}

/** Removes a person's request. Returns the date that they gave; null if they gave none. */
export async function takeBirthDate(db: Trx, subscriberId: string): Promise<string | null> {
  const removed = await db
    .deleteFrom('birth_date_requests')
    .where('subscriber_id', '=', subscriberId)
    .returning('birth_date as birthDate')
    .executeTakeFirst()
  return removed?.birthDate ?? null
}

/** Removes requests, with their answers, of people whose review ended without a decision: a later check found nothing. */
export async function removeNeedlessBirthDates(db: Db): Promise<void> {
  await sql`
    delete from birth_date_requests r using subscribers s
    where s.id = r.subscriber_id and (s.review_since is null or s.dpl_status = 'FAIL')`.execute(db)
}
