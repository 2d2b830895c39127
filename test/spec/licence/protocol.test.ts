import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'vitest'
import { exportJWK, generateKeyPair } from 'jose'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { allowedCode, createProgram, redirectUri } from '../../support/licence/program.ts'
import { typing } from '../../support/licence/reference-client.ts'
import { assertRetryAfter } from '../../support/retry-after.ts'

const shop = await givenAShop({ ...atTheHour, RATE_LIMIT_FACTOR: '1' })

describe('an entered code', () => {
  it('signs in a computer without a browser, and is worth nothing without its key and verifier', async () => {
    const { visitor } = await givenATrialUser(shop)
    const program = await createProgram(shop)
    const verifier = oauth.generateRandomCodeVerifier()
    const { status, body } = await program.deviceAuthorization({
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    assert.equal(status, 200)
    assert.match(body.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    assert.deepEqual([body.verification_uri, body.expires_in, body.interval], [`${shop.url}/device`, 600, 5])
    const poll = (by = program, code_verifier = verifier) =>
      by.post('/licence/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: 'analytics',
        device_code: body.device_code,
        code_verifier,
      })
    assert.equal((await poll()).body.error, 'authorization_pending')
    assert.equal((await poll()).body.error, 'slow_down')
    const typed = await visitor.form('/device')
    assert.ok(!typed.html.includes(body.user_code), 'the code is never filled in')
    const asked = await visitor.submit(typed, { code: body.user_code.toLowerCase() })
    const html = await asked.text()
    assert.match(html, /Laboratory 4/)
    const fields = Object.fromEntries(
      [...html.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    )
    const allowed = await visitor.submit({ ...typed, fields }, { act: 'allow' })
    assert.equal(allowed.status, 200)
    assert.equal(allowed.headers.get('refresh'), null)
    const thief = await createProgram(shop)
    assert.equal((await poll(thief)).body.error, 'invalid_grant')
    assert.equal((await poll(program, 'another verifier')).body.error, 'invalid_grant')
    const tokens = await poll()
    assert.equal(tokens.status, 200, JSON.stringify(tokens.body))
    assert.equal((await poll()).body.error, 'invalid_grant')
    assert.equal((await program.renewWith(tokens.body.refresh_token)).status, 200)
  })

  it('can be guessed at most five times', async () => {
    const { visitor } = await givenATrialUser(shop)
    const form = await visitor.form('/device')
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push((await visitor.submit(form, { code: 'BCDF-GHJK' })).status)
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429])
    const { body } = await (await createProgram(shop)).deviceAuthorization()
    const limited = await visitor.submit(form, { code: body.user_code })
    assert.equal(limited.status, 429, 'the right one too')
    // A window of ten minutes began ten seconds ago.
    assertRetryAfter(limited.headers, 600)
  })

  it('can be requested at most 120 times an hour from one network', async () => {
    const other = await givenAShop({ ...atTheHour, RATE_LIMIT_FACTOR: '0.02' })
    const program = await createProgram(other)
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) statuses.push((await program.deviceAuthorization()).status)
    assert.deepEqual(statuses, [200, 200, 429, 429])
    assertRetryAfter((await program.deviceAuthorization()).headers, 3600)
    const page = await other.visitor().get(program.authorizePath())
    assert.equal(page.status, 429)
    assertRetryAfter(page.headers, 3600)
  })
})

describe('a proof', () => {
  it('is rejected when it is for another address or method, of another kind, or without the server’s nonce', async () => {
    const program = await createProgram(shop)
    await program.renewWith('tlr_x')
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const path = '/licence/token'
    const symmetric = { kty: 'oct', k: 'AAAA' }
    const proofs: [string, string][] = [
      ['invalid_dpop_proof', ''],
      ['invalid_dpop_proof', 'x.y.z'],
      ['invalid_dpop_proof', 'x'.repeat(5_000)],
      ['invalid_dpop_proof', await program.proof('GET', path)],
      ['invalid_dpop_proof', await program.proof('POST', '/licence/me')],
      ['invalid_dpop_proof', await program.proof('POST', path, { header: { typ: 'JWT' } })],
      ['invalid_dpop_proof', await program.proof('POST', path, { header: { jwk: await exportJWK(privateKey) } })],
      ['invalid_dpop_proof', await program.proof('POST', path, { header: { jwk: symmetric } })],
      ['invalid_dpop_proof', await program.proof('POST', path, { header: { jwk: await exportJWK(publicKey) } })],
      ['invalid_dpop_proof', await program.proof('POST', path, { claims: { jti: '' } })],
      ['invalid_dpop_proof', await program.proof('POST', path, { claims: { iat: 'now' } })],
      ['use_dpop_nonce', await program.proof('POST', path, { claims: { nonce: undefined } })],
      ['use_dpop_nonce', await program.proof('POST', path, { claims: { nonce: 'abc.def' } })],
    ]
    for (const [expected, dpop] of proofs) {
      const answer = await fetch(shop.url + path, {
        method: 'POST',
        headers: { dpop },
        body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'analytics', refresh_token: 'tlr_x' }),
      })
      assert.equal(answer.status, 400)
      assert.equal(((await answer.json()) as { error: string }).error, expected, dpop.slice(0, 80))
      assert.ok(answer.headers.get('dpop-nonce'))
    }
  })

  it('without a nonce, but with a token, is answered with 401 and a nonce, as RFC 9449 section 9 requires', async () => {
    const { visitor } = await givenATrialUser(shop)
    const program = await createProgram(shop)
    const token = (await program.signIn(visitor)).access_token
    const ath = createHash('sha256').update(token).digest('base64url')
    const ask = async (claims: Record<string, unknown>) =>
      fetch(`${shop.url}/licence/me`, {
        headers: { authorization: `DPoP ${token}`, dpop: await program.proof('GET', '/licence/me', { claims }) },
      })
    const without = await ask({ ath, nonce: undefined })
    assert.equal(without.status, 401)
    assert.match(without.headers.get('www-authenticate') ?? '', /^DPoP .*error="use_dpop_nonce"/)
    const nonce = without.headers.get('dpop-nonce')
    assert.ok(nonce)
    assert.equal((await ask({ ath, nonce })).status, 200)
  })

  it('of a computer whose clock is wrong by years is accepted', async () => {
    const { visitor } = await givenATrialUser(shop)
    // The programs of these tests date every proof in the year 2001.
    await (await createProgram(shop)).signIn(visitor)
  })
})

describe('the calls of programs', () => {
  it('cannot be read by another site’s script, and ignore cookies', async () => {
    const { visitor } = await givenATrialUser(shop)
    const program = await createProgram(shop)
    for (const path of ['/licence/keys', '/.well-known/oauth-authorization-server/licence', program.authorizePath()]) {
      const answer = await visitor.get(path, { origin: 'https://evil.example' })
      for (const name of ['access-control-allow-origin', 'set-cookie'])
        assert.equal(answer.headers.get(name), null, `${path} ${name}`)
    }
  })

  it('reject missing, repeated and unknown parameters', async () => {
    const program = await createProgram(shop)
    const post = async (body: string, path = '/licence/token') => {
      const headers = { dpop: await program.proof('POST', path), 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await fetch(shop.url + path, { method: 'POST', headers, body })
      return [answer.status, ((await answer.json()) as { error: string }).error]
    }
    await program.renewWith('tlr_x')
    assert.deepEqual(await post(''), [400, 'invalid_request'])
    assert.deepEqual(await post('client_id=nothing'), [401, 'invalid_client'])
    assert.deepEqual(await post('client_id=analytics&client_id=analytics'), [400, 'invalid_request'])
    assert.deepEqual(await post('client_id=analytics&grant_type=password'), [400, 'unsupported_grant_type'])
    assert.deepEqual(await post('client_id=analytics&grant_type=__proto__'), [400, 'unsupported_grant_type'])
    assert.deepEqual(await post('client_id=analytics&scope=openid', '/licence/device_authorization'), [
      400,
      'invalid_scope',
    ])
  })
})

const ownClient: oauth.Client = { client_id: 'analytics' }
// oxlint-disable-next-line typescript/no-deprecated -- the shops of the tests have no TLS
const insecure = { [oauth.allowInsecureRequests]: true }

describe('oauth4webapi', () => {
  it('discovers the server, signs in through the browser, renews four times, requests the user’s data, and signs out', async () => {
    const { visitor } = await givenATrialUser(shop)
    const issuer = new URL(`${shop.url}/licence`)
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const as = await oauth.processDiscoveryResponse(issuer, discovered)
    const keys = await oauth.generateKeyPair('ES256', { extractable: true })
    const DPoP = oauth.DPoP(ownClient, keys)
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'analytics',
      redirect_uri: redirectUri,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      scope: 'licence',
      state,
      dpop_jkt: await DPoP.calculateThumbprint(),
    })
    const form = await visitor.form(`/licence/authorize?${query.toString()}`)
    const back = (await visitor.submit(form, { act: 'allow' })).headers.get('refresh')?.replace('0; url=', '') ?? ''
    const parameters = oauth.validateAuthResponse(as, ownClient, new URL(back), state)
    const exchange = () =>
      oauth.authorizationCodeGrantRequest(as, ownClient, oauth.None(), parameters, redirectUri, verifier, {
        DPoP,
        ...insecure,
      })
    const first = await oauth
      .processAuthorizationCodeResponse(as, ownClient, await exchange())
      .catch(async (error: unknown) => {
        assert.ok(oauth.isDPoPNonceError(error), String(error))
        return oauth.processAuthorizationCodeResponse(as, ownClient, await exchange())
      })
    let tokens: oauth.TokenEndpointResponse = first
    for (let count = 0; count < 4; count += 1) {
      const renewed = await oauth.refreshTokenGrantRequest(as, ownClient, oauth.None(), tokens.refresh_token ?? '', {
        DPoP,
        ...insecure,
      })
      tokens = await oauth.processRefreshTokenResponse(as, ownClient, renewed)
      assert.equal(tokens.token_type, 'dpop')
    }
    const me = await oauth.protectedResourceRequest(
      tokens.access_token,
      'GET',
      new URL(`${shop.url}/licence/me`),
      undefined,
      null,
      { DPoP, ...insecure },
    )
    assert.deepEqual(await me.json(), {
      product: 'Parallax Analytics',
      plan: 'Parallax Analytics trial',
      until: '2027-01-31',
      manage_url: `${shop.url}/account`,
      newest_version: null,
    })
    const revoked = await oauth.revocationRequest(as, ownClient, oauth.None(), tokens.refresh_token ?? '', insecure)
    await oauth.processRevocationResponse(revoked)
    const after = await oauth.refreshTokenGrantRequest(as, ownClient, oauth.None(), tokens.refresh_token ?? '', {
      DPoP,
      ...insecure,
    })
    await assert.rejects(
      oauth.processRefreshTokenResponse(as, ownClient, after),
      (error: oauth.ResponseBodyError) =>
        error.error === 'invalid_grant' && typeof error.cause['licence_refusal'] === 'string',
    )
  })
})

describe('openid-client', () => {
  it('signs in by an entered code, and renews', async () => {
    const { visitor } = await givenATrialUser(shop)
    const config = await client.discovery(new URL(`${shop.url}/licence`), 'analytics', undefined, client.None(), {
      algorithm: 'oauth2',
      // oxlint-disable-next-line typescript/no-deprecated -- the shops of the tests have no TLS
      execute: [client.allowInsecureRequests],
    })
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
    const jkt = await DPoP.calculateThumbprint()
    const asked = await client.initiateDeviceAuthorization(config, { scope: 'licence', dpop_jkt: jkt })
    await typing(visitor)(asked.user_code, asked.verification_uri)
    let tokens = await client.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0 }, undefined, { DPoP })
    for (let count = 0; count < 4; count += 1)
      tokens = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
    assert.equal(typeof tokens['licence'], 'string')
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP }))
  })
})

describe('the device limit', () => {
  it('is three even if 50 sign-ins are allowed concurrently, and signing a device out frees a place', async () => {
    const busy = await givenAShop(atTheHour)
    const { visitor } = await givenATrialUser(busy)
    const forms = []
    for (let count = 0; count < 50; count += 1) {
      const program = await createProgram(busy)
      forms.push(await visitor.form(program.authorizePath({ device_name: `Computer ${count}` })))
    }
    const answers = await Promise.all(forms.map((form) => visitor.submit(form, { act: 'allow' })))
    assert.equal(answers.filter(({ headers }) => headers.has('refresh')).length, 3)
    assert.equal((await busy.sql('select 1 from devices')).length, 3)
    const program = await createProgram(busy)
    const full = await visitor.form(program.authorizePath())
    assert.match(full.html, /3 computers are signed in/)
    const signedOut = await visitor.submit(full, { act: 'sign-out' })
    assert.match(await signedOut.text(), /value="allow"/)
    await allowedCode(visitor, program.authorizePath())
    assert.equal((await busy.sql('select 1 from devices where released_at is null')).length, 3)
  })
})
