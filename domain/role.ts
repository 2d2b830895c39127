export const administratorRole = 'SUBSCRIPTION_ADMIN'
/** Enters the admin area, without erasing, refunds, exports, approvals of list matches, changes of email address, roles and settings. */
export const supportRole = 'SUBSCRIPTION_SUPPORT'
export const adminAreaRoles = [administratorRole, supportRole] as const
export type AdminAreaRole = (typeof adminAreaRoles)[number]
/** Who has such a role. `id` is the subject at the identity provider; one that is not activated was invited and cannot sign in yet. */
export type RoleHolder = { id: string; email: string; activated: boolean; role: AdminAreaRole }

/** The role that a role claim gives, null for none: ASCII letter case is ignored, nothing else is, and a list is no role. */
export function adminAreaRoleOf(role: unknown): AdminAreaRole | null {
  if (typeof role !== 'string' || !/^[A-Za-z_]+$/.test(role)) return null
  return adminAreaRoles.find((one) => one === role.toUpperCase()) ?? null
}

/** Whether a role claim makes an administrator. */
export function isRoleOfAdministrator(role: unknown): boolean {
  return adminAreaRoleOf(role) === administratorRole
}
