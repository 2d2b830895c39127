import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { callbackPath } from '../../../server/routes/sign-in/sign-in.ts'
import { idOf, read } from '../../support/admin/admin-page.ts'
import {
  aRegistration,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  password,
  signIn,
  whoIs,
} from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Session = { id: string; current: boolean; browser: string | null; began: string; lastSeen: string }
const sessionsOf = (visitor: TestVisitor) => read<Session[]>(visitor, '/api/v1/account/sessions')
const end = (visitor: TestVisitor, body: object) => visitor.post('/api/v1/account/sessions/end', body)

async function signedInAt(email: string): Promise<TestVisitor> {
  const visitor = shop.visitor()
  await signIn(visitor, email)
  return visitor
}

/** Returns whether a browser is signed in again without being asked for anything. */
async function returns(visitor: TestVisitor): Promise<boolean> {
  const begun = await visitor.get('/api/v1/login?redirect_url=/account')
  const answer = await visitor.get(begun.headers.get('location') ?? '')
  return new URL(answer.headers.get('location') ?? '', shop.url).pathname === callbackPath
}

describe('a person’s own sessions', () => {
  test('are listed for their owner only, with the current one marked', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    await givenATrialUser(shop)
    const other = await signedInAt(email)
    const sessions = await sessionsOf(visitor)
    assert.equal(sessions.length, 2)
    assert.equal(sessions.filter(({ current }) => current).length, 1)
    assert.ok(sessions.every(({ began, lastSeen }) => began <= lastSeen))
    assert.equal((await sessionsOf(other)).find(({ current }) => current)?.id, sessions.find((one) => !one.current)?.id)
    assert.equal((await sessionsOf(administrator)).length, 1)
  })

  test('end one by one, at the provider too, where that browser needs the password again [10.34]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const other = await signedInAt(email)
    const id = (await sessionsOf(visitor)).find(({ current }) => !current)?.id
    assert.equal((await end(visitor, { id })).status, 204)
    assert.deepEqual([await whoIs(other), await whoIs(visitor)], [null, email])
    const [own, ...more] = await sessionsOf(visitor)
    assert.deepEqual([await returns(other), more], [false, []])
    assert.equal((await end(visitor, { id: own?.id })).status, 204, 'the current one')
    assert.deepEqual([await whoIs(visitor), await returns(visitor)], [null, false])
  })

  test('end all except the current one', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const others = [await signedInAt(email), await signedInAt(email)]
    assert.equal((await end(visitor, {})).status, 204)
    for (const other of others) assert.deepEqual([await whoIs(other), await returns(other)], [null, false])
    assert.equal(await whoIs(visitor), email)
    await shop.sql('delete from sessions where account_id in (select id from accounts where email = $1)', [email])
    assert.equal(await returns(visitor), true, 'the provider has kept its session')
  })

  test('return 404 for another person’s session, which stays', async () => {
    const [one, other] = [await givenATrialUser(shop), await givenATrialUser(shop)]
    const [theirs] = await sessionsOf(other.visitor)
    assert.equal((await end(one.visitor, { id: theirs?.id })).status, 404)
    assert.equal((await end(one.visitor, { id: 'nothing' })).status, 404)
    assert.equal(await whoIs(other.visitor), other.email)
  })
})

test('a person who registered and never confirmed is signed out of an unfinished sign-in', async () => {
  const registration = aRegistration()
  const visitor = shop.visitor()
  await visitor.post('/api/v1/users', registration, { 'x-selected-product': 'analytics-trial' })
  const mail = await shop.mailTo(registration.email, 'Activate')
  const form = await visitor.form(/https?:\/\/\S+\/identity\/activate\S+/.exec(mail.text)?.[0] ?? '')
  const activated = await visitor.send(form.address, { ...form.fields, password })
  const id = await idOf(shop, registration.email)
  assert.equal((await administrator.post(`/api/v1/subscribers/${id}/sign-out`)).status, 204)
  await visitor.request(activated.headers.get('location') ?? '', { follow: true })
  assert.equal(await whoIs(visitor), null)
})

const copyOf = (visitor: TestVisitor) => {
  const copy = shop.visitor()
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
  return copy
}

test('signing out ends the session here and at the provider: a copy of the cookie is invalid, and signing in again asks for the password [7.30]', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const before = copyOf(visitor)
  const answer = await visitor.send('/logout', {})
  assert.equal(answer.status, 303)
  assert.match(answer.headers.get('clear-site-data') ?? '', /storage/)
  assert.equal(visitor.cookies.has('session'), false)
  assert.equal(await whoIs(before), null)
  const home = await visitor.request(answer.headers.get('location') ?? '', { follow: true })
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
  const answer = await visitor.post('/logout')
  assert.equal(answer.status, 200)
  assert.equal(((await answer.json()) as { redirectUrl: string }).redirectUrl, '/')
  assert.equal((await shop.visitor().post('/logout')).status, 204, 'without a session')
  assert.match((await copy.form('/api/v1/login?redirect_url=/')).html, /name="password"/)
  assert.equal(await whoIs(copy), null)
})

test('a restart ends no session, except those that expired meanwhile', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await shop.restart()
  assert.equal(await whoIs(visitor), email)
  const [latest] = await shop.sql<{ at: Date }>('select max(seen_at) as at from sessions')
  await shop.restart({ CLOCK_START: new Date((latest?.at.getTime() ?? 0) + 31 * 60_000).toISOString() })
  assert.equal(await whoIs(visitor), null)
})
