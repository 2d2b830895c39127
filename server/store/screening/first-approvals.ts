import type { Db, Trx } from '../tables.ts'

/**
 * The first of two approvals: its author, time, comment, and reasons. `account` and `email` are the approver's present
 * ones, `by` is their address then.
 */
export type FirstApproval = {
  account: string
  email: string
  by: string
  at: Date
  comment: string
  reasons: string[]
}

/** Returns the first approvals of these people, by their ids. */
export async function firstApprovalsOf(
  db: Db | Trx,
  subscriberIds: readonly string[],
): Promise<Map<string, FirstApproval>> {
  if (subscriberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('first_approvals as f')
    .innerJoin('accounts as a', 'a.id', 'f.account_id')
    .select(['f.subscriber_id as id', 'a.id as account', 'a.email', 'f.by', 'f.at', 'f.comment', 'f.reasons'])
    .where('f.subscriber_id', 'in', subscriberIds)
    .execute()
  return new Map(rows.map(({ id, ...approval }) => [id, approval]))
}

/** Stores a first approval, replacing an earlier one. The caller has locked the subscriber. */
export async function keepFirstApproval(
  db: Trx,
  subscriberId: string,
  { account, reasons, ...approval }: Omit<FirstApproval, 'email'>,
): Promise<void> {
  const kept = { ...approval, account_id: account, reasons: JSON.stringify(reasons) }
  await db
    .insertInto('first_approvals')
    .values({ subscriber_id: subscriberId, ...kept })
    .onConflict((conflict) => conflict.column('subscriber_id').doUpdateSet(kept))
    .execute()
}

export async function dropFirstApproval(db: Trx, subscriberId: string): Promise<void> {
  await db.deleteFrom('first_approvals').where('subscriber_id', '=', subscriberId).execute()
}
