import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop } from '../../support/given.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { read } from '../../support/admin/admin-page.ts'
import {
  becomes,
  chargesOf,
  givenAPayer,
  historyOf,
  portalOf,
  provider,
  replayGivesTheState,
  rowOf,
} from '../../support/billing/paying.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'
import type { TestVisitor } from '../../support/visitor.ts'

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

// domain/catalogue/ has the units of every currency. No decimals for people, two for Stripe: docs.stripe.com/currencies.
test('a price in a currency with units of its own is shown and charged in them, also at renewal', async () => {
  const [currency, price, minor, shown] = ['huf', 49_900, 4_990_000, 'HUF 49,900'] as const
  const CATALOGUE = catalogueOf(priced({ 'analytics-monthly': { price, currency } }))
  const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z', CATALOGUE }, cluster)
  const textOf = async (visitor: TestVisitor, path: string) =>
    (await (await visitor.get(path)).text()).replaceAll('\u00a0', ' ')
  assert.ok((await textOf(shop.visitor(), '/plans/analytics-monthly')).includes(shown), 'on the order summary')
  const plan = await read<{ price: number }>(shop.visitor(), '/api/v1/plans/analytics-monthly')
  assert.equal(plan.price, price)
  const payer = await givenAPayer(shop, 'analytics-monthly')
  assert.equal((await rowOf(shop, payer)).terms.priceMinor, minor)
  assert.ok((await textOf(payer.visitor, await portalOf(payer))).includes(shown), 'on the billing page')
  await shop.advanceTo('2026-12-21T00:00:00Z')
  await becomes(shop, payer, 'active, on, 2027-01-20')
  assert.deepEqual(await chargesOf(shop, payer), [`2026-11-20 ${minor}`, `2026-12-20 ${minor}`])
  assert.equal((await provider().charges.list({ limit: 1 })).data[0]?.currency, currency)
  assert.equal(await replayGivesTheState(shop), 1)
  await shop.stop()
})

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
