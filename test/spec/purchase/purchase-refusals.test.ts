import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test, vi } from 'vitest'
import { sampleLists } from '../../../server/screening/sample.ts'
import { aRegistration, givenAShop, givenATrialUser, type TestShop, runFromSources } from '../../support/given.ts'
import { agreed, checkOut, givenABuyer, givenASubscriber, settled } from '../../support/billing/given-buyer.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/visitor.ts'
import { sentencesOf } from '../../support/sentences.ts'

runFromSources()
const shop: TestShop = await givenAShop()

type Answer = { status: number; message?: string; errors?: { field: string; message: string }[]; text: string }
async function answered(asked: Promise<Response>): Promise<Answer> {
  const answer = await asked
  const text = await answer.text()
  return { status: answer.status, text, ...(JSON.parse(text) as { message?: string }) }
}
/** Asserts that nothing changes; orders and payment pages would be visible in the tables. */
const refused = (act: () => Promise<Response>) => unchanged(shop, () => answered(act()))
const press =
  (visitor: TestVisitor, body: unknown, plan = 'analytics-monthly') =>
  () =>
    visitor.post(`/api/v1/plans/${plan}/checkout`, body)

const ordersOf = (email: string) =>
  shop.sql('select 1 from orders o join subscribers s on s.id = o.subscriber_id where email = $1', [email])

describe('checkout of a paid plan refuses', () => {
  test('without a session, also with the token of a registration: 401, no order', async () => {
    const visitor = shop.visitor()
    const answer = await refused(press(visitor, agreed))
    assert.equal(answer.status, 401)
    assert.ok(answer.message)
    const { email, firstName, lastName, company, country } = aRegistration()
    const sent = { email, firstName, lastName, company, country, termsAndConditions: true }
    const registered = await visitor.post('/api/v1/users', sent, { 'x-selected-product': 'analytics-monthly' })
    const { trialToken } = (await registered.json()) as { trialToken: string }
    const headers = { 'x-trial-token': trialToken }
    assert.equal((await visitor.post('/api/v1/plans/analytics-monthly/checkout', agreed, headers)).status, 401)
    assert.deepEqual(await ordersOf(email), [])
  })

  test('to a person on hold, in a denied country or refused by an administrator: 409, no order, no page', async () => {
    const refusedPerson = await givenABuyer(shop)
    await shop.sql(`update subscribers set dpl_status = 'FAIL' where email = $1`, [refusedPerson.email])
    for (const { visitor, email } of [
      await givenABuyer(shop, { email: `jane.${randomUUID()}@gmail.com` }),
      await givenABuyer(shop, { country: 'IR' }),
      refusedPerson,
    ]) {
      const answer = await checkOut(visitor)
      assert.deepEqual([answer.status, answer.to], [409, ''])
      assert.ok(answer.message)
      assert.deepEqual(await ordersOf(email), [])
      const [row] = await shop.sql('select payment_customer from subscribers where email = $1', [email])
      assert.deepEqual(row, { payment_customer: null })
    }
    const [row] = await shop.sql('select dpl_status from subscribers where email = $1', [refusedPerson.email])
    assert.deepEqual(row, { dpl_status: 'FAIL' }, 'a refusal stands, whatever the lists say')
  })

  test('an incomplete form, unknown fields and values of another type at their fields: 400; a missing plan: 404; without the anti-forgery token: 403', async () => {
    const { visitor } = await givenABuyer(shop)
    const required = 'This field is required'
    const missing = await refused(press(visitor, {}))
    const errors = ['industry', 'termsAndConditions'].map((field) => ({ field, message: required }))
    assert.deepEqual([missing.status, sentencesOf(missing.errors)], [400, errors])
    const rows: [body: unknown, field: string, plan?: string][] = [
      [agreed, 'affirmation', 'statistics-annual'],
      [{ ...agreed, price: 1 }, 'price'],
      [{ ...agreed, email: 'somebody@else.example' }, 'email'],
      [{ ...agreed, name: 'analytics-weekly' }, 'name'],
      [{ ...agreed, industry: ['Energy'] }, 'industry'],
    ]
    for (const [body, field, plan] of rows) {
      const answer = await refused(press(visitor, body, plan))
      assert.deepEqual([answer.status, answer.errors?.map((one) => one.field)], [400, [field]])
    }
    for (const plan of ['no-such', 'analytics', 'analytics-monthly%00', '__proto__', 'ANALYTICS-MONTHLY'])
      assert.equal((await refused(press(visitor, agreed, plan))).status, 404, plan)
    const forged = () =>
      visitor.request('/api/v1/plans/analytics-monthly/checkout', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(agreed),
      })
    assert.equal((await refused(forged)).status, 403)
  })

  test('to everyone while the lists are unavailable: 503, nothing changed; later it succeeds', async () => {
    const buyer = await givenABuyer(shop)
    const lists = vi
      .spyOn(sampleLists, 'inForce')
      .mockImplementation(() => Promise.reject(new Error('no list is there')))
    const answer = await refused(press(buyer.visitor, agreed))
    assert.deepEqual(
      [answer.status, answer.message],
      [503, 'A required check is not available at the moment. Please try again shortly.'],
    )
    lists.mockRestore()
    assert.equal((await checkOut(buyer.visitor)).status, 200)
  })
})

describe('what belongs to another person', () => {
  test('returns 404 for another person’s order or subscription, or a malformed id, and nothing changes', async () => {
    const owner = await givenASubscriber(shop)
    const { visitor } = await givenASubscriber(shop)
    await settled(shop)
    for (const id of [owner.order, randomUUID(), 'null', "' or 1=1 --", '%00'])
      assert.equal((await refused(() => visitor.get(`/api/v1/orders/${encodeURIComponent(id)}`))).status, 404, id)
    for (const act of ['stop-renewal', 'resume-renewal'])
      for (const id of [owner.id, randomUUID(), `${owner.id}x`]) {
        const answer = await refused(() => visitor.post(`/api/v1/subscriptions/${act}/${encodeURIComponent(id)}`, {}))
        assert.equal(answer.status, 404, `${act} ${id}`)
      }
    const nobody = shop.visitor()
    assert.equal((await refused(() => nobody.get(`/api/v1/orders/${owner.order}`))).status, 401)
    assert.equal((await refused(() => nobody.post(`/api/v1/subscriptions/stop-renewal/${owner.id}`, {}))).status, 401)
  })

  test('returns 403 for the provider’s page without a purchase', async () => {
    const people = [await givenABuyer(shop), await givenATrialUser(shop)]
    for (const { visitor } of people)
      for (const plan of ['analytics-monthly', 'statistics-annual'])
        assert.equal((await refused(() => visitor.post(`/api/v1/plans/${plan}/download`, {}))).status, 403)
    const owner = await givenASubscriber(shop)
    await settled(shop)
    assert.equal((await refused(() => owner.visitor.post('/api/v1/plans/analytics-annual/download', {}))).status, 403)
    assert.equal((await refused(() => owner.visitor.post('/api/v1/plans/no-such/download', {}))).status, 404)
    assert.equal((await refused(() => shop.visitor().post('/api/v1/plans/analytics-monthly/download', {}))).status, 401)
  })
})
