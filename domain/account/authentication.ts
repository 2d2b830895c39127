import { lifetimes } from '../limits.ts'

/** When and how the user signed in at the issuer, as far as its ID token states it (https://openid.net/specs/openid-connect-core-1_0.html#IDToken). */
export type Authentication = { authTime: Date | null; acr: string | null; amr: string[] }

/**
 * What the sign-in of an administrator or support agent must prove. `mfa`: an `amr` that states it (RFC 8176), like
 * that of the built-in provider. A list: one of these `acr`. `issuer`: nothing, because the operator's identity
 * provider enforces it. `nothing`: no second factor at all.
 */
export type AdminProof = 'mfa' | readonly string[] | 'issuer' | 'nothing'

/**
 * The proof of a second factor in a session that needs one: `missing` (none was used, so the person has no role), `old`
 * or `recent`.
 */
export const confirmations = ['missing', 'old', 'recent'] as const
export type Confirmation = (typeof confirmations)[number]

function isProved({ acr, amr }: Pick<Authentication, 'acr' | 'amr'>, proof: AdminProof): boolean {
  if (proof === 'mfa') return amr.includes('mfa')
  return typeof proof === 'string' || (acr !== null && proof.includes(acr))
}

/**
 * Returns the confirmation of a session by the issuer's statements alone. The start of a session proves no recent
 * sign-in: an issuer that states no `auth_time` may have let a person in whose session there is weeks old.
 */
export function confirmationOf(signIn: Authentication, proof: AdminProof, now: Date): Confirmation {
  if (!isProved(signIn, proof)) return 'missing'
  const age = signIn.authTime && now.getTime() - signIn.authTime.getTime()
  return age !== null && age < lifetimes.confirmation ? 'recent' : 'old'
}

/**
 * Returns why a sign-in that confirms the session before it does not count; null if it does. `lacked`: the confirmation of
 * that session. An issuer that provides no more than before would be asked in a loop.
 */
export function unconfirmedReason(
  lacked: 'missing' | 'old',
  signIn: Authentication,
  proof: AdminProof,
  now: Date,
): 'second-factor-missing' | 'auth-time-missing' | 'auth-time-not-recent' | null {
  const confirmation = confirmationOf(signIn, proof, now)
  if (confirmation === 'missing') return 'second-factor-missing'
  if (confirmation === 'recent' || lacked === 'missing') return null
  return signIn.authTime === null ? 'auth-time-missing' : 'auth-time-not-recent'
}
