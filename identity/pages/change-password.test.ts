import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import {
  active,
  authorize,
  Browser,
  ended,
  hidden,
  limits,
  mails,
  password,
  serveIdentity,
  signInPage,
} from '../../test/support/given-identity.ts'

await serveIdentity()

const page = '/identity/password?return_to=%2Faccount'
const next = 'another long one'

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser()
  await authorize(browser, { email, password })
  return browser
}

async function change(browser: Browser, fields: { current: string; password: string }) {
  const { text } = await browser.get(page)
  return browser.post('/identity/password', { ...hidden(text), ...fields })
}

describe('one’s own password', () => {
  it('can be changed with the current one: other sessions end, this browser stays signed in, and the person is notified', async () => {
    const sub = await active('own@example.com')
    const [browser, elsewhere] = [await signedIn('own@example.com'), await signedIn('own@example.com')]
    const done = await change(browser, { current: password, password: next })
    assert.deepEqual([done.status, done.location], [303, '/api/v1/login?redirect_url=%2Faccount'])
    assert.equal((await authorize(browser)).claims.sub, sub, 'signed in without a word')
    assert.match((await signInPage(elsewhere)).text, /<title>Sign in/)
    assert.deepEqual(ended.at(-1), { accountId: sub, sid: null })
    const told = mails.at(-1)
    assert.deepEqual([told?.kind, told?.to], ['password-changed', 'own@example.com'])
    assert.match(told?.text ?? '', /changed on a device that was signed in/)
    await assert.rejects(authorize(new Browser(), { email: 'own@example.com', password }))
    await authorize(new Browser(), { email: 'own@example.com', password: next })
  })

  it('does not change if the current one is wrong or missing, or the new one is invalid; the message is at the field', async () => {
    await active('wrong@example.com')
    const browser = await signedIn('wrong@example.com')
    for (const [fields, sentence] of [
      [{ current: 'not the one', password: next }, /This is not your current password/],
      [{ current: '', password: next }, /Enter a password/],
      [{ current: password, password: 'short' }, /at least 10 characters/],
      [{ current: password, password: 'wrong@example.com' }, /cannot be your email/],
    ] as const) {
      const answer = await change(browser, fields)
      assert.equal(answer.status, 400)
      assert.match(answer.text, sentence)
      assert.ok(!answer.text.includes(next))
    }
    assert.equal(mails.at(-1)?.kind, 'activation')
    await authorize(new Browser(), { email: 'wrong@example.com', password })
  })

  it('does not change if another change came first', async () => {
    await active('twice@example.com')
    const [one, other] = [await signedIn('twice@example.com'), await signedIn('twice@example.com')]
    const answers = await Promise.all([
      change(one, { current: password, password: 'the first of two' }),
      change(other, { current: password, password: 'the second of two' }),
    ])
    const told = mails.filter(({ kind, to }) => kind === 'password-changed' && to === 'twice@example.com')
    assert.equal(told.length, 1, JSON.stringify(answers.map(({ status }) => status)))
  })

  it('counts wrong attempts like a sign-in', async () => {
    await active('limited@example.com')
    const browser = await signedIn('limited@example.com')
    limits.add('signInPerBrowser')
    assert.equal((await change(browser, { current: password, password: next })).status, 429)
  })

  it('cannot be changed without signing in, or by a form on another site', async () => {
    const stranger = await new Browser().get(page)
    assert.equal(stranger.location, '/api/v1/login?redirect_url=%2Faccount')
    await active('forged@example.com')
    const browser = await signedIn('forged@example.com')
    const forged = await browser.post('/identity/password', {
      current: password,
      password: next,
      return_to: '/account',
    })
    assert.equal(forged.status, 403)
    const outside = await browser.get('/identity/password?return_to=https://evil.example/')
    assert.ok(!outside.text.includes('evil.example'))
  })
})
