import { sql } from 'kysely'
import { disputesWithoutMoney } from '../../../domain/billing/billing-snapshot.ts'
import { isChargedAtEnd } from '../subscriptions/subscriptions.ts'
import type { Trx } from '../tables.ts'

/** The first day of each kind of figure that is counted again each time. */
export type CountedSince = { weeks: Date; months: Date; due: Date; dueUntil: Date }

/**
 * Counts figures without a history: the trials of the last weeks and months by outcome, what is due in the next days,
 * and what was refunded or disputed in the last months. Replaces earlier counts.
 */
export async function replaceCounts(db: Trx, since: CountedSince): Promise<void> {
  await db.deleteFrom('figure_counts').execute()
  await countTrials(db, since)
  await countDue(db, since)
  await countReturned(db, since)
}

/** Counts trial requests and how far they came; of an erased person only the trial itself is known. */
async function countTrials(db: Trx, { weeks, months }: CountedSince): Promise<void> {
  await sql`
    with trials as (
      select t.created_at, t.start_date is not null as started,
        t.status,
        coalesce(p.email_verified_at is not null, false) as verified,
        p.dpl_status, coalesce(p.denied_country, false) as denied,
        t.subscriber_id is null as erased,
        exists (
          select from subscriptions b
          where b.subscriber_id = t.subscriber_id and b.product = t.product and b.type = 'subscription'
            and b.start_date is not null and b.paid_until is not null and b.created_at >= t.created_at
        ) as converted
      from subscriptions t left join subscribers p on p.id = t.subscriber_id
      where t.type = 'trial' and t.created_at >= least(${weeks}::timestamptz, ${months}::timestamptz)
    ), outcomes as (
      select created_at, started, converted, started or verified as confirmed,
        started or (verified and dpl_status = 'PASS' and not denied) as cleared,
        case
          when converted then 'converted'
          when started and status = 'active' then 'running'
          when started and status = 'pending' then 'onHold'
          when started then 'ended'
          when erased then 'erased'
          when not verified and status = 'pending' then 'unconfirmed'
          when denied then 'denied'
          when dpl_status = 'FAIL' then 'refused'
          when dpl_status = 'PENDING' then 'review'
          else 'notStarted'
        end as outcome
      from trials
    )
    insert into figure_counts (figure, day, label, currency, count, amount)
    select figure || '-' || unit, date_trunc(unit, created_at at time zone 'UTC') at time zone 'UTC', label, '', count(*), 0
    from outcomes, (values ('week', ${weeks}::timestamptz), ('month', ${months}::timestamptz)) as period (unit, since),
      lateral (values
      ('funnel', 'registered', true), ('funnel', 'confirmed', confirmed), ('funnel', 'cleared', cleared),
      ('funnel', 'started', started), ('funnel', 'converted', converted), ('outcome', outcome, true)
    ) as step (figure, label, reached)
    where reached and created_at >= since group by 1, 2, 3`.execute(db)
}

/** Counts the trials that end in the next days, and the renewals with their amounts. */
async function countDue(db: Trx, { due, dueUntil }: CountedSince): Promise<void> {
  await sql`
    insert into figure_counts (figure, day, label, currency, count, amount)
    select 'due', date_trunc('day', at at time zone 'UTC') at time zone 'UTC', label, currency, count(*), sum(amount)
    from (
      select end_date as at, 'trial' as label, '' as currency, 0 as amount
      from subscriptions
      where type = 'trial' and status = 'active' and end_date >= ${due} and end_date < ${dueUntil}
      union all
      select coalesce(next_charge_at, end_date), 'renewal', coalesce(next_currency, terms ->> 'currency'),
        coalesce(next_amount, (terms ->> 'priceMinor')::bigint)
      from subscriptions
      where type = 'subscription' and status = 'active' and renewal = 'on' and paid_until is not null
        and (next_charge_at is not null or ${isChargedAtEnd})
        and coalesce(next_charge_at, end_date) >= ${due} and coalesce(next_charge_at, end_date) < ${dueUntil}
    ) as coming (at, label, currency, amount)
    group by 2, 3, 4`.execute(db)
}

/** Counts refunds and disputes with their amounts. */
async function countReturned(db: Trx, { months }: CountedSince): Promise<void> {
  await sql`
    insert into figure_counts (figure, day, label, currency, count, amount)
    select 'returned', date_trunc('month', at at time zone 'UTC') at time zone 'UTC', kind, currency, count(*), sum(amount)
    from payments
    where kind in ('refund', 'dispute') and at >= ${months} and state not in ('failed', 'canceled')
      and state <> all(${[...disputesWithoutMoney]})
    group by 2, 3, 4`.execute(db)
}
