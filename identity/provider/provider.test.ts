import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import * as oidc from 'openid-client'
import {
  active,
  authorize,
  Browser,
  code,
  exchange,
  hidden,
  limits,
  password,
  request,
  signInPage,
  told,
  serveIdentity,
  world,
  type Checks,
} from '../../test/support/given-identity.ts'

await serveIdentity()

describe('the protocol', () => {
  it('refuses an authorization request without PKCE, and with the plain method', async () => {
    for (const extra of [{}, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }]) {
      const url = oidc.buildAuthorizationUrl(world.config, {
        redirect_uri: `${world.base}/callback`,
        scope: 'openid',
        ...extra,
      })
      const answer = await new Browser().get(url.href)
      assert.equal(new URL(answer.location ?? '').searchParams.get('error'), 'invalid_request')
    }
  })

  it('rejects a code with the wrong verifier, a swapped state, a foreign nonce, or used twice', async () => {
    await active('proto@example.com')
    const browser = new Browser()
    await authorize(browser, { email: 'proto@example.com', password })
    const fail = async (change: Partial<Checks>): Promise<unknown> => {
      const flow = await code(browser)
      return exchange(flow.callback, { ...flow.checks, ...change }).then(
        () => undefined,
        (error: unknown) => error,
      )
    }
    assert.ok(await fail({ pkceCodeVerifier: oidc.randomPKCECodeVerifier() }))
    assert.ok(await fail({ expectedState: 'another' }))
    assert.ok(await fail({ expectedNonce: 'another' }))
    const flow = await code(browser)
    await exchange(flow.callback, flow.checks)
    await assert.rejects(exchange(flow.callback, flow.checks), { error: 'invalid_grant' })
  })

  it('exchanges a code once, even if many requests arrive at the same moment', async () => {
    await active('greedy@example.com')
    const browser = new Browser()
    await authorize(browser, { email: 'greedy@example.com', password })
    const { callback, checks } = await code(browser)
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => exchange(callback, checks)))
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  it('redirects only to registered addresses', async () => {
    const { url } = await request({ redirect_uri: 'https://evil.example/callback' })
    const answer = await new Browser().get(url.href, { accept: 'text/html' })
    assert.equal(answer.status, 400)
    assert.equal(answer.location, undefined)
    assert.match(answer.text, /Sign-in failed/)
  })

  it('signs out without asking, and ends the session', async () => {
    await active('leaver@example.com')
    const browser = new Browser()
    const { tokens } = await authorize(browser, { email: 'leaver@example.com', password })
    const stolen = browser.copy()
    const page = await browser.get(
      oidc.buildEndSessionUrl(world.config, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: `${world.base}/`,
        state: 'kept',
      }).href,
    )
    const nonce = /<script nonce="([^"]+)">/.exec(page.text)?.[1]
    assert.ok(nonce && page.headers.get('content-security-policy')?.includes(`'nonce-${nonce}'`))
    const done = await browser.post('/identity/session/end/confirm', hidden(page.text))
    assert.equal(done.location, `${world.base}/?state=kept`)
    assert.equal(told.length, 1)
    for (const one of [browser, stolen]) assert.match((await signInPage(one)).text, /<title>Sign in/)
  })

  it('asks for confirmation before signing out a visitor who only followed a link', async () => {
    await active('linked@example.com')
    await active('attacker@example.com')
    const [browser, attacker, earlier] = [new Browser(), new Browser(), new Browser()]
    const { tokens: old } = await authorize(earlier, { email: 'linked@example.com', password })
    const { tokens: theirs } = await authorize(attacker, { email: 'attacker@example.com', password })
    const { tokens: own } = await authorize(browser, { email: 'linked@example.com', password })
    const pageWith = async (hint?: string) =>
      (await browser.get(`/identity/session/end${hint === undefined ? '' : `?id_token_hint=${hint}`}`)).text
    for (const hint of [undefined, theirs.id_token, old.id_token]) {
      const text = await pageWith(hint)
      assert.doesNotMatch(text, /<script/)
      assert.match(text, /Do you want to sign out\?/)
    }
    const text = await pageWith(own.id_token)
    assert.match(text, /<script nonce/)
    await browser.post('/identity/session/end/confirm', hidden(text))
    assert.match((await signInPage(browser)).text, /<title>Sign in/)
  })

  it('stores a bounded part of an authorization request, and a bounded number of them', async () => {
    const { url } = await request({ state: 'x'.repeat(129) })
    assert.equal((await new Browser().get(url.href)).status, 413)
    const posted = await fetch(new URL('/identity/auth', world.base), { method: 'POST', body: new URLSearchParams() })
    assert.equal(posted.status, 405)
    const { url: good } = await request({ state: 'x'.repeat(128) })
    const count = async () =>
      (await world.db.selectFrom('identity_objects').where('kind', '=', 'Interaction').selectAll().execute()).length
    const before = await count()
    limits.add('authorizationPerAddress')
    assert.equal((await new Browser().get(good.href)).status, 429)
    for (const other of ['/identity/auth/', '/identity/AUTH', '/identity/Auth/'])
      assert.equal((await new Browser().get(good.href.replace('/identity/auth', other))).status, 429, other)
    assert.equal(await count(), before)
    limits.clear()
    assert.equal((await new Browser().get(good.href)).status, 303)
    world.clock = new Date(world.clock.getTime() + 15 * 60_000 + 1000)
    await world.identity.cleanUp(world.db, world.clock)
    assert.equal(await count(), 0)
  })

  it('names its own address in the policy of its pages and in its discovery document, whatever the proxy headers', async () => {
    const { headers } = await new Browser().get('/identity/forgotten', { 'x-forwarded-host': 'evil.example' })
    const policy = headers.get('content-security-policy') ?? ''
    assert.ok(policy.includes(`form-action 'self' ${world.base}`))
    const discovery = await new Browser().get('/identity/.well-known/openid-configuration', {
      'x-forwarded-host': 'evil.example',
    })
    assert.doesNotMatch(discovery.text, /evil/)
    assert.equal(JSON.parse(discovery.text).token_endpoint, `${world.base}/identity/token`)
  })

  it('accepts no other methods, types or sizes of a form', async () => {
    const browser = new Browser()
    const send = (init: RequestInit): Promise<Response> => fetch(`${world.base}/identity/forgotten`, init)
    assert.equal((await send({ method: 'PUT' })).status, 405)
    assert.equal(
      (await send({ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
      415,
    )
    const large = new URLSearchParams({ email: 'x'.repeat(70_000) })
    assert.equal((await send({ method: 'POST', body: large })).status, 413)
    const page = await browser.get('/identity/forgotten')
    for (const email of ['', 'no address', "a'@b.example\u0000", '<b>@x', `${'x'.repeat(300)}@example.com`]) {
      const answer = await browser.post('/identity/forgotten', { ...hidden(page.text), email })
      assert.equal(answer.status, 400)
      assert.doesNotMatch(answer.text, /<b>/)
    }
  })
})
