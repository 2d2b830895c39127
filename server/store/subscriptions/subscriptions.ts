import { sql, type Selectable } from 'kysely'
import type { Interval } from '../../../domain/catalogue/interval.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import { beyond } from '../beyond.ts'
import type { Db, Tables, Trx } from '../tables.ts'

/** The columns that hold a subscription's state. */
export const stateColumns = [
  'id',
  'terms',
  'status',
  'created_at',
  'start_date',
  'end_date',
  'held_since',
  'renewal',
  'paid_until',
  'payment',
  'granted_until',
  'extended_by_owner',
  'latest_comment',
] as const satisfies (keyof Tables['subscriptions'])[]
export type StateRow = Pick<Selectable<Tables['subscriptions']>, (typeof stateColumns)[number]>

export function fromRow(row: StateRow): Subscription {
  return {
    id: row.id,
    plan: row.terms,
    status: row.status,
    createdDate: row.created_at,
    startDate: row.start_date,
    endDate: row.end_date,
    onHoldSince: row.held_since,
    renewal: row.renewal,
    paidUntil: row.paid_until,
    payment: row.payment,
    grantedUntil: row.granted_until,
    extendedByOwner: row.extended_by_owner,
    latestComment: row.latest_comment,
  }
}

function toRow(subscription: Subscription) {
  return {
    terms: JSON.stringify(subscription.plan),
    status: subscription.status,
    created_at: subscription.createdDate,
    start_date: subscription.startDate,
    end_date: subscription.endDate,
    held_since: subscription.onHoldSince,
    renewal: subscription.renewal,
    paid_until: subscription.paidUntil,
    payment: subscription.payment,
    granted_until: subscription.grantedUntil,
    extended_by_owner: subscription.extendedByOwner,
    latest_comment: subscription.latestComment,
  }
}

/** One subscription with its owner; undefined for an unknown id. */
export async function findSubscription(
  db: Db | Trx,
  id: string,
): Promise<(Subscription & { subscriberId: string | null }) | undefined> {
  const row = await db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...fromRow(row), subscriberId: row.subscriber_id }
}

/** A subscriber's subscriptions, newest first. */
export async function subscriptionsOf(db: Db, subscriberId: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/**
 * Like `subscriptionsOf`, locked until the transaction ends. The subscriber is locked first, which avoids deadlocks.
 */
export async function lockSubscriptionsOf(db: Trx, subscriberId: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(fromRow)
}

export async function saveSubscription(db: Trx, subscriberId: string, subscription: Subscription): Promise<void> {
  const row = toRow(subscription)
  await db
    .insertInto('subscriptions')
    .values({ id: subscription.id, subscriber_id: subscriberId, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** A subscription whose last day with access is over, or a position among them. */
export type DueSubscription = { id: string; subscriberId: string; endDate: Date }

/**
 * Returns active subscriptions whose last day with access is before the given day (a UTC midnight): the earliest first,
 * those after the given one. In the order of an index, so that no more rows are read than returned.
 */
export async function dueBefore(
  db: Db,
  day: Date,
  limit: number,
  after: Omit<DueSubscription, 'subscriberId'> | null,
): Promise<DueSubscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'subscriber_id as subscriberId', 'end_date as endDate'])
    .where('status', '=', 'active')
    .where('subscriber_id', 'is not', null)
    .where('end_date', '<', day)
    .where(beyond(sql`end_date, id`, '>', after && [after.endDate, after.id]))
    .orderBy('end_date')
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ subscriberId: string; endDate: Date }>()
    .execute()
  return rows
}

/** Whether no charge has failed, is being made, is disputed or is paused: the next one comes when the period ends. */
export const isChargedAtEnd = sql<boolean>`coalesce(payment_state, 'paid') in ('paid', 'none')`

export type Renewing = {
  from: Date
  to: Date
  unlessNoted: { notice: string; about: string }
  except?: readonly Interval[]
}

/**
 * Returns active subscriptions that are charged between two times: excludes those in days of grace after a failed
 * charge, those not charged while a payment is disputed or collection paused, those for which a notice was recorded, and
 * those charged for one of the given intervals at a time.
 */
export async function renewingWithin(
  db: Db,
  { from, to, unlessNoted, except = [] }: Renewing,
): Promise<{ id: string; subscriberId: string }[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'subscriber_id'])
    .where('status', '=', 'active')
    .where('renewal', '=', 'on')
    .where('end_date', '>', from)
    .where('end_date', '<=', to)
    .where(sql<boolean>`provider_period_end < end_date + interval '1 day'`)
    .where(isChargedAtEnd)
    .where(
      sql<boolean>`not exists (
        select from sent_notices n where n.subscription_id = subscriptions.id
          and n.notice = ${unlessNoted.notice} and n.about = ${unlessNoted.about}
      )`,
    )
    .where(
      sql<boolean>`not (terms->>'recurringInterval' = any(${except})
        and coalesce((terms->>'recurringIntervalCount')::int, 1) = 1)`,
    )
    .execute()
  return rows.flatMap((row) => (row.subscriber_id ? [{ id: row.id, subscriberId: row.subscriber_id }] : []))
}
