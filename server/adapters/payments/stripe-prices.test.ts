import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Stripe } from 'stripe'
import type { PlanTerms } from '../../../domain/subscription/subscription.ts'
import { monthly } from '../../../test/support/subscriptions/given-subscription.ts'
import { aPrice, givenAScriptedStripe, listOf } from '../../../test/support/billing/scripted-stripe.ts'
import { createPrices, planNameOfPrice, PriceFaults } from './stripe-prices.ts'

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
  ['another amount', { unit_amount: 9901 }, 'is 9900 usd every 1 month here and 9901 usd every 1 month there'],
  ['another currency', { currency: 'eur' }, 'is 9900 usd every 1 month here and 9900 eur every 1 month there'],
  [
    'another interval',
    { recurring: { ...recurring, interval: 'year' } },
    'is 9900 usd every 1 month here and 9900 usd every 1 year there',
  ],
  [
    'another interval count',
    { recurring: { ...recurring, interval_count: 3 } },
    'is 9900 usd every 1 month here and 9900 usd every 3 month there',
  ],
  ['metered usage', { recurring: { ...recurring, usage_type: 'metered' } }, 'is billed by usage there, not per period'],
  ['tiers', { billing_scheme: 'tiered' }, 'has a tiered price there, not one per unit'],
  ['tax inside', { tax_behavior: 'inclusive' }, 'includes tax there and excludes it here'],
]

describe('the check of prices', () => {
  it('accepts a price as the catalogue has it, with tax excluded or unspecified', async () => {
    for (const tax_behavior of ['unspecified', 'exclusive', null]) {
      scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name, { tax_behavior }))
      await createPrices(stripe).check([monthly])
    }
  })

  for (const [what, change, fault] of rows)
    it(`names the plan and the difference if its price has ${what}, and never sells it`, async () => {
      scripted.answers['/v1/prices'] = listOf(aPrice(monthly.name, change))
      const prices = createPrices(stripe)
      const message = `The payment provider's prices do not fit the catalogue: "analytics-monthly" ${fault}.`
      await assert.rejects(
        prices.check([monthly]),
        (error) => error instanceof PriceFaults && error.message === message,
      )
      await assert.rejects(prices.of(monthly), PriceFaults)
      await assert.rejects(prices.of(monthly), PriceFaults)
    })

  it('names every plan without a price', async () => {
    scripted.answers['/v1/prices'] = listOf()
    const yearly: PlanTerms = { ...monthly, name: 'analytics-annual' }
    await assert.rejects(createPrices(stripe).check([monthly, yearly]), {
      message:
        'The payment provider\'s prices do not fit the catalogue: "analytics-monthly" has none with that lookup key; "analytics-annual" has none with that lookup key.',
    })
  })

  it('asks for ten lookup keys at a time', async () => {
    const plans = Array.from({ length: 23 }, (_, index) => ({ ...monthly, name: `plan-${index}` }))
    scripted.answers['/v1/prices'] = listOf(...plans.map(({ name }) => aPrice(name)))
    scripted.asked.length = 0
    await createPrices(stripe).check(plans)
    assert.deepEqual(
      scripted.asked.map((asked) => asked.match(/lookup_keys\[\d+\]=/g)?.length).toSorted((a = 0, b = 0) => a - b),
      [3, 10, 10],
    )
  })
})

describe('the plan of a price', () => {
  it('is the one the price was found for, else the one its lookup key names, else none', () => {
    const known = new Map([['price_1', 'analytics-monthly']])
    assert.equal(planNameOfPrice({ id: 'price_1', lookup_key: null }, known), 'analytics-monthly')
    assert.equal(planNameOfPrice({ id: 'price_1', lookup_key: 'moved-on' }, known), 'analytics-monthly')
    assert.equal(planNameOfPrice({ id: 'price_2', lookup_key: 'analytics-annual' }, new Map()), 'analytics-annual')
    assert.equal(planNameOfPrice({ id: 'price_2', lookup_key: null }, known), null)
  })
})
