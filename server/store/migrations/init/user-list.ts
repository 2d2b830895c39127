import { sql, type Kysely } from 'kysely'

/** Sixty-four bytes share thirty-six letters: the index finds slightly too much, and the text itself decides. */
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz01'

/** Returns the characters of a range of bytes, as in Latin 1, for a U&'' text. */
function bytes(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => `\\00${(from + at).toString(16)}`).join('')
}

const formula =
  '^[\\u0001-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u2064\\u3000\\ufeff]*[-=+@\\uff0b\\uff0d\\uff1d\\uff20]|^[\\u0001-\\u001f\\u007f-\\u009f]'
const laterFormula =
  '([;\\t\\n\\r][\\u0020\\u00a0\\u1680\\u2000-\\u200f\\u202f\\u205f-\\u2064\\u3000\\ufeff]*)([-=+@\\uff0b\\uff0d\\uff1d\\uff20])'
const quoted = '[",\\n\\r]|^[ ]|[ ]$'

const keys = ['name_key', 'email_key', 'company_key', 'industry_key', 'comment_key']
const names =
  `id, subscriber_id, bucket, is_first, ${keys.join(', ')}, start_date, end_date, search, country, plan, tags, person_csv, industry_csv, comment_csv`.split(
    ', ',
  )
const columns = sql.raw(names.join(', '))
const columnsOf = (alias: string, of: readonly string[] = names) =>
  sql.raw(of.map((name) => `${alias}.${name}`).join(', '))

/**
 * Creates what the users list reads: one narrow row per line, with an index for every order (docs/decisions/0026). The
 * view `user_list_source` defines the rows; triggers keep `user_list_rows` equal to it.
 */
export async function addUserList(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await addSearch(db)
  await addSource(db)
  await addRows(db)
  await addTriggers(db)
  await addIndexes(db)
}

/** Creates the functions that convert texts for comparison, sorting and search, and `csv_cell`. */
async function addSearch(db: Kysely<unknown>): Promise<void> {
  // Without case, accents and doubled blanks. Most texts are plain ASCII, which needs less work.
  await sql`
    create function search_key(value text) returns text language sql immutable parallel safe
    return coalesce(btrim(regexp_replace(lower(case when octet_length(value) = char_length(value) then value
      else regexp_replace(normalize(value, NFKD), U&'[\\0300-\\036F]', '', 'g') end), '\\s+', ' ', 'g')), '')`.execute(
    db,
  )
  // The pattern of a search: a fragment anywhere or, for one or two letters, the beginning of a word.
  await sql`
    create function search_phrase(search text) returns text language sql immutable parallel safe
    return case when char_length(search_key(search)) < 3 then ' ' else '' end || search_key(search)`.execute(db)
  // pg_trgm's letters are those of the database's locale, often only ASCII: here every character gets some.
  await sql`
    create function search_bytes(value text) returns text language sql immutable parallel safe
    return translate(convert_from(convert_to(value, 'UTF8'), 'LATIN1'),
      ${sql.raw(`U&'${bytes(0x80, 0xbf)}${bytes(0xc2, 0xf4)}'`)}, ${sql.lit(letters)})`.execute(db)
  await sql`
    create function search_letters(value text) returns text language sql immutable parallel safe
    return case when octet_length(value) = char_length(value) then value else search_bytes(value) end`.execute(db)
  // A cell of a spreadsheet file: a possible formula becomes text, as in domain/csv.ts.
  await sql`
    create function csv_cell(value text) returns text language sql immutable parallel safe
    return case
      when value is null or value = '' then ''
      -- Most begin with a letter and hold nothing special: seen without a regular expression, ten times as fast.
      when (ascii(value) between 48 and 57 or ascii(value) between 65 and 90 or ascii(value) between 97 and 122
          or ascii(value) between 192 and 5759 or ascii(value) between 12289 and 55295)
        and strpos(value, '"') = 0 and strpos(value, ',') = 0 and strpos(value, E'\\n') = 0 and strpos(value, E'\\r') = 0
        and strpos(value, ';') = 0 and strpos(value, E'\\t') = 0 and right(value, 1) <> ' ' then value
      when value ~ ${sql.lit(formula)} or value ~ ${sql.lit(laterFormula)} then
        '"' || case when value ~ ${sql.lit(formula)} then '''' else '' end
        || replace(regexp_replace(value, ${sql.lit(laterFormula)}, '\\1''\\2', 'g'), '"', '""') || '"'
      when value ~ ${sql.lit(quoted)} then '"' || replace(value, '"', '""') || '"'
      else value end`.execute(db)
}

async function addSource(db: Kysely<unknown>): Promise<void> {
  // Type and status in one number: 0 is a subscriber without a subscription.
  await sql`
    create function user_list_bucket(type text, status text) returns smallint language sql immutable parallel safe
    return (case status when 'active' then 1 when 'cancelled' then 2 when 'expired' then 3 when 'pending' then 4 end
      + case type when 'subscription' then 0 when 'trial' then 4 end)::smallint`.execute(db)
  // Granted without payment: it has a price, and no one pays it. Null where there is no subscription.
  await sql`
    create function is_complimentary(type text, paid_until timestamptz) returns boolean language sql immutable parallel safe
    return type = 'subscription' and paid_until is null`.execute(db)
  // Keys and text are cut so that an index accepts any name. A search never contains the line feed between two fields.
  await sql`
    create view user_list_source as
    select coalesce(x.id, s.id) as id, s.id as subscriber_id, coalesce(user_list_bucket(x.type, x.status), 0::smallint) as bucket,
      row_number() over (partition by s.id order by x.created_at, x.id) = 1 as is_first,
      left(k.name, 64) as name_key, left(k.email, 64) as email_key, left(k.company, 64) as company_key,
      left(search_key(s.industry), 64) as industry_key, left(search_key(x.latest_comment), 64) as comment_key,
      coalesce(x.start_date, '-infinity') as start_date, coalesce(x.end_date, '-infinity') as end_date,
      left(' ' || k.name || E'\\n ' || k.email || E'\\n ' || k.company, 520)
        || coalesce(E'\\n' || left(regexp_replace(s.phone_country_code || s.phone_number, '[^0-9]', '', 'g'), 24), '') as search,
      s.country, x.plan,
      array_remove(array[
        'country:' || s.country,
        'plan:' || x.plan,
        'product:' || x.product,
        case when x.type = 'subscription' and x.status = 'active' then case
          when is_complimentary(x.type, x.paid_until) then 'complimentary' when (x.terms ->> 'priceMinor')::bigint > 0 then 'paying' end end,
        case when x.type = 'subscription' and x.status in ('active', 'pending')
          then case x.renewal when 'on' then 'renews' when 'none' then null else 'stopped' end end,
        case when s.email_verified_at is null then 'unconfirmed' end,
        case when s.email_verified_at is not null and least(s.review_since, s.correction_since) is not null then 'review' end
      ], null) as tags,
      csv_cell(btrim(s.first_name || ' ' || s.last_name)) || ',' || csv_cell(s.email) || ',' || csv_cell(s.company) as person_csv,
      csv_cell(s.industry) as industry_csv, csv_cell(x.latest_comment) as comment_csv
    from subscribers s
    cross join lateral (select search_key(s.first_name || ' ' || s.last_name) as name, search_key(s.email) as email,
      search_key(s.company) as company offset 0) k
    left join subscriptions x on x.subscriber_id = s.id`.execute(db)
}

async function addRows(db: Kysely<unknown>): Promise<void> {
  // Sorted as people expect: Ø beside O, Ł beside L. A PostgreSQL without ICU sorts by code point.
  const collation = sql.raw(`collate ${(await hasIcu(db)) ? '"und-x-icu"' : '"C"'}`)
  // An export writes these texts unchanged: it looks nothing up and quotes nothing.
  await sql`
    create table user_list_rows (
      id uuid primary key,
      subscriber_id uuid not null references subscribers on delete cascade,
      bucket smallint not null,
      is_first boolean not null,
      ${sql.join(keys.map((key) => sql`${sql.id(key)} text ${collation} not null`))},
      start_date timestamptz not null,
      end_date timestamptz not null,
      search text collate "C" not null,
      country text collate "C" not null,
      plan text collate "C",
      tags text[] not null,
      person_csv text not null,
      industry_csv text not null,
      comment_csv text not null
    )`.execute(db)
}

async function hasIcu(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_collation where collname = 'und-x-icu' and collnamespace = 'pg_catalog'::regnamespace
      and collencoding in (-1, pg_char_to_encoding(getdatabaseencoding()))`.execute(db)
  return rows.length > 0
}

async function addTriggers(db: Kysely<unknown>): Promise<void> {
  // Plans its statements once per connection, instead of again in each of its first five calls.
  await sql`
    create function refresh_user_list(subscriber uuid) returns void language plpgsql
    set plan_cache_mode = force_generic_plan as $$
    begin
      insert into user_list_rows as r (${columns}) select ${columns} from user_list_source where subscriber_id = subscriber
      on conflict (id) do update set (${columns}) = row (${columnsOf('excluded')})
      where (${columnsOf('r')}) is distinct from (${columnsOf('excluded')});
      delete from user_list_rows r where r.subscriber_id = subscriber
        and not exists (select from user_list_source d where d.subscriber_id = subscriber and d.id = r.id);
    end $$`.execute(db)
  // A new person has no row and no subscription: there is nothing to compare and nothing to remove.
  await sql`
    create function user_list_subscriber_added() returns trigger language plpgsql
    set plan_cache_mode = force_generic_plan as $$
    begin
      insert into user_list_rows (${columns}) select ${columns} from user_list_source where subscriber_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create function user_list_subscriber_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_user_list(new.id);
      return null;
    end $$`.execute(db)
  await sql`
    create function user_list_subscription_changed() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.subscriber_id is not null then
        perform refresh_user_list(old.subscriber_id);
      end if;
      if tg_op <> 'DELETE' and new.subscriber_id is not null
        and (tg_op = 'INSERT' or new.subscriber_id is distinct from old.subscriber_id) then
        perform refresh_user_list(new.subscriber_id);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger user_list_added after insert on subscribers
    for each row execute function user_list_subscriber_added()`.execute(db)
  await sql`
    create trigger user_list_changed after update of first_name, last_name, email, company, industry, country, phone_country_code,
      phone_number, email_verified_at, review_since, correction_since on subscribers
    for each row execute function user_list_subscriber_changed()`.execute(db)
  await sql`
    create trigger user_list_added after insert or delete on subscriptions
    for each row execute function user_list_subscription_changed()`.execute(db)
  const read = ['subscriber_id', 'type', 'status', 'created_at', 'start_date', 'end_date', 'latest_comment']
  const of = [...read, 'plan', 'product', 'renewal', 'paid_until', 'terms']
  await sql`
    create trigger user_list_changed after update on subscriptions for each row
    when ((${columnsOf('old', of)}) is distinct from (${columnsOf('new', of)}))
    execute function user_list_subscription_changed()`.execute(db)
}

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index user_list_rows_subscriber on user_list_rows (subscriber_id)`.execute(db)
  await sql`create index user_list_rows_count on user_list_rows (bucket)`.execute(db)
  await sql`create index user_list_rows_country on user_list_rows (country, bucket)`.execute(db)
  await sql`create index user_list_rows_plan on user_list_rows (plan, bucket, country)`.execute(db)
  // Plans are of some buckets only: without this PostgreSQL expects them in all, and reads the others from end to end.
  await sql`create statistics user_list_rows_plans (mcv) on bucket, plan from user_list_rows`.execute(db)
  // Counts read those; a search that finds much walks along one of these, without the rows.
  const searched = sql.raw('search, country, plan')
  await sql`create index user_list_rows_bucket on user_list_rows (bucket, id) include (${searched})`.execute(db)
  for (const key of ['email_key', 'company_key', 'industry_key', 'comment_key', 'start_date', 'end_date'])
    await sql`create index ${sql.id(`user_list_rows_${key}`)} on user_list_rows (bucket, ${sql.id(key)}, id) include (${searched})`.execute(
      db,
    )
  await sql`create index user_list_rows_name_key on user_list_rows (bucket, name_key, id) include (${searched}, is_first)`.execute(
    db,
  )
  // A search with few hits uses these. New entries wait in a short list, which every search reads in no measurable time.
  // Without it, each new person costs half a millisecond more.
  await sql`
    create index user_list_rows_search on user_list_rows using gin (search_letters(search) gin_trgm_ops)
    with (gin_pending_list_limit = 64)`.execute(db)
  await sql`create index user_list_rows_tags on user_list_rows using gin (tags) with (fastupdate = off)`.execute(db)
}
