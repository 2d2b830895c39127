import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import {
  atTheHour,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  givenARegistration,
} from '../../support/given.ts'
import { allowedCode, createProgram, redirectUri, verified } from '../../support/licence/program.ts'
import { givenAProgram } from '../../support/licence/given-program.ts'

const shop = await givenAShop(atTheHour)

describe('signing in by the browser', () => {
  it('gives a lease for the device that its owner allowed, whose description is shown as text', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const program = await createProgram(shop)
    const form = await visitor.form(program.authorizePath({ device_name: '<b>Jane’s</b> laptop' }))
    assert.equal(form.status, 200)
    const named = ['Sign in to Parallax Analytics', '&lt;b&gt;Jane’s&lt;/b&gt; laptop', 'Windows 11, 4.2.0', email]
    for (const text of [...named, 'Allow', 'Refuse']) assert.ok(form.html.includes(text), text)
    const body = await program.signIn(visitor)
    const lease = await verified(body.licence, body.licence_keys)
    const { v, iss, aud, base, cnf, lic, ent, to, seq, sandbox } = lease
    assert.deepEqual(
      { v, iss, aud, base, cnf, ent, to, seq, sandbox },
      {
        v: 1,
        iss: `${shop.url}/licence`,
        aud: 'analytics',
        base: shop.url,
        cnf: { jkt: program.jkt },
        ent: [],
        to: 'Jane Doe, Northwind Bottling',
        seq: 1,
        sandbox: true,
      },
    )
    assert.deepEqual(
      { plan: lic['plan'], type: lic['type'], until: lic['until'], renews: lic['renews'] },
      { plan: 'analytics-trial', type: 'trial', until: '2027-01-31', renews: false },
    )
    assert.equal(lease.exp - lease.iat, 14 * 86_400)
    assert.ok(!JSON.stringify(lease).includes(email), 'a lease names no email address')
  })

  it('asks an anonymous visitor to sign in, and returns to the same request', async () => {
    const program = await createProgram(shop)
    const page = await shop.visitor().form(program.authorizePath())
    assert.equal(page.status, 200)
    assert.match(page.html, /\/api\/v1\/login\?redirect_url=%2Fdevice%3Frequest%3D/)
    assert.match(page.html, /href="\/try\/analytics-trial"/)
    assert.ok(!page.html.includes('Jane’s laptop'), 'the computer is shown to its owner only')
  })

  it('offers the trial and the plans to a person without one, and nothing to allow to them, on hold or before activation', async () => {
    const administrator = await givenAnAdministrator(shop)
    const page = await administrator.form((await createProgram(shop)).authorizePath())
    assert.match(page.html, /no active plan/)
    assert.match(page.html, /href="\/plans"/)
    assert.ok(!page.html.includes('value="allow"'))
    const pending = await givenATrialUser(shop, { email: `held.${Date.now()}@gmail.com` })
    for (const { visitor } of [pending, await givenARegistration(shop)]) {
      const refused = await visitor.form((await createProgram(shop)).authorizePath())
      assert.ok(!refused.html.includes('value="allow"'))
    }
  })

  it('returns access_denied, the state and the issuer after a refusal, and nothing without the anti-forgery token', async () => {
    const { visitor } = await givenATrialUser(shop)
    const form = await visitor.form((await createProgram(shop)).authorizePath())
    const forged = await visitor.submit({ ...form, fields: { ...form.fields, _csrf: 'x' } }, { act: 'allow' })
    assert.deepEqual([forged.status, forged.headers.get('refresh')], [403, null])
    const answer = await visitor.submit(form, { act: 'refuse' })
    const address = new URL(answer.headers.get('refresh')?.replace('0; url=', '') ?? '')
    assert.equal(address.origin + address.pathname, redirectUri)
    assert.deepEqual(Object.fromEntries(address.searchParams), {
      error: 'access_denied',
      state: 'a state',
      iss: `${shop.url}/licence`,
    })
    assert.equal((await visitor.submit(form, { act: 'allow' })).status, 404, 'a request is answered once')
  })

  it('never redirects the browser to an address that is not on this computer', async () => {
    const { visitor } = await givenATrialUser(shop)
    const program = await createProgram(shop)
    // licence/rules/redirect.test.ts has every kind of address.
    for (const changes of [{ redirect_uri: 'https://evil.example/' }, { redirect_uri: '' }, { client_id: 'nothing' }]) {
      const answer = await visitor.get(program.authorizePath(changes), { accept: 'text/html' })
      assert.equal(answer.status, 400, JSON.stringify(changes))
      assert.equal(answer.headers.get('location'), null)
    }
    const repeated = await visitor.get(`${program.authorizePath()}&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2F`)
    assert.equal(repeated.status, 400)
  })

  it('returns a program’s other errors to the program', async () => {
    const program = await createProgram(shop)
    const faults: [Record<string, string>, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ scope: 'openid' }, 'invalid_scope'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ dpop_jkt: 'short' }, 'invalid_request'],
    ]
    for (const [changes, error] of faults) {
      const answer = await shop.visitor().get(program.authorizePath(changes))
      const address = new URL(answer.headers.get('location') ?? '')
      assert.equal(address.origin + address.pathname, redirectUri)
      assert.equal(address.searchParams.get('error'), error)
      assert.equal(address.searchParams.get('state'), 'a state')
    }
  })
})

describe('a code', () => {
  it('is valid once, for a minute, and only with its verifier, address, program and key', async () => {
    const { visitor } = await givenATrialUser(shop)
    const program = await createProgram(shop)
    const code = await allowedCode(visitor, program.authorizePath())
    for (const changes of [
      { code_verifier: 'another verifier that has more than 43 characters' },
      { redirect_uri: 'http://127.0.0.1:49153/callback' },
      { client_id: 'statistics' },
    ])
      assert.deepEqual(await failure(program.exchange(code, changes)), [400, 'invalid_grant'])
    const thief = await createProgram(shop)
    assert.deepEqual(await failure(thief.exchange(code)), [400, 'invalid_grant'], 'another listener caught the code')
    assert.equal((await program.exchange(code)).status, 200)
    assert.deepEqual(await failure(program.exchange(code)), [400, 'invalid_grant'])
  })
})

describe('the response to a renewal', () => {
  it('is not a signed refusal for a token with another key, another program or a wrong signature', async () => {
    const { program } = await givenAProgram(shop)
    const thief = await createProgram(shop)
    const forged = program.token().replace(/\.(\d+)\./, '.99.')
    for (const answer of [
      await thief.renewWith(program.token()),
      await program.renewWith(program.token(), { client_id: 'statistics' }),
      await program.renewWith(forged),
      await program.renewWith('tlr_x'),
    ]) {
      assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_grant'])
      assert.equal(answer.body.licence_refusal, undefined)
    }
    assert.equal((await program.renew()).status, 200)
  })
})

async function failure(
  answer: Promise<{ status: number; body: { error?: string } }>,
): Promise<[number, string | undefined]> {
  const { status, body } = await answer
  return [status, body.error]
}
