import { adminAreaRoleOf, adminAreaRoles } from '../../../domain/account/role.ts'

/** The names of an issuer's claims, `a.b` for a nested one. */
export type ClaimNames = { role: string; emailVerified: string }

/**
 * Returns a claim by its name; a name with dots that is not a claim itself leads to a nested one. Undefined if there is
 * none.
 */
export function claimAt(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

/** This claim must be one role; a claim that the operator names can also be a list. */
const plainClaim = 'role'

/** Returns the role that claims grant: the claim's value, or the highest admin role in a list of roles or groups. */
export function roleIn(claims: Record<string, unknown>, name: string): string | null {
  const claim = claimAt(claims, name)
  if (typeof claim === 'string') return claim
  if (name === plainClaim || !Array.isArray(claim)) return null
  return adminAreaRoles.find((role) => claim.some((one) => adminAreaRoleOf(one) === role)) ?? null
}

/**
 * Whether a claim confirms the address: it is true, or it is that address, or a list of verified ones that contains it
 * (like Entra's `verified_primary_email`).
 */
export function provesAddress(claim: unknown, email: string): boolean {
  if (claim === true || claim === 'true' || claim === 1 || claim === '1') return true
  const same = (one: unknown) => typeof one === 'string' && one.toLowerCase() === email.toLowerCase()
  return Array.isArray(claim) ? claim.some(same) : same(claim)
}
