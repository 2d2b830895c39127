import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop, givenATrialUser, signIn, whoIs, type TestShop } from '../../support/given.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const cluster = await useCluster()
const noon = Date.parse('2026-11-20T12:00:00Z')
const at = (minutes: number, seconds = 0) => new Date(noon + minutes * 60_000 + seconds * 1000).toISOString()

/** Starts a shop at noon with a person who signed in by password in the first moments. */
async function givenSomebodyAtNoon(): Promise<{ shop: TestShop; visitor: TestVisitor; email: string }> {
  const shop = await givenAShop({ CLOCK_START: at(0) }, cluster)
  const { email } = await givenATrialUser(shop)
  const visitor = shop.visitor()
  await signIn(visitor, email)
  assert.equal(await whoIs(visitor), email)
  return { shop, visitor, email }
}

/**
 * Signs in without a password, as a browser does that has a session at the provider; false if the password is required.
 */
async function goesOnWithoutPassword(visitor: TestVisitor): Promise<boolean> {
  const { html } = await visitor.form('/api/v1/login?redirect_url=/plans')
  return !html.includes('name="password"')
}

test('after half an hour without use the password is required, at the provider too', async () => {
  const { shop, visitor, email } = await givenSomebodyAtNoon()
  await shop.advanceTo(at(29))
  visitor.cookies.delete('session')
  assert.equal(await goesOnWithoutPassword(visitor), true)
  await shop.advanceTo(at(29 + 31))
  assert.equal(await whoIs(visitor), null)
  assert.equal(await goesOnWithoutPassword(visitor), false)
  assert.equal(await whoIs(visitor), null)
  await signIn(visitor, email)
  assert.equal(await whoIs(visitor), email)
})

test('after twelve hours the password is required, even with constant use', async () => {
  const { shop, visitor, email } = await givenSomebodyAtNoon()
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
    await shop.advanceTo(at(minutes))
    // A new session of the shop each time, from the provider's session.
    visitor.cookies.delete('session')
    assert.equal(await goesOnWithoutPassword(visitor), true, `after ${minutes} minutes`)
    assert.equal(await whoIs(visitor), email)
  }
  await shop.advanceTo(at(12 * 60, 30))
  assert.equal(await whoIs(visitor), null, 'the session of the shop began 20 minutes ago, the sign-in 12 hours')
  assert.equal(await goesOnWithoutPassword(visitor), false)
})

test('the provider’s cookie ends with the browser', async () => {
  const { shop, email } = await givenSomebodyAtNoon()
  const visitor = shop.visitor()
  const { address, fields } = await visitor.form('/api/v1/login?redirect_url=/')
  const answered = await visitor.request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, email, password: 'a password of the tests' }).toString(),
  })
  const resumed = await visitor.get(answered.headers.get('location') ?? '')
  const lines = resumed.headers.getSetCookie().filter((line) => line.startsWith('identity-session'))
  assert.ok(lines.length > 0)
  for (const line of lines) assert.doesNotMatch(line, /expires|max-age/i)
})
