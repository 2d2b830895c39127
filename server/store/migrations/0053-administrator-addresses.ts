import { sql, type Kysely } from 'kysely'
import { emailKey } from '../../../platform/email-key.ts'

/**
 * Which account acted under which address. The history names authors by address; nobody else gets an address that is here, so
 * that an address always stands for one account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table administrator_addresses (
      email text primary key,
      email_key text not null,
      account_id uuid not null references accounts (id) on delete cascade
    )`.execute(db)
  await sql`create index administrator_addresses_key on administrator_addresses (email_key)`.execute(db)
  await sql`create index administrator_addresses_account on administrator_addresses (account_id)`.execute(db)
  // Who acted before: the account that has the address now, otherwise the one whose person had it earlier.
  const { rows } = await sql<{ email: string; accountId: string }>`
    select distinct on (u.email) u.email, a.id as "accountId"
    from (select distinct lower("by") as email from audit where "by" like '%@%') u
    join accounts a on lower(a.email) = u.email
      or a.subscriber_id in (
        select id from subscribers
        where lower(email) = u.email or u.email in (select lower(one) from unnest(earlier_emails) as one)
      )
    left join subscribers s on s.id = a.subscriber_id
    order by u.email, lower(coalesce(s.email, a.email)) = u.email desc, lower(a.email) = u.email desc, a.id`.execute(db)
  for (const { email, accountId } of rows)
    await sql`
      insert into administrator_addresses (email, email_key, account_id)
      values (${email}, ${emailKey(email)}, ${accountId}) on conflict do nothing`.execute(db)
}
