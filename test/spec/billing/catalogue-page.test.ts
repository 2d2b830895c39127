import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Output } from '../../../contract/contract.ts'
import { read } from '../../support/admin/admin-page.ts'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { givenAnAdministrator, givenAShop, givenSupport } from '../../support/given.ts'
import { givenAPayer, provider } from '../../support/billing/paying.ts'

type Catalogue = Output<'GET /api/v1/catalogue'>

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const administrator = await givenAnAdministrator(shop)
const catalogue = (by = administrator) => read<Catalogue>(by, '/api/v1/catalogue')

function planIn({ plans }: Catalogue, name: string) {
  return plans.find((plan) => plan.name === name) ?? assert.fail(name)
}

test('each plan is shown beside its price at the provider, with its subscriptions and, a minute later at the latest, differences; a removed plan stays listed, and support sees it too [10.37]', async () => {
  await givenAPayer(shop, 'analytics-monthly')
  await givenATrial(shop)
  const { id: removed } = await givenATrial(shop)
  await shop.sql(`update subscriptions set terms = terms || '{"name":"analytics-2019"}' where id = $1`, [removed])
  const shown = await catalogue()
  const monthly = planIn(shown, 'analytics-monthly')
  assert.deepEqual(
    [monthly.price, monthly.currency, monthly.recurringInterval, monthly.recurringIntervalCount, monthly.holders],
    [149, 'usd', 'month', 1, { active: 1, pending: 0 }],
  )
  const { id: price, url, ...there } = monthly.provider?.price ?? assert.fail('no price')
  assert.match(price, /^price_/)
  const same = { active: true, amount: 149, currency: 'usd', recurringInterval: 'month', recurringIntervalCount: 1 }
  assert.deepEqual([there, typeof url, monthly.provider?.differences], [same, 'string', []])
  const trial = planIn(shown, 'analytics-trial')
  assert.deepEqual([trial.durationInDays, trial.provider, trial.holders.active], [30, null, 1])
  assert.equal(shown.plans.filter(({ recommended }) => recommended).length, 1)
  assert.deepEqual(
    shown.products.map(({ key }) => key),
    ['analytics', 'statistics'],
  )
  assert.deepEqual(
    shown.withdrawn.map(({ name, holders }) => [name, holders]),
    [['analytics-2019', { active: 1, pending: 0 }]],
  )
  assert.deepEqual(await catalogue(await givenSupport(shop)), shown)

  const { product } = await provider().prices.retrieve(planIn(shown, 'analytics-weekly').provider?.price?.id ?? '')
  await provider().prices.create({
    product: product as string,
    currency: 'usd',
    unit_amount: 5100,
    recurring: { interval: 'month' },
    tax_behavior: 'inclusive',
    lookup_key: 'analytics-weekly',
    transfer_lookup_key: true,
  })
  await provider().prices.update(planIn(shown, 'analytics-annual').provider?.price?.id ?? '', { active: false })
  await shop.advanceTo('2026-11-20T12:02:00Z')
  const after = await catalogue()
  const weekly = planIn(after, 'analytics-weekly').provider
  assert.deepEqual(weekly?.differences, ['amount', 'interval', 'taxInclusive'])
  assert.deepEqual([weekly.price?.amount, weekly.price?.recurringInterval], [51, 'month'])
  assert.deepEqual(planIn(after, 'analytics-annual').provider?.differences, ['inactive'])
})
