import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aRegistration, givenAShop, givenATrialUser, signIn, whoIs } from '../../support/given.ts'

const shop = await givenAShop()

test('a person who registered with a non-ASCII domain signs in with its ASCII form too, and has one account', async () => {
  const { email } = await givenATrialUser(shop, { email: 'jane@bücher-one.example' })
  for (const typed of ['Jane@xn--bcher-one-q9a.example', 'jane@BÜCHER-one.example']) {
    const visitor = shop.visitor()
    await signIn(visitor, typed)
    assert.equal(await whoIs(visitor), email)
    const again = aRegistration({ email: typed })
    await shop.visitor().post('/api/v1/users', again, { 'x-selected-product': 'analytics-trial' })
  }
  const accounts = await shop.sql("select email from identity_accounts where email ilike 'jane@%'")
  assert.deepEqual(accounts, [{ email }])
})
