import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { decodeText } from '../../../domain/catalogue/plan.ts'
import { givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'

const shop: TestShop = await givenAShop()
const visitor = shop.visitor()

type Plan = {
  id: string
  name: string
  type: string
  price: number
  currency: string
  description: string
  conditions: string
}
const plansOf = async (query = '') => (await (await visitor.get(`/api/v1/plans${query}`)).json()) as Plan[]
const trials = ['analytics-trial', 'statistics-trial']
const paid = ['analytics-weekly', 'analytics-monthly', 'analytics-annual', 'statistics-annual']

describe('GET /api/v1/plans', () => {
  test('returns all plans, the paid ones or the trials, in the order of the catalogue [3.1, 7.3]', async () => {
    assert.deepEqual(
      (await plansOf()).map(({ name }) => name),
      [...trials, ...paid],
    )
    assert.deepEqual(
      (await plansOf('?type=trial')).map(({ name, type }) => `${name} ${type}`),
      trials.map((name) => `${name} trial`),
    )
    assert.deepEqual(
      (await plansOf('?type=paid')).map(({ name, type }) => `${name} ${type}`),
      paid.map((name) => `${name} subscription`),
    )
  })

  test('returns a plan with the fields of the specification, its price in major units, its texts as base64 of UTF-8 [3.6, 7.4]', async () => {
    const answer = await visitor.get('/api/v1/plans/analytics-annual')
    const plan = (await answer.json()) as Plan
    const { description, conditions, ...rest } = plan
    assert.deepEqual(rest, {
      id: 'analytics-annual',
      name: 'analytics-annual',
      title: 'Parallax Analytics, annual',
      product: 'analytics',
      productTitle: 'Parallax Analytics',
      productPicture: 'sample-analytics',
      type: 'subscription',
      price: 1188,
      currency: 'usd',
      recurringInterval: 'year',
      recurringIntervalCount: 1,
      durationInDays: null,
      requiresAffirmation: false,
      recommended: true,
      purchasable: true,
    })
    const text = (base64: string) => Buffer.from(base64, 'base64').toString()
    assert.equal(text(description), 'Every feature of Parallax Analytics, for a full year.')
    assert.equal(text(conditions).split('\n').length, 4)
    const { title: _, ...trial } = (await (await visitor.get('/api/v1/plans/statistics-trial')).json()) as Plan & {
      title: string
    }
    assert.deepEqual(
      [trial.price, Reflect.get(trial, 'durationInDays'), Reflect.get(trial, 'requiresAffirmation')],
      [0, 30, true],
    )
  })

  test('can be cached for a minute and revalidated by its ETag', async () => {
    for (const path of ['/api/v1/plans?type=trial', '/api/v1/plans/analytics-trial']) {
      const answer = await visitor.get(path)
      const etag = answer.headers.get('etag') ?? ''
      assert.match(etag, /^(W\/)?"[^"]+"$/)
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=60')
      for (const asked of [etag, `W/${etag.replace(/^W\//, '')}`, `"another", ${etag}`]) {
        const again = await visitor.get(path, { 'if-none-match': asked })
        assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', etag], asked)
      }
      assert.equal((await visitor.get(path, { 'if-none-match': '"another"' })).status, 200)
    }
  })

  test('returns texts in the requested language, cached separately', async () => {
    const inGerman = await visitor.get('/api/v1/plans/analytics-weekly', { 'accept-language': 'de' })
    const english = await visitor.get('/api/v1/plans/analytics-weekly')
    assert.equal(inGerman.headers.get('vary'), 'accept-language, cookie')
    assert.notEqual(inGerman.headers.get('etag'), english.headers.get('etag'))
    const { title, conditions } = (await inGerman.json()) as { title: string; conditions: string }
    assert.equal(title, 'Parallax Analytics, wöchentlich')
    assert.match(decodeText(conditions), /Jederzeit kündbar/)
    assert.equal(((await english.json()) as { title: string }).title, 'Parallax Analytics, weekly')
  })

  test('returns 404 for an unknown plan [7.4]', async () => {
    for (const name of ['no-such', 'ANALYTICS-TRIAL', '__proto__', 'constructor', '%00', '..%2fplans']) {
      const answer = await visitor.get(`/api/v1/plans/${name}`)
      assert.deepEqual([answer.status, answer.headers.get('cache-control')], [404, 'no-store'], name)
    }
  })

  test('returns 400 for a repeated or unknown parameter, or an invalid value', async () => {
    for (const query of ['?type=paid&type=trial', '?type=free', '?type=', '?kind=trial', '?type=trial&x=1'])
      assert.equal((await visitor.get(`/api/v1/plans${query}`)).status, 400, query)
  })
})

test('GET /api/v1/plans/active returns the plans that a person has at present, none that is pending, and 401 without a session [7.33]', async () => {
  const path = '/api/v1/plans/active'
  assert.equal((await visitor.get(path)).status, 401)
  const person = await givenATrialUser(shop)
  assert.deepEqual(await (await person.visitor.get(path)).json(), [{ name: 'analytics-trial' }])
  const held = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak' })
  assert.deepEqual(await (await held.visitor.get(path)).json(), [])
})
