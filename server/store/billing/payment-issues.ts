import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  IssueKey,
  NewIssue,
  NotifiableIssue,
  PaymentIssueKind,
} from '../../../domain/billing/payments/payment-issues.ts'
import type { PlanTerms } from '../../../domain/subscription/subscription.ts'
import type { BillingTask } from '../../../domain/billing/billing-tasks.ts'
import { beyond } from '../beyond.ts'
import type { Db, Trx } from '../tables.ts'

/** Opens a payment issue, once while it is open; a repetition updates its detail. */
export async function openIssue(db: Trx, issue: NewIssue, now: Date): Promise<void> {
  const task = issue.task === undefined ? null : JSON.stringify(issue.task)
  await sql`
    insert into payment_issues (id, subscription_id, kind, payment, since, detail, provider_object, task)
    values (${randomUUID()}, ${issue.subscriptionId}, ${issue.kind}, ${issue.payment}, ${now}, ${issue.detail ?? null},
      ${issue.providerObject === undefined ? issue.payment : issue.providerObject}, ${task})
    on conflict (subscription_id, kind, payment) where resolved_at is null
    do update set detail = excluded.detail, task = excluded.task, retried_at = null`.execute(db)
}

/**
 * Closes issues that have been resolved automatically, for example by a task that finally succeeded, in one statement.
 */
export async function closeIssues(db: Db | Trx, issues: readonly IssueKey[], now: Date): Promise<void> {
  if (issues.length === 0) return
  const of = <K extends keyof IssueKey>(key: K) => issues.map((issue) => issue[key])
  await sql`
    update payment_issues set resolved_at = ${now}, resolved_by = 'system'
    from unnest(${of('subscriptionId')}::uuid[], ${of('kind')}::text[], ${of('payment')}::text[])
      as resolved (subscription_id, kind, payment)
    where payment_issues.subscription_id is not distinct from resolved.subscription_id
      and payment_issues.kind = resolved.kind and payment_issues.payment is not distinct from resolved.payment
      and resolved_at is null`.execute(db)
}

/** Whether such an issue awaits an administrator. */
export async function isOpen(db: Db | Trx, { subscriptionId, kind, payment }: IssueKey): Promise<boolean> {
  const row = await db
    .selectFrom('payment_issues')
    .select('id')
    .where('subscription_id', 'is not distinct from', subscriptionId)
    .where('kind', '=', kind)
    .where('payment', 'is not distinct from', payment)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Closes the issues of plans that are sold again. */
export async function closePlanIssues(db: Trx, notSold: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('payment_issues')
    .set({ resolved_at: now, resolved_by: 'system' })
    .where('kind', '=', 'plan-not-sold')
    .where('payment', 'not in', ['', ...notSold])
    .where('resolved_at', 'is', null)
    .execute()
}

export type OpenIssue = {
  id: string
  kind: string
  since: Date
  payment: string | null
  detail: string | null
  provider_object: string | null
  retryable: boolean
  retried_at: Date | null
  subscription_id: string | null
  terms: PlanTerms | null
  subscriber_id: string | null
  email: string | null
}

/** The id of the person whom an issue concerns: the owner of its subscription, or whom its task names. */
const concerned = sql<string | null>`coalesce(
  x.subscriber_id, (m.task ->> 'subscriber')::uuid, (m.task -> 'tell' ->> 'subscriber')::uuid)`

/**
 * Returns open issues, oldest first: those after the given one, or the oldest. The person may have been erased since.
 * Without an object of its own, an issue leads to the person's customer at the provider.
 */
export function openIssues(db: Db, after: { at: Date; id: string } | null, limit: number): Promise<OpenIssue[]> {
  return db
    .selectFrom('payment_issues as m')
    .leftJoin('subscriptions as x', 'x.id', 'm.subscription_id')
    .leftJoin('subscribers as s', (join) => join.on('s.id', '=', concerned))
    .select([
      'm.id',
      'm.kind',
      'm.since',
      'm.payment',
      'm.detail',
      sql<string | null>`coalesce(m.provider_object, s.payment_customer)`.as('provider_object'),
      'm.retried_at',
      sql<boolean>`m.task is not null`.as('retryable'),
      'x.id as subscription_id',
      'x.terms',
      's.id as subscriber_id',
      's.email',
    ])
    .where('m.resolved_at', 'is', null)
    .where(beyond(sql`m.since, m.id`, '>', after && [after.at, after.id]))
    .orderBy('m.since')
    .orderBy('m.id')
    .limit(limit)
    .execute()
}

/** Marks an issue as resolved; false if there is none with that id, or another administrator was faster. */
export async function resolveIssue(db: Trx, id: string, by: string, comment: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_issues')
    .set({ resolved_at: now, resolved_by: by, comment })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns an issue, locked. The subscriber it concerns is locked first. */
export function lockIssue(
  db: Trx,
  id: string,
): Promise<{ resolved_at: Date | null; resolved_by: string | null; task: BillingTask | null } | undefined> {
  return db
    .selectFrom('payment_issues')
    .select(['resolved_at', 'resolved_by', 'task'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function findIssue(
  db: Db | Trx,
  id: string,
): Promise<{ subscription_id: string | null; subscriber_id: string | null; kind: string } | undefined> {
  return db
    .selectFrom('payment_issues as m')
    .leftJoin('subscriptions as x', 'x.id', 'm.subscription_id')
    .select(['m.subscription_id', 'm.kind', concerned.as('subscriber_id')])
    .where('m.id', '=', id)
    .executeTakeFirst()
}

export async function noteRetry(db: Trx, id: string, now: Date): Promise<void> {
  await db.updateTable('payment_issues').set({ retried_at: now }).where('id', '=', id).execute()
}

/** Returns the number of open issues of each kind; a kind without any is omitted. */
export async function openIssueCounts(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payment_issues')
    .select(['kind', sql<number>`count(*)::int`.as('open')])
    .where('resolved_at', 'is', null)
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, open }) => [kind, open]))
}

/** Returns the open issues, and when administrators were last emailed about each kind. */
export async function issuesToNotify(
  db: Db,
): Promise<{ open: NotifiableIssue[]; lastSent: ReadonlyMap<PaymentIssueKind, Date> }> {
  const open = await db
    .selectFrom('payment_issues')
    .select(['kind', 'since', sql<boolean>`notified_at is not null`.as('notified')])
    .where('resolved_at', 'is', null)
    .$narrowType<NotifiableIssue>()
    .execute()
  const sent = await db
    .selectFrom('payment_issues')
    .select(['kind', (row) => row.fn.max('notified_at').as('at')])
    .where('notified_at', 'is not', null)
    .groupBy('kind')
    .$narrowType<{ kind: PaymentIssueKind; at: Date }>()
    .execute()
  return { open, lastSent: new Map(sent.map(({ kind, at }) => [kind, at])) }
}

/**
 * Records that administrators are emailed about the new issues of these kinds. Returns the kinds with new issues,
 * excluding those that another instance has just recorded.
 */
export async function noteNotified(
  db: Trx,
  kinds: readonly PaymentIssueKind[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .updateTable('payment_issues')
    .set({ notified_at: now })
    .where('kind', 'in', kinds)
    .where('resolved_at', 'is', null)
    .where('notified_at', 'is', null)
    .returning('kind')
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}
