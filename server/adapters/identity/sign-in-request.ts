import type { SignInRequest } from './port.ts'

/**
 * Requests when the person signed in. With `max_age` the standard requires that claim, but Google sends it only on request
 * (developers.google.com/identity/siwg/security-bundle). An issuer that does not have it must not fail
 * (openid.net/specs/openid-connect-core-1_0.html#IndividualClaimsRequests).
 */
export const signInTime = JSON.stringify({ id_token: { auth_time: { essential: true } } })

/** Returns OpenID's `prompt` for an issuer; undefined for none. One that does not support it may refuse the request. */
export function promptFor(
  { issuer, prompt_values_supported: listed }: { issuer: string; prompt_values_supported?: unknown },
  { kind, afterSignOut = false }: SignInRequest,
): string | undefined {
  const supports = (prompt: string) => Array.isArray(listed) && listed.includes(prompt)
  if (kind === 'create' && supports('create')) return 'create'
  if (kind !== 'login' && kind !== 'confirm' && !afterSignOut) return undefined
  // Every issuer must support `login` (openid.net/specs/openid-connect-core-1_0.html#ServerMTI). Google does not, and
  // publishes no list (dev.to/googleworkspace/google-oidc-and-prompt-login-4d5o).
  const lacksLogin = isGoogle(issuer) || (supports('select_account') && !supports('login'))
  return lacksLogin ? 'select_account' : 'login'
}

export const isGoogle = (issuer: string): boolean => new URL(issuer).host === 'accounts.google.com'
