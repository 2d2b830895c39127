import { billingNotices, noticesOf, type Notices } from '../../../domain/billing/billing-steps.ts'
import type { Db, Trx } from '../tables.ts'

/** Records a notice as sent; returns false if it was recorded before. */
export async function noteNotice(db: Trx, subscriptionId: string, notice: string, about: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sent_notices')
    .values({ subscription_id: subscriptionId, notice, about })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Allows a notice to be sent again when its reason returns; the one about `current` stays recorded. */
export async function forgetNotices(
  db: Trx,
  subscriptionId: string,
  notice: string,
  current: string | null,
): Promise<void> {
  await db
    .deleteFrom('sent_notices')
    .where('subscription_id', '=', subscriptionId)
    .where('notice', '=', notice)
    .where('about', 'is distinct from', current)
    .execute()
}

/** Returns what the rules of billing have recorded about a subscription. */
export async function billingNoticesOf(db: Db | Trx, subscriptionId: string): Promise<Notices> {
  const noted = await db
    .selectFrom('sent_notices')
    .select(['notice', 'about'])
    .where('subscription_id', '=', subscriptionId)
    .where('notice', 'in', billingNotices)
    .execute()
  return noticesOf(noted)
}

export async function wasNoted(db: Db | Trx, subscriptionId: string, notice: string, about: string): Promise<boolean> {
  const row = await db
    .selectFrom('sent_notices')
    .select('notice')
    .where('subscription_id', '=', subscriptionId)
    .where('notice', '=', notice)
    .where('about', '=', about)
    .executeTakeFirst()
  return row !== undefined
}
