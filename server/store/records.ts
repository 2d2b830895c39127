import { randomUUID } from 'node:crypto'
import type { Outcome } from '../../core/screening.ts'
import type { Db, Trx } from './tables.ts'

/** The row that a screening leaves. */
export async function recordScreening(
  db: Trx,
  check: { subscriberId: string; occasion: string; outcome: Outcome; lists: { name: string; hash: string }[] },
  now: Date,
): Promise<void> {
  await db
    .insertInto('screening_checks')
    .values({
      id: randomUUID(),
      subscriber_id: check.subscriberId,
      at: now,
      occasion: check.occasion,
      outcome: check.outcome.dplStatus,
      lists: JSON.stringify(check.lists),
      reasons: JSON.stringify(check.outcome.reasons),
      decided_by: 'system',
    })
    .execute()
}

export type AcceptedDocument = { document: 'eula' | 'privacy' | 'affirmation'; version: string; address: string }

/** Which documents somebody accepted, when and from where. */
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

/** What a person has accepted, oldest first. */
export function acceptancesOf(db: Db, subscriberId: string) {
  return db
    .selectFrom('acceptances')
    .select(['document', 'version', 'address', 'accepted_at as acceptedAt', 'from_address as from'])
    .where('subscriber_id', '=', subscriberId)
    .orderBy('accepted_at')
    .execute()
}
