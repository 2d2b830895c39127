import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { emailKey } from '../../platform/email-key.ts'
import { adminAreaRoles, administratorRole, type AdminAreaRole, type RoleHolder } from '../../domain/account/role.ts'
import type { IdentityDb, IdentityTables } from '../database/tables.ts'
import { hashPassword, isPassword } from './passwords.ts'

export type Account = Selectable<IdentityTables['identity_accounts']>

export function accountByEmail(db: IdentityDb, email: string): Promise<Account | undefined> {
  return db.selectFrom('identity_accounts').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

export function accountById(db: IdentityDb, id: string): Promise<Account | undefined> {
  return db.selectFrom('identity_accounts').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Locks an account for a change of its factors, and returns the generation of its sessions; undefined if it was
 * removed.
 */
export async function lockAccount(trx: IdentityDb, id: string): Promise<number | undefined> {
  const query = trx.selectFrom('identity_accounts').select('generation').where('id', '=', id)
  return (await query.forUpdate().executeTakeFirst())?.generation
}

/** All columns of an account, by name, because only then the plan of a query that returns it is reused. */
const columns = [
  'id',
  'email',
  'email_key',
  'given_name',
  'family_name',
  'role',
  'password_hash',
  'configured_hash',
  'return_to',
  'invited_at',
  'activated_at',
  'generation',
] as const satisfies (keyof Account)[]

/**
 * Creates the account of an address (`isNew`), or replaces one that is not active; undefined if it is active, which
 * changes nothing.
 */
export async function putUnactivated(
  db: IdentityDb,
  person: { email: string; firstName: string; lastName?: string; returnTo: string },
  now: Date,
): Promise<{ account: Account; isNew: boolean } | undefined> {
  const id = randomUUID()
  const fresh = {
    email: person.email.trim(),
    given_name: person.firstName,
    family_name: person.lastName ?? null,
    return_to: person.returnTo,
    invited_at: now,
  }
  const account = await db
    .insertInto('identity_accounts')
    .values({ id, email_key: emailKey(person.email), ...emptyAccount, ...fresh })
    .onConflict((conflict) =>
      conflict.column('email_key').doUpdateSet(fresh).where('identity_accounts.activated_at', 'is', null),
    )
    .returning(columns)
    .executeTakeFirst()
  return account && { account, isNew: account.id === id }
}

/** Sets the password of an account. The account becomes active, because the link confirmed the address. */
export async function setPassword(db: IdentityDb, id: string, passwordHash: string, now: Date): Promise<void> {
  await db
    .updateTable('identity_accounts')
    .set((row) => ({ password_hash: passwordHash, activated_at: row.fn.coalesce('activated_at', row.val(now)) }))
    .where('id', '=', id)
    .execute()
}

/** Removes the password of an account: its owner sets a new one with a link. */
export async function forgetPassword(db: IdentityDb, id: string): Promise<void> {
  await db.updateTable('identity_accounts').set({ password_hash: null }).where('id', '=', id).execute()
}

/**
 * Replaces the password that was checked. False if it was replaced in the meantime, for example by a link from an email.
 */
export async function replacePassword(db: IdentityDb, proved: Account, passwordHash: string): Promise<boolean> {
  const replaced = await db
    .updateTable('identity_accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', proved.id)
    .where('password_hash', '=', proved.password_hash)
    .executeTakeFirst()
  return replaced.numUpdatedRows === 1n
}

/**
 * Creates the operator's administrator, or grants an account the role. With the same password it changes nothing when
 * repeated: an administrator who has chosen another keeps it. Returns the id if the password changed.
 */
export async function putAdministrator(
  db: IdentityDb,
  admin: { email: string; password: string },
  now: Date,
): Promise<string | undefined> {
  const known = await accountByEmail(db, admin.email)
  const kept = known?.configured_hash
  if (kept && known.role === administratorRole && (await isPassword(kept, admin.password))) return undefined
  const passwordHash = await hashPassword(admin.password)
  const fresh = { role: administratorRole, password_hash: passwordHash, configured_hash: passwordHash }
  const { id } = await db
    .insertInto('identity_accounts')
    .values({
      id: randomUUID(),
      email: admin.email.trim(),
      email_key: emailKey(admin.email),
      ...emptyAccount,
      ...fresh,
      invited_at: now,
      activated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('email_key').doUpdateSet((row) => ({
        ...fresh,
        activated_at: row.fn.coalesce('identity_accounts.activated_at', row.val(now)),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the address of an account. */
export async function setEmail(db: IdentityDb, id: string, email: string): Promise<void> {
  const change = { email: email.trim(), email_key: emailKey(email) }
  await db.updateTable('identity_accounts').set(change).where('id', '=', id).execute()
}

/** Grants or revokes the role of an address's account. Returns its id if that changed something. */
export async function setRole(db: IdentityDb, email: string, role: string | null): Promise<string | undefined> {
  const changed = await db
    .updateTable('identity_accounts')
    .set({ role })
    .where('email_key', '=', emailKey(email))
    .where('role', 'is distinct from', role)
    .returning('id')
    .executeTakeFirst()
  return changed?.id
}

/** The accounts with a role in the admin area, by address; with `lock` their roles cannot change until the transaction ends. */
export async function roleHolders(db: IdentityDb, lock?: 'lock'): Promise<RoleHolder[]> {
  const rows = await db
    .selectFrom('identity_accounts')
    .where('role', 'in', [...adminAreaRoles])
    .select(['id', 'email', 'activated_at', 'role'])
    .$narrowType<{ role: AdminAreaRole }>()
    .orderBy('email_key')
    .$if(lock !== undefined, (query) => query.forUpdate())
    .execute()
  return rows.map(({ id, email, activated_at, role }) => ({ id, email, activated: activated_at !== null, role }))
}

const emptyAccount = {
  given_name: null,
  family_name: null,
  role: null,
  password_hash: null,
  configured_hash: null,
  return_to: '/',
  activated_at: null,
}
