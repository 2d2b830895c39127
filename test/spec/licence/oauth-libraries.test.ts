import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'vitest'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { allowing, typing } from '../../support/licence/reference-client.ts'
import { whenOver } from '../../support/when-over.ts'

// protocol.test.ts covers the other way of signing in with each of the two libraries.
const shop = await givenAShop(atTheHour)
const issuer = new URL(`${shop.url}/licence`)

/**
 * Starts a program's listener on the loopback address, and returns its address and the address at which the browser
 * arrives.
 */
async function givenAListener() {
  const server = createServer((_request, response) => response.end('Go back to the program.'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenOver(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const arrival = once(server, 'request').then(([{ url }]) => new URL((url as string | undefined) ?? '', origin))
  return { redirectUri: `${origin}/callback`, arrival }
}

describe('openid-client', () => {
  it('discovers the server, signs in through the browser at a loopback address, renews four times, and signs out', async () => {
    const { visitor } = await givenATrialUser(shop)
    const config = await client.discovery(issuer, 'analytics', undefined, client.None(), {
      algorithm: 'oauth2',
      // oxlint-disable-next-line typescript/no-deprecated -- the shops of the tests have no TLS
      execute: [client.allowInsecureRequests],
    })
    const nonces: string[] = []
    config[client.customFetch] = async (url, options) => {
      const response = await fetch(url, options as RequestInit)
      nonces.push(response.headers.get('dpop-nonce') ?? '')
      return response
    }
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
    const { redirectUri, arrival } = await givenAListener()
    const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'licence',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      dpop_jkt: await DPoP.calculateThumbprint(),
    })
    await allowing(visitor)(address.href)
    const checks = { pkceCodeVerifier, expectedState }
    let tokens = await client.authorizationCodeGrant(config, await arrival, checks, undefined, { DPoP })
    // The first request has no nonce yet: the library repeats it with the server's nonce.
    assert.equal(nonces.filter(Boolean).length, 2)
    for (let count = 0; count < 4; count += 1)
      tokens = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
    assert.equal(typeof tokens['licence'], 'string')
    const about = await client.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${shop.url}/licence/me`),
      'GET',
      undefined,
      undefined,
      { DPoP },
    )
    assert.equal(((await about.json()) as { product: string }).product, 'Parallax Analytics')
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    await assert.rejects(
      client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP }),
      (error: client.ResponseBodyError) => error.error === 'invalid_grant',
    )
  })
})

describe('oauth4webapi', () => {
  it('signs in by an entered code with PKCE, renews four times, and signs out', async () => {
    const { visitor } = await givenATrialUser(shop)
    const own: oauth.Client = { client_id: 'analytics' }
    // oxlint-disable-next-line typescript/no-deprecated -- the shops of the tests have no TLS
    const insecure = { [oauth.allowInsecureRequests]: true }
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const as = await oauth.processDiscoveryResponse(issuer, discovered)
    const DPoP = oauth.DPoP(own, await oauth.generateKeyPair('ES256'))
    const verifier = oauth.generateRandomCodeVerifier()
    const form = new URLSearchParams({
      scope: 'licence',
      dpop_jkt: await DPoP.calculateThumbprint(),
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const asked = await oauth.processDeviceAuthorizationResponse(
      as,
      own,
      await oauth.deviceAuthorizationRequest(as, own, oauth.None(), form, insecure),
    )
    await typing(visitor)(asked.user_code, asked.verification_uri)
    const exchange = async (codeVerifier: string) => {
      const additionalParameters = { code_verifier: codeVerifier }
      const options = { DPoP, additionalParameters, ...insecure }
      const answer = await oauth.deviceCodeGrantRequest(as, own, oauth.None(), asked.device_code, options)
      return oauth.processDeviceCodeResponse(as, own, answer)
    }
    await assert.rejects(exchange(verifier), oauth.isDPoPNonceError)
    await assert.rejects(
      exchange(oauth.generateRandomCodeVerifier()),
      (error: oauth.ResponseBodyError) => error.error === 'invalid_grant',
      'a code that was intercepted is worth nothing without its verifier',
    )
    let tokens: oauth.TokenEndpointResponse = await exchange(verifier)
    for (let count = 0; count < 4; count += 1) {
      const options = { DPoP, ...insecure }
      const answer = await oauth.refreshTokenGrantRequest(as, own, oauth.None(), tokens.refresh_token ?? '', options)
      tokens = await oauth.processRefreshTokenResponse(as, own, answer)
    }
    assert.equal(typeof tokens['licence'], 'string')
    const revoked = await oauth.revocationRequest(as, own, oauth.None(), tokens.refresh_token ?? '', insecure)
    await oauth.processRevocationResponse(revoked)
    const after = await oauth.refreshTokenGrantRequest(as, own, oauth.None(), tokens.refresh_token ?? '', {
      DPoP,
      ...insecure,
    })
    await assert.rejects(
      oauth.processRefreshTokenResponse(as, own, after),
      (error: oauth.ResponseBodyError) => error.error === 'invalid_grant',
    )
  })
})
