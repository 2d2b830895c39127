import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { claimAt, type ClaimNames } from './claims.ts'
import type { OpenId } from './port.ts'

/** The shop as a relying party of one OpenID issuer. */
export type OpenIdOptions = {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  postLogoutRedirectUri: string
  /** Claims to ask the issuer's userinfo for, where its ID token is without them. */
  claims: ClaimNames
  /** How the server reaches the issuer; the built-in one by loopback, whatever its public address is. */
  fetch: typeof globalThis.fetch
}

const patience = 10

/** Discovers the issuer at the first use, and again after a failure. */
export function createOpenId(options: OpenIdOptions): OpenId {
  let discovered: Promise<client.Configuration> | undefined

  function configuration(): Promise<client.Configuration> {
    discovered ??= client
      .discovery(
        new URL(options.issuer),
        options.clientId,
        { client_secret: options.clientSecret },
        client.ClientSecretBasic(options.clientSecret),
        {
          [client.customFetch]: (address, init) => options.fetch(address, init as RequestInit),
          // oxlint-disable-next-line typescript/no-deprecated -- only to stand out; http is the built-in issuer or the operator's network.
          execute: options.issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
          timeout: patience,
        },
      )
      .catch((error: unknown) => {
        discovered = undefined
        throw error
      })
    return discovered
  }

  return {
    async begin(language, prompt) {
      const config = await configuration()
      // One that does not know a prompt may refuse the whole request.
      const prompts = config.serverMetadata()['prompt_values_supported']
      const known = prompt && Array.isArray(prompts) && prompts.includes(prompt)
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
        ...(known ? { prompt } : {}),
        // English goes without saying.
        ...(language === 'en' ? {} : { ui_locales: language }),
      })
      return { address: address.href, attempt }
    },

    async finish(cameBack, attempt) {
      const config = await configuration()
      const tokens = await client.authorizationCodeGrant(config, cameBack, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      })
      const inToken = tokens.claims()
      if (!inToken || !tokens.id_token) throw new Error('the provider sent no ID token')
      const lacks = (...names: string[]) => names.some((name) => claimAt(inToken, name) === undefined)
      const needed = lacks('email', options.claims.emailVerified)
      const ask = config.serverMetadata().userinfo_endpoint && (needed || lacks(options.claims.role))
      const more = ask
        ? await client.fetchUserInfo(config, tokens.access_token, inToken.sub).catch((error: unknown) => {
            // Whoever has no role has no such claim anywhere: that must not keep them out.
            if (needed) throw error
            return {}
          })
        : {}
      const sid = inToken['sid']
      return {
        claims: { ...more, ...inToken },
        idToken: tokens.id_token,
        providerSession: typeof sid === 'string' ? sid : null,
      }
    },

    async signOutAddress(idToken) {
      const config = await configuration()
      if (!config.serverMetadata().end_session_endpoint) return null
      return client.buildEndSessionUrl(config, {
        id_token_hint: idToken,
        post_logout_redirect_uri: options.postLogoutRedirectUri,
      }).href
    },

    async readLogoutToken(token) {
      const { issuer, jwks_uri: keysAddress } = (await configuration()).serverMetadata()
      if (!keysAddress) throw new Error('the provider names no keys')
      const keys = createRemoteJWKSet(new URL(keysAddress), { [joseFetch]: options.fetch })
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience: options.clientId,
        algorithms: ['RS256', 'ES256', 'PS256', 'EdDSA'],
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge: '5 minutes',
      })
      const events = payload['events'] as Record<string, unknown> | undefined
      if (!events?.['http://schemas.openid.net/event/backchannel-logout'] || 'nonce' in payload)
        throw new Error('no logout token')
      if (!/^(jwt|logout\+jwt)$/i.test(protectedHeader.typ ?? 'JWT')) throw new Error('a token of another type')
      const sid = payload['sid']
      const providerSession = typeof sid === 'string' ? sid : null
      if (!payload.sub && !providerSession) throw new Error('a logout token about nobody')
      return {
        subject: payload.sub ?? null,
        providerSession,
        tokenId: payload.jti ?? '',
        issuedAt: new Date((payload.iat ?? 0) * 1000),
      }
    },
  }
}
