import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'vitest'
import * as client from 'openid-client'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { allowedCode, createProgram, redirectUri } from '../../support/licence/program.ts'
import { typing } from '../../support/licence/reference-client.ts'
import { assertRetryAfter } from '../../support/http/retry-after.ts'

const shop = await givenAShop({ ...atTheHour, RATE_LIMIT_FACTOR: '1' })

describe('an entered code', () => {
  it('signs in a computer without a browser, and is worth nothing without its key and verifier', async () => {
    const { visitor } = await givenATrialUser(shop)
    const program = await createProgram(shop)
    const verifier = client.randomPKCECodeVerifier()
    const { status, body } = await program.deviceAuthorization({
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    assert.equal(status, 200)
    assert.match(body.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    assert.deepEqual([body.verification_uri, body.expires_in, body.interval], [`${shop.url}/device`, 600, 5])
    const poll = (by = program, code_verifier = verifier) => by.poll(body.device_code, { code_verifier })
    assert.equal((await poll()).body.error, 'authorization_pending')
    assert.equal((await poll()).body.error, 'slow_down')
    assert.ok(!(await visitor.form('/device')).html.includes(body.user_code), 'the code is never filled in')
    await typing(visitor)(body.user_code.toLowerCase(), body.verification_uri)
    const thief = await createProgram(shop)
    assert.equal((await poll(thief)).body.error, 'invalid_grant')
    assert.equal((await poll(program, 'another verifier')).body.error, 'invalid_grant')
    const tokens = await poll()
    assert.equal(tokens.status, 200, JSON.stringify(tokens.body))
    assert.equal((await poll()).body.error, 'invalid_grant')
    assert.equal((await program.renewWith(tokens.body.refresh_token)).status, 200)
  })

  it('is reported as expired to a program that asks within the hour after it, approved or not', async () => {
    const ending = await givenAShop(atTheHour)
    const { visitor } = await givenATrialUser(ending)
    const program = await createProgram(ending)
    const [waiting, approved] = [await program.deviceAuthorization(), await program.deviceAuthorization()]
    await typing(visitor)(approved.body.user_code, approved.body.verification_uri)
    const errors = async () => {
      const answers = [await program.poll(waiting.body.device_code), await program.poll(approved.body.device_code)]
      return answers.map(({ body }) => body.error)
    }
    const end = Date.parse(atTheHour.CLOCK_START) + 600_000
    const passed = (minutes: number) => ending.advanceTo(new Date(end + minutes * 60_000).toISOString())
    await passed(1)
    assert.deepEqual(await errors(), ['expired_token', 'expired_token'])
    const typed = await visitor.submit(await visitor.form('/device'), { code: waiting.body.user_code })
    assert.equal(typed.status, 400, 'a person cannot allow it any more')
    await passed(59)
    assert.deepEqual(await errors(), ['expired_token', 'expired_token'])
    await passed(75)
    assert.deepEqual(await errors(), ['invalid_grant', 'invalid_grant'], 'the requests were deleted')
  })

  it('that is allowed in its last seconds can be exchanged for another minute', async () => {
    const ending = await givenAShop(atTheHour)
    const { visitor } = await givenATrialUser(ending)
    const program = await createProgram(ending)
    const { body } = await program.deviceAuthorization()
    const [row] = await ending.sql<{ expires_at: Date }>('select expires_at from device_grants')
    const at = (seconds: number) => new Date((row?.expires_at.getTime() ?? 0) + seconds * 1000).toISOString()
    await ending.advanceTo(at(-30))
    await typing(visitor)(body.user_code, body.verification_uri)
    await ending.advanceTo(at(1))
    const tokens = await program.poll(body.device_code)
    assert.equal(tokens.status, 200, JSON.stringify(tokens.body))
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
})

describe('a proof', () => {
  // licence/dpop.test.ts has every kind of invalid proof.
  it('is required by each call of a program, whose answer to an invalid one has a nonce', async () => {
    const program = await createProgram(shop)
    const token = { path: '/licence/token', grant_type: 'refresh_token', refresh_token: 'tlr_x' }
    const start = { path: '/licence/device_authorization', scope: 'licence' }
    const revoke = { path: '/licence/revoke', token: 'tlr_x' }
    for (const { path, ...form } of [token, start, revoke]) {
      const headers = { dpop: await program.proof('GET', path) }
      const body = new URLSearchParams({ client_id: 'analytics', ...form })
      const answer = await fetch(shop.url + path, { method: 'POST', headers, body })
      assert.equal(answer.status, 400, path)
      assert.equal(((await answer.json()) as { error: string }).error, 'invalid_dpop_proof', path)
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
    const form = 'application/x-www-form-urlencoded'
    const post = async (body: string, path = '/licence/token', type = form) => {
      const headers = { dpop: await program.proof('POST', path), 'content-type': type }
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
    for (const [type, body] of [
      ['application/json', '{"grant_type":"refresh_token"}'],
      ['application/json', 'grant_type=refresh_token'],
      ['application/json', ''],
      ['text/plain', 'grant_type=refresh_token'],
      ['multipart/form-data; boundary=x', 'grant_type=refresh_token'],
    ] as const)
      for (const path of ['/licence/token', '/licence/revoke', '/licence/device_authorization'])
        assert.deepEqual(await post(body, path, type), [400, 'invalid_request'], `${path} ${type} ${body}`)
  })
})

/** The server as a library sees it, with a key of its own. */
async function discovered() {
  const config = await client.discovery(new URL(`${shop.url}/licence`), 'analytics', undefined, client.None(), {
    algorithm: 'oauth2',
    // oxlint-disable-next-line typescript/no-deprecated -- the shops of the tests have no TLS
    execute: [client.allowInsecureRequests],
  })
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'))
  return { config, DPoP, dpop_jkt: await DPoP.calculateThumbprint() }
}

describe('openid-client', () => {
  it('discovers the server, signs in through the browser, renews four times, requests the user’s data, and signs out', async () => {
    const { visitor } = await givenATrialUser(shop)
    const { config, DPoP, dpop_jkt } = await discovered()
    const [verifier, state] = [client.randomPKCECodeVerifier(), client.randomState()]
    const { pathname, search } = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      scope: 'licence',
      state,
      dpop_jkt,
    })
    const form = await visitor.form(pathname + search)
    const back = (await visitor.submit(form, { act: 'allow' })).headers.get('refresh')?.replace('0; url=', '') ?? ''
    const checks = { pkceCodeVerifier: verifier, expectedState: state }
    let tokens = await client.authorizationCodeGrant(config, new URL(back), checks, undefined, { DPoP })
    const renew = () => client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
    for (let count = 0; count < 4; count += 1) {
      tokens = await renew()
      assert.equal(tokens.token_type, 'dpop')
    }
    const address = new URL(`${shop.url}/licence/me`)
    const me = await client.fetchProtectedResource(config, tokens.access_token, address, 'GET', undefined, undefined, {
      DPoP,
    })
    assert.deepEqual(await me.json(), {
      product: 'Parallax Analytics',
      plan: 'Parallax Analytics trial',
      until: '2027-01-31',
      manage_url: `${shop.url}/account`,
      newest_version: null,
    })
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    await assert.rejects(
      renew(),
      (error: client.ResponseBodyError) =>
        error.error === 'invalid_grant' && typeof error.cause['licence_refusal'] === 'string',
    )
  })

  it('signs in by an entered code, and renews', async () => {
    const { visitor } = await givenATrialUser(shop)
    const { config, DPoP, dpop_jkt } = await discovered()
    const asked = await client.initiateDeviceAuthorization(config, { scope: 'licence', dpop_jkt })
    await typing(visitor)(asked.user_code, asked.verification_uri)
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...asked, interval: 0 }, undefined, { DPoP })
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
    assert.equal(typeof renewed['licence'], 'string')
  })
})

describe('a sign-in with a state of other characters than RFC 6749 allows', () => {
  it('is refused at the program’s address', async () => {
    const program = await createProgram(shop)
    for (const state of ['\0', 'a\nb', 'é']) {
      const answer = await shop.visitor().get(program.authorizePath({ state }))
      assert.equal(answer.status, 302)
      const { origin, pathname, searchParams } = new URL(answer.headers.get('location') ?? '')
      assert.deepEqual(
        [origin + pathname, searchParams.get('error'), searchParams.get('state')],
        [redirectUri, 'invalid_request', state],
      )
    }
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
    assert.equal((await visitor.submit(full, { act: 'sign-out', device: '\0' })).status, 400)
    assert.equal((await busy.sql('select 1 from devices where released_at is null')).length, 3)
    const signedOut = await visitor.submit(full, { act: 'sign-out' })
    assert.match(await signedOut.text(), /value="allow"/)
    await allowedCode(visitor, program.authorizePath())
    assert.equal((await busy.sql('select 1 from devices where released_at is null')).length, 3)
  })
})
