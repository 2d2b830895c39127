import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { givenAnAdministrator, givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const shop: TestShop = await givenAShop()
const jane = await givenATrialUser(shop, {
  country: 'US',
  state: 'TX',
  phone: { countryCode: '+1', phoneNumber: '5551234567' },
})
const other = await givenATrialUser(shop)
const administrator = await givenAnAdministrator(shop)
const nobody = '00000000-0000-4000-8000-000000000000'

type Owned = { plan: Record<string, unknown>; subscription: Record<string, unknown> }
type Answer = { subscriber: Record<string, unknown> | null; subscriptions: Owned[] }
const ask = (who: TestVisitor, id?: string) =>
  who.get(`/api/v1/subscriptions/user${id === undefined ? '' : `?id=${encodeURIComponent(id)}`}`)
const answered = async (response: Response) => {
  assert.equal(response.status, 200)
  return (await response.json()) as Answer
}
const idOf = async (who: TestVisitor) => String((await answered(await ask(who))).subscriber?.['id'])

describe('GET /api/v1/subscriptions/user', () => {
  test('returns the subscriber and their subscriptions, without internal data [3.8]', async () => {
    const response = await ask(jane.visitor)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const { subscriber, subscriptions } = await answered(response)
    const { id, ...rest } = subscriber ?? {}
    assert.match(String(id), /^[0-9a-f-]{36}$/)
    assert.deepEqual(rest, {
      email: jane.email,
      firstName: 'Jane',
      lastName: 'Doe',
      company: 'Northwind Bottling',
      country: 'US',
      state: 'TX',
      phone: { countryCode: '+1', phoneNumber: '5551234567' },
      industry: 'Energy',
      jobTitle: 'Data scientist',
    })
    const [held, ...more] = subscriptions
    assert.equal(more.length, 0)
    assert.deepEqual(held?.plan, {
      name: 'analytics-trial',
      title: 'Parallax Analytics trial',
      product: 'analytics',
      type: 'trial',
      durationInDays: 30,
      price: 0,
      currency: 'usd',
      recurringInterval: null,
      recurringIntervalCount: null,
    })
    assert.deepEqual(Object.keys(held.subscription).toSorted(), [
      'createdDate',
      'endDate',
      'extendableTo',
      'id',
      'payment',
      'renews',
      'startDate',
      'status',
    ])
  })

  test('returns a running trial with a start, an end at midnight UTC 30 days later, and no renewal', async () => {
    const { subscription } = (await answered(await ask(jane.visitor))).subscriptions[0] ?? {}
    assert.deepEqual([subscription?.['status'], subscription?.['renews']], ['active', false])
    const started = new Date(String(subscription?.['startDate']))
    const lastDay = new Date(Date.UTC(started.getUTCFullYear(), started.getUTCMonth(), started.getUTCDate() + 30))
    assert.equal(subscription?.['endDate'], lastDay.toISOString())
  })

  test('returns a waiting trial without start and end', async () => {
    const held = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak' })
    const { subscription } = (await answered(await ask(held.visitor))).subscriptions[0] ?? {}
    assert.deepEqual(
      [subscription?.['status'], subscription?.['startDate'], subscription?.['endDate']],
      ['pending', null, null],
    )
  })

  test('returns the same with the person’s own id as without one [7.22]', async () => {
    assert.deepEqual(
      await answered(await ask(jane.visitor, await idOf(jane.visitor))),
      await answered(await ask(jane.visitor)),
    )
  })

  test('returns 403 to a person for another, an unknown or a malformed id, and 200 to an administrator [7.22]', async () => {
    const theirs = await idOf(other.visitor)
    for (const id of [theirs, theirs.toUpperCase(), nobody, 'nonsense', '', '1 or 1=1'])
      assert.equal((await ask(jane.visitor, id)).status, 403, id)
    assert.equal((await answered(await ask(administrator, theirs))).subscriber?.['email'], other.email)
  })

  test('returns 404 to an administrator for an unknown id and for a malformed one', async () => {
    for (const id of [nobody, 'nonsense', '', "' or 1=1 --", '%', '__proto__'])
      assert.equal((await ask(administrator, id)).status, 404, id)
  })

  test('returns 400 for a repeated, too long or unprintable id, and for an unknown parameter', async () => {
    for (const query of ['id=1&id=2', `id=${'x'.repeat(101)}`, 'id=%00', 'id=a%07', 'user=1'])
      for (const who of [jane.visitor, administrator])
        assert.equal((await who.get(`/api/v1/subscriptions/user?${query}`)).status, 400, query)
  })

  test('returns no subscriptions for an administrator who never registered', async () => {
    assert.deepEqual(await answered(await ask(administrator)), { subscriber: null, subscriptions: [] })
  })

  test('returns 401 without a session, for any id', async () => {
    for (const id of [undefined, nobody, 'nonsense']) {
      const response = await ask(shop.visitor(), id)
      assert.deepEqual(
        [response.status, ((await response.json()) as { message: string }).message],
        [401, 'Please sign in first.'],
      )
    }
  })
})
