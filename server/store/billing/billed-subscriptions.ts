import type { Subscription } from '../../../domain/subscription/subscription.ts'
import { fromRow, stateColumns } from '../subscriptions/subscriptions.ts'
import type { Db, Trx } from '../tables.ts'

/** Returns a person's subscriptions that the provider has not ended permanently. */
export async function runningAtPaymentProvider(
  db: Trx,
  subscriberId: string,
): Promise<{ id: string; billingId: string | null }[]> {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'provider_subscription as billingId'])
    .where('subscriber_id', '=', subscriberId)
    .where('provider_subscription', 'is not', null)
    .where('provider_ended_at', 'is', null)
    .execute()
}

export type BilledSubscription = { id: string; subscriberId: string; billingId: string }

/** Returns a subscription by the provider's id; undefined once its owner was erased. */
export async function findByPaymentProvider(db: Db, billingId: string): Promise<BilledSubscription | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['id', 'subscriber_id', 'provider_subscription as billingId'])
    .where('provider_subscription', '=', billingId)
    .executeTakeFirst()
  return row?.subscriber_id && row.billingId
    ? { id: row.id, subscriberId: row.subscriber_id, billingId: row.billingId }
    : undefined
}

/** Returns the subscriptions of one of the provider's customers that it has not ended permanently. */
export function subscriptionsOfCustomer(db: Db, customer: string): Promise<{ billingId: string }[]> {
  return db
    .selectFrom('subscriptions as x')
    .innerJoin('subscribers as s', 's.id', 'x.subscriber_id')
    .select('x.provider_subscription as billingId')
    .where('s.payment_customer', '=', customer)
    .where('x.provider_subscription', 'is not', null)
    .where('x.provider_ended_at', 'is', null)
    .$narrowType<{ billingId: string }>()
    .execute()
}

/** Returns an erased person's subscription, by the provider's id. */
export async function findErased(db: Db, billingId: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select(stateColumns)
    .where('provider_subscription', '=', billingId)
    .where('subscriber_id', 'is', null)
    .executeTakeFirst()
  return row && fromRow(row)
}

export type DueCheck = { id: string; billingId: string; askedAt: Date }

/**
 * Returns subscriptions on which the provider may still act and that were not queried since the given time, the longest
 * ago first.
 */
export async function notAskedSince(db: Db, moment: Date, limit: number): Promise<DueCheck[]> {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'provider_subscription as billingId', 'asked_at as askedAt'])
    .where('provider_subscription', 'is not', null)
    .where('subscriber_id', 'is not', null)
    .where('provider_ended_at', 'is', null)
    .where('asked_at', '<', moment)
    .orderBy('asked_at')
    .limit(limit)
    .$narrowType<DueCheck>()
    .execute()
}

/** Claims such a check; false if another instance has claimed it. The claim stays if the check fails. */
export async function claimCheck(db: Db, id: string, moment: Date, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where('asked_at', '<', moment)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes a claimed check due again. */
export async function releaseCheck(db: Db, { id, askedAt }: DueCheck): Promise<void> {
  await db.updateTable('subscriptions').set({ asked_at: askedAt }).where('id', '=', id).execute()
}
