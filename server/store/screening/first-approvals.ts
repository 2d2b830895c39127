import type { Db, Trx } from '../tables.ts'

/** The first of two approvals: whose, when, why, and the keys of the reasons that it is for. */
export type FirstApproval = { by: string; at: Date; comment: string; reasons: string[] }

/** The first approvals of these people, by their ids. */
export async function firstApprovalsOf(
  db: Db | Trx,
  subscriberIds: readonly string[],
): Promise<Map<string, FirstApproval>> {
  if (subscriberIds.length === 0) return new Map()
  const rows = await db.selectFrom('first_approvals').selectAll().where('subscriber_id', 'in', subscriberIds).execute()
  return new Map(rows.map(({ subscriber_id: id, ...approval }) => [id, approval]))
}

/** Keeps a first approval in place of an earlier one. The caller has locked the subscriber. */
export async function keepFirstApproval(db: Trx, subscriberId: string, approval: FirstApproval): Promise<void> {
  const kept = { ...approval, reasons: JSON.stringify(approval.reasons) }
  await db
    .insertInto('first_approvals')
    .values({ subscriber_id: subscriberId, ...kept })
    .onConflict((conflict) => conflict.column('subscriber_id').doUpdateSet(kept))
    .execute()
}

export async function dropFirstApproval(db: Trx, subscriberId: string): Promise<void> {
  await db.deleteFrom('first_approvals').where('subscriber_id', '=', subscriberId).execute()
}
