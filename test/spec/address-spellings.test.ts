import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aRegistration, givenAShop, givenATrialUser, signIn, whoIs } from '../given.ts'

const shop = await givenAShop()

test('whoever registered with a domain in letters signs in with its ASCII form, and the other way round', async () => {
  for (const [registered, typed] of [
    ['jane@bücher-one.example', 'Jane@xn--bcher-one-q9a.example'],
    ['jane@xn--bcher-two-q9a.example', 'jane@BÜCHER-two.example'],
  ] as const) {
    const { email } = await givenATrialUser(shop, { email: registered })
    const visitor = shop.visitor()
    await signIn(visitor, typed)
    assert.equal(await whoIs(visitor), email)
    const known = await shop.visitor().get(`/api/v1/users/search/${encodeURIComponent(typed)}`)
    assert.equal(known.status, 200)
    await shop
      .visitor()
      .post('/api/v1/users', aRegistration({ email: typed }), { 'x-selected-product': 'analytics-trial' })
    const own = [registered, registered.toLowerCase(), typed, typed.toLowerCase()]
    const accounts = await shop.sql('select 1 from identity_accounts where lower(email) = any($1)', [own])
    assert.equal(accounts.length, 1, 'one account for one mailbox')
  }
})
