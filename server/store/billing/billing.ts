import { sql } from 'kysely'
import type { Charging } from '../../../domain/billing/billing-snapshot.ts'
import type { PaymentState } from '../../../domain/billing/billing-news.ts'
import { isPaidBack, storedOf, type BillingSide, type SideSeen } from '../../../domain/billing/billing-side.ts'
import { billingNotices, noticesOf, type Notices } from '../../../domain/billing/billing-steps.ts'
import type { Owed } from '../../../domain/billing/owed.ts'
import type { PaymentRecord } from '../../../domain/billing/period-payments.ts'
import { preparedLookUp } from '../prepared.ts'
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
      'payments_read_at',
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
    paymentsRead: row.payments_read_at !== null,
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
      payments_read_at: now,
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

/** Records that the provider was asked, even if it could not respond, so that others get their turn. */
export async function noteAsked(db: Db, subscriptionId: string, now: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ asked_at: now, payments_read_at: sql`coalesce(payments_read_at, ${now})` })
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
export async function owedOf(db: Trx, subscriptionId: string): Promise<Owed | null> {
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

/** The state of the payment of a subscription. Amounts in minor units of `currency`. */
export type PaymentFacts = {
  billingId: string
  state: PaymentState | null
  ended: boolean
  charging: Charging | null
  nextChargeAt: Date | null
  nextAmount: number | null
  nextDiscount: number | null
  nextCredit: number | null
  currency: string | null
  lastPaidAt: Date | null
  retryAt: Date | null
  payUrl: string | null
  owed: Owed | null
}

/** The columns that `factsIn` reads, in SQL: of `x`, a subscription. */
export const factColumns = `x.provider_subscription as "billingId", x.payment_state as "paymentState",
  x.provider_ended_at as "endedAt", x.provider_charging as charging, x.next_charge_at as "nextChargeAt",
  x.next_amount as "nextAmount", x.next_discount as "nextDiscount", x.next_credit as "nextCredit",
  x.next_currency as "nextCurrency", x.retry_at as "retryAt", x.pay_url as "payUrl", x.owed,
  (select max(p.at) from payments p where p.subscription_id = x.id and p.kind = 'charge') as "lastPaidAt"`

export type FactsRow = Omit<PaymentFacts, 'billingId' | 'state' | 'ended' | 'currency'> & {
  billingId: string | null
  paymentState: PaymentFacts['state']
  endedAt: Date | null
  nextCurrency: string | null
}

/** Returns the payment facts in a row; undefined if the subscription has no provider's side. */
export function factsIn(row: FactsRow): PaymentFacts | undefined {
  const { billingId, charging, nextChargeAt, nextAmount, nextDiscount, nextCredit, lastPaidAt, retryAt, payUrl, owed } =
    row
  if (billingId === null) return undefined
  const [state, ended, currency] = [row.paymentState, row.endedAt !== null, row.nextCurrency]
  const next = { nextChargeAt, nextAmount, nextDiscount, nextCredit, currency }
  return { billingId, state, ended, charging, ...next, lastPaidAt, retryAt, payUrl, owed }
}

const factsOf = preparedLookUp(`select x.id, ${factColumns} from subscriptions x where x.id = any($1::uuid[])`)

/** Returns the payment facts of those subscriptions that have a provider's side. */
export async function paymentFactsOf(db: Db | Trx, ids: readonly string[]): Promise<Map<string, PaymentFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await factsOf<FactsRow & { id: string }>(db, [ids])
  return new Map(
    rows.flatMap((row) => {
      const facts = factsIn(row)
      return facts ? [[row.id, facts]] : []
    }),
  )
}

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

/** Returns the owner of one of the provider's subscription ids. */
export async function findByPaymentProvider(
  db: Db,
  key: 'provider_subscription' | 'payment' | 'id',
  value: string,
): Promise<BilledSubscription | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['id', 'subscriber_id', 'provider_subscription as billingId'])
    .where(key, '=', value)
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

/** Returns an erased person's subscription, by the provider's id, and until when it was paid before the erasure. */
export function findErased(db: Db, billingId: string): Promise<{ paidUntil: Date | null } | undefined> {
  return db
    .selectFrom('subscriptions')
    .select('paid_until as paidUntil')
    .where('provider_subscription', '=', billingId)
    .where('subscriber_id', 'is', null)
    .executeTakeFirst()
}

/**
 * Returns subscriptions on which the provider may still act and that were not queried since the given time, and those
 * whose payments were never read; the longest ago first.
 */
export async function notAskedSince(db: Db, moment: Date, limit: number): Promise<BilledSubscription[]> {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'subscriber_id as subscriberId', 'provider_subscription as billingId'])
    .where('provider_subscription', 'is not', null)
    .where('subscriber_id', 'is not', null)
    .where((row) =>
      row.or([
        row.and([row('provider_ended_at', 'is', null), row('asked_at', '<', moment)]),
        row('payments_read_at', 'is', null),
      ]),
    )
    .orderBy('asked_at')
    .limit(limit)
    .$narrowType<BilledSubscription>()
    .execute()
}

/** Records a notice as sent; returns false if it was recorded before. */
export async function noteNotice(db: Trx, subscriptionId: string, notice: string, about: string): Promise<boolean> {
  const noted = await db
    .insertInto('sent_notices')
    .values({ subscription_id: subscriptionId, notice, about })
    .onConflict((conflict) => conflict.doNothing())
    .returning('notice')
    .executeTakeFirst()
  return noted !== undefined
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
