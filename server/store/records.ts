import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { DplStatus, Reason } from '../../core/screening.ts'
import type { Db, ScreenedList, ScreeningChecksTable, Trx } from './tables.ts'

export type Check = {
  subscriberId: string
  occasion: string
  outcome: DplStatus
  /** What was found, cleared by an administrator or not. */
  reasons: readonly Reason[]
  lists: readonly ScreenedList[]
  /** An administrator's e-mail, or `system`. */
  decidedBy: string
  comment: string | null
}

/** The row that a check leaves, or an administrator's decision about one. */
export async function recordCheck(db: Trx, check: Check, now: Date): Promise<void> {
  await db
    .insertInto('screening_checks')
    .values({
      id: randomUUID(),
      subscriber_id: check.subscriberId,
      at: now,
      occasion: check.occasion,
      outcome: check.outcome,
      lists: JSON.stringify(check.lists),
      reasons: JSON.stringify(check.reasons),
      decided_by: check.decidedBy,
      comment: check.comment,
    })
    .execute()
}

/** Every check of a person, newest first. */
export function checksOf(db: Db, subscriberId: string): Promise<Selectable<ScreeningChecksTable>[]> {
  return db
    .selectFrom('screening_checks')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
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
