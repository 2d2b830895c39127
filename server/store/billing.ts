import type { Billing } from '../../core/subscription-commands.ts'
import type { ProviderSubscription } from '../adapters/payments/port.ts'
import type { Db, Trx } from './tables.ts'

/** What is kept of the provider's side of a subscription. */
export type ProviderSide = {
  provider: string
  charging: 'on' | 'paused' | 'off' | null
  billing: Billing
}

/** The provider's side of a subscription; null for a trial. */
export async function providerSide(db: Db | Trx, subscriptionId: string): Promise<ProviderSide | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['provider_subscription', 'provider_period_end', 'provider_ended_at', 'provider_charging', 'paid_back'])
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  if (!row?.provider_subscription || !row.provider_period_end) return null
  const billing = { periodEnd: row.provider_period_end, ended: row.provider_ended_at !== null, paidBack: row.paid_back }
  return { provider: row.provider_subscription, charging: row.provider_charging, billing }
}

export async function saveProviderSide(
  db: Trx,
  subscriptionId: string,
  said: ProviderSubscription,
  now: Date,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({
      provider_subscription: said.id,
      provider_period_end: said.periodEnd,
      provider_ended_at: said.endedAt,
      provider_charging: said.charging,
      asked_at: now,
      ...(said.paid.at(-1)?.refunded ? { paid_back: true } : {}),
    })
    .where('id', '=', subscriptionId)
    .execute()
}

export async function setProviderCharging(
  db: Db | Trx,
  subscriptionId: string,
  charging: 'on' | 'paused' | 'off',
): Promise<void> {
  await db.updateTable('subscriptions').set({ provider_charging: charging }).where('id', '=', subscriptionId).execute()
}

export async function markPaidBack(db: Trx, subscriptionId: string): Promise<void> {
  await db.updateTable('subscriptions').set({ paid_back: true }).where('id', '=', subscriptionId).execute()
}

/** A person's subscriptions that the provider has not ended for good. */
export async function runningAtProvider(
  db: Trx,
  subscriberId: string,
): Promise<{ id: string; provider: string | null }[]> {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'provider_subscription as provider'])
    .where('subscriber_id', '=', subscriberId)
    .where('provider_subscription', 'is not', null)
    .where('provider_ended_at', 'is', null)
    .execute()
}

type Whose = { id: string; subscriberId: string; provider: string }

/** Whose subscription one of the provider's ids, or of its payments, belongs to. */
export async function findByProvider(
  db: Db,
  key: 'provider_subscription' | 'payment',
  value: string,
): Promise<Whose | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['id', 'subscriber_id', 'provider_subscription as provider'])
    .where(key, '=', value)
    .executeTakeFirst()
  return row?.subscriber_id && row.provider
    ? { id: row.id, subscriberId: row.subscriber_id, provider: row.provider }
    : undefined
}

/** A forgotten person's subscription, by the provider's id, and up to when it was paid for while they were known. */
export function findForgotten(db: Db, provider: string): Promise<{ paidUntil: Date | null } | undefined> {
  return db
    .selectFrom('subscriptions')
    .select('paid_until as paidUntil')
    .where('provider_subscription', '=', provider)
    .where('subscriber_id', 'is', null)
    .executeTakeFirst()
}

/** Up to 100 subscriptions the provider may still act on that nobody asked it about since the moment given, the earliest first. */
export async function notAskedSince(db: Db, moment: Date): Promise<Whose[]> {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'subscriber_id as subscriberId', 'provider_subscription as provider'])
    .where('provider_subscription', 'is not', null)
    .where('provider_ended_at', 'is', null)
    .where('subscriber_id', 'is not', null)
    .where('asked_at', '<', moment)
    .orderBy('asked_at')
    .limit(100)
    .$narrowType<Whose>()
    .execute()
}

export async function noteAsked(db: Db, subscriptionId: string, now: Date): Promise<void> {
  await db.updateTable('subscriptions').set({ asked_at: now }).where('id', '=', subscriptionId).execute()
}

/** Notes a notice as sent; false when it was before. */
export async function noteNotice(db: Trx, subscriptionId: string, notice: string, about: string): Promise<boolean> {
  const noted = await db
    .insertInto('sent_notices')
    .values({ subscription_id: subscriptionId, notice, about })
    .onConflict((conflict) => conflict.doNothing())
    .returning('notice')
    .executeTakeFirst()
  return noted !== undefined
}

export async function wasNoted(db: Db, subscriptionId: string, notice: string, about: string): Promise<boolean> {
  const row = await db
    .selectFrom('sent_notices')
    .select('notice')
    .where('subscription_id', '=', subscriptionId)
    .where('notice', '=', notice)
    .where('about', '=', about)
    .executeTakeFirst()
  return row !== undefined
}
