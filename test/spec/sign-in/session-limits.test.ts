import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAShop, givenATrialUser, password, signIn, whoIs } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const shop = await givenAShop({ CLOCK_START: new Date(noon).toISOString() })
const at = (minutes: number, seconds = 0) =>
  shop.advanceTo(new Date(noon + minutes * 60_000 + seconds * 1000).toISOString())

/**
 * Signs in without a password, as a browser does that has a session at the provider; false if the password is required.
 */
async function goesOnWithoutPassword(visitor: TestVisitor): Promise<boolean> {
  const { html } = await visitor.form('/api/v1/login?redirect_url=/plans')
  return !html.includes('name="password"')
}

test('after half an hour without use the password is required, at the provider too, whose cookie ends with the browser', async () => {
  const { email } = await givenATrialUser(shop)
  const other = shop.visitor()
  const { address, fields } = await other.form('/api/v1/login?redirect_url=/')
  const answered = await other.send(address, { ...fields, email, password })
  const resumed = await other.get(answered.headers.get('location') ?? '')
  const lines = resumed.headers.getSetCookie().filter((line) => line.startsWith('identity-session'))
  assert.ok(lines.length > 0)
  for (const line of lines) assert.doesNotMatch(line, /expires|max-age/i)

  const visitor = shop.visitor()
  await signIn(visitor, email)
  assert.equal(await whoIs(visitor), email)
  await at(29)
  visitor.cookies.delete('session')
  assert.equal(await goesOnWithoutPassword(visitor), true)
  await at(29 + 31)
  assert.equal(await whoIs(visitor), null)
  assert.equal(await goesOnWithoutPassword(visitor), false)
  assert.equal(await whoIs(visitor), null)
  await signIn(visitor, email)
  assert.equal(await whoIs(visitor), email)
})

test('after twelve hours the password is required, even with constant use', async () => {
  const begin = 120
  await at(begin)
  const { email } = await givenATrialUser(shop)
  const visitor = shop.visitor()
  await signIn(visitor, email)
  for (let minutes = 28; minutes < 12 * 60; minutes += 28) {
    await at(begin + minutes)
    // A new session of the shop each time, from the provider's session.
    visitor.cookies.delete('session')
    assert.equal(await goesOnWithoutPassword(visitor), true, `after ${minutes} minutes`)
    assert.equal(await whoIs(visitor), email)
  }
  await at(begin + 12 * 60, 30)
  assert.equal(await whoIs(visitor), null, 'the session of the shop began 20 minutes ago, the sign-in 12 hours')
  assert.equal(await goesOnWithoutPassword(visitor), false)
})
