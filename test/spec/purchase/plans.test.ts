import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { decodeText } from '../../../domain/catalogue/plan.ts'
import { givenABuyer, givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

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
    for (const asked of [etag, `W/${etag.replace(/^W\//, '')}`, `"another", ${etag}`, '*', ' * ']) {
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

/** Returns the text of a page as the server sends it. */
async function shown(visitor: TestVisitor, path: string): Promise<string> {
  const page = await (await visitor.get(path)).text()
  return page.slice(0, page.indexOf('<script type="application/json"')).replaceAll('<!-- -->', '')
}

const headings = (page: string) => [...page.matchAll(/<h[12][^>]*>([^<]*)</g)].map(([, text]) => text)

test('a trial or a purchase shows its status: what it gives while active, afterwards nothing, and a plan can be bought again [2.3, 2.42, 2.53, 3.2, 4.1, 4.11]', async () => {
  const trial = await givenATrialUser(shop)
  const bought = await givenASubscriber(shop, 'analytics-monthly')
  const rows = [
    ['active', 'You already have a trial', 'Your trial has started: Parallax Analytics trial', 'Thank you for your purchase', 'Manage subscription'],
    ['expired', 'Your trial has expired', 'No active subscription', 'No active subscription', 'Continue to payment'],
    ['cancelled', 'Your trial has expired', 'No active subscription', 'No active subscription', 'Continue to payment'],
  ] as const // prettier-ignore
  for (const [status, home, started, thanks, order] of rows) {
    await shop.sql('update subscriptions set status = $1', [status])
    assert.deepEqual(headings(await shown(trial.visitor, '/')), ['Start your free trial', home], status)
    const pages = [
      [started, await shown(trial.visitor, '/plans/analytics-trial/confirmation')],
      [thanks, await shown(bought.visitor, '/plans/analytics-monthly/confirmation')],
    ] as const
    for (const [heading, page] of pages) {
      assert.equal(headings(page)[0], heading, status)
      assert.equal(page.includes('Download the installer'), status === 'active')
    }
    assert.ok((await shown(bought.visitor, '/plans/analytics-monthly')).includes(order), status)
  }
})

test('the agreement and the policy of the brand are linked where they are accepted, and on every page [1.16]', async () => {
  const stranger = shop.visitor()
  const { visitor: buyer } = await givenABuyer(shop)
  const links = (page: string) =>
    [...page.matchAll(/<a\b[^>]*?href="(\/sandbox\/documents\/\w+)"/g)].map(([, to]) => to)
  const [eula, privacy] = ['/sandbox/documents/eula', '/sandbox/documents/privacy']
  const pages = ['terms', 'refunds', 'imprint'].map((name) => `/sandbox/documents/${name}`)
  assert.deepEqual(links(await shown(stranger, '/')), [privacy, eula, eula, privacy, ...pages])
  assert.deepEqual(links(await shown(buyer, '/plans/analytics-annual')), [eula, ...pages, eula, privacy, ...pages])
  for (const path of ['/plans', '/busy', '/notFound'])
    assert.deepEqual(links(await shown(stranger, path)), [eula, privacy, ...pages])
  for (const [path, title] of [
    [eula, 'End user license agreement'],
    [privacy, 'Privacy policy'],
  ] as const) {
    const answer = await stranger.get(path)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), new RegExp(`<h1[^>]*>${title}`))
  }
})

test('the form begins with the United States unless the operator configured another country [9.2]', async () => {
  const page = await shown(shop.visitor(), '/try/statistics-trial')
  assert.equal(/<option value="([A-Z]{2})" selected/.exec(page)?.[1], 'US')
})
