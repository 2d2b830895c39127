import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAnAdministrator, givenAShop, givenATrialUser, whoIs } from '../../support/given.ts'

const shop = await givenAShop()

test('other people’s subscriptions are visible to administrators only [6.2]', async () => {
  const [owner, stranger] = [await givenATrialUser(shop), await givenATrialUser(shop)]
  const idOf = async (visitor: typeof owner.visitor) =>
    ((await (await visitor.get('/api/v1/users/userinfo')).json()) as { user: { id: string } }).user.id
  const id = await idOf(owner.visitor)
  assert.equal((await owner.visitor.get(`/api/v1/subscriptions/user?id=${id}`)).status, 200)
  assert.equal((await stranger.visitor.get(`/api/v1/subscriptions/user?id=${id}`)).status, 403)
  assert.equal((await stranger.visitor.get('/api/v1/subscriptions/user?id=no-such-person')).status, 403)
  assert.equal((await shop.visitor().get(`/api/v1/subscriptions/user?id=${id}`)).status, 401)
  const administrator = await givenAnAdministrator(shop)
  const seen = await administrator.get(`/api/v1/subscriptions/user?id=${id}`)
  assert.equal(((await seen.json()) as { subscriber: { email: string } }).subscriber.email, owner.email)
  assert.equal((await administrator.get('/api/v1/subscriptions/user?id=no-such-person')).status, 404)
  assert.equal((await administrator.get(`/api/v1/subscriptions/user?id=${crypto.randomUUID()}`)).status, 404)
})

test('the clearance is checked at each request: a person put on hold gets no more links', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  assert.equal((await visitor.get('/api/v1/download/analytics')).status, 200)
  await shop.sql("update subscribers set dpl_status = 'FAIL' where email = $1", [email])
  assert.equal((await visitor.get('/api/v1/download/analytics')).status, 403)
  assert.equal(await whoIs(visitor), email)
})

test('a person never sees the admin area’s data about them', async () => {
  const { visitor } = await givenATrialUser(shop)
  const text = await (await visitor.get('/api/v1/subscriptions/user')).text()
  assert.doesNotMatch(text, /comment|reason|addedBy|dplStatus|emailVerified|providerUrl|held/i)
})

test('only the exact role makes a person an administrator [3.3]', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const roleOf = async (role: string | null) => {
    await shop.sql('update identity_accounts set role = $1 where email = $2', [role, email])
    const page = await visitor.get('/administration/users')
    return page.status === 200
  }
  for (const role of ['SUBSCRIPTION_ADMIN', 'subscription_admin', 'Subscription_Admin'])
    assert.equal(await roleOf(role), true, role)
  for (const role of [
    null,
    '',
    'ADMIN',
    ' SUBSCRIPTION_ADMIN',
    'SUBSCRIPTION_ADMIN ',
    'ſUBSCRIPTION_ADMIN',
    'SUBSCRIPTİON_ADMIN',
    'SUBSCRIPTION_ADMIN,USER',
    '["SUBSCRIPTION_ADMIN"]',
  ])
    assert.equal(await roleOf(role), false, String(role))
})
