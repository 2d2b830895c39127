import { sql } from 'kysely'
import { emailKey, mailboxKey } from '../../../platform/email-key.ts'
import { impersonalFields } from '../../../domain/audit.ts'
import type { KeptKind, RemovedKind } from '../../../domain/retention.ts'
import { administratorAddressesOf } from '../accounts/administrator-addresses.ts'
import { countKey } from '../accounts/rate-limits.ts'
import { type Subscriber } from './subscribers.ts'
import type { Db, Trx } from '../tables.ts'

/** The payment issues of a person's subscriptions, and those whose task names the person. */
const issuesAbout = (id: string) =>
  sql<boolean>`(subscription_id in (select id from subscriptions where subscriber_id = ${id})
    or ${id} in (task ->> 'subscriber', task -> 'tell' ->> 'subscriber'))`

/** Counts a person's data to remove, and to keep for the accounts. */
export async function countPersonalData(
  db: Db | Trx,
  { id, email, email_verified_at: proved, payment_customer: customer }: Subscriber,
): Promise<{ removed: Record<RemovedKind, number>; kept: Record<KeptKind, number> }> {
  const own = sql`select id from subscriptions where subscriber_id = ${id}`
  const accounts = sql`select id from accounts where subscriber_id = ${id} or (${proved !== null} and lower(email) = lower(${email}))`
  const { rows } = await sql<Record<RemovedKind | KeptKind, number>>`
    select 1 as profile,
      (select count(*)::int from (${accounts}) a) as accounts,
      (select count(*)::int from sessions where account_id in (${accounts})) as sessions,
      (select count(*)::int from jobs where kind = 'email' and (subscriber_id = ${id} or lower(payload ->> 'to') = lower(${email}))) as mails,
      (select count(*)::int from activities where subscriber_id = ${id}) as activity,
      (select count(*)::int from events where subscription_id in (${own}) and data ->> 'comment' <> '')
        + (select count(*)::int from payment_issues where ${issuesAbout(id)} and comment <> '')
        + (select count(*)::int from payments where subscription_id in (${own}) and comment <> '') as comments,
      (select count(*)::int from trial_tokens where subscriber_id = ${id}) as "trial-tokens",
      (select count(*)::int from orders where subscriber_id = ${id} and address is not null) as "payment-pages",
      ${customer === null ? 0 : 1}::int as "payment-customer",
      (select count(*)::int from audit where subscriber_id = ${id}) as "audit-entries",
      (select count(*)::int from subscriptions where subscriber_id = ${id}) as subscriptions,
      (select count(*)::int from events where subscription_id in (${own})) as events,
      (select count(*)::int from orders where subscriber_id = ${id}) as orders,
      (select count(distinct product)::int from subscriptions where subscriber_id = ${id} and type = 'trial' and ${proved !== null}) as "trial-memory"`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a count answered nothing')
  const { subscriptions, events, orders, 'trial-memory': trials, ...removed } = row
  return { removed, kept: { subscriptions, events, orders, 'trial-memory': trials } }
}

/**
 * Removes emails to the person. Pending requests to the payment provider stay, without their emails and the provider's
 * replies.
 */
export async function clearJobs(db: Trx, subscriber: Subscriber): Promise<void> {
  const { id } = subscriber
  const addresses = await addressesOf(db, subscriber)
  await sql`
    delete from jobs
    where kind = 'email' and (subscriber_id = ${id} or lower(payload ->> 'to') = any(${addresses}))`.execute(db)
  await db
    .updateTable('jobs')
    .set({ subscriber_id: null, answer: null, payload: sql`payload - 'tell'` })
    .where('subscriber_id', '=', id)
    .where('kind', '=', 'billing')
    .execute()
}

/** Blanks texts about the person, and their address as an author. Events and their times stay. */
export async function blankHistory(db: Trx, subscriber: Subscriber): Promise<void> {
  const { id, email, email_key: key } = subscriber
  const keys = new Set([key, ...(await addressesOf(db, subscriber)).map(emailKey)])
  const own = sql`select id from subscriptions where subscriber_id = ${id}`
  const authors = await sql<{ by: string }>`
    select distinct added_by as by from events where subscription_id in (${own}) and added_by like '%@%'`.execute(db)
  // The address may have been spelt differently before: its domain in letters, then in ASCII.
  const theirs = authors.rows.flatMap(({ by }) =>
    by.toLowerCase() === email.toLowerCase() || keys.has(emailKey(by)) ? by : [],
  )
  await sql`
    update events set
      added_by = case when added_by = any(${theirs}) then '' else added_by end,
      data = case when data ? 'comment' then jsonb_set(data, '{comment}', '""') else data end
    where subscription_id in (${own})`.execute(db)
  await sql`
    update audit set comment = null, account_email = null, changes = (
      select jsonb_agg(one) from jsonb_array_elements(changes) as one where one ->> 'field' = any(${impersonalFields}))
    where subscriber_id = ${id}`.execute(db)
  await sql`update subscriptions set latest_comment = null where subscriber_id = ${id}`.execute(db)
  // The person is no longer emailed about a refund, and the email would name their card.
  await sql`
    update payment_issues set comment = case when comment is null then null else '' end, task = task - 'tell'
    where ${issuesAbout(id)}`.execute(db)
  // A notice about a card contains its last digits.
  await sql`delete from sent_notices where subscription_id in (${own})`.execute(db)
  await sql`
    update payments set comment = null, failure = failure - 'card'
    where (comment is not null or failure is not null) and subscription_id in (${own})`.execute(db)
  await sql`update orders set address = null where subscriber_id = ${id}`.execute(db)
}

/** Returns every address that a person has or had, in small letters, except those that became another person's. */
export async function addressesOf(
  db: Db | Trx,
  { id, email, earlier_emails: earlier }: Pick<Subscriber, 'id' | 'email' | 'earlier_emails'>,
): Promise<string[]> {
  const before = earlier.map((one) => one.toLowerCase())
  if (before.length === 0) return [email.toLowerCase()]
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from subscribers where id <> ${id} and lower(email) = any(${before})
    union all
    select lower(email) from accounts where subscriber_id is distinct from ${id} and lower(email) = any(${before})
    union all
    select lower(one) from subscribers, unnest(earlier_emails) as one where id <> ${id} and lower(one) = any(${before})`.execute(
    db,
  )
  const assigned = new Set(rows.map((row) => row.email))
  return [email.toLowerCase(), ...before.filter((one) => !assigned.has(one))]
}

/** The columns with the address of an author, by table; `first_approvals` is deleted instead. */
export const authorColumns = {
  audit: 'by',
  events: 'added_by',
  screening_checks: 'decided_by',
  screening_exceptions: 'granted_by',
  birth_date_requests: 'asked_by',
  cleared_domains: 'cleared_by',
  screening_lists: 'accepted_by',
  screening_faults: 'accepted_by',
  activities: 'by',
  payments: 'by',
  brand_changes: 'by',
  email_changes: 'requested_by',
  payment_issues: 'resolved_by',
}

/**
 * Blanks the addresses under which a person's own accounts acted on others. Another account's acts stay, even under an
 * address that the person has now. These tables are read completely, because erasure is rare.
 */
export async function blankAuthor(db: Trx, subscriber: Subscriber): Promise<void> {
  const own = await administratorAddressesOf(db, subscriber)
  await sql`update audit set address = null where lower("by") = any(${own})`.execute(db)
  // Without it, it would be unknown whether the second approval is another person's.
  await sql`delete from first_approvals where lower("by") = any(${own})`.execute(db)
  // Empty and not null: in email_changes, null is a person's own change, which does not wait.
  for (const [table, name] of Object.entries(authorColumns)) {
    const column = sql.ref(name)
    await sql`update ${sql.table(table)} set ${column} = '' where lower(${column}) = any(${own})`.execute(db)
  }
}

/** Blanks who got or lost a role, for accounts that are removed. */
export async function blankRolesOf(db: Trx, subjects: readonly string[], subscriber: Subscriber): Promise<void> {
  const accounts = [...subjects, ...(await addressesOf(db, subscriber))]
  await sql`update audit set account = null, account_email = null, comment = null
    where account = any(${accounts}) or lower(account_email) = any(${accounts})`.execute(db)
}

/** Removes a person's accounts here, with their sessions; returns their subjects at the identity provider. */
export async function removeAccounts(db: Trx, { id, email }: Subscriber): Promise<string[]> {
  const gone = await db
    .deleteFrom('accounts')
    .where((row) => row.or([row('subscriber_id', '=', id), row(sql<string>`lower(email)`, '=', email.toLowerCase())]))
    .returning('subject')
    .execute()
  return gone.map(({ subject }) => subject)
}

/** Removes the counters of rate limits that depend on an address. */
export async function removeCounts(db: Trx, addresses: readonly string[]): Promise<void> {
  const keys = addresses.flatMap((one) => [
    countKey('mailsPerRecipient', one),
    countKey('mailsPerMailbox', mailboxKey(one)),
    countKey('signInPerAccount', one),
  ])
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute()
}
