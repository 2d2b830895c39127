import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import { cards, settled } from '../../support/billing/given-buyer.ts'
import {
  becomes,
  givenAPayer,
  historyOf,
  mailsTo,
  paidDays,
  provider,
  withShop,
  rowOf,
  type Payer,
} from '../../support/billing/paying.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'

const cluster = await useCluster()

/** The catalogue's second version denies the country of all these people. */
const shopAt = (start: string, body: (shop: TestShop, denied: string) => Promise<void>) =>
  withShop(cluster, start, (shop) =>
    body(
      shop,
      aCatalogueIn(shop.dataDir, ({ countries }) => countries.denied.push('GB')),
    ),
  )

/** Requests the installer, which screens again; returns the status. */
async function download(payer: Payer): Promise<number> {
  await signIn(payer.visitor, payer.email)
  return (await payer.visitor.get(`/api/v1/plans/${payer.plan}/download/link`)).status
}

async function overThere(shop: TestShop, payer: Payer) {
  return provider().subscriptions.retrieve((await rowOf(shop, payer)).provider_subscription)
}

test('a person who is no longer cleared is on hold and not charged; once cleared again, the plan continues by the days on hold', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop, denied) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.restart({ CLOCK_START: '2026-12-10T12:00:00Z', CATALOGUE: denied })
    assert.equal(await download(payer), 403)
    await becomes(shop, payer, 'pending, on, 2026-12-20')
    await settled(shop)
    assert.equal((await overThere(shop, payer)).pause_collection?.behavior, 'void')

    await shop.advanceTo('2026-12-25T12:00:00Z')
    assert.equal(await download(payer), 403)
    await settled(shop)
    await becomes(shop, payer, 'pending, on, 2026-12-20', 'held, not expired: its clock stands still')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])

    await shop.restart({ CLOCK_START: '2027-01-05T12:00:00Z' })
    assert.equal(await download(payer), 200)
    await becomes(shop, payer, 'active, on, 2027-01-15', '26 days later')
    await settled(shop)
    const resumed = await overThere(shop, payer)
    assert.equal(resumed.pause_collection, null)
    assert.equal(resumed.items.data[0]?.current_period_end, Date.UTC(2027, 0, 15) / 1000)
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])

    await shop.advanceTo('2027-01-16T00:00:00Z')
    await becomes(shop, payer, 'active, on, 2027-02-15')
    await settled(shop)
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-01-15'])
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'SUBSCRIPTION_MARKED_PENDING system',
      'SUBSCRIPTION_ACTIVATED system',
      'END_DATE_CHANGED 2027-01-15 system',
      'END_DATE_CHANGED 2027-02-15',
    ])
    assert.equal((await mailsTo(shop, payer, /did not go through|has ended|renew/)).length, 0)
  }))

test('on hold in the days of grace, the open invoice is not collected, and once cleared it is charged when those days end', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop, denied) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2026-12-21T12:00:00Z')
    await becomes(shop, payer, 'active, on, 2027-01-03')
    await shop.restart({ CLOCK_START: '2026-12-21T12:00:00Z', CATALOGUE: denied })
    assert.equal(await download(payer), 403)
    await settled(shop)
    await shop.advanceTo('2027-01-05T12:00:00Z')
    await settled(shop)
    await becomes(shop, payer, 'pending, on, 2027-01-03')
    const { data } = await provider().invoices.list({ subscription: (await overThere(shop, payer)).id, status: 'open' })
    assert.deepEqual(data, [])
    await shop.restart({ CLOCK_START: '2027-01-05T12:00:00Z' })
    assert.equal(await download(payer), 200)
    await becomes(shop, payer, 'active, on, 2027-01-18')
    await settled(shop)
    assert.equal((await overThere(shop, payer)).items.data[0]?.current_period_end, Date.UTC(2027, 0, 18) / 1000)
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
  }))
