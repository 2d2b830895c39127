import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAShop, givenATrialUser, password, signIn, whoIs } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop()
const { email } = await givenATrialUser(shop)

/** Signs in at the provider but stops before the redirect to the shop; returns its address. */
async function almostSignedIn(visitor: TestVisitor): Promise<string> {
  const { address, fields } = await visitor.form('/api/v1/login?redirect_url=/try/statistics-trial')
  let next = await visitor.send(address, { ...fields, email, password })
  for (let hops = 0; hops < 5; hops += 1) {
    const to = new URL(next.headers.get('location') ?? '/none', shop.url)
    if (to.pathname === '/sign-in/callback') return to.href
    next = await visitor.get(to.href)
  }
  throw new Error('the provider did not send the visitor back')
}

/** Returns the target of a redirect: a path of this site, or the full address on another origin. */
function target(answer: Response): string {
  const to = new URL(answer.headers.get('location') ?? '', shop.url)
  return to.origin === shop.url ? to.pathname + to.search : to.href
}

test('signing in uses the code flow with PKCE, state and nonce, and ends on the requested page [1.7, 7.31]', async () => {
  const visitor = shop.visitor()
  const begun = await visitor.get('/api/v1/login?redirect_url=/plans/analytics-trial/confirmation')
  assert.equal(begun.status, 302)
  const asked = new URL(begun.headers.get('location') ?? '').searchParams
  assert.equal(asked.get('response_type'), 'code')
  assert.equal(asked.get('code_challenge_method'), 'S256')
  for (const name of ['state', 'nonce', 'code_challenge']) assert.ok((asked.get(name) ?? '').length >= 22, name)

  const form = await visitor.form('/api/v1/login?redirect_url=/plans/analytics-trial/confirmation')
  const arrived = await visitor.submit(form, { email, password })
  assert.equal(arrived.status, 200)
  assert.equal(new URL(arrived.url).pathname, '/plans/analytics-trial/confirmation')
  assert.equal(await whoIs(visitor), email)
  assert.doesNotMatch(await arrived.text(), /eyJ[\w-]+\.eyJ/, 'no token of the provider is in the page')
})

test('the session starts with a new cookie, and the former one is invalid', async () => {
  const visitor = shop.visitor()
  await visitor.get('/')
  const before = new Map(visitor.cookies)
  await signIn(visitor, email)
  assert.notEqual(visitor.cookies.get('session'), before.get('session'))
  assert.notEqual(visitor.cookies.get('XSRF-TOKEN'), before.get('XSRF-TOKEN'))
  const old = shop.visitor()
  for (const [name, value] of before) old.cookies.set(name, value)
  assert.equal(await whoIs(old), null)
})

test('signing in while signed in ends the former session', async () => {
  const { visitor } = await givenATrialUser(shop)
  const before = visitor.cookies.get('session') ?? ''
  const other = shop.visitor()
  const ready = await almostSignedIn(other)
  other.cookies.set('session', before)
  assert.equal(target(await other.get(ready)), '/try/statistics-trial')
  assert.equal(await whoIs(other), email)
  assert.equal(await whoIs(visitor), null)
})

test('a response of the provider that belongs to another browser is rejected', async () => {
  const [attacker, victim] = [shop.visitor(), shop.visitor()]
  const callback = await almostSignedIn(attacker)
  await victim.get('/api/v1/login?redirect_url=/')
  const answer = await victim.get(callback)
  assert.equal(target(answer), '/failure')
  assert.equal(await whoIs(victim), null)
})

test('a response with a swapped, missing or second state is rejected', async () => {
  for (const change of [
    (url: URL) => url.searchParams.set('state', 'x'.repeat(43)),
    (url: URL) => url.searchParams.delete('state'),
    (url: URL) => url.searchParams.append('state', 'y'),
    (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')?.slice(0, 20)}x`),
    (url: URL) => url.searchParams.set('code', 'guessed'),
    (url: URL) => url.searchParams.delete('code'),
    (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
  ]) {
    const visitor = shop.visitor()
    const callback = new URL(await almostSignedIn(visitor))
    change(callback)
    assert.equal(target(await visitor.get(callback.href)), '/failure', callback.search)
    assert.equal(await whoIs(visitor), null)
  }
})

test('a browser that begins many sign-ins and completes none keeps few cookies, and can sign in', async () => {
  const { email } = await givenATrialUser(shop)
  const visitor = shop.visitor()
  for (let times = 0; times < 40; times += 1)
    assert.equal((await visitor.get('/api/v1/login?redirect_url=/plans')).status, 302)
  assert.equal([...visitor.cookies.keys()].filter((name) => name.startsWith('sign-in-')).length, 8)
  await signIn(visitor, email)
  assert.equal(await whoIs(visitor), email)
})

test('a response of the provider is accepted once', async () => {
  const visitor = shop.visitor()
  const callback = await almostSignedIn(visitor)
  const attempt = [...visitor.cookies].find(([name]) => name.startsWith('sign-in-'))
  assert.ok(attempt, 'the attempt is remembered in a cookie')
  assert.equal(target(await visitor.get(callback)), '/try/statistics-trial')
  assert.equal(visitor.cookies.has(attempt[0]), false)
  const thief = shop.visitor()
  thief.cookies.set(...attempt)
  assert.equal(target(await thief.get(callback)), '/failure')
  assert.equal(await whoIs(thief), null)
})

test('a response that arrives after 15 minutes is rejected, whatever the browser kept', async () => {
  const other = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
  const visitor = other.visitor()
  const begun = await visitor.get('/api/v1/login?redirect_url=/plans')
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
  const kept = new Map(visitor.cookies)
  /** With a wrong code: the provider is asked only while the attempt is valid, and then refuses. */
  const asked = async () => {
    for (const [name, value] of kept) visitor.cookies.set(name, value)
    other.log.length = 0
    assert.equal(target(await visitor.get(`/sign-in/callback?code=x&state=${state}`)), '/failure')
    return other.log.some((line) => line.includes('a sign-in was refused'))
  }
  await other.advanceTo('2026-11-20T12:14:00Z')
  assert.equal(await asked(), true)
  await other.advanceTo('2026-11-20T12:16:00Z')
  assert.equal(await asked(), false)
})

test('when the provider refuses, the visitor sees the page that explains it [2.4]', async () => {
  const visitor = shop.visitor()
  const callback = new URL(await almostSignedIn(visitor))
  callback.searchParams.delete('code')
  callback.searchParams.set('error', 'access_denied')
  const answer = await visitor.get(callback.href)
  assert.equal(target(answer), '/failure')
})

test('with any redirect_url, the visitor stays on this site [7.31]', async () => {
  const visitor = shop.visitor()
  await signIn(visitor, email)
  const tricks = ['//evil.example', '/\\evil.example', '/\t/evil.example', 'https:evil.example', '/\r\nx: y']
  const written = tricks.flatMap((trick) => [encodeURIComponent(trick), encodeURIComponent(encodeURIComponent(trick))])
  written.push('/%09/evil.example', '/%5Cevil.example', '//evil.example', '/x&redirect_url=//evil.example')
  for (const one of written) {
    const answer = await visitor.get(`/api/v1/login?redirect_url=${one}`)
    const location = answer.headers.get('location')
    if (answer.status >= 400) continue
    assert.equal(new URL(location ?? '//none', shop.url).origin, shop.url, one)
    assert.doesNotMatch(location ?? '', /^\/[/\\]/, one)
  }
  assert.equal(
    target(await visitor.get('/api/v1/login?redirect_url=/plans/analytics-annual?x=1')),
    '/plans/analytics-annual?x=1',
  )
  assert.equal((await visitor.get(`/api/v1/login?redirect_url=/${'x'.repeat(3000)}`)).status, 414)
})

test('a manipulated redirect_url does not work through a whole sign-in either', async () => {
  const visitor = shop.visitor()
  const form = await visitor.form('/api/v1/login?redirect_url=%2F%5Cevil.example')
  const arrived = await visitor.submit(form, { email, password })
  assert.equal(new URL(arrived.url).origin, shop.url)
  assert.equal(new URL(arrived.url).pathname, '/')
})

for (const [what, code] of [
  ['takes no writes', '25006'],
  ['has no room left', '53100'],
])
  test(`while the database ${what}, signing in returns 503`, async () => {
    const visitor = shop.visitor()
    const form = await visitor.form('/api/v1/login?redirect_url=/')
    const begun = await visitor.get('/api/v1/login?redirect_url=/')
    // As a full disk would do to each statement that writes.
    await shop.sql(`create function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '${code}'; end $$`)
    for (const table of ['identity_objects', 'rate_limits'])
      await shop.sql(`create trigger refuse_write before insert or update on ${table} execute function refuse_write()`)
    try {
      const asked = await visitor.get(begun.headers.get('location') ?? '', { accept: 'text/html' })
      assert.equal(asked.status, 503)
      assert.match(asked.headers.get('retry-after') ?? '', /^[2-5]$/)
      assert.match(await asked.text(), /<title>/)
      const typed = { email: 'a@b.example', password: 'whatever it is' }
      const answered = await visitor.send(form.address, { ...form.fields, ...typed })
      assert.equal(answered.status, 503)
      assert.match(answered.headers.get('retry-after') ?? '', /^[2-5]$/)
    } finally {
      await shop.sql('drop function refuse_write cascade')
    }
    assert.equal((await visitor.form('/api/v1/login?redirect_url=/')).status, 200)
  })
