import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Recipient } from '../../../domain/mail.ts'
import { adminAreaRoleOf, administratorRole, type AdminAreaRole } from '../../../domain/account/role.ts'
import { emailKey } from '../../../platform/email-key.ts'
import type { Db, Trx } from '../tables.ts'

export type AccountClaims = {
  issuer: string
  subject: string
  email: string
  firstName: string
  lastName: string
  role: string | null
}

/** Stores the account of an issuer's subject, with its present claims. */
export async function saveAccount(
  db: Trx,
  claims: AccountClaims,
): Promise<{ id: string; subscriber_id: string | null }> {
  const known = { email: claims.email, first_name: claims.firstName, last_name: claims.lastName, role: claims.role }
  return db
    .insertInto('accounts')
    .values({ id: randomUUID(), issuer: claims.issuer, subject: claims.subject, subscriber_id: null, ...known })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(known))
    .returning(['id', 'subscriber_id'])
    .executeTakeFirstOrThrow()
}

/** The owner of an issuer's subject here; null if it has no subscriber, undefined if there is none yet. */
export async function accountOf(
  db: Db | Trx,
  { issuer, subject }: Pick<AccountClaims, 'issuer' | 'subject'>,
): Promise<string | null | undefined> {
  const found = await db
    .selectFrom('accounts')
    .select('subscriber_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.subscriber_id
}

/** Returns the role claim of an issuer's subject at the last sign-in; null for none. */
export async function lastRoleOf(
  db: Trx,
  { issuer, subject }: Pick<AccountClaims, 'issuer' | 'subject'>,
): Promise<string | null> {
  const query = db.selectFrom('accounts').select('role').where('issuer', '=', issuer).where('subject', '=', subject)
  return (await query.executeTakeFirst())?.role ?? null
}

/** Returns the accounts of a subscriber, with the role claim at each one's last sign-in. */
export function accountsOf(
  db: Db | Trx,
  subscriberId: string,
): Promise<{ id: string; issuer: string; subject: string; role: string | null }[]> {
  const query = db.selectFrom('accounts').select(['id', 'issuer', 'subject', 'role'])
  return query.where('subscriber_id', '=', subscriberId).execute()
}

export async function joinAccount(db: Trx, accountId: string, subscriberId: string): Promise<void> {
  await db.updateTable('accounts').set({ subscriber_id: subscriberId }).where('id', '=', accountId).execute()
}

/** People with a role at an issuer, as stated at their last sign-in; `subjects` are administrators in any case. */
export async function roleHoldersAt(
  db: Db,
  issuer: string,
  subjects: readonly string[],
): Promise<{ id: string; subject: string; email: string; role: AdminAreaRole }[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'role', 'subject'])
    .where('issuer', '=', issuer)
    .where((where) =>
      where.or([where('role', 'is not', null), ...(subjects.length > 0 ? [where('subject', 'in', subjects)] : [])]),
    )
    .orderBy('email')
    .execute()
  return accounts.flatMap(({ id, subject, email, role: claimed }) => {
    const role = subjects.includes(subject) ? administratorRole : adminAreaRoleOf(claimed)
    return role === null ? [] : [{ id, subject, email, role }]
  })
}

/** Returns the email language of addresses; English for one without a subscriber. */
export async function recipientsAt(db: Db, emails: readonly string[]): Promise<Recipient[]> {
  const keys = emails.map(emailKey)
  const known = await db
    .selectFrom('subscribers')
    .select(['email_key', 'language'])
    .where('email_key', 'in', keys.length > 0 ? keys : [''])
    .execute()
  const languages = new Map(known.map(({ email_key, language }) => [email_key, language]))
  return [...new Map(emails.map((to) => [emailKey(to), to]))].map(([key, to]) => ({
    to,
    language: languages.get(key) ?? 'en',
  }))
}

/** Changes the address of a subscriber's accounts, and ends their sessions. */
export async function moveAccounts(db: Trx, subscriberId: string, email: string, to: string): Promise<void> {
  const own = db.selectFrom('accounts').select('id').where('subscriber_id', '=', subscriberId)
  await db.deleteFrom('sessions').where('account_id', 'in', own).execute()
  await db
    .updateTable('accounts')
    .set({ email: to })
    .where('subscriber_id', '=', subscriberId)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .execute()
}
