import { adminAreaRoleOf, adminAreaRoles } from '../../../domain/role.ts'

/** The names of an issuer's claims, `a.b` for one inside another. */
export type ClaimNames = { role: string; emailVerified: string }

/** A claim by its name; a name with dots that is no claim itself leads into nested ones. Undefined where there is none. */
export function claimAt(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

/** The claim of that name must be one role; in a claim that the operator names, lists are accepted too. */
const plainClaim = 'role'

/** The role that claims give: what the claim says, or the highest of the admin area's that a list of roles or groups holds. */
export function roleIn(claims: Record<string, unknown>, name: string): string | null {
  const claim = claimAt(claims, name)
  if (typeof claim === 'string') return claim
  if (name === plainClaim || !Array.isArray(claim)) return null
  return adminAreaRoles.find((role) => claim.some((one) => adminAreaRoleOf(one) === role)) ?? null
}

/**
 * Whether a claim proves the address: it states so outright, or it is that very address, or a list of verified ones that
 * contains it (as Entra's `verified_primary_email` does).
 */
export function provesAddress(claim: unknown, email: string): boolean {
  if (claim === true || claim === 'true' || claim === 1 || claim === '1') return true
  const same = (one: unknown) => typeof one === 'string' && one.toLowerCase() === email.toLowerCase()
  return Array.isArray(claim) ? claim.some(same) : same(claim)
}
