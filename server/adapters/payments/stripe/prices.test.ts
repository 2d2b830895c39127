import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'vitest'
import { Stripe } from 'stripe'
import type { PlanTerms } from '../../../../domain/subscription/subscription.ts'
import { monthly } from '../../../../test/support/subscriptions/given-subscription.ts'
import {
  aPrice,
  forbidden,
  givenAScriptedStripe,
  listOf,
  refusal,
} from '../../../../test/support/billing/scripted-stripe.ts'
import { PlanNotSold } from './faults.ts'
import { createPrices, planNameOfPrice } from './prices.ts'

const scripted = await givenAScriptedStripe()
const stripe = new Stripe('sk_test_scripted', {
  host: '127.0.0.1',
  port: Number(new URL(scripted.apiBase).port),
  protocol: 'http',
  telemetry: false,
  maxNetworkRetries: 0,
})
const recurring = { interval: 'month', interval_count: 1, usage_type: 'licensed', meter: null }

const rows: [what: string, change: object, fault: string][] = [
  ['another amount', { unit_amount: 9901 }, 'is 9900 usd every 1 month here and 9901 usd every 1 month at Stripe.'],
  ['another currency', { currency: 'eur' }, 'is 9900 usd every 1 month here and 9900 eur every 1 month at Stripe.'],
  [
    'another interval',
    { recurring: { ...recurring, interval: 'year' } },
    'is 9900 usd every 1 month here and 9900 usd every 1 year at Stripe.',
  ],
  [
    'another interval count',
    { recurring: { ...recurring, interval_count: 3 } },
    'is 9900 usd every 1 month here and 9900 usd every 3 month at Stripe.',
  ],
  [
    'metered usage',
    { recurring: { ...recurring, usage_type: 'metered' } },
    'is billed by usage at Stripe, not per period.',
  ],
  ['tiers', { billing_scheme: 'tiered' }, 'is tiered at Stripe, not one per unit.'],
  ['tax inside', { tax_behavior: 'inclusive' }, 'includes tax at Stripe and excludes it here.'],
]

beforeEach(() => {
  scripted.answers['/v1/products'] = listOf({ id: 'prod_analytics', active: true })
})

describe('the check of prices', () => {
  it('accepts a price that matches the catalogue, with tax excluded or unspecified', async () => {
    for (const tax_behavior of ['unspecified', 'exclusive', null]) {
      scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name, { tax_behavior }))
      assert.equal((await createPrices(stripe).check([monthly])).size, 0)
    }
  })

  for (const [what, change, fault] of rows)
    it(`names the plan and the difference if its price has ${what}, and never sells it`, async () => {
      scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name, change))
      const prices = createPrices(stripe)
      const sentence = `The price of "analytics-monthly" ${fault}`
      assert.deepEqual([...(await prices.check([monthly]))], [[monthly.name, sentence]])
      for (let tries = 0; tries < 2; tries += 1)
        await assert.rejects(
          prices.use(monthly, (price) => Promise.resolve(price)),
          (error) => error instanceof PlanNotSold && error.message === sentence,
        )
    })

  it('names every plan without a price', async () => {
    scripted.answers['/v1/prices'] = listOf()
    const yearly: PlanTerms = { ...monthly, name: 'analytics-annual' }
    assert.deepEqual(
      [...(await createPrices(stripe).check([monthly, yearly])).values()],
      [
        'No active price at Stripe has the lookup key "analytics-monthly".',
        'No active price at Stripe has the lookup key "analytics-annual".',
      ],
    )
  })

  for (const [what, answer] of [
    ['may not be read', forbidden('rak_product_read')],
    ['cannot be filtered by id', refusal(400, 'Received unknown parameter: ids')],
    ['are in an unexpected format', { object: 'list', data: [{ id: 'prod_analytics' }] }],
  ] as const)
    it(`sells a plan whose price fits if products ${what}`, async () => {
      scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name))
      scripted.answers['/v1/products'] = answer
      const prices = createPrices(stripe)
      assert.equal(await prices.use(monthly, (price) => Promise.resolve(price)), aPrice(monthly.name).id)
    })

  it('names a plan whose price belongs to an archived product', async () => {
    scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name))
    scripted.answers['/v1/products'] = listOf({ id: 'prod_analytics', active: false })
    assert.match((await createPrices(stripe).check([monthly])).get(monthly.name) ?? '', /an archived product at Stripe/)
  })

  it('rejects while products cannot be read', async () => {
    scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name))
    scripted.answers['/v1/products'] = refusal(500, 'An error occurred.', 'api_error')
    await assert.rejects(createPrices(stripe).check([monthly]), /An error occurred/)
  })

  it('asks for ten lookup keys at a time', async () => {
    const plans = Array.from({ length: 23 }, (_, index) => ({ ...monthly, name: `plan-${index}` }))
    scripted.answers['/v1/prices'] = listOf(...plans.map(({ name }) => aPrice(name)))
    scripted.asked.length = 0
    await createPrices(stripe).check(plans)
    assert.deepEqual(
      scripted.asked
        .filter((asked) => asked.includes('/prices'))
        .map((asked) => asked.match(/lookup_keys\[\d+\]=/g)?.length)
        .toSorted((a = 0, b = 0) => a - b),
      [3, 10, 10],
    )
  })
})

describe('the price that a request uses', () => {
  const refused = () =>
    Promise.reject(new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', message: 'No.' }))

  it('is looked up once, and again if Stripe refuses it because another has replaced it', async () => {
    const prices = createPrices(stripe)
    scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name))
    const used: string[] = []
    const use = (price: string) => {
      used.push(price)
      return price === 'price_old' ? refused() : Promise.resolve('sold')
    }
    scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name, { id: 'price_old' }))
    await prices.check([monthly])
    scripted.asked.length = 0
    scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name, { id: 'price_new' }))
    assert.equal(await prices.use(monthly, use), 'sold')
    assert.equal(await prices.use(monthly, use), 'sold')
    assert.deepEqual(used, ['price_old', 'price_new', 'price_new'])
    assert.equal(scripted.asked.filter((asked) => asked.includes('/prices')).length, 1)
  })

  it('is not sold once it is archived, but passes on Stripe’s own error if Stripe still has the price', async () => {
    const prices = createPrices(stripe)
    scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name))
    await prices.check([monthly])
    await assert.rejects(prices.use(monthly, refused), /^Error: No\.$/)
    scripted.answers['/v1/prices'] = listOf()
    await assert.rejects(prices.use(monthly, refused), PlanNotSold)
  })
})

describe('the plan of a price', () => {
  it('is the one for which the price was found, otherwise the one its lookup key names, otherwise none', () => {
    const known = new Map([['price_1', 'analytics-monthly']])
    assert.equal(planNameOfPrice({ id: 'price_1', lookup_key: null }, known), 'analytics-monthly')
    assert.equal(planNameOfPrice({ id: 'price_1', lookup_key: 'moved-on' }, known), 'analytics-monthly')
    assert.equal(planNameOfPrice({ id: 'price_2', lookup_key: 'analytics-annual' }, new Map()), 'analytics-annual')
    assert.equal(planNameOfPrice({ id: 'price_2', lookup_key: null }, known), null)
  })
})
