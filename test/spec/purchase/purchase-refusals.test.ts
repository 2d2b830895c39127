import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test, vi } from 'vitest'
import { sampleLists } from '../../../server/screening/sample.ts'
import { aBuyersRegistration, givenAShop, runFromSources } from '../../support/given.ts'
import { agreed, checkOut, givenABuyer } from '../../support/billing/given-buyer.ts'
import { unchanged } from '../../support/unchanged.ts'

runFromSources()
const shop = await givenAShop()

const ordersOf = (email: string) =>
  shop.sql('select 1 from orders o join subscribers s on s.id = o.subscriber_id where email = $1', [email])

describe('checkout of a paid plan refuses', () => {
  test('a person without a session: 401; a trial token, which is for no paid plan: 403, signed in or not; no order', async () => {
    const visitor = shop.visitor()
    const registration = aBuyersRegistration()
    const registered = await visitor.post('/api/v1/users', registration, {
      'x-selected-product': 'analytics-monthly',
    })
    const { trialToken } = (await registered.json()) as { trialToken: string }
    const buyer = await givenABuyer(shop)
    for (const [who, headers, wanted] of [
      [visitor, {}, [401, 'SIGN_IN_NEEDED']],
      [visitor, { 'x-trial-token': trialToken }, [403, 'TRIAL_TOKEN']],
      [visitor, { 'x-trial-token': 'x' }, [403, 'TRIAL_TOKEN']],
      [buyer.visitor, { 'x-trial-token': trialToken }, [403, 'TRIAL_TOKEN']],
    ] as const) {
      const refused = await who.post('/api/v1/plans/analytics-monthly/checkout', agreed, headers)
      const { code } = (await refused.json()) as { code: string }
      assert.deepEqual([refused.status, code], wanted)
    }
    for (const address of [registration.email, buyer.email]) assert.deepEqual(await ordersOf(address), [])
  })

  test('a person who is not cleared: 409 with the reason, no order, and no customer at the provider', async () => {
    const { visitor, email } = await givenABuyer(shop, { email: `jane.${randomUUID()}@gmail.com` })
    const { status, to, message } = await checkOut(visitor)
    assert.deepEqual([status, to], [409, ''])
    assert.ok(message)
    assert.deepEqual(await ordersOf(email), [])
    const [row] = await shop.sql('select payment_customer from subscribers where email = $1', [email])
    assert.deepEqual(row, { payment_customer: null })
  })

  test('a person in a denied country: 409 with a code and sentence about the country, not about a review', async () => {
    const { visitor, email } = await givenABuyer(shop, { country: 'IR' })
    const refused = await visitor.post('/api/v1/plans/analytics-monthly/checkout', {
      name: 'analytics-monthly',
      ...agreed,
    })
    const { code, message } = (await refused.json()) as { code: string; message: string }
    const sentence = 'Our products are not available in the country you entered.'
    assert.deepEqual([refused.status, code, message], [409, 'COUNTRY_DENIED', sentence])
    assert.deepEqual(await ordersOf(email), [])
  })

  // domain/registration/ has every rule of the form.
  test('an incomplete form, and a value that the form does not have: 400 at their fields, nothing changed', async () => {
    const { visitor } = await givenABuyer(shop)
    const rows: [changes: Record<string, unknown>, fields: string[], plan?: string][] = [
      [{ industry: undefined, termsAndConditions: undefined }, ['industry', 'termsAndConditions']],
      [{ affirmation: undefined }, ['affirmation'], 'statistics-annual'],
      [{ email: 'somebody@else.example' }, ['email']],
      [{ name: 'analytics-weekly' }, ['name']],
    ]
    for (const [changes, fields, plan] of rows) {
      const { status, errors } = await unchanged(shop, () => checkOut(visitor, plan, changes))
      assert.deepEqual([status, errors?.map(({ field }) => field)], [400, fields])
    }
  })

  test('everyone while the lists are unavailable: 503, nothing changed; later it succeeds', async () => {
    const { visitor } = await givenABuyer(shop)
    const lists = vi
      .spyOn(sampleLists, 'inForce')
      .mockImplementation(() => Promise.reject(new Error('no list is there')))
    const { status, message } = await unchanged(shop, () => checkOut(visitor))
    const sentence = 'A required check is not available at the moment. Please try again shortly.'
    assert.deepEqual([status, message], [503, sentence])
    lists.mockRestore()
    assert.equal((await checkOut(visitor)).status, 200)
  })
})
