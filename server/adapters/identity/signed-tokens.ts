import {
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  errors as joseErrors,
  jwtVerify,
  type createRemoteJWKSet,
  type JWTPayload,
} from 'jose'
import { clockToleranceSeconds, IssuerFault, type LogoutToken } from './port.ts'

/** Verifies a signature with the issuer's keys; rejects if there is no such key or it does not match. */
export type IssuerKeys = ReturnType<typeof createRemoteJWKSet>

/** Allowed signature algorithms: never none, and never one with a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA']

/** Reads a token by which an issuer ends sessions (OpenID Connect Back-Channel Logout §2.6); throws if it is invalid. */
export async function readLogoutToken(
  token: string,
  keys: IssuerKeys,
  { issuer, clientId }: { issuer: string; clientId: string },
): Promise<LogoutToken> {
  // Anyone can send one, so the issuer's keys are not fetched for a token with another audience.
  const { typ = 'JWT', alg = 'none' } = decodeProtectedHeader(token)
  const claims = decodeJwt(token)
  const isForShop = [claims.aud].flat().includes(clientId)
  if (claims.iss !== issuer || !isForShop || !algorithms.includes(alg))
    throw new Error('the token has another issuer, audience or algorithm')
  if (!/^(jwt|logout\+jwt)$/i.test(typ)) throw new Error('the token has another type')
  const { payload } = await withCurrentKeys(keys, () =>
    jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: '5 minutes',
      clockTolerance: clockToleranceSeconds,
    }),
  )
  const events = payload['events'] as Record<string, unknown> | undefined
  if (!events?.['http://schemas.openid.net/event/backchannel-logout'] || 'nonce' in payload)
    throw new Error('the token is not a logout token')
  const sid = payload['sid']
  const identityProviderSession = typeof sid === 'string' ? sid : null
  if (!payload.sub && !identityProviderSession) throw new Error('the logout token names neither a person nor a session')
  return {
    subject: payload.sub ?? null,
    identityProviderSession,
    tokenId: payload.jti ?? '',
    issuedAt: new Date((payload.iat ?? 0) * 1000),
  }
}

/** Checks what openid-client, which has checked the other claims of an ID token, does not. `now` is in seconds. */
export function checkIdToken({ iat, azp }: { iat: number; azp?: unknown }, clientId: string, now: number): void {
  if (iat > now + clockToleranceSeconds) throw new IssuerFault({ reason: 'iat-in-future' }, undefined)
  if (azp !== undefined && azp !== clientId) throw new IssuerFault({ reason: 'azp-of-another-client' }, undefined)
}

/** Returns the claims of signed userinfo (OpenID Connect Core, 5.3.2); rejects if it is not for this client. */
export async function readSignedUserinfo(token: string, keys: IssuerKeys, clientId: string): Promise<JWTPayload> {
  const { payload } = await withCurrentKeys(keys, () =>
    jwtVerify(token, keys, { algorithms, clockTolerance: clockToleranceSeconds }),
  )
  if (payload.aud !== undefined && ![payload.aud].flat().includes(clientId))
    throw new Error('the userinfo has another audience')
  return payload
}

/** Verifies the signature of an ID token. Only the issuer itself, by its response to a code, can have keys fetched again. */
export async function verifyIdToken(token: string, keys: IssuerKeys): Promise<void> {
  const check = () => withCurrentKeys(keys, () => compactVerify(token, keys, { algorithms }))
  try {
    await check()
  } catch (error) {
    if (!(error instanceof joseErrors.JWKSNoMatchingKey)) throw error
    await keys.reload()
    await check()
  }
}

/**
 * Repeats a verification with keys fetched again if the signature does not match: an issuer that restarts can have a new
 * key under the same `kid`. Any visitor can send a false signature, so jose's pause between two fetches applies.
 */
async function withCurrentKeys<Result>(keys: IssuerKeys, verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify()
  } catch (error) {
    if (!(error instanceof joseErrors.JWSSignatureVerificationFailed) || keys.coolingDown) throw error
    await keys.reload()
    return verify()
  }
}
