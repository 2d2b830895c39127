import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import * as oidc from 'openid-client'
import {
  active,
  authorize,
  Browser,
  hidden,
  invite,
  linkIn,
  mails,
  password,
  signInPage,
  serveIdentity,
  world,
} from '../../test/support/given-identity.ts'

await serveIdentity()

describe('the built-in identity provider', () => {
  it('leads a registrant from the email through a password to the shop, signed in [1.8]', async () => {
    const browser = new Browser()
    assert.equal(await invite('ada@example.com', 'Ada', '/try/analytics-trial'), 'invited')
    assert.equal(mails[0]?.to, 'ada@example.com')
    assert.doesNotMatch(mails[0].text, /Ada/, 'whoever types an address does not write its mail')
    const page = await browser.get(linkIn(mails[0]))
    assert.equal(page.status, 200)
    assert.match(page.text, /<title>Activate your account \| Parallax<\/title>/)
    assert.match(page.text, /Use 10 to 128 characters/)
    const done = await browser.post('/identity/activate', { ...hidden(page.text), password })
    assert.equal(done.status, 303)
    assert.equal(done.location, '/api/v1/login?redirect_url=%2Ftry%2Fanalytics-trial')
    const { claims } = await authorize(browser)
    assert.equal(claims.email, 'ada@example.com')
    assert.equal(claims.email_verified, true)
    assert.equal(claims.given_name, 'Ada')
    assert.equal(claims.role, undefined)
    assert.match(claims.sub, /^[0-9a-f-]{36}$/)
  })

  it('accepts the address in any letter case, and skips the sign-in page the next time', async () => {
    const sub = await active('bob@example.com')
    const browser = new Browser()
    const { claims } = await authorize(browser, { email: 'BOB@Example.com', password })
    assert.equal(claims.sub, sub)
    const again = await authorize(browser)
    assert.equal(again.claims.sub, sub)
    const info = await oidc.fetchUserInfo(world.config, again.tokens.access_token, sub)
    assert.equal(info.email, 'bob@example.com')
  })

  it('responds the same to a wrong password and a wrong address, and keeps the typed address only', async () => {
    await active('carol@example.com')
    const texts = []
    for (const email of ['carol@example.com', 'nobody@example.com']) {
      const browser = new Browser()
      const page = await signInPage(browser)
      const refused = await browser.post(page.url, { ...hidden(page.text), email, password: 'not the right one' })
      assert.equal(refused.status, 400)
      assert.match(refused.text, new RegExp(`value="${email}"`))
      assert.doesNotMatch(refused.text, /not the right one/)
      texts.push(/<li>.*<\/li>/.exec(refused.text)?.[0])
    }
    assert.equal(texts[0], texts[1])
    assert.match(texts[0] ?? '', /Wrong email or password/)
  })

  it('refuses an account that is not activated', async () => {
    await invite('early@example.com', 'Early')
    const browser = new Browser()
    const page = await signInPage(browser)
    const answer = await browser.post(page.url, { ...hidden(page.text), email: 'early@example.com', password })
    assert.equal(answer.status, 400)
  })

  it('refuses a form without the token of its page, changing nothing', async () => {
    await invite('dora@example.com', 'Dora')
    const link = linkIn(mails[0])
    const token = new URL(link).searchParams.get('token') ?? ''
    const browser = new Browser()
    const { _csrf, ...rest } = hidden((await browser.get(link)).text)
    for (const form of [rest, { ...rest, _csrf: `${_csrf}x` }, { ...rest, _csrf: '' }])
      assert.equal((await browser.post('/identity/activate', { ...form, password })).status, 403)
    const foreign = await new Browser().post('/identity/activate', { _csrf: _csrf ?? '', token, password })
    assert.equal(foreign.status, 403)
    assert.equal((await browser.get(link)).status, 200)
  })

  it('names the fault of a new password, and the link stays valid [9.17]', async () => {
    await invite('pw@example.com', 'Pat')
    const browser = new Browser()
    const page = await browser.get(linkIn(mails[0]))
    const cases: [string, RegExp][] = [
      ['', /Enter a password/],
      ['a'.repeat(9), /at least 10/],
      ['🦊'.repeat(129), /at most 128/],
      ['Password123', /too easy to guess/],
      ['PW@example.com', /cannot be your email/],
    ]
    for (const [wrong, problem] of cases) {
      const answer = await browser.post('/identity/activate', { ...hidden(page.text), password: wrong })
      assert.equal(answer.status, 400)
      assert.match(answer.text, problem)
    }
    const done = await browser.post('/identity/activate', { ...hidden(page.text), password: `🦊${password}` })
    assert.equal(done.status, 303)
  })
})
