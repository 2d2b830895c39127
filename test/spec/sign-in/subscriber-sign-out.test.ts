import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aRegistration, givenAnAdministrator, givenAShop, givenATrialUser, signIn, whoIs } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

async function idOf(email: string): Promise<string> {
  const [row] = await shop.sql<{ id: string }>('select id from subscribers where email = $1', [email])
  return row?.id ?? assert.fail(`nobody called ${email}`)
}

const acts = async () =>
  (await (await administrator.get('/api/v1/audit')).json()) as { by: string; act: string; subscriberId: string }[]

test('an administrator signs one person out in every browser, and no one else [10.10]', async () => {
  const [{ visitor, email }, bystander] = [await givenATrialUser(shop), await givenATrialUser(shop)]
  const other = shop.visitor()
  await signIn(other, email)
  const id = await idOf(email)
  const answer = await administrator.post(`/api/v1/subscribers/${id}/sign-out`)
  assert.equal(answer.status, 204)
  for (const browser of [visitor, other]) {
    assert.equal(await whoIs(browser), null)
    assert.match((await browser.form('/api/v1/login?redirect_url=/')).html, /name="password"/)
  }
  assert.equal(await whoIs(bystander.visitor), bystander.email)
  await signIn(visitor, email)
  assert.equal(await whoIs(visitor), email, 'the password still works')
  const [line] = await acts()
  assert.deepEqual([line?.by, line?.act, line?.subscriberId], ['admin@shop.example', 'sign-out', id])
})

test('an unknown or erased person returns 404, and the audit is unchanged', async () => {
  const { email } = await givenATrialUser(shop)
  const forgotten = await idOf(email)
  await administrator.request(`/api/v1/subscribers/${forgotten}`, {
    method: 'DELETE',
    headers: { 'x-xsrf-token': administrator.cookies.get('XSRF-TOKEN') ?? '' },
  })
  const before = await acts()
  for (const id of [forgotten, crypto.randomUUID(), 'no-id'])
    assert.equal((await administrator.post(`/api/v1/subscribers/${id}/sign-out`)).status, 404, id)
  assert.deepEqual(await acts(), before)
})

test('a customer cannot sign people out through this call, not even themselves', async () => {
  const [{ visitor, email }, other] = [await givenATrialUser(shop), await givenATrialUser(shop)]
  for (const address of [email, other.email])
    assert.equal((await visitor.post(`/api/v1/subscribers/${await idOf(address)}/sign-out`)).status, 403)
  assert.equal(await whoIs(other.visitor), other.email)
})

test('administrators who sign themselves out here get a 409 and stay signed in', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await shop.sql("update identity_accounts set role = 'SUBSCRIPTION_ADMIN' where email = $1", [email])
  const answer = await visitor.post(`/api/v1/subscribers/${await idOf(email)}/sign-out`)
  assert.equal(answer.status, 409)
  assert.match(((await answer.json()) as { message: string }).message, /yourself/)
  assert.equal(await whoIs(visitor), email)
})

test('a person who registered and never confirmed is signed out of an unfinished sign-in', async () => {
  const registration = aRegistration()
  const visitor = shop.visitor()
  await visitor.post('/api/v1/users', registration, { 'x-selected-product': 'analytics-trial' })
  const mail = await shop.mailTo(registration.email, 'Activate')
  const form = await visitor.form(/https?:\/\/\S+\/identity\/activate\S+/.exec(mail.text)?.[0] ?? '')
  const activated = await visitor.request(form.address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form.fields, password: 'a password of the tests' }).toString(),
  })
  const id = await idOf(registration.email)
  assert.equal((await administrator.post(`/api/v1/subscribers/${id}/sign-out`)).status, 204)
  await visitor.request(activated.headers.get('location') ?? '', { follow: true })
  assert.equal(await whoIs(visitor), null)
})
