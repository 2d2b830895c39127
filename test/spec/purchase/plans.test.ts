import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { decodeText } from '../../../domain/catalogue/plan.ts'
import { givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'

const shop: TestShop = await givenAShop()
const visitor = shop.visitor()

type Plan = Record<'name' | 'title' | 'type' | 'description' | 'conditions', string> & Record<string, unknown>
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

  test('returns a plan with the fields of the specification, its price in major units, its texts as base64 of UTF-8; 404 for an unknown one [3.6, 7.4]', async () => {
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
    const trial = (await (await visitor.get('/api/v1/plans/statistics-trial')).json()) as Plan
    assert.deepEqual([trial.price, trial.durationInDays, trial.requiresAffirmation], [0, 30, true])
    for (const name of ['no-such', 'ANALYTICS-TRIAL', '__proto__']) {
      const unknown = await visitor.get(`/api/v1/plans/${name}`)
      assert.deepEqual([unknown.status, unknown.headers.get('cache-control')], [404, 'no-store'], name)
    }
  })

  test('can be cached for a minute and revalidated by its ETag, in each language separately', async () => {
    const path = '/api/v1/plans/analytics-weekly'
    const answer = await visitor.get(path)
    const etag = answer.headers.get('etag') ?? ''
    assert.match(etag, /^(W\/)?"[^"]+"$/)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=60')
    for (const asked of [etag, `W/${etag.replace(/^W\//, '')}`, `"another", ${etag}`]) {
      const again = await visitor.get(path, { 'if-none-match': asked })
      assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', etag], asked)
    }
    const inGerman = await visitor.get(path, { 'accept-language': 'de', 'if-none-match': etag })
    assert.deepEqual([inGerman.status, inGerman.headers.get('vary')], [200, 'accept-language, cookie'])
    const { title, conditions } = (await inGerman.json()) as Plan
    assert.equal(title, 'Parallax Analytics, wöchentlich')
    assert.match(decodeText(conditions), /Jederzeit kündbar/)
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
