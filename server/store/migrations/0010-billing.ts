import { sql, type Kysely } from 'kysely'

/**
 * Payment as a fact of its own beside the subscription, the payments themselves, and payment issues that can be retried.
 * Backfills what the events tell; the provider's part follows as each subscription is read again after the upgrade.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      add column granted_until timestamptz,
      add column billing_price text,
      -- The end of the latest period that was voided while renewal was stopped or the person on hold.
      add column withheld_until timestamptz,
      -- The end of the latest period whose invoice was not due, or was being paid, when renewal was stopped.
      add column owed_until timestamptz,
      add column disputed boolean not null default false,
      add column payment_state text check (payment_state in
        ('ended', 'disputed', 'action_required', 'past_due', 'processing', 'paused', 'paid', 'none')),
      add column next_charge_at timestamptz,
      add column next_amount bigint,
      add column next_currency text,
      add column retry_at timestamptz,
      add column pay_url text,
      add column payments_read_at timestamptz`.execute(db)
  await sql`create index subscriptions_past_due on subscriptions (id) where payment_state in ('past_due', 'action_required')`.execute(
    db,
  )
  await sql`create index subscriptions_asked on subscriptions (asked_at) where provider_ended_at is null and provider_subscription is not null`.execute(
    db,
  )
  // The same as replaying the events gives: domain/subscription/events.ts, grantedUntil.
  await sql`
    do $$
    declare
      owned record;
      event record;
      granted timestamptz;
    begin
      for owned in
        select distinct x.id, x.paid_until from subscriptions x join events e on e.subscription_id = x.id
        where (e.type = 'END_DATE_CHANGED' and e.added_by <> 'billing' and not e.data ? 'paidUntil')
          or (e.type = 'INITIAL_END_DATE_SET' and x.paid_until is not null)
      loop
        granted := null;
        for event in
          select type, added_by, data, (data ->> 'endDate')::timestamptz as end_date,
            (select (c.data ->> 'paidUntil')::timestamptz from events c
             where c.subscription_id = owned.id and c.number = 1) as paid_until
          from events where subscription_id = owned.id and type in ('END_DATE_CHANGED', 'INITIAL_END_DATE_SET') order by number
        loop
          if event.type = 'INITIAL_END_DATE_SET' then
            granted := case when event.end_date > event.paid_until then event.end_date end;
          elsif event.added_by <> 'billing' and not event.data ? 'paidUntil' then
            granted := event.end_date;
          elsif granted > event.end_date then
            granted := null;
          end if;
        end loop;
        update subscriptions set granted_until = granted where id = owned.id and granted is not null;
      end loop;
    end $$`.execute(db)

  await sql`alter table orders drop constraint orders_subscription_id_key`.execute(db)
  await sql`create index orders_subscription on orders (subscription_id)`.execute(db)
  // How many requests for its page were answered: a request key is used again only when the answer was lost.
  await sql`alter table orders add column answered integer not null default 0`.execute(db)

  await sql`
    create table payments (
      id uuid primary key,
      subscription_id uuid not null references subscriptions on delete cascade,
      kind text not null check (kind in ('charge', 'failure', 'refund', 'credit', 'dispute')),
      -- The provider's id of it; a refund that was asked for here has none until the provider has made it.
      provider_id text,
      payment text,
      invoice text,
      invoice_number text,
      state text not null,
      amount bigint not null,
      tax bigint,
      currency text not null,
      period_start timestamptz,
      period_end timestamptz,
      at timestamptz not null,
      comment text,
      by text,
      unique (kind, provider_id)
    )`.execute(db)
  await sql`create index payments_subscription on payments (subscription_id, at)`.execute(db)
  await sql`create index payments_payment on payments (payment)`.execute(db)

  await sql`alter table desk_matters rename to payment_issues`.execute(db)
  await sql`alter table payment_issues rename column about to kind`.execute(db)
  await sql`alter table payment_issues rename column at to since`.execute(db)
  await sql`alter table payment_issues rename column settled_at to resolved_at`.execute(db)
  await sql`alter table payment_issues rename column settled_by to resolved_by`.execute(db)
  await sql`
    alter table payment_issues
      -- Stripe's own sentence, where it refused something.
      add column detail text,
      -- What at the provider it is about, and what a retry would do.
      add column provider_object text,
      add column task jsonb,
      add column retried_at timestamptz`.execute(db)
  await sql`alter table payment_issues drop constraint desk_matters_subscription_id_about_payment_key`.execute(db)
  await sql`
    create unique index payment_issues_open on payment_issues (subscription_id, kind, payment) nulls not distinct
    where resolved_at is null`.execute(db)
  await sql`update payment_issues set provider_object = payment where payment is not null`.execute(db)
  // A payment that went back before the upgrade is not reported once more: what was granted since stays.
  await sql`
    insert into sent_notices (subscription_id, notice, about)
    select id, 'payment-returned', payment from subscriptions
    where paid_back and payment is not null and (status in ('expired', 'cancelled') or renewal = 'ended')
    on conflict do nothing`.execute(db)
  // Everything is read again, so that amounts, invoices and states of payment are known of what came before.
  await sql`update subscriptions set asked_at = 'epoch' where provider_subscription is not null`.execute(db)
}
