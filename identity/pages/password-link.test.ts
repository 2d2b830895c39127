import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import {
  active,
  activateNew,
  askForReset,
  authorize,
  Browser,
  hidden,
  invite,
  linkIn,
  mails,
  password,
  signInPage,
  ended,
  serveIdentity,
  world,
} from '../../test/support/given-identity.ts'

await serveIdentity()

describe('a link that has expired or was used', () => {
  it('offers to sign in if the activation link was used', async () => {
    const { link } = await activateNew('used@example.com')
    const page = await new Browser().get(link)
    assert.equal(page.status, 410)
    assert.match(page.text, /This link has been used/)
    assert.match(page.text, /href="\/api\/v1\/login/)
  })

  it('sets one password if two people use the link at the same moment', async () => {
    await invite('race@example.com', 'Race')
    const link = linkIn(mails[0])
    const tries = Array.from({ length: 6 }, async () => {
      const browser = new Browser()
      const page = await browser.get(link)
      return () => browser.post('/identity/activate', { ...hidden(page.text), password })
    })
    const answers = await Promise.all((await Promise.all(tries)).map((go) => go()))
    assert.equal(answers.filter(({ status }) => status === 303).length, 1)
    assert.equal(answers.filter(({ status }) => status === 410).length, 5)
  })

  it('sends a new one at the press of a button, if the activation link is older than 7 days', async () => {
    await invite('old@example.com', 'Olga', '/try/statistics-trial')
    const link = linkIn(mails[0])
    world.clock = new Date(world.clock.getTime() + 7 * 86_400_000)
    const browser = new Browser()
    const page = await browser.get(link)
    assert.equal(page.status, 410)
    assert.match(page.text, /has expired/)
    const sent = await browser.post('/identity/fresh-link', hidden(page.text))
    assert.match(sent.text, /Check your inbox/)
    assert.equal(mails[1]?.to, 'old@example.com')
    assert.match(linkIn(mails[1]), /\/activate\?token=/)
    const fresh = await browser.get(linkIn(mails[1]))
    const done = await browser.post('/identity/activate', { ...hidden(fresh.text), password })
    assert.equal(done.location, '/api/v1/login?redirect_url=%2Ftry%2Fstatistics-trial')
  })

  it('becomes invalid once a newer one was sent', async () => {
    await invite('twice@example.com', 'One')
    await invite('Twice@example.com', 'Two')
    assert.equal((await new Browser().get(linkIn(mails[0]))).status, 410)
    assert.equal((await new Browser().get(linkIn(mails[1]))).status, 200)
  })

  it('asks for the address if it is unknown, and responds the same to every address', async () => {
    await invite('known@example.com', 'Known')
    for (const path of ['/identity/activate?token=foreign', '/identity/reset?token=foreign', '/identity/reset']) {
      const browser = new Browser()
      const page = await browser.get(path)
      assert.equal(page.status, 404)
      assert.match(page.text, /This link is not valid/)
      const before = mails.length
      const fields = hidden(page.text)
      const known = await browser.post('/identity/fresh-link', { ...fields, email: 'known@example.com' })
      const unknown = await browser.post('/identity/fresh-link', { ...fields, email: 'unknown@example.com' })
      assert.equal(known.text, unknown.text)
      assert.deepEqual(
        mails.slice(before).map(({ to }) => to),
        ['known@example.com'],
      )
    }
  })
})

describe('a forgotten password', () => {
  it('is reset by email, signs in, and ends the other sessions, at the provider and in the shop', async () => {
    const sub = await active('forgetful@example.com')
    const elsewhere = new Browser()
    await authorize(elsewhere, { email: 'forgetful@example.com', password })
    const browser = new Browser()
    const asked = await browser.post('/identity/forgotten', {
      ...hidden((await browser.get('/identity/forgotten')).text),
      email: 'forgetful@example.com',
    })
    assert.match(asked.text, /Check your inbox/)
    const link = linkIn(mails.at(-1))
    const page = await browser.get(link)
    assert.match(page.text, /<button[^>]*>Set password<\/button>/)
    const done = await browser.post('/identity/reset', { ...hidden(page.text), password: 'another long one' })
    assert.equal(done.location, '/api/v1/login?redirect_url=%2F')
    assert.equal((await authorize(browser)).claims.sub, sub)
    assert.match((await signInPage(elsewhere)).text, /<title>Sign in/)
    const later = new Browser()
    await assert.rejects(authorize(later, { email: 'forgetful@example.com', password }))
    assert.equal(
      (await authorize(later, { email: 'forgetful@example.com', password: 'another long one' })).claims.sub,
      sub,
    )
    const used = await browser.get(link)
    assert.equal(used.status, 410)
    assert.match(used.text, /A password has already been set/)
    await browser.post('/identity/fresh-link', hidden(used.text))
    assert.match(linkIn(mails.at(-1)), /\/reset\?token=/)
    assert.deepEqual(ended.at(-1), { accountId: sub, sid: null })
    const told = mails.at(-2)
    assert.deepEqual([told?.kind, told?.to], ['password-changed', 'forgetful@example.com'])
    assert.match(told?.text ?? '', /signed out everywhere else[\s\S]*\/identity\/forgotten$/)
  })

  it('is valid for one hour', async () => {
    await active('slow@example.com')
    await askForReset('slow@example.com')
    world.clock = new Date(world.clock.getTime() + 3_600_000)
    const page = await new Browser().get(linkIn(mails.at(-1)))
    assert.equal(page.status, 410)
    assert.match(page.text, /has expired/)
  })

  it('sends the activation email to an account that is not activated, and nothing to an unknown address', async () => {
    await invite('never@example.com', 'Never')
    await askForReset('never@example.com')
    assert.match(linkIn(mails[1]), /\/activate\?token=/)
    await askForReset('stranger@example.com')
    assert.equal(mails.length, 2)
  })

  it('ends the session of the person who used the browser before', async () => {
    const first = await active('first@example.com')
    const second = await active('second@example.com')
    const browser = new Browser()
    await authorize(browser, { email: 'first@example.com', password })
    await askForReset('second@example.com')
    const page = await browser.get(linkIn(mails.at(-1)))
    await browser.post('/identity/reset', { ...hidden(page.text), password })
    assert.ok(ended.some(({ accountId, sid }) => accountId === first && sid !== null))
    assert.equal((await authorize(browser)).claims.sub, second)
  })
})
