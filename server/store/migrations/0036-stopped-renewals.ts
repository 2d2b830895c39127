import { sql, type Kysely } from 'kysely'

/**
 * What never renewed, such as a complimentary subscription, is not tagged `stopped`. The function that keeps a line equal to
 * the view plans its statements once in each connection, not anew in its first five calls.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace view desk_source as
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
          then case x.renewal when 'on' then 'renews' when 'none' then null else 'stopped' end end,
        case when s.email_verified_at is null then 'unconfirmed' end,
        case when s.email_verified_at is not null and least(s.review_since, s.correction_since) is not null then 'review' end
      ], null) as tags,
      csv_cell(btrim(s.first_name || ' ' || s.last_name)) || ',' || csv_cell(s.email) || ',' || csv_cell(s.company) as person_csv,
      csv_cell(s.industry) as industry_csv, csv_cell(x.latest_comment) as comment_csv
    from subscribers s
    cross join lateral (select desk_key(s.first_name || ' ' || s.last_name) as name, desk_key(s.email) as email,
      desk_key(s.company) as company offset 0) k
    left join subscriptions x on x.subscriber_id = s.id`.execute(db)
  await sql`
    update desk_rows set tags = array_remove(tags, 'stopped')
    from subscriptions x where x.id = desk_rows.id and x.renewal = 'none' and tags @> array['stopped']`.execute(db)
  await sql`alter function desk_refresh(uuid) set plan_cache_mode = force_generic_plan`.execute(db)
}
