import { sql, type Kysely } from 'kysely'

/**
 * What the desk reads: one narrow row for each line of its list, kept in step by triggers, with an index for every order
 * it can be read in. Text keys are without case and accents and compare by code point, so that every server sorts alike.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`
    create function desk_key(value text) returns text language sql immutable parallel safe
    return lower(regexp_replace(normalize(coalesce(value, ''), NFKD), U&'[\\0300-\\036F]', '', 'g'))`.execute(db)
  // Type and status in one number: 0 is a subscriber without a subscription.
  await sql`
    create function desk_bucket(type text, status text) returns smallint language sql immutable parallel safe
    return (case status when 'active' then 1 when 'cancelled' then 2 when 'expired' then 3 when 'pending' then 4 end
      + case type when 'subscription' then 0 when 'trial' then 4 end)::smallint`.execute(db)
  await sql`
    create table desk_rows (
      id uuid primary key,
      subscriber_id uuid not null references subscribers on delete cascade,
      subscription_id uuid references subscriptions on delete cascade,
      bucket smallint not null,
      name_key text collate "C" not null,
      email_key text collate "C" not null,
      company_key text collate "C" not null,
      industry_key text collate "C" not null,
      comment_key text collate "C" not null,
      start_date timestamptz not null,
      end_date timestamptz not null,
      search text collate "C" not null
        generated always as (' ' || name_key || ' ' || email_key || ' ' || company_key) stored
    )`.execute(db)

  await sql`
    create function desk_subscriber_added() returns trigger language plpgsql as $$
    begin
      insert into desk_rows (id, subscriber_id, bucket, name_key, email_key, company_key, industry_key, comment_key, start_date, end_date)
      values (new.id, new.id, 0, desk_key(new.first_name || ' ' || new.last_name), desk_key(new.email), desk_key(new.company),
        desk_key(new.industry), '', '-infinity', '-infinity');
      return null;
    end $$`.execute(db)
  await sql`
    create function desk_subscriber_changed() returns trigger language plpgsql as $$
    begin
      update desk_rows set name_key = desk_key(new.first_name || ' ' || new.last_name), email_key = desk_key(new.email),
        company_key = desk_key(new.company), industry_key = desk_key(new.industry)
      where subscriber_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create function desk_subscription_added() returns trigger language plpgsql as $$
    begin
      insert into desk_rows (id, subscriber_id, subscription_id, bucket, name_key, email_key, company_key, industry_key, comment_key, start_date, end_date)
      select new.id, s.id, new.id, desk_bucket(new.type, new.status), desk_key(s.first_name || ' ' || s.last_name), desk_key(s.email),
        desk_key(s.company), desk_key(s.industry), desk_key(new.latest_comment),
        coalesce(new.start_date, '-infinity'), coalesce(new.end_date, '-infinity')
      from subscribers s where s.id = new.subscriber_id;
      delete from desk_rows where id = new.subscriber_id;
      return null;
    end $$`.execute(db)
  await sql`
    create function desk_subscription_changed() returns trigger language plpgsql as $$
    begin
      if new.subscriber_id is null then
        delete from desk_rows where id = new.id;
      else
        update desk_rows set bucket = desk_bucket(new.type, new.status), comment_key = desk_key(new.latest_comment),
          start_date = coalesce(new.start_date, '-infinity'), end_date = coalesce(new.end_date, '-infinity')
        where id = new.id;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger desk_added after insert on subscribers for each row execute function desk_subscriber_added()`.execute(
    db,
  )
  await sql`
    create trigger desk_changed after update of first_name, last_name, email, company, industry on subscribers
    for each row execute function desk_subscriber_changed()`.execute(db)
  await sql`create trigger desk_added after insert on subscriptions for each row execute function desk_subscription_added()`.execute(
    db,
  )
  await sql`
    create trigger desk_changed after update on subscriptions
    for each row when (old.* is distinct from new.*) execute function desk_subscription_changed()`.execute(db)

  await sql`
    insert into desk_rows (id, subscriber_id, subscription_id, bucket, name_key, email_key, company_key, industry_key, comment_key, start_date, end_date)
    select coalesce(x.id, s.id), s.id, x.id, coalesce(desk_bucket(x.type, x.status), 0), desk_key(s.first_name || ' ' || s.last_name),
      desk_key(s.email), desk_key(s.company), desk_key(s.industry), desk_key(x.latest_comment),
      coalesce(x.start_date, '-infinity'), coalesce(x.end_date, '-infinity')
    from subscribers s left join subscriptions x on x.subscriber_id = s.id`.execute(db)

  await sql`create index desk_rows_subscriber on desk_rows (subscriber_id)`.execute(db)
  await sql`create index desk_rows_bucket on desk_rows (bucket, id)`.execute(db)
  for (const key of ['name_key', 'email_key', 'company_key', 'industry_key', 'comment_key', 'start_date', 'end_date']) {
    await sql`create index ${sql.id(`desk_rows_${key}`)} on desk_rows (bucket, ${sql.id(key)}, id)`.execute(db)
  }
  await sql`create index desk_rows_search on desk_rows using gin (search gin_trgm_ops)`.execute(db)

  await sql`alter table subscribers add column review_since timestamptz`.execute(db)
  await sql`
    update subscribers s set review_since = coalesce(
      (select max(c.at) from screening_checks c where c.subscriber_id = s.id and c.outcome = 'PENDING'), s.registered_at)
    where dpl_status = 'PENDING'`.execute(db)
  await sql`create index subscribers_review on subscribers (review_since, id) where review_since is not null`.execute(
    db,
  )
  await sql`alter table screening_checks add column comment text`.execute(db)
  // What somebody was cleared of by an administrator: these reasons are not asked about again.
  await sql`
    create table screening_exceptions (
      subscriber_id uuid not null references subscribers on delete cascade,
      reason text not null,
      granted_by text not null,
      granted_at timestamptz not null,
      primary key (subscriber_id, reason)
    )`.execute(db)

  // Who at the desk did what, and when. `subscriber_id` goes once the person is forgotten.
  await sql`
    create table audit (
      id uuid primary key,
      at timestamptz not null,
      by text not null,
      act text not null,
      subscriber_id uuid references subscribers on delete set null,
      subscription_id uuid
    )`.execute(db)
  await sql`create index audit_at on audit (at desc, id desc)`.execute(db)
  await sql`create index audit_subscriber on audit (subscriber_id)`.execute(db)

  // What the law makes a vendor keep of a forgotten person, until its time is over.
  await sql`
    create table sealed_records (
      id uuid primary key,
      kind text not null,
      content jsonb not null,
      sealed_at timestamptz not null,
      keep_until timestamptz not null
    )`.execute(db)
  await sql`create index sealed_records_until on sealed_records (keep_until)`.execute(db)

  await sql`alter table desk_matters add column settled_at timestamptz, add column settled_by text, add column comment text`.execute(
    db,
  )
}
