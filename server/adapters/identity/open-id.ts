import { createRemoteJWKSet, customFetch as joseFetch } from 'jose'
import * as client from 'openid-client'
import { claimAt, isText, type ClaimNames } from './claims.ts'
import { issuerFault } from './issuer-fault.ts'
import { clockToleranceSeconds, IssuerFault, type OpenId } from './port.ts'
import { promptFor, signInTime } from './sign-in-request.ts'
import { checkIdToken, readLogoutToken, readSignedUserinfo, verifyIdToken, type IssuerKeys } from './signed-tokens.ts'

/** The shop as a relying party of one OpenID issuer. */
export type OpenIdOptions = {
  issuer: string
  clientId: string
  clientSecret: string
  /** How the shop sends its secret to the token endpoint: by HTTP Basic, or in the body. */
  clientAuth: 'basic' | 'post'
  /** The maximum age, in seconds, of people's password entry; null if the issuer enforces that itself. */
  maxAge: number | null
  redirectUri: string
  postLogoutRedirectUri: string
  /** Claims to request from the issuer's userinfo if its ID token lacks them. */
  claims: ClaimNames
  /** The `acr` values of which administrators need one; null if the issuer is not asked for any. */
  adminAcr: readonly string[] | null
  /** How the server reaches the issuer; the built-in one by its own address, whatever its public one is. */
  fetch: typeof globalThis.fetch
}

const timeoutSeconds = 10

type Issuer = { config: client.Configuration; keys: IssuerKeys }

/** Discovers the issuer at the first use, and again after a failure. */
export function createOpenId(options: OpenIdOptions): OpenId {
  let discovered: Promise<Issuer> | undefined

  function found(): Promise<Issuer> {
    discovered ??= discover(options).catch(async (error: unknown) => {
      discovered = undefined
      throw await issuerFault(error)
    })
    return discovered
  }

  return {
    async begin(language, request = {}) {
      const { config } = await found()
      const { kind, loginHint } = request
      const prompt = promptFor(config.serverMetadata(), request)
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: options.redirectUri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        // Not 0 with `prompt=login`, which suffices: Keycloak refuses the answer of another provider to which it passes
        // that on (github.com/keycloak/keycloak/issues/33641).
        ...(options.maxAge === null ? {} : { max_age: String(options.maxAge) }),
        ...(prompt === undefined ? {} : { prompt }),
        ...(kind === 'confirm' ? { claims: signInTime } : {}),
        ...(kind === 'confirm' && options.adminAcr !== null ? { acr_values: options.adminAcr.join(' ') } : {}),
        ...(loginHint ? { login_hint: loginHint } : {}),
        // English is the default.
        ...(language === 'en' ? {} : { ui_locales: language }),
      })
      return { address: address.href, attempt }
    },

    async finish(cameBack, attempt) {
      const { config, keys } = await found()
      try {
        const tokens = await client.authorizationCodeGrant(config, cameBack, {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
        })
        const inToken = tokens.claims()
        if (!inToken || !tokens.id_token) throw new Error('the provider sent no ID token')
        await verifyIdToken(tokens.id_token, keys)
        // oxlint-disable-next-line no-restricted-properties -- openid-client and oidc-provider use the machine's time.
        checkIdToken(inToken, options.clientId, Date.now() / 1000)
        const { more, fault } = await furtherClaims(config, tokens.access_token, inToken, options.claims)
        const { sid, auth_time: authTime, acr, amr } = inToken
        return {
          claims: { ...more, ...inToken },
          sources: [inToken, more],
          roleFault: fault,
          idToken: tokens.id_token,
          identityProviderSession: isText(sid) ? sid : null,
          authTime: typeof authTime === 'number' ? new Date(authTime * 1000) : null,
          acr: isText(acr) ? acr : null,
          amr: Array.isArray(amr) ? amr.filter(isText) : [],
        }
      } catch (error) {
        throw await issuerFault(error)
      }
    },

    async signOutAddress(idToken) {
      const { config } = await found()
      if (!config.serverMetadata().end_session_endpoint) return null
      return client.buildEndSessionUrl(config, {
        ...(idToken === undefined ? {} : { id_token_hint: idToken }),
        post_logout_redirect_uri: options.postLogoutRedirectUri,
      }).href
    },

    async readLogoutToken(token) {
      const { config, keys } = await found()
      const { issuer } = config.serverMetadata()
      return readLogoutToken(token, keys, { issuer, clientId: options.clientId }).catch(async (error: unknown) => {
        throw await issuerFault(error)
      })
    },
  }
}

async function discover(options: OpenIdOptions): Promise<Issuer> {
  const { issuer, clientId, clientSecret: secret, clientAuth } = options
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    { client_secret: secret, [client.clockTolerance]: clockToleranceSeconds },
    clientAuth === 'post' ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret),
    {
      [client.customFetch]: (address, init) => options.fetch(address, init as RequestInit),
      execute: extensionsFor(issuer),
      timeout: timeoutSeconds,
    },
  )
  if (isOfManyTenants(config.serverMetadata().issuer))
    throw new IssuerFault({ reason: 'issuer-of-many-tenants' }, new Error('OIDC_ISSUER names no single tenant'))
  const address = config.serverMetadata().jwks_uri
  if (!address) throw new Error('the provider names no keys')
  const keys = createRemoteJWKSet(new URL(address), { [joseFetch]: options.fetch })
  config[client.customFetch] = async (url, init) => {
    const response = await options.fetch(url, init as RequestInit)
    // openid-client reads signed userinfo only of some issuers, and does not verify its signature.
    const isSigned = response.headers.get('content-type')?.startsWith('application/jwt')
    return isSigned ? Response.json(await readSignedUserinfo(await response.text(), keys, clientId)) : response
  }
  return { config, keys }
}

/**
 * Whether an issuer signs people of any tenant in, as Entra ID does for `common` and `organizations`, whose discovery
 * document has a template. The library accepts a token of whatever tenant the token names, and each tenant's own
 * administrators assign the app's roles: a stranger could become an administrator of the shop
 * (learn.microsoft.com/entra/identity-platform/claims-validation).
 */
export const isOfManyTenants = (issuer: string): boolean => issuer.includes('{')

/**
 * Whether a sign-in accepts a discovery document as that of the configured issuer. Spellings of the same URL, with and
 * without the slash after the host, are equal.
 */
export async function isDocumentOf(issuer: string, document: object): Promise<boolean> {
  const read = client.discovery(new URL(issuer), 'none', undefined, client.None(), {
    [client.customFetch]: () => Promise.resolve(Response.json(document)),
    execute: extensionsFor(issuer),
  })
  return read.then(
    () => true,
    () => false,
  )
}

// oxlint-disable-next-line typescript/no-deprecated -- only to stand out; http is the built-in issuer or the operator's network.
const extensionsFor = (issuer: string) => (issuer.startsWith('http:') ? [client.allowInsecureRequests] : [])

/**
 * Returns the claims that the ID token lacks, if the issuer gives them at its own endpoint, and the fault if that failed
 * and only the role was missing.
 */
async function furtherClaims(
  config: client.Configuration,
  accessToken: string,
  inToken: client.IDToken,
  names: ClaimNames,
): Promise<{ more: Record<string, unknown>; fault: IssuerFault | null }> {
  const lacks = (...some: string[]) => some.some((name) => claimAt(inToken, name) === undefined)
  const needed = lacks('email', names.emailVerified)
  if (!config.serverMetadata().userinfo_endpoint || !(needed || lacks(names.role))) return { more: {}, fault: null }
  try {
    return { more: await client.fetchUserInfo(config, accessToken, inToken.sub), fault: null }
  } catch (error) {
    // A person without a role has no such claim: that must not refuse the sign-in.
    if (needed) throw error
    return { more: {}, fault: await issuerFault(error) }
  }
}
