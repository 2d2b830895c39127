import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { chargesOf, givenAPayer, paidDays, stateOf, withShop } from '../../support/billing/paying.ts'

const cluster = await useCluster()
const start = '2026-11-20T12:00:00Z'

type Plan = { name: string; title: string; price: number; recurringIntervalCount?: number }

test('a quarterly plan is sold, charged and compared by its entry in the catalogue alone', () =>
  withShop(cluster, start, async (shop) => {
    const catalogue = JSON.parse(readFileSync(join(import.meta.dirname, '../../../brand/catalogue.json'), 'utf8')) as {
      plans: Plan[]
    }
    const monthly = catalogue.plans.find(({ name }) => name === 'analytics-monthly')
    assert.ok(monthly)
    const quarterly = {
      ...monthly,
      name: 'analytics-quarterly',
      title: 'Quarterly',
      price: 399,
      recurringIntervalCount: 3,
    }
    const file = join(shop.dataDir, 'quarterly.json')
    writeFileSync(file, JSON.stringify({ ...catalogue, plans: [...catalogue.plans, quarterly] }))
    await shop.restart({ CLOCK_START: start, CATALOGUE: file })

    const answer = await shop.visitor().get('/api/v1/plans/analytics-quarterly')
    const { recurringInterval, recurringIntervalCount, price } = (await answer.json()) as Record<string, unknown>
    assert.deepEqual([recurringInterval, recurringIntervalCount, price], ['month', 3, 399])

    const payer = await givenAPayer(shop, 'analytics-quarterly')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    await shop.advanceTo('2027-02-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-05-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-02-20'])
    assert.equal((await chargesOf(shop, payer)).length, 2)

    const page = await (await shop.visitor().get('/plans?period=3-month')).text()
    assert.match(page, /Save 10% compared with monthly/)
    const german = await (await shop.visitor().get('/plans?period=3-month', { 'accept-language': 'de' })).text()
    assert.match(german, /10 % günstiger als monatlich/)
  }))
