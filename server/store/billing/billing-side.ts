import { sql } from 'kysely'
import type { Charging } from '../../../domain/billing/billing-snapshot.ts'
import { isPaidBack, storedOf, type BillingSide, type SideSeen } from '../../../domain/billing/billing-side.ts'
import type { OwedAmount } from '../../../domain/billing/payments/owed.ts'
import type { PaymentRecord } from '../../../domain/billing/payments/period-payments.ts'
import type { Db, Trx } from '../tables.ts'

/** Returns the provider's side of a subscription; null for a trial. */
export async function billingSide(db: Db | Trx, subscriptionId: string): Promise<BillingSide | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select([
      'provider_subscription',
      'provider_period_end',
      'provider_ended_at',
      'provider_charging',
      'paid_back_until',
      'billing_price',
      'withheld_until',
      'owed_until',
      'payment_state',
      'disputed',
    ])
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  if (!row?.provider_subscription || !row.provider_period_end) return null
  return {
    billingId: row.provider_subscription,
    charging: row.provider_charging,
    price: row.billing_price,
    withheldUntil: row.withheld_until,
    owedUntil: row.owed_until,
    billing: {
      periodEnd: row.provider_period_end,
      ended: row.provider_ended_at !== null,
      paidBack: isPaidBack(row.paid_back_until, row.provider_period_end),
      disputed: row.disputed,
      awaited: row.payment_state === 'processing',
    },
  }
}

/**
 * Stores the findings of a fresh check; `records` are the payments stored before it; `charging` is the last state sent
 * to the provider, or null during a change.
 */
export async function saveBillingSide(
  db: Trx,
  subscriptionId: string,
  { look, records }: { look: SideSeen; records: readonly PaymentRecord[] },
  now: Date,
): Promise<void> {
  const { owed, next, ...seen } = storedOf(look, records, now)
  await db
    .updateTable('subscriptions')
    .set({
      provider_subscription: seen.billingId,
      provider_period_end: seen.periodEnd,
      provider_ended_at: seen.endedAt,
      provider_charging: seen.charging,
      billing_price: seen.price,
      withheld_until: seen.withheldUntil,
      owed: owed && JSON.stringify(owed),
      disputed: seen.disputed,
      payment_state: seen.paymentState,
      retry_at: seen.retryAt,
      pay_url: seen.payUrl,
      asked_at: now,
      ...(seen.paidBackUntil ? { paid_back_until: sql<Date>`greatest(paid_back_until, ${seen.paidBackUntil})` } : {}),
      ...(seen.paidBackBefore
        ? { paid_back_until: sql<Date>`case when paid_back_until <= ${seen.periodEnd} then paid_back_until end` }
        : {}),
      next_charge_at: next?.at ?? null,
      next_amount: next?.amount ?? null,
      next_discount: next?.discount ?? null,
      next_credit: next?.credit ?? null,
      next_currency: next?.currency ?? null,
    })
    .where('id', '=', subscriptionId)
    .execute()
}

/** Stores the last request to the provider; null while a change is running. */
export async function setPaymentProviderCharging(
  db: Db | Trx,
  subscriptionId: string,
  charging: Charging | null,
): Promise<void> {
  await db.updateTable('subscriptions').set({ provider_charging: charging }).where('id', '=', subscriptionId).execute()
}

/** Records that a period voided while renewal was stopped or the person on hold gives no access later either. */
export async function withholdUntil(db: Db | Trx, subscriptionId: string, end: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ withheld_until: sql`greatest(withheld_until, ${end})` })
    .where('id', '=', subscriptionId)
    .execute()
}

/** Records that a period owed when renewal was stopped gives access once it is paid. */
export async function oweUntil(db: Db | Trx, subscriptionId: string, end: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ owed_until: sql`greatest(owed_until, ${end})` })
    .where('id', '=', subscriptionId)
    .execute()
}

/** Returns what remains payable of a subscription that does not renew, according to the last check. */
export async function owedOf(db: Trx, subscriptionId: string): Promise<OwedAmount | null> {
  const row = await db.selectFrom('subscriptions').select('owed').where('id', '=', subscriptionId).executeTakeFirst()
  return row?.owed ?? null
}

/** Marks a refund within its current period, made or pending, or removes the mark. */
export async function markPaidBack(db: Trx, subscriptionId: string, paidBack = true): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ paid_back_until: paidBack ? sql.ref('provider_period_end') : null })
    .where('id', '=', subscriptionId)
    .execute()
}
