/** When and how the user signed in at the issuer, as far as its ID token states it (https://openid.net/specs/openid-connect-core-1_0.html#IDToken). */
export type Authentication = { authTime: Date | null; acr: string | null; amr: string[] }

/**
 * What the sign-in of an administrator or support agent must show. `mfa`: an `amr` that says so (RFC 8176), as the built-in provider's does. A list:
 * one of these `acr`. `issuer`: nothing, as the operator's identity provider sees to that. `nothing`: no second factor at all.
 */
export type AdminProof = 'mfa' | readonly string[] | 'issuer' | 'nothing'

export function isProved({ acr, amr }: Pick<Authentication, 'acr' | 'amr'>, proof: AdminProof): boolean {
  if (proof === 'mfa') return amr.includes('mfa')
  return typeof proof === 'string' || (acr !== null && proof.includes(acr))
}
