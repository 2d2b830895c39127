import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, type CallName } from '../../core/contract.ts'
import type { Row } from '../../core/contract-row.ts'
import {
  aRegistration,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  givenPeople,
  whoIs,
  type Kind,
} from '../given.ts'

const shop = await givenAShop()
const people = await givenPeople(shop)
const kinds = Object.keys(people) as Kind[]

/** What each kind of person gets, in the order of `kinds`. A new row of the contract fails here until it is written down. */
const expected: Record<CallName, readonly [number, number, number, number, number]> = {
  'GET /api/v1/plans': [200, 200, 200, 200, 200],
  'GET /api/v1/plans/active': [401, 200, 200, 200, 200],
  'GET /api/v1/plans/{name}': [200, 200, 200, 200, 200],
  // An unfinished form of a trial that three of them have already.
  'POST /api/v1/plans/{name}/checkout': [401, 409, 409, 409, 400],
  'POST /api/v1/products/{name}/checkout': [401, 409, 409, 409, 400],
  'POST /api/v1/plans/{name}/download': [401, 200, 200, 200, 403],
  'POST /api/v1/products/{name}/download': [401, 200, 200, 200, 403],
  'GET /api/v1/plans/{name}/download/link': [401, 200, 403, 403, 403],
  'GET /api/v1/download/statistica': [401, 200, 403, 403, 403],
  'GET /api/v1/download/{product}': [401, 200, 403, 403, 403],
  'GET /api/v1/users/userinfo': [200, 200, 200, 200, 200],
  'GET /api/v1/users/search/{email}': [404, 404, 404, 404, 404],
  'POST /api/v1/users': [201, 201, 201, 201, 201],
  'GET /api/v1/subscriptions/user': [401, 200, 200, 200, 200],
  'POST /api/v1/subscriptions/stop-renewal/{id}': [401, 404, 404, 404, 404],
  'POST /api/v1/subscriptions/resume-renewal/{id}': [401, 404, 404, 404, 404],
  'GET /api/v1/orders/{id}': [401, 404, 404, 404, 404],
  'GET /api/v1/account/export': [401, 200, 200, 200, 404],
  // A correction waits with whoever waits for approval themselves.
  'POST /api/v1/account/details': [401, 200, 409, 409, 404],
  'POST /api/v1/account/sign-out-everywhere': [401, 204, 204, 204, 204],
  'GET /api/v1/subscriptions': [401, 403, 403, 403, 200],
  'GET /api/v1/subscriptions/count': [401, 403, 403, 403, 200],
  'GET /api/v1/subscriptions/facets': [401, 403, 403, 403, 200],
  // Nobody's: who may see their own is not told from who may see all.
  'GET /api/v1/subscriptions/{id}': [401, 404, 404, 404, 404],
  'GET /api/v1/subscriptions/events/{id}': [401, 403, 403, 403, 404],
  'POST /api/v1/subscriptions/cancel/{id}': [401, 403, 403, 403, 404],
  'POST /api/v1/subscriptions/revive/{id}': [401, 403, 403, 403, 404],
  'POST /api/v1/subscriptions/extend/{id}': [401, 403, 403, 403, 404],
  'POST /api/v1/subscriptions/comment/{id}': [401, 403, 403, 403, 404],
  'POST /api/v1/subscriptions/bulk': [401, 403, 403, 403, 200],
  'GET /api/v1/subscribers': [401, 403, 403, 403, 200],
  'GET /api/v1/subscribers/{id}': [401, 403, 403, 403, 404],
  'DELETE /api/v1/subscribers/{id}': [401, 403, 403, 403, 404],
  'POST /api/v1/subscribers/{id}/sign-out': [401, 403, 403, 403, 404],
  'GET /api/v1/subscribers/{id}/forget-preview': [401, 403, 403, 403, 404],
  'GET /api/v1/subscribers/{id}/checks': [401, 403, 403, 403, 404],
  'GET /api/v1/reviews': [401, 403, 403, 403, 200],
  'POST /api/v1/reviews/approve/{subscriberId}': [401, 403, 403, 403, 404],
  'POST /api/v1/reviews/refuse/{subscriberId}': [401, 403, 403, 403, 404],
  'GET /api/v1/account/invoices': [401, 200, 200, 200, 200],
  'GET /api/v1/subscribers/{id}/invoices': [401, 403, 403, 403, 404],
  // Nobody's, as above.
  'GET /api/v1/subscriptions/payments/{id}': [401, 404, 404, 404, 404],
  'POST /api/v1/subscriptions/refund/{id}': [401, 403, 403, 403, 404],
  'GET /api/v1/matters': [401, 403, 403, 403, 200],
  'POST /api/v1/matters/retry/{id}': [401, 403, 403, 403, 404],
  'POST /api/v1/matters/resolve/{id}': [401, 403, 403, 403, 404],
  'POST /api/v1/matters/settle/{id}': [401, 403, 403, 403, 404],
  'GET /api/v1/mails/undelivered': [401, 403, 403, 403, 200],
  'POST /api/v1/mails/retry/{id}': [401, 403, 403, 403, 404],
  'GET /api/v1/audit': [401, 403, 403, 403, 200],
  'GET /api/v1/export/csv': [401, 403, 403, 403, 200],
  'GET /api/v1/screening': [401, 403, 403, 403, 200],
  'POST /api/v1/screening/lists/accept': [401, 403, 403, 403, 400],
  'GET /api/v1/export/screening': [401, 403, 403, 403, 200],
  'GET /api/v1/config/tss': [200, 200, 200, 200, 200],
  'GET /api/v1/login': [302, 302, 302, 302, 302],
  // By then everybody is signed out everywhere.
  'POST /api/v1/preferences': [204, 204, 204, 204, 204],
  'POST /logout': [204, 204, 204, 204, 204],
}

/** Done last, in this order: nobody is signed in afterwards. */
const ending: string[] = ['POST /api/v1/account/sign-out-everywhere', 'POST /logout']

const nobody = '00000000-0000-4000-8000-000000000000'
const values = {
  name: 'analytics-trial',
  product: 'analytics',
  email: 'nobody@nowhere.example',
  id: nobody,
  subscriberId: nobody,
}
const addressOf = (name: string) =>
  (name.split(' ')[1] ?? '').replaceAll(/\{(\w+)\}/g, (_, part: string) => values[part as keyof typeof values])

function bodyOf(name: string): Record<string, unknown> {
  if (name.endsWith('/api/v1/users')) return aRegistration()
  const comment = 'because'
  if (name.endsWith('/bulk')) return { action: 'cancel', ids: [nobody], comment }
  if (name.includes('/extend/')) return { endDate: '2030-01-01', comment }
  if (/(cancel|revive|comment|approve|refuse|refund|matters[/]\w+)[/]/.test(name)) return { comment }
  return name.endsWith('/checkout') ? { name: values.name, industry: 'Energy' } : {}
}

for (const [name] of (Object.entries(contract) as [CallName, Row][]).toSorted(
  ([a], [b]) => ending.indexOf(a) - ending.indexOf(b),
)) {
  test(`${name} answers each kind of person as decided`, async () => {
    const statuses: number[] = []
    for (const kind of kinds) {
      const visitor = people[kind]
      const [method = ''] = name.split(' ')
      const answer =
        method === 'POST'
          ? await visitor.post(addressOf(name), bodyOf(name))
          : await visitor.request(addressOf(name), {
              method,
              headers: { 'x-xsrf-token': visitor.cookies.get('XSRF-TOKEN') ?? '' },
            })
      statuses.push(answer.status)
      const text = await answer.text()
      if (answer.status < 400) continue
      const { message, requestId } = JSON.parse(text) as Record<string, unknown>
      assert.ok(typeof message === 'string' && message.length > 5, `${kind}: a sentence`)
      assert.match(String(requestId), /^[0-9a-f-]{36}$/)
    }
    assert.deepEqual(statuses, expected[name], kinds.join(', '))
  })
}

test('somebody else’s subscriptions are the administrators’ to see', async () => {
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

test('a session is asked again each time: who is held since, gets nothing more', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  assert.equal((await visitor.get('/api/v1/download/analytics')).status, 200)
  await shop.sql("update subscribers set dpl_status = 'FAIL' where email = $1", [email])
  assert.equal((await visitor.get('/api/v1/download/analytics')).status, 403)
  assert.equal(await whoIs(visitor), email)
})

test('a person never sees what the desk knows about them', async () => {
  const { visitor } = await givenATrialUser(shop)
  const text = await (await visitor.get('/api/v1/subscriptions/user')).text()
  assert.doesNotMatch(text, /comment|reason|addedBy|dplStatus|emailVerified|providerUrl|held/i)
})

test('only the exact role makes an administrator', async () => {
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
