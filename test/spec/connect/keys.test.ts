import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { keyScopes } from '../../../domain/api-key.ts'
import { idOf, read } from '../../support/admin/admin-page.ts'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { callKeys, givenAKey, withKey, type ShownKey } from '../../support/admin/keys.ts'
import { givenASecuredAdministrator } from '../../support/admin/second-factor.ts'
import {
  atTheHour,
  givenAColleague,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  type TestShop,
} from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const day = 86_400_000

type Problem = { status: number; code: string; type: string; errors?: { field: string; code: string }[] }
type Line = { act: string; by: string; comment: string | null; address: string | null; changes: unknown }

const problemOf = async (response: Response): Promise<Problem> => {
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
  return (await response.json()) as Problem
}
const keysOf = async (): Promise<ShownKey[]> => (await (await callKeys(administrator, 'GET')).json()) as ShownKey[]
const keyNow = async (id: string) => (await keysOf()).find((one) => one.id === id) ?? assert.fail('not listed')
const auditOf = (name: string) => read<Line[]>(administrator, `/api/v1/audit?search=${encodeURIComponent(name)}`)
const refused = async (key: string) => {
  const response = await withKey(shop.url, key, '/api/v1/subscriptions')
  assert.equal(response.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
  const { requestId: _, ...body } = (await problemOf(response)) as Problem & { requestId: string }
  return body
}

describe('an API key', () => {
  test('is shown once, and only its hash is stored [10.56]', async () => {
    const made = await givenAKey(administrator, ['subscriptions:read', 'subscriptions:read'], 'CRM sync')
    assert.match(made.key, new RegExp(`^till_${made.id}_[0-9A-Za-z]{49}$`))
    const { key: _, ...shown } = made
    assert.deepEqual(await keyNow(made.id), shown)
    assert.deepEqual(
      [shown.scopes, shown.state, shown.createdBy],
      [['subscriptions:read'], 'active', 'admin@shop.example'],
    )
    const rows = await shop.sql('select * from api_keys')
    assert.ok(!JSON.stringify(rows).includes(made.key.slice(14)))
    assert.ok(!shop.log.join('').includes(made.key.slice(14)))
    const [line] = await auditOf(made.id)
    assert.deepEqual(
      [line?.act, line?.by, line?.comment, line?.changes],
      [
        'make-key',
        'admin@shop.example',
        null,
        [{ field: 'key', before: '', after: `CRM sync (${made.id}): subscriptions:read` }],
      ],
    )
  })

  test('is valid for a year by default, two at most, to the end of its last day', async () => {
    const { createdAt, expiresAt } = await givenAKey(administrator, ['reports:read'])
    const midnight = Math.floor(Date.parse(createdAt) / day) * day
    assert.equal(Date.parse(expiresAt), midnight + 366 * day)
    const until = (days: number) => new Date(midnight + days * day).toISOString().slice(0, 10)
    const make = (days: number) =>
      callKeys(administrator, 'POST', '', { name: `${days} days`, scopes: ['reports:read'], expires: until(days) })
    const [today, last] = [await make(0), await make(730)]
    assert.deepEqual([today.status, last.status], [201, 201])
    assert.equal(Date.parse(((await last.json()) as ShownKey).expiresAt), midnight + 731 * day)
    for (const [days, code] of [
      [-1, 'DATE_PAST'],
      [731, 'KEY_DATE_TOO_FAR'],
    ] as const) {
      const response = await make(days)
      const { errors = [] } = (await response.json()) as Problem
      assert.deepEqual([response.status, errors.map((one) => [one.field, one.code])], [400, [['expires', code]]])
    }
  })

  test('has a name of its own, in any case [10.56]', async () => {
    await givenAKey(administrator, ['reports:read'], 'Accounting')
    const same = { name: ' accounting ', scopes: ['reports:read'] }
    const response = await callKeys(administrator, 'POST', '', same)
    assert.deepEqual([response.status, ((await response.json()) as Problem).code], [409, 'KEY_NAME_TAKEN'])
  })

  test('needs no cookie or anti-forgery token, and acts under its name', async () => {
    const { id } = await givenATrial(shop)
    const { key } = await givenAKey(administrator, ['subscriptions:write'], 'Support desk')
    const path = `/api/v1/subscriptions/comment/${id}`
    const response = await withKey(shop.url, key, path, { comment: 'Called' })
    assert.equal(response.status, 200)
    assert.deepEqual(response.headers.getSetCookie(), [])
    const [line] = await auditOf('key "Support desk"')
    assert.deepEqual([line?.act, line?.by, line?.address], ['comment', 'key "Support desk"', '127.0.0.1'])
    const events = await read<{ addedBy: string }[]>(administrator, `/api/v1/subscriptions/events/${id}`)
    assert.equal(events.at(-1)?.addedBy, 'key "Support desk"')
    const kept = await shop.sql(`select email from administrator_addresses where email like 'key%'`)
    assert.deepEqual(kept, [], 'the name of a key is no address of an administrator')
  })

  test('cannot act on the person who owns it', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    await shop.sql(`update identity_accounts set role = 'SUBSCRIPTION_ADMIN' where email = $1`, [email])
    const { key } = await givenAKey(visitor, keyScopes)
    const subscriber = await idOf(shop, email)
    const [own] = await shop.sql<{ id: string }>('select id from subscriptions where subscriber_id = $1', [subscriber])
    for (const act of ['cancel', 'stop-renewal']) {
      const body = act === 'cancel' ? { comment: 'Mine' } : {}
      const response = await withKey(shop.url, key, `/api/v1/subscriptions/${act}/${own?.id}`, body)
      assert.deepEqual([response.status, (await problemOf(response)).code], [409, 'OWN_PERSON'], act)
    }
  })

  test('is refused with the scope that a call requires, is never read from a URL, and is the only credential, whatever cookie is sent, also on pages', async () => {
    const { key } = await givenAKey(administrator, ['reports:read'])
    const response = await withKey(shop.url, key, '/api/v1/subscribers')
    assert.equal(
      response.headers.get('www-authenticate'),
      'Bearer error="insufficient_scope", scope="subscribers:read"',
    )
    assert.deepEqual([response.status, (await problemOf(response)).code], [403, 'KEY_SCOPE'])
    // authorization-matrix.test.ts makes every call with a key.
    const unkeyed = await withKey(shop.url, key, '/api/v1/keys')
    assert.deepEqual([unkeyed.status, (await problemOf(unkeyed)).code], [403, 'KEY_NOT_ACCEPTED'])
    for (const name of ['access_token', 'key', 'api_key'])
      assert.equal((await fetch(`${shop.url}/api/v1/overview?${name}=${key}`)).status, 401)
    const headers = { authorization: `Bearer ${key}` }
    assert.equal((await administrator.get('/api/v1/subscribers', headers)).status, 403)
    const who = await administrator.get('/api/v1/users/userinfo', headers)
    assert.deepEqual([who.status, ((await who.json()) as { user: unknown }).user], [200, 'anonymousUser'])
    const page = await administrator.get('/administration/users', { ...headers, accept: 'text/html' })
    assert.notEqual(page.status, 200)
  })

  test('changes no email address, confirmed or not', async () => {
    const { key } = await givenAKey(administrator, keyScopes)
    const id = await idOf(shop, (await givenARegistration(shop)).email)
    for (const act of ['correct-email', 'email']) {
      const body = { email: 'other@customer.example', comment: 'Mistyped' }
      const response = await withKey(shop.url, key, `/api/v1/subscribers/${id}/${act}`, body)
      assert.deepEqual([response.status, (await problemOf(response)).code], [403, 'KEY_NOT_ACCEPTED'], act)
    }
  })

  test('that is unknown, mistyped, expired or revoked gets the same 401 [10.60]', async () => {
    const [expired, revoked] = [
      await givenAKey(administrator, ['subscriptions:read']),
      await givenAKey(administrator, ['subscriptions:read']),
    ]
    await shop.sql(`update api_keys set expires_at = '2020-01-01' where id = $1`, [expired.id])
    assert.equal((await callKeys(administrator, 'DELETE', `/${revoked.id}`)).status, 204)
    const unknown = await givenAKey(administrator, ['subscriptions:read'])
    await shop.sql('delete from api_keys where id = $1', [unknown.id])
    const answers = await Promise.all(
      [expired.key, revoked.key, unknown.key, `${unknown.key.slice(0, -1)}-`, 'abc', ''].map(refused),
    )
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.deepEqual([answers[0]?.status, answers[0]?.code], [401, 'KEY_INVALID'])
    assert.deepEqual([(await keyNow(expired.id)).state, (await keyNow(revoked.id)).state], ['expired', 'revoked'])
    for (const { id } of [expired, revoked])
      for (const [method, path] of [
        ['POST', `/${id}/rotate`],
        ['POST', `/${id}/take-over`],
        ['DELETE', `/${id}`],
      ] as const) {
        const response = await callKeys(administrator, method, path)
        assert.deepEqual([response.status, ((await response.json()) as Problem).code], [409, 'KEY_ENDED'])
      }
  })

  test('is revoked by a client that sends the type of JSON without a body; a call that needs a body names the fields', async () => {
    const made = await givenAKey(administrator, ['subscriptions:read'])
    const send = (method: string, path: string) => {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'x-xsrf-token': administrator.cookies.get('XSRF-TOKEN') ?? '',
      }
      return administrator.request(`/api/v1/keys${path}`, { method, headers })
    }
    const refusedForm = await send('POST', '')
    const { errors } = (await refusedForm.json()) as Problem
    assert.deepEqual([refusedForm.status, errors?.map(({ field }) => field).includes('name')], [400, true])
    assert.equal((await send('DELETE', `/${made.id}`)).status, 204)
    assert.equal((await keyNow(made.id)).state, 'revoked')
  })

  test('stops working when its owner loses the role, until another administrator takes it over [10.58]', async () => {
    const email = `former.${crypto.randomUUID()}@shop.example`
    const made = await givenAKey(await givenAColleague(shop, 'SUBSCRIPTION_ADMIN', email), ['subscriptions:read'])
    const ask = async () => (await withKey(shop.url, made.key, '/api/v1/subscriptions')).status
    assert.equal(await ask(), 200)
    for (const role of ['SUBSCRIPTION_SUPPORT', null]) {
      await shop.sql('update identity_accounts set role = $2 where email = $1', [email, role])
      assert.equal(await ask(), 401)
    }
    assert.equal((await keyNow(made.id)).state, 'stopped')
    assert.equal((await callKeys(administrator, 'POST', `/${made.id}/take-over`)).status, 204)
    assert.equal(await ask(), 200)
    const { state, createdBy } = await keyNow(made.id)
    assert.deepEqual([state, createdBy], ['active', 'admin@shop.example'])
    assert.equal((await auditOf(made.id))[0]?.act, 'take-over-key')
  })

  test('has its last use recorded at most once an hour [10.55]', async () => {
    const { id, key, lastUsedAt } = await givenAKey(administrator, ['reports:read'])
    assert.equal(lastUsedAt, null)
    await withKey(shop.url, key, '/api/v1/overview')
    const { lastUsedAt: first, lastUsedFrom } = await keyNow(id)
    assert.ok(first)
    assert.equal(lastUsedFrom, '127.0.0.1')
    await withKey(shop.url, key, '/api/v1/overview')
    assert.equal((await keyNow(id)).lastUsedAt, first)
  })
})

test('a rotated key works for a day beside the new one [10.57]', async () => {
  const own = await givenAShop(atTheHour)
  const admin = await givenAnAdministrator(own)
  const old = await givenAKey(admin, ['subscriptions:read'], 'CRM')
  const made = (await (await callKeys(admin, 'POST', `/${old.id}/rotate`)).json()) as ShownKey
  assert.deepEqual([made.name, made.scopes, made.replaces], ['CRM', ['subscriptions:read'], old.id])
  assert.ok(Date.parse(made.expiresAt) - Date.parse(made.createdAt) > 365 * day)
  const ask = async ({ key }: ShownKey) => (await withKey(own.url, key, '/api/v1/subscriptions')).status
  assert.deepEqual([await ask(old), await ask(made)], [200, 200])
  // Once: the next rotation is of the new key.
  const again = await callKeys(admin, 'POST', `/${old.id}/rotate`)
  assert.equal(((await again.json()) as Problem).code, 'KEY_ENDED')
  await own.advanceTo('2027-01-02T00:30:00Z')
  assert.deepEqual([await ask(old), await ask(made)], [401, 200])
  await own.advanceTo('2027-06-01T00:00:00Z')
  const later = await givenAnAdministrator(own)
  const listed = (await (await callKeys(later, 'GET')).json()) as ShownKey[]
  assert.deepEqual(
    listed.map(({ id, replaces }) => [id, replaces]),
    [[made.id, null]],
    'a key that ended long ago is removed',
  )
})

test('a key that is rotated again, because its replacement was lost and revoked, is replaced for its whole length', async () => {
  const old = await givenAKey(administrator, ['subscriptions:read'], 'Lost once')
  const rotated = async () => (await (await callKeys(administrator, 'POST', `/${old.id}/rotate`)).json()) as ShownKey
  const lost = await rotated()
  assert.equal((await callKeys(administrator, 'DELETE', `/${lost.id}`)).status, 204)
  const { createdAt, expiresAt } = await rotated()
  const lengths = [old, lost, { createdAt, expiresAt }].map(
    (key) => Date.parse(key.expiresAt) - Date.parse(key.createdAt),
  )
  assert.deepEqual(
    lengths,
    lengths.map(() => lengths[0]),
  )
})

test('the key of an administrator in ADMIN_SUBJECTS works while they are listed there', async () => {
  const own = await givenAShop(atTheHour)
  const { visitor, email } = await givenATrialUser(own)
  const [subject] = await own.sql<{ id: string }>('select id from identity_accounts where email = $1', [email])
  await own.restart({ ADMIN_SUBJECTS: subject?.id ?? '' })
  const made = await givenAKey(visitor, ['subscriptions:read'])
  assert.equal(made.state, 'active')
  const ask = async () => (await withKey(own.url, made.key, '/api/v1/subscriptions')).status
  assert.equal(await ask(), 200)
  await own.restart()
  assert.equal(await ask(), 401)
})

test('a key allows 600 requests a minute, and each response states how many remain', async () => {
  const own = await givenAShop(atTheHour)
  const admin = await givenAnAdministrator(own)
  const [one, other] = [await givenAKey(admin, ['reports:read']), await givenAKey(admin, ['reports:read'])]
  // 600 per minute, after a sign-in that counts towards other limits.
  await own.restart({ RATE_LIMIT_FACTOR: '0.01' })
  const ask = () => withKey(own.url, one.key, '/api/v1/catalogue')
  const left = (response: Response) => /^"key";r=(\d+);t=(\d+)$/.exec(response.headers.get('ratelimit') ?? '')?.[1]
  for (const rest of ['5', '4', '3', '2', '1', '0']) {
    const response = await ask()
    assert.deepEqual([response.status, left(response)], [200, rest])
    assert.equal(response.headers.get('ratelimit-policy'), '"key";q=6;w=60')
  }
  const beyond = await ask()
  assert.deepEqual([beyond.status, (await problemOf(beyond)).code], [429, 'TOO_MANY_REQUESTS'])
  const seconds = Number(beyond.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 60)
  assert.equal((await withKey(own.url, other.key, '/api/v1/catalogue')).status, 200, 'each key has its own')
})

test('keys can be created only soon after a sign-in with a second factor', async () => {
  const own = await givenAShop({ ADMIN_MFA: 'required', ...atTheHour })
  const { visitor } = await givenASecuredAdministrator(own)
  const made = await givenAKey(visitor, ['reports:read'])
  await aQuarterLater(own)
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['POST', `/${made.id}/rotate`],
    ['POST', `/${made.id}/take-over`],
    ['DELETE', `/${made.id}`],
  ] as const) {
    const response = await callKeys(visitor, method, path, { name: 'Late', scopes: ['reports:read'] })
    const { code } = (await response.json()) as Problem
    assert.deepEqual([response.status, code], [401, 'CONFIRMATION_NEEDED'], `${method} ${path}`)
  }
  assert.equal((await withKey(own.url, made.key, '/api/v1/overview')).status, 200, 'the key works all the while')
})

const aQuarterLater = (own: TestShop) => own.advanceTo('2027-01-01T00:20:00Z')
