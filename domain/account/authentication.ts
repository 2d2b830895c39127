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

export function isProved({ acr, amr }: Pick<Authentication, 'acr' | 'amr'>, proof: AdminProof): boolean {
  if (proof === 'mfa') return amr.includes('mfa')
  return typeof proof === 'string' || (acr !== null && proof.includes(acr))
}
