export const administratorRole = 'SUBSCRIPTION_ADMIN'

/** Whether a role claim makes an administrator: ASCII letter case is ignored, nothing else is, and a list is no role. */
export function isRoleOfAdministrator(role: unknown): boolean {
  return typeof role === 'string' && /^[A-Za-z_]+$/.test(role) && role.toUpperCase() === administratorRole
}
