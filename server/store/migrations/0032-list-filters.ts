import { sql, type Kysely } from 'kysely'

const names =
  'id, subscriber_id, bucket, is_first, name_key, email_key, company_key, industry_key, comment_key, start_date, end_date, search, tags, person_csv, industry_csv, comment_csv'.split(
    ', ',
  )
const columns = sql.raw(names.join(', '))
const columnsOf = (alias: string) => sql.raw(names.map((name) => `${alias}.${name}`).join(', '))
const keys = ['name_key', 'email_key', 'company_key', 'industry_key', 'comment_key']

/**
 * The rows of the list with what it is filtered by (`tags`), with phone numbers in what is searched, and with keys that sort
 * as people expect: Ø beside O, Ł beside L. A PostgreSQL without ICU sorts them by code point, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger desk_changed on subscribers`.execute(db)
  await sql`drop trigger desk_changed on subscriptions`.execute(db)
  await sql`drop view desk_source`.execute(db)
  await sql`drop table desk_rows`.execute(db)

  // The text is as long as before: 550 characters of four bytes and a key are what an index takes.
  await sql`
    create view desk_source as
    select coalesce(x.id, s.id) as id, s.id as subscriber_id, coalesce(desk_bucket(x.type, x.status), 0::smallint) as bucket,
      row_number() over (partition by s.id order by x.created_at, x.id) = 1 as is_first,
      left(k.name, 64) as name_key, left(k.email, 64) as email_key, left(k.company, 64) as company_key,
      left(desk_key(s.industry), 64) as industry_key, left(desk_key(x.latest_comment), 64) as comment_key,
      coalesce(x.start_date, '-infinity') as start_date, coalesce(x.end_date, '-infinity') as end_date,
      left(' ' || k.name || E'\\n ' || k.email || E'\\n ' || k.company, 520)
        || coalesce(E'\\n' || left(regexp_replace(s.phone_country_code || s.phone_number, '[^0-9]', '', 'g'), 24), '') as search,
      array_remove(array[
        'country:' || s.country,
        'plan:' || x.plan,
        'product:' || x.product,
        case when x.type = 'subscription' and x.status in ('active', 'pending')
          then case x.renewal when 'on' then 'renews' else 'stopped' end end,
        case when s.email_verified_at is null then 'unconfirmed' end,
        case when s.email_verified_at is not null and least(s.review_since, s.correction_since) is not null then 'review' end
      ], null) as tags,
      csv_cell(btrim(s.first_name || ' ' || s.last_name)) || ',' || csv_cell(s.email) || ',' || csv_cell(s.company) as person_csv,
      csv_cell(s.industry) as industry_csv, csv_cell(x.latest_comment) as comment_csv
    from subscribers s
    cross join lateral (select desk_key(s.first_name || ' ' || s.last_name) as name, desk_key(s.email) as email,
      desk_key(s.company) as company offset 0) k
    left join subscriptions x on x.subscriber_id = s.id`.execute(db)

  const collation = sql.raw(`collate ${(await hasIcu(db)) ? '"und-x-icu"' : '"C"'}`)
  await sql`
    create table desk_rows (
      id uuid primary key,
      subscriber_id uuid not null references subscribers on delete cascade,
      bucket smallint not null,
      is_first boolean not null,
      ${sql.join(keys.map((key) => sql`${sql.id(key)} text ${collation} not null`))},
      start_date timestamptz not null,
      end_date timestamptz not null,
      search text collate "C" not null,
      tags text[] not null,
      person_csv text not null,
      industry_csv text not null,
      comment_csv text not null
    )`.execute(db)
  await sql`insert into desk_rows (${columns}) select ${columns} from desk_source`.execute(db)
  await sql`
    create or replace function desk_refresh(subscriber uuid) returns void language plpgsql as $$
    begin
      insert into desk_rows as r (${columns}) select ${columns} from desk_source where subscriber_id = subscriber
      on conflict (id) do update set (${columns}) = row (${columnsOf('excluded')})
      where (${columnsOf('r')}) is distinct from (${columnsOf('excluded')});
      delete from desk_rows r where r.subscriber_id = subscriber
        and not exists (select from desk_source d where d.subscriber_id = subscriber and d.id = r.id);
    end $$`.execute(db)
  await addTriggers(db)
  await addIndexes(db)
  await sql`analyze desk_rows`.execute(db)
}

async function hasIcu(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_collation where collname = 'und-x-icu' and collnamespace = 'pg_catalog'::regnamespace
      and collencoding in (-1, pg_char_to_encoding(getdatabaseencoding()))`.execute(db)
  return rows.length > 0
}

async function addTriggers(db: Kysely<unknown>): Promise<void> {
  const person = sql.raw(
    'first_name, last_name, email, company, industry, country, phone_country_code, phone_number, email_verified_at, review_since, correction_since',
  )
  await sql`
    create trigger desk_changed after update of ${person} on subscribers
    for each row execute function desk_subscriber_changed()`.execute(db)
  const held =
    'subscriber_id, type, status, created_at, start_date, end_date, latest_comment, plan, product, renewal'.split(', ')
  const both = (alias: string) => sql.raw(held.map((name) => `${alias}.${name}`).join(', '))
  await sql`
    create trigger desk_changed after update on subscriptions for each row
    when ((${both('old')}) is distinct from (${both('new')}))
    execute function desk_subscription_changed()`.execute(db)
}

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index desk_rows_subscriber on desk_rows (subscriber_id)`.execute(db)
  await sql`create index desk_rows_bucket on desk_rows (bucket, id) include (search)`.execute(db)
  for (const key of ['email_key', 'company_key', 'industry_key', 'comment_key', 'start_date', 'end_date'])
    await sql`create index ${sql.id(`desk_rows_${key}`)} on desk_rows (bucket, ${sql.id(key)}, id) include (search)`.execute(
      db,
    )
  await sql`create index desk_rows_name_key on desk_rows (bucket, name_key, id) include (search, is_first)`.execute(db)
  await sql`
    create index desk_rows_search on desk_rows using gin (desk_letters(search) gin_trgm_ops) with (fastupdate = off)`.execute(
    db,
  )
  await sql`create index desk_rows_tags on desk_rows using gin (tags) with (fastupdate = off)`.execute(db)
  // For the plans there are, one look-up each.
  await sql`create index subscriptions_plan on subscriptions (plan, created_at)`.execute(db)
}
