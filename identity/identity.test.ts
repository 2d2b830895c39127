import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { decodeProtectedHeader } from 'jose'
import {
  active,
  askForReset,
  authorize,
  Browser,
  hidden,
  invite,
  limits,
  linkIn,
  mails,
  password,
  signInPage,
  start,
  serveIdentity,
  world,
} from '../test/support/given-identity.ts'

await serveIdentity()

describe('limits', () => {
  it('beyond the limit of sign-ins, even the right password gets 429', async () => {
    await active('limited@example.com')
    for (const limit of ['signInPerAccount', 'signInPerAddress']) {
      const browser = new Browser()
      const page = await signInPage(browser)
      limits.add(limit)
      const refused = await browser.post(page.url, { ...hidden(page.text), email: 'limited@example.com', password })
      assert.equal(refused.status, 429)
      assert.match(refused.text, /Please try again in 12 minutes\./)
      limits.clear()
    }
  })

  it('beyond the limit of emails, sends none, and the last link stays valid', async () => {
    await invite('flooded@example.com', 'Flo')
    limits.add('mailsPerRecipient')
    assert.equal(await invite('flooded@example.com', 'Flo'), 'unsent')
    assert.equal(mails.length, 1)
    assert.equal((await new Browser().get(linkIn(mails[0]))).status, 200)
  })

  it('returns 429 beyond the limit of links for a network address', async () => {
    const browser = new Browser()
    const page = await browser.get('/identity/forgotten')
    limits.add('passwordLinkPerAddress')
    const refused = await browser.post('/identity/forgotten', { ...hidden(page.text), email: 'a@example.com' })
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '700')
  })
})

describe('the accounts', () => {
  it('when the address is active already, inviting changes nothing and sends nothing', async () => {
    await active('settled@example.com')
    const before = mails.length
    assert.equal(await invite('Settled@example.com', 'Mallory'), 'already-active')
    assert.equal(mails.length, before)
    const { claims } = await authorize(new Browser(), { email: 'settled@example.com', password })
    assert.equal(claims.given_name, 'Somebody')
  })

  it('many concurrent registrations of one address create one account', async () => {
    const all = Array.from({ length: 10 }, (_, i) =>
      world.db.transaction().execute((trx) =>
        world.identity.invite(trx, {
          email: i % 2 ? 'many@example.com' : 'Many@Example.com',
          firstName: 'M',
          returnTo: '/',
          language: 'en',
        }),
      ),
    )
    await Promise.all(all)
    const pages = await Promise.all(mails.map((mail) => new Browser().get(linkIn(mail))))
    assert.equal(pages.filter(({ status }) => status === 200).length, 1)
  })

  it('never redirects to another site after activation', async () => {
    const places = ['//evil.example', '/\\evil.example', 'https://evil.example', 'try', '/\t/evil.example']
    for (const [i, place] of places.entries()) {
      await invite(`away${i}@example.com`, 'Away', place)
      const browser = new Browser()
      const page = await browser.get(linkIn(mails.at(-1)))
      const done = await browser.post('/identity/activate', { ...hidden(page.text), password })
      assert.equal(done.location, '/api/v1/login?redirect_url=%2F', place)
    }
  })

  it('the administrator is created once, even by two instances at once, and keeps a later password', async () => {
    const admin = { email: 'Admin@example.com', password: 'the operator chose it' }
    await Promise.all([
      world.identity.ensureAdministrator(world.db, admin),
      world.identity.ensureAdministrator(world.db, admin),
    ])
    assert.deepEqual(
      (await world.identity.administrators(world.db)).map(({ email, activated, role }) => [email, activated, role]),
      [[admin.email, true, 'SUBSCRIPTION_ADMIN']],
    )
    const { claims } = await authorize(new Browser(), { email: 'admin@example.com', password: admin.password })
    assert.equal(claims.role, 'SUBSCRIPTION_ADMIN')
    await askForReset('admin@example.com')
    const browser = new Browser()
    const page = await browser.get(linkIn(mails.at(-1)))
    await browser.post('/identity/reset', { ...hidden(page.text), password })
    await world.identity.ensureAdministrator(world.db, admin)
    await authorize(new Browser(), { email: 'admin@example.com', password })
    await world.identity.ensureAdministrator(world.db, { ...admin, password: 'the operator changed it' })
    await authorize(new Browser(), { email: 'admin@example.com', password: 'the operator changed it' })
    await assert.rejects(authorize(browser))
  })

  it('erasing a person ends the session and leaves no data', async () => {
    const sub = await active('gone@example.com')
    const browser = new Browser()
    await authorize(browser, { email: 'gone@example.com', password })
    await world.identity.end(world.db, sub, 'any')
    assert.match((await signInPage(browser)).text, /<title>Sign in/)
    assert.equal(await world.db.selectFrom('identity_accounts').where('id', '=', sub).executeTakeFirst(), undefined)
    for (const table of ['identity_links', 'identity_objects'] as const)
      assert.deepEqual(await world.db.selectFrom(table).selectAll().where('account_id', '=', sub).execute(), [])
    await invite('also-gone@example.com', 'Also')
    await world.identity.end(world.db, 'Also-Gone@example.com', 'any')
    assert.equal((await new Browser().get(linkIn(mails.at(-1)))).status, 404)
  })

  it('stores no session, code or link in a usable form', async () => {
    await active('sealed@example.com')
    const browser = new Browser()
    const { tokens } = await authorize(browser, { email: 'sealed@example.com', password })
    const dump = JSON.stringify([
      await world.db.selectFrom('identity_objects').selectAll().execute(),
      await world.db.selectFrom('identity_links').selectAll().execute(),
      await world.db.selectFrom('identity_keys').selectAll().execute(),
    ])
    for (const secret of [
      tokens.access_token,
      browser.cookie('identity-session'),
      new URL(linkIn(mails[0])).searchParams.get('token'),
    ])
      assert.ok(secret && !dump.includes(secret))
    assert.ok(!dump.includes('kty\\"'))
  })

  it('two instances that start together on an empty database sign with the same key, and so does a later one', async () => {
    await world.db.deleteFrom('identity_keys').execute()
    const instances = [...(await Promise.all([start(), start()])), await start()]
    const keys = []
    for (const one of instances) {
      world.identity = one
      keys.push((await new Browser().get('/identity/jwks')).text)
    }
    assert.equal(JSON.parse(keys[0]!).keys.length, 1)
    assert.equal(new Set(keys).size, 1)
    assert.doesNotMatch(keys[0]!, /"d"/)
  })

  it('signs with ES256', async () => {
    const { keys } = JSON.parse((await new Browser().get('/identity/jwks')).text) as { keys: { alg: string }[] }
    assert.deepEqual(
      keys.map(({ alg }) => alg),
      ['ES256'],
    )
    await active('signed@example.com')
    const { tokens } = await authorize(new Browser(), { email: 'signed@example.com', password })
    assert.equal(decodeProtectedHeader(tokens.id_token ?? '').alg, 'ES256')
  })

  it('deletes what is over, and accounts that were not activated for 30 days', async () => {
    await active('stays@example.com')
    await invite('leaves@example.com', 'Leaves')
    world.clock = new Date(world.clock.getTime() + 30 * 86_400_000)
    await world.identity.cleanUp(world.db, world.clock)
    assert.deepEqual(await world.db.selectFrom('identity_objects').selectAll().execute(), [])
    const left = (await world.db.selectFrom('identity_accounts').select('email').execute()).map(({ email }) => email)
    assert.ok(left.includes('stays@example.com') && !left.includes('leaves@example.com'))
    assert.equal(await invite('leaves@example.com', 'Leaves'), 'invited')
  })
})
