import { adminAreaRoleOf, adminAreaRoles } from '../../../domain/account/role.ts'
import { emailRules, lengthOf, nameRules, type FieldRules } from '../../../domain/person/field-rules.ts'
import { invisible, unprintable } from '../../../domain/registration/printable.ts'

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

/** This claim must be one role; a claim that the operator names can also contain several. */
const plainClaim = 'role'

/** Returns the role that claims grant: the claim's value, or the highest admin role in several roles or groups. */
export function roleIn(claims: Record<string, unknown>, name: string): string | null {
  const claim = claimAt(claims, name)
  if (typeof claim === 'string') return isText(claim) ? claim : null
  if (name === plainClaim) return null
  const roles = rolesIn(claim)
  return adminAreaRoles.find((role) => roles.some((one) => adminAreaRoleOf(one) === role)) ?? null
}

/**
 * The roles of a list; of an object, as Zitadel sends, its keys, below each of which are the organisations that grant
 * it.
 */
function rolesIn(claim: unknown): unknown[] {
  if (Array.isArray(claim)) return claim
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject(claim) && Object.values(claim as object).every(isObject) ? Object.keys(claim as object) : []
}

const same = (one: unknown, email: string) => typeof one === 'string' && one.toLowerCase() === email.toLowerCase()

/**
 * Returns the claim that states whether an address is verified: from a source with this address, else from one without
 * any; undefined if there is none. The ID token and userinfo can contain different addresses.
 */
export function emailProof(email: string, sources: readonly Record<string, unknown>[], name: string): unknown {
  const isOfThis = (source: Record<string, unknown>) =>
    same(source['email'], email) || isAboutAddresses(claimAt(source, name))
  return [...sources.filter(isOfThis), ...sources.filter((source) => source['email'] === undefined)]
    .map((source) => claimAt(source, name))
    .find((claim) => claim !== undefined)
}

/** Whether a claim contains the addresses that it verifies, wherever it is. */
const isAboutAddresses = (claim: unknown) => Array.isArray(claim) || (typeof claim === 'string' && claim.includes('@'))

/**
 * Whether a claim confirms the address: it is true, or it is that address, or a list of verified ones that contains it
 * (like Entra's `verified_primary_email`).
 */
export function provesAddress(claim: unknown, email: string): boolean {
  if (claim === true || claim === 'true' || claim === 1 || claim === '1') return true
  return Array.isArray(claim) ? claim.some((one) => same(one, email)) : same(claim, email)
}

const follows = (value: string, { rules }: FieldRules) => !rules.some((rule) => rule.broken(value, {}))

/** Whether a claim is an address that a registration accepts. */
export const isAddress = (email: string): boolean => follows(email, emailRules)

/** Returns a name from a claim; empty if a form would not accept it, so that the person enters it. */
export function nameIn(claim: unknown): string {
  const name = typeof claim === 'string' ? claim.trim() : ''
  return follows(name, nameRules) ? name : ''
}

/** Whether a subject identifies one person: https://openid.net/specs/openid-connect-core-1_0.html#IDToken. */
export const isSubject = (subject: string): boolean =>
  isText(subject) && !invisible.test(subject) && lengthOf(subject) <= 255

/** Whether a claim is a text that the database can store. */
export const isText = (claim: unknown): claim is string => typeof claim === 'string' && !unprintable.test(claim)
