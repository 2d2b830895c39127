import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { addDays } from '../../../domain/calendar.ts'
import type { AuditAct, AuditedChange, AuditedErasure, AuditedRefund } from '../../../domain/audit.ts'
import { keepAdministratorAddress } from '../accounts/administrator-addresses.ts'
import { beyond } from '../beyond.ts'
import { preparedLookUp } from '../prepared.ts'
import type { Db, Tables, Trx } from '../tables.ts'

/**
 * The author: a person with a role by their email address, with the account to which it belongs and the network
 * address; an API key by its name, with `keyOwner`; or `operator`, `system`.
 */
export type Author =
  | string
  | { email: string; accountId?: string | undefined; address?: string | undefined; keyOwner?: string | undefined }

/**
 * Returns the changes of a subscription's plan whose result is not known yet, newest first: nothing follows the reason,
 * which is in the history before the provider is called.
 */
export async function planChangesUnderWay(
  db: Trx,
  subscriberId: string,
  subscriptionId: string,
): Promise<{ id: string; by: string; at: Date }[]> {
  const { rows } = await sql<{ id: string; by: string; at: Date }>`
    select a.id, a.by, a.at from audit a
    where a.subscriber_id = ${subscriberId} and a.subscription_id = ${subscriptionId} and a.act = 'change-plan'
    and not exists (
      select from events e where e.subscription_id = a.subscription_id
      and (e.type <> 'COMMENT_ADDED' or e.added_by = 'billing')
      and e.number > (select max(number) from events reason
        where reason.subscription_id = a.subscription_id and reason.type = 'COMMENT_ADDED' and reason.added_by = a.by
        and reason.at <= a.at))
    order by a.at desc`.execute(db)
  return rows
}

/**
 * Records who in the admin area did what, in the transaction that does it. `subscriberId` is absent for a person who is
 * erased by it, or if no person is concerned.
 */
export async function recordAct(
  db: Db | Trx,
  done: {
    /** The id of the line, if the caller chooses it, as for a receipt. */
    id?: string
    by: Author
    act: AuditAct
    subscriberId?: string | null | undefined
    subscriptionId?: string | null
    account?: string
    accountEmail?: string | undefined
    /** The reason. */
    comment?: string | undefined
    refund?: AuditedRefund
    changes?: readonly AuditedChange[]
    erasure?: AuditedErasure
  },
  now: Date,
): Promise<void> {
  const {
    act,
    subscriberId = null,
    subscriptionId = null,
    account,
    accountEmail,
    comment,
    refund,
    changes = [],
    erasure,
  } = done
  const author = typeof done.by === 'string' ? { email: done.by } : done.by
  const { email: by, address, accountId, keyOwner } = author
  if (accountId !== undefined && keyOwner === undefined) await keepAdministratorAddress(db, { email: by, accountId })
  await db
    .insertInto('audit')
    .values({
      id: done.id ?? randomUUID(),
      at: now,
      by,
      act,
      subscriber_id: subscriberId,
      subscription_id: subscriptionId,
      account,
      address,
      comment,
      refund,
      erasure,
      changes: changes.length > 0 ? JSON.stringify(changes) : null,
      account_email: accountEmail,
    })
    .execute()
}

/** Returns the author and time of the last act on a person since a time. */
export function lastActSince(
  db: Db | Trx,
  act: AuditAct,
  subscriberId: string,
  since: Date,
): Promise<{ by: string; at: Date } | undefined> {
  const query = db.selectFrom('audit').select(['by', 'at']).where('act', '=', act)
  return query
    .where('subscriber_id', '=', subscriberId)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

// Also the condition of the index `audit_decisions`.
const decisions: readonly AuditAct[] = ['approve', 'refuse', 'withdraw-approval']
const lastDecision = preparedLookUp(`select act, by, at from audit
  where subscriber_id = $1::uuid and act in (${decisions.map((act) => `'${act}'`).join(', ')}) order by at desc limit 1`)

/** Returns the author and time of the last approval of a person; undefined without one, or after another decision. */
export async function approvalInForce(
  db: Db | Trx,
  subscriberId: string,
): Promise<{ by: string; at: Date } | undefined> {
  const [last] = await lastDecision<{ act: AuditAct; by: string; at: Date }>(db, [subscriberId])
  return last?.act === 'approve' ? { by: last.by, at: last.at } : undefined
}

/** Returns when each of these addresses last signed in with a role, by address in small letters. */
export async function lastSignIns(db: Db, emails: readonly string[]): Promise<Map<string, Date>> {
  if (emails.length === 0) return new Map()
  const address = sql<string>`lower(by)`
  const keys = emails.map((email) => email.toLowerCase())
  const rows = await db
    .selectFrom('audit')
    .where('act', '=', 'sign-in')
    .where(address, 'in', keys)
    .select(({ fn }) => [address.as('email'), fn.max('at').as('at')])
    .groupBy(address)
    .execute()
  return new Map(rows.map(({ email, at }) => [email, at]))
}

/** `from` and `to`: the first and the last day, in UTC, as 2026-11-24. */
export type AuditFilter = { [Key in 'search' | 'act' | 'from' | 'to']?: string | undefined }

export type AuditLine = Selectable<Tables['audit']> & { email: string | null }

/** Returns acts, newest first: those before the given line, or the newest. */
export function actsBefore(
  db: Db,
  before: { at: Date; id: string } | null,
  limit: number,
  { search = '', act, from, to }: AuditFilter = {},
): Promise<AuditLine[]> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return db
    .selectFrom('audit')
    .leftJoin('subscribers', 'subscribers.id', 'audit.subscriber_id')
    .selectAll('audit')
    .select('subscribers.email')
    .where(beyond(sql`audit.at, audit.id`, '<', before && [before.at, before.id]))
    .$if(act !== undefined, (query) => query.where('act', '=', act ?? ''))
    .$if(from !== undefined, (query) => query.where('audit.at', '>=', new Date(from ?? '')))
    .$if(to !== undefined, (query) => query.where('audit.at', '<', addDays(new Date(to ?? ''), 1)))
    .$if(search !== '', (query) =>
      query.where((e) =>
        e.or([
          e('by', 'ilike', pattern),
          e('subscribers.email', 'ilike', pattern),
          e('address', 'ilike', pattern),
          e('comment', 'ilike', pattern),
          e('account_email', 'ilike', pattern),
          sql<boolean>`exists (select from jsonb_array_elements(changes) change
            where change ->> 'before' ilike ${pattern} or change ->> 'after' ilike ${pattern})`,
          e(sql`refund ->> 'invoice'`, 'ilike', pattern),
          e(
            sql`case when erasure is not null then 'E-' || upper(replace(audit.id::text, '-', '')) end`,
            'ilike',
            pattern,
          ),
        ]),
      ),
    )
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute()
}

/** Withdraws the change recorded in a line: the act was refused after the line was written. */
export async function withdrawChanges(db: Trx, id: string): Promise<void> {
  await db.updateTable('audit').set({ changes: null }).where('id', '=', id).execute()
}

/** Returns the audit line of an erasure. */
export function findErasure(db: Db, id: string): Promise<Selectable<Tables['audit']> | undefined> {
  return db.selectFrom('audit').selectAll().where('id', '=', id).where('erasure', 'is not', null).executeTakeFirst()
}
