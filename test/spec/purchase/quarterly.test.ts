import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aCatalogueIn, planIn } from '../../support/catalogue-file.ts'
import { useCluster } from '../../support/cluster.ts'
import { paidDays, givenAPayer, stateOf, withShop } from '../../support/billing/paying.ts'

const cluster = await useCluster()
const start = '2026-11-20T12:00:00Z'

test('a quarterly plan is sold, charged and compared by its entry in the catalogue alone', () =>
  withShop(cluster, start, async (shop) => {
    const changes = { name: 'analytics-quarterly', title: 'Quarterly', price: 399, recurringIntervalCount: 3 }
    const CATALOGUE = aCatalogueIn(shop.dataDir, (sold) => {
      sold.plans.push({ ...planIn(sold, 'analytics-monthly'), ...changes })
    })
    await shop.restart({ CLOCK_START: start, CATALOGUE })

    const answer = await shop.visitor().get('/api/v1/plans/analytics-quarterly')
    const { recurringInterval, recurringIntervalCount, price } = (await answer.json()) as Record<string, unknown>
    assert.deepEqual([recurringInterval, recurringIntervalCount, price], ['month', 3, 399])

    const payer = await givenAPayer(shop, 'analytics-quarterly')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    await shop.advanceTo('2027-02-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-05-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-02-20'])

    const page = await (await shop.visitor().get('/plans?period=3-month')).text()
    assert.match(page, /Save 10% compared with monthly/)
    const german = await (await shop.visitor().get('/plans?period=3-month', { 'accept-language': 'de' })).text()
    assert.match(german, /10 % günstiger als monatlich/)
  }))
