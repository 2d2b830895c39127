export const administratorRole = 'SUBSCRIPTION_ADMIN'
/**
 * The role that enters the admin area, but cannot erase, refund, export, approve list matches, or change email
 * addresses, roles and settings.
 */
export const supportRole = 'SUBSCRIPTION_SUPPORT'
export const adminAreaRoles = [administratorRole, supportRole] as const
export type AdminAreaRole = (typeof adminAreaRoles)[number]
/**
 * A person with such a role. `id` is the subject at the identity provider; a person who is not activated was invited
 * and cannot sign in yet.
 */
export type RoleHolder = { id: string; email: string; activated: boolean; role: AdminAreaRole }

/**
 * Returns the role that a role claim grants, null for none: only ASCII letter case is ignored, and a list is not a
 * role.
 */
export function adminAreaRoleOf(role: unknown): AdminAreaRole | null {
  if (typeof role !== 'string' || !/^[A-Za-z_]+$/.test(role)) return null
  return adminAreaRoles.find((one) => one === role.toUpperCase()) ?? null
}

/** Whether a role claim makes an administrator. */
export function isRoleOfAdministrator(role: unknown): boolean {
  return adminAreaRoleOf(role) === administratorRole
}
