import { refuse } from '../../../contract/errors.ts'
import { paths } from '../../../contract/screens.ts'
import { roleChange } from '../../../domain/audit.ts'
import type { Language } from '../../../domain/language.ts'
import { administratorRole, type AdminAreaRole, type RoleHolder } from '../../../domain/account/role.ts'
import { emailKey } from '../../../platform/email-key.ts'
import type { RoleAdministration } from '../../adapters/identity/port.ts'
import type { AppContext } from '../../context.ts'
import { accountOf } from '../../store/accounts/accounts.ts'
import { recordAct, type Author } from '../../store/admin/audit.ts'
import type { Trx } from '../../store/tables.ts'
import type { Administrator } from './administrator.ts'

/** Gives a person a role, with a line in the audit if it differs from the present one. */
export async function giveRole(
  db: Trx,
  roles: RoleAdministration,
  { by, now, ...person }: { by: Author; now: Date; email: string; role: AdminAreaRole; language: Language },
): Promise<'given' | 'invited' | 'unsent'> {
  const had = (await roles.lockAdministrators(db)).find(isAt(person.email))?.role
  const { outcome, changed } = await roles.giveRole(db, { ...person, returnTo: paths.administration })
  const change = { act: 'give-role', subject: changed, email: person.email, role: person.role, had } as const
  await recordRole(db, roles.issuer, change, by, now)
  return outcome
}

/** Revokes a person's role, with a line in the audit. Returns whether they had one. */
export async function takeRole(
  db: Trx,
  roles: RoleAdministration,
  { by, now, email }: { by: Author; now: Date; email: string },
): Promise<boolean> {
  const role = (await roles.lockAdministrators(db)).find(isAt(email))?.role
  const { changed } = await roles.setRole(db, email, null)
  await recordRole(db, roles.issuer, { act: 'take-role', subject: changed, email, role }, by, now)
  return changed !== undefined
}

/** Records a change of an account's role or of its second factors. Without a subject nothing changed. */
export async function recordRole(
  db: Trx,
  issuer: string,
  change: {
    act: 'give-role' | 'take-role' | 'reset-factors'
    subject: string | undefined
    email: string
    role?: AdminAreaRole | undefined
    had?: AdminAreaRole | undefined
  },
  by: Author,
  now: Date,
): Promise<void> {
  const { act, subject, email, role, had } = change
  if (subject === undefined) return
  const subscriberId = await accountOf(db, { issuer, subject })
  const of = { subscriberId, account: subject, accountEmail: email }
  await recordAct(db, { by, act, ...of, changes: role ? [roleChange(act, role, had)] : [] }, now)
}

type Parts = Pick<AppContext, 'transact' | 'now' | 'idp'>

/** Invites a person into the admin area. Refuses with 409 a person who already has a role. */
export function inviteToTeam(
  { transact, now, idp }: Parts,
  by: Administrator,
  person: { email: string; role: AdminAreaRole; language: Language },
): Promise<void> {
  return transact(async (db) => {
    const roles = idp.roles ?? refuse('ROLES_ELSEWHERE')
    if ((await roles.lockAdministrators(db)).some(isAt(person.email))) refuse('ROLE_ALREADY')
    await giveRoleOrRefuse(db, roles, { by, now: now(), ...person })
  })
}

/** Sends an invited member the email again, with the role that they have now. */
export function resendInvitation(
  { transact, now, idp }: Parts,
  by: Administrator,
  id: string,
  language: Language,
): Promise<void> {
  return transact(async (db) => {
    const { roles, member } = await memberOf(db, idp, id, by)
    const { email, role, activated } = member
    if (!activated) await giveRoleOrRefuse(db, roles, { by, now: now(), email, role, language })
  })
}

/** Gives a member of the team another role. Nothing is sent. */
export function changeRole(
  { transact, now, idp }: Parts,
  by: Administrator,
  id: string,
  role: AdminAreaRole,
): Promise<void> {
  return transact(async (db) => {
    const { roles, member, requireAnother } = await memberOf(db, idp, id, by)
    const { email, role: had } = member
    if (had === role) return
    if (role !== administratorRole) requireAnother()
    const { changed } = await roles.setRole(db, email, role)
    await recordRole(db, roles.issuer, { act: 'give-role', subject: changed, email, role, had }, by, now())
  })
}

/** Revokes a member's role. */
export function revokeRole({ transact, now, idp }: Parts, by: Administrator, id: string): Promise<void> {
  return transact(async (db) => {
    const { roles, member, requireAnother } = await memberOf(db, idp, id, by)
    requireAnother()
    await takeRole(db, roles, { by, now: now(), email: member.email })
  })
}

/** An invited person cannot sign in without the email, so no role is given if it cannot be sent. */
async function giveRoleOrRefuse(
  db: Trx,
  roles: RoleAdministration,
  person: Parameters<typeof giveRole>[2],
): Promise<void> {
  if ((await giveRole(db, roles, person)) === 'unsent') refuse('MAIL_LIMIT')
}

/**
 * Returns another member, locked until the transaction ends. Refuses a caller who has lost the role meanwhile.
 * `requireAnother` refuses to leave the shop without an administrator who can sign in.
 */
async function memberOf(db: Trx, idp: AppContext['idp'], id: string, { email }: Administrator) {
  const roles = idp.roles ?? refuse('ROLES_ELSEWHERE')
  const holders = await roles.lockAdministrators(db)
  const team = await idp.team(db)
  if (team.find(isAt(email))?.role !== administratorRole) refuse('FORBIDDEN')
  const member = team.find((one) => one.id === id) ?? refuse('NOT_FOUND')
  if (isAt(email)(member)) refuse('OWN_ROLE')
  if (member.isNamed) refuse('ROLE_BY_SETTING')
  const isAdministrator = ({ activated, role }: RoleHolder) => activated && role === administratorRole
  const isLast = isAdministrator(member) && !holders.some((one) => one.id !== id && isAdministrator(one))
  return {
    roles,
    member,
    requireAnother: () => {
      if (isLast) refuse('LAST_ADMINISTRATOR')
    },
  }
}

const isAt =
  (email: string) =>
  (one: { email: string }): boolean =>
    emailKey(one.email) === emailKey(email)
