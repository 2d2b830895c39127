import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop } from '../../support/given.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'
import {
  becomes,
  chargesOf,
  givenAPayer,
  historyOf,
  inPortal,
  portalOf,
  provider,
  replayGivesTheState,
  rowOf,
} from '../../support/billing/paying.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'

const cluster = await useCluster()
const folder = mkdtempSync(join(tmpdir(), 'tillhouse-catalogue-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Plan = Record<string, unknown> & { name: string }
/** Writes the sample catalogue with changed plans to a file. */
const catalogueOf = (change: (plan: Plan) => Plan) =>
  aCatalogueIn(folder, (catalogue) => void (catalogue.plans = catalogue.plans.map(change)))

const priced = (prices: Record<string, { price: number; currency: string }>) => (plan: Plan) => ({
  ...plan,
  ...prices[plan.name],
})

for (const { currency, price, minor, shown } of [
  { currency: 'jpy', price: 14_900, minor: 14_900, shown: 'JP¥14,900' },
  { currency: 'kwd', price: 44.55, minor: 44_550, shown: 'KWD 44.550' },
  // No decimals for people, two for Stripe: docs.stripe.com/currencies.
  { currency: 'huf', price: 49_900, minor: 4_990_000, shown: 'HUF 49,900' },
]) {
  test(`a price in ${currency} is shown and charged in its own units, also at renewal`, async () => {
    const CATALOGUE = catalogueOf(priced({ 'analytics-monthly': { price, currency } }))
    const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z', CATALOGUE }, cluster)
    const plain = (text: string) => text.replaceAll('\u00a0', ' ')
    assert.ok(
      plain(await (await shop.visitor().get('/plans/analytics-monthly')).text()).includes(shown),
      'on the order summary',
    )
    const [plan] = (
      (await (await shop.visitor().get('/api/v1/plans?type=paid')).json()) as { name: string; price: number }[]
    ).filter(({ name }) => name === 'analytics-monthly')
    assert.equal(plan?.price, price)

    const payer = await givenAPayer(shop, 'analytics-monthly')
    assert.equal((await rowOf(shop, payer)).terms.priceMinor, minor)
    const portal = await portalOf(payer)
    assert.ok(plain(await (await payer.visitor.get(portal)).text()).includes(shown), 'on the billing page')
    await shop.advanceTo('2026-12-21T00:00:00Z')
    await becomes(shop, payer, 'active, on, 2027-01-20')
    assert.deepEqual(await chargesOf(shop, payer), [`2026-11-20 ${minor}`, `2026-12-20 ${minor}`])
    const { data } = await provider().charges.list({ limit: 1 })
    assert.equal(data[0]?.currency, currency)
    assert.equal(await replayGivesTheState(shop), 1)
    await shop.stop()
  })
}

test('a plan that costs nothing is sold, starts and renews', async () => {
  const CATALOGUE = catalogueOf(priced({ 'analytics-monthly': { price: 0, currency: 'usd' } }))
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z', CATALOGUE }, cluster)
  const payer = await givenAPayer(shop, 'analytics-monthly')
  await shop.advanceTo('2026-12-22T12:00:00Z')
  await becomes(shop, payer, 'active, on, 2027-01-20')
  assert.deepEqual(await chargesOf(shop, payer), [])
  assert.deepEqual((await historyOf(shop, payer)).slice(2), ['END_DATE_CHANGED 2027-01-20'])
  await shop.stop()
})

test('a price changed in the catalogue applies to new subscribers, and existing ones keep theirs', async () => {
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
  const earlier = await givenAPayer(shop, 'analytics-monthly')
  const CATALOGUE = catalogueOf(priced({ 'analytics-monthly': { price: 199, currency: 'usd' } }))
  await shop.restart({ CLOCK_START: '2026-12-01T12:00:00Z', CATALOGUE })
  const later = await givenAPayer(shop, 'analytics-monthly')
  await shop.advanceTo('2027-01-02T00:00:00Z')
  await becomes(shop, later, 'active, on, 2027-02-01')
  await becomes(shop, earlier, 'active, on, 2027-01-20')
  assert.deepEqual(await chargesOf(shop, earlier), ['2026-11-20 14900', '2026-12-20 14900'])
  assert.deepEqual(await chargesOf(shop, later), ['2026-12-01 19900', '2027-01-01 19900'])
  assert.equal((await rowOf(shop, earlier)).terms.priceMinor, 14_900)
  await settled(shop)
  assert.equal(await replayGivesTheState(shop), 2)
  await shop.stop()
})

test('the smallest change of plan is credited to the cent', async () => {
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
  const payer = await givenAPayer(shop, 'analytics-weekly')
  const { data } = await provider().prices.list({ lookup_keys: ['analytics-annual'] })
  await inPortal(payer.visitor, await portalOf(payer), new RegExp(`/switch/.*/${data[0]?.id}`))
  await becomes(shop, payer, 'active, on, 2027-11-20')
  const [first, second] = (await chargesOf(shop, payer)).map((charge) => Number(charge.split(' ')[1]))
  assert.equal(first, 4_900)
  assert.equal(second, 118_800 - 4_900)
  await settled(shop)
  await replayGivesTheState(shop)
  await shop.stop()
})

test('provider prices that differ from the catalogue are printed at the start, each with its plan', async () => {
  const world = await givenAProvider(cluster)
  const said = async (change: (plan: Plan) => Plan) => {
    const shop = await givenAShop({ ...world.environment, CATALOGUE: catalogueOf(change) }, cluster)
    assert.equal((await fetch(`${shop.url}/readyz`)).status, 200)
    await shop.stop()
    return shop.said.filter((line) => line.endsWith(' The plan is not sold until this is corrected.')).join('\n')
  }
  assert.match(
    await said(priced({ 'analytics-monthly': { price: 149.01, currency: 'usd' } })),
    /^Warning: The price of "analytics-monthly" is 14901 usd every 1 month here and 14900 usd every 1 month at Stripe\..*$/,
  )
  assert.match(
    await said(priced({ 'analytics-annual': { price: 1188, currency: 'eur' } })),
    /"analytics-annual" is 118800 eur every 1 year here and 118800 usd every 1 year at Stripe\./,
  )
  assert.match(
    await said((plan) => (plan.name === 'analytics-weekly' ? { ...plan, recurringIntervalCount: 2 } : plan)),
    /"analytics-weekly" is 4900 usd every 2 week here and 4900 usd every 1 week at Stripe\./,
  )
  assert.match(
    await said((plan) => (plan.name.endsWith('-annual') ? { ...plan, name: `${plan.name}-2027` } : plan)),
    /lookup key "analytics-annual-2027"\..*\n.*lookup key "statistics-annual-2027"\./,
  )
  assert.equal(await said((plan) => plan), '')
})
