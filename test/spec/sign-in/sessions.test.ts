import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAShop, givenATrialUser, signIn, whoIs } from '../../support/given.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const shop = await givenAShop()
const copyOf = (visitor: TestVisitor) => {
  const copy = shop.visitor()
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
  return copy
}

/** Submits the form of the sign-out button, which every page's header has. */
const signOut = (visitor: TestVisitor) =>
  visitor.submit(
    {
      address: `${shop.url}/logout`,
      fields: { _csrf: visitor.cookies.get('XSRF-TOKEN') ?? '' },
      html: '',
      status: 200,
    },
    {},
  )

test('signing out ends the session here, and a copy of the cookie is invalid [7.30]', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const copy = copyOf(visitor)
  assert.equal(await whoIs(copy), email)
  const answer = await visitor.request('/logout', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ _csrf: visitor.cookies.get('XSRF-TOKEN') ?? '' }).toString(),
  })
  assert.equal(answer.status, 303)
  assert.match(answer.headers.get('clear-site-data') ?? '', /storage/)
  assert.equal(visitor.cookies.has('session'), false)
  assert.equal(await whoIs(copy), null)
})

test('signing out ends the session at the provider too: signing in again asks for the password', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const before = copyOf(visitor)
  const home = await signOut(visitor)
  assert.equal(home.url, `${shop.url}/`)
  for (const browser of [visitor, before]) {
    const form = await browser.form('/api/v1/login?redirect_url=/')
    assert.match(form.html, /name="password"/)
    assert.equal(await whoIs(browser), null)
  }
  await signIn(visitor, email)
  assert.equal(await whoIs(visitor), email)
})

test('signing out by a call ends the session at the provider even if the browser does not follow the redirect', async () => {
  const { visitor } = await givenATrialUser(shop)
  const copy = copyOf(visitor)
  assert.equal((await visitor.post('/logout')).status, 200)
  assert.match((await copy.form('/api/v1/login?redirect_url=/')).html, /name="password"/)
  assert.equal(await whoIs(copy), null)
})

test('signing out by a JSON call returns the next address; without a session it returns nothing', async () => {
  const { visitor } = await givenATrialUser(shop)
  const answer = await visitor.post('/logout')
  assert.equal(answer.status, 200)
  assert.equal(((await answer.json()) as { redirectUrl: string }).redirectUrl, '/')
  assert.equal((await shop.visitor().post('/logout')).status, 204)
})

test('two browsers of one person have separate sessions', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const other = shop.visitor()
  await signIn(other, email)
  assert.notEqual(other.cookies.get('session'), visitor.cookies.get('session'))
  await signOut(visitor)
  assert.equal(await whoIs(other), email)
})

test('people are anonymous again after half an hour without a request, or twelve hours with requests', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const back = async (column: 'seen_at' | 'auth_time', minutes: number) => {
    await shop.sql(
      `update sessions set ${column} = ${column} - make_interval(mins => $1) where account_id in (select id from accounts where email = $2)`,
      [minutes, email],
    )
  }
  await back('seen_at', 29)
  assert.equal(await whoIs(visitor), email)
  await back('auth_time', 12 * 60 - 1)
  assert.equal(await whoIs(visitor), email)
  await back('auth_time', 2)
  assert.equal(await whoIs(visitor), null)
  await signIn(visitor, email)
  await back('seen_at', 31)
  assert.equal(await whoIs(visitor), null)
})

test('a restart ends no session, except those that expired meanwhile', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await shop.restart()
  assert.equal(await whoIs(visitor), email)
  const [latest] = await shop.sql<{ at: Date }>('select max(seen_at) as at from sessions')
  await shop.restart({ CLOCK_START: new Date((latest?.at.getTime() ?? 0) + 31 * 60_000).toISOString() })
  assert.equal(await whoIs(visitor), null)
})
