import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useCluster } from '../cluster.ts'
import { eventually, signIn, type TestShop } from '../given.ts'
import { active, buy, cards, settled } from '../given-buyer.ts'
import {
  aCard,
  becomes,
  chargesOf,
  givenAPayer,
  historyOf,
  inPortal,
  mailsTo,
  paidDays,
  portalOf,
  provider,
  withShop,
  rowOf,
} from '../paying.ts'

const cluster = await useCluster()

const shopAt = (start: string, body: (shop: TestShop) => Promise<void>) => withShop(cluster, start, body)

/** How often the newest invoice was tried, once the provider has said so. */
async function tries(shop: TestShop, payer: { id: string }): Promise<number> {
  const { provider_subscription: subscription } = await rowOf(shop, payer)
  const { data } = await provider().invoices.list({ subscription, limit: 1 })
  return data[0]?.attempt_count ?? 0
}

const overThere = async (shop: TestShop, payer: { id: string }) =>
  provider().subscriptions.retrieve((await rowOf(shop, payer)).provider_subscription)

const failed = /did not go through/

test('a card that fails at renewal: a mail at every try, 14 days of grace given once, then the end', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    const seen: [string, number][] = []
    for (const moment of ['2026-12-20', '2026-12-22', '2026-12-23', '2026-12-25']) {
      await shop.restart({ CLOCK_START: `${moment}T13:00:00Z` })
      await becomes(shop, payer, 'active, on, 2027-01-03')
      const count = await tries(shop, payer)
      await eventually('the mail', async () => (await mailsTo(shop, payer, failed)).length === count)
      seen.push([moment, count])
    }
    assert.deepEqual(
      seen.map(([, count]) => count),
      [1, 1, 2, 3],
      'on the due day, after 3 and after 5 days',
    )
    const mails = await mailsTo(shop, payer, failed)
    assert.match(mails[0]?.text ?? '', /until 3 January 2027/)
    await shop.restart({ CLOCK_START: '2027-01-03T13:00:00Z' })
    assert.equal(await tries(shop, payer), 4, 'the last, after 7 days')
    await becomes(shop, payer, 'active, on, 2027-01-03')
    await shop.restart({ CLOCK_START: '2027-01-04T00:00:00Z' })
    await becomes(shop, payer, 'expired, on, 2027-01-03')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['END_DATE_CHANGED 2027-01-03', 'STATUS_CHANGED system'])
    assert.equal((await mailsTo(shop, payer, /has ended/)).length, 1)
    await shop.restart({ CLOCK_START: '2027-03-01T13:00:00Z' })
    await eventually('the end over there', async () => (await overThere(shop, payer)).status === 'canceled')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    await becomes(shop, payer, 'expired, on, 2027-01-03')
  }))

test('a new card in the portal repairs it within the days of grace, and charges once', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.restart({ CLOCK_START: '2026-12-24T13:00:00Z' })
    await becomes(shop, payer, 'active, on, 2027-01-03')
    const declined = await portalOf(payer)
    const page = await payer.visitor.form(declined)
    assert.match(page.html, /Payment failed/)
    assert.match(await inPortal(payer.visitor, declined, /\/card$/, aCard(cards.pays)), /the payment went through/)
    await becomes(shop, payer, 'active, on, 2027-01-20')
    await shop.restart({ CLOCK_START: '2027-01-10T00:00:00Z' })
    await settled(shop)
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'END_DATE_CHANGED 2027-01-03',
      'END_DATE_CHANGED 2027-01-20',
    ])
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 14900', '2026-12-24 14900'])
    await shop.restart({ CLOCK_START: '2027-01-21T00:00:00Z' })
    await becomes(shop, payer, 'active, on, 2027-02-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-12-24', '2027-01-20'])
  }))

test('a week’s grace is three days; a new card after them makes it active again', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-weekly', cards.failsLater)
    await becomes(shop, payer, 'active, on, 2026-11-27')
    await shop.restart({ CLOCK_START: '2026-11-27T13:00:00Z' })
    await becomes(shop, payer, 'active, on, 2026-11-30')
    await shop.restart({ CLOCK_START: '2026-11-30T18:00:00Z' })
    await settled(shop)
    await becomes(shop, payer, 'active, on, 2026-11-30')
    await shop.restart({ CLOCK_START: '2026-12-01T00:00:00Z' })
    await becomes(shop, payer, 'expired, on, 2026-11-30')
    await shop.restart({ CLOCK_START: '2026-12-02T10:00:00Z' })
    await settled(shop)
    assert.match(
      await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(cards.pays)),
      /the payment went through/,
    )
    await becomes(shop, payer, 'active, on, 2026-12-04')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'END_DATE_CHANGED 2026-11-30',
      'STATUS_CHANGED system',
      'END_DATE_CHANGED 2026-12-04',
      'STATUS_CHANGED',
    ])
    await shop.restart({ CLOCK_START: '2026-12-05T00:00:00Z' })
    await becomes(shop, payer, 'active, on, 2026-12-11')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 4900', '2026-12-02 4900', '2026-12-04 4900'])
  }))

test('a new card after the days of grace makes it active again, for the period that had failed', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.restart({ CLOCK_START: '2027-01-10T12:00:00Z' })
    await becomes(shop, payer, 'expired, on, 2027-01-03')
    assert.match(
      await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(cards.pays)),
      /the payment went through/,
    )
    await becomes(shop, payer, 'active, on, 2027-01-20')
    await shop.restart({ CLOCK_START: '2027-01-21T12:00:00Z' })
    await becomes(shop, payer, 'active, on, 2027-02-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-01-10', '2027-01-20'])
  }))

test('down over the whole of it: expired when the shop is ready, and no later failure gives new days of grace', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.restart({ CLOCK_START: '2027-02-22T12:00:00Z' })
    await becomes(shop, payer, 'expired, on, 2027-01-03')
    await eventually('the end over there', async () => (await overThere(shop, payer)).status === 'canceled')
    await settled(shop)
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['END_DATE_CHANGED 2027-01-03', 'STATUS_CHANGED system'])
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
  }))

test('somebody whose subscription ended so buys again, and only the new one is charged', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-weekly', cards.failsLater)
    await shop.restart({ CLOCK_START: '2026-12-01T00:00:00Z' })
    await becomes(shop, payer, 'expired, on, 2026-11-30')
    await signIn(payer.visitor, payer.email)
    await buy(payer.visitor, 'analytics-monthly')
    const { id } = await active(payer.visitor, 'analytics-monthly')
    await settled(shop)
    const old = await provider().subscriptions.retrieve((await rowOf(shop, payer)).provider_subscription)
    assert.equal(old.status, 'canceled')
    await shop.restart({ CLOCK_START: '2027-01-02T00:00:00Z' })
    await settled(shop)
    await becomes(shop, { id }, 'active, on, 2027-02-01')
    assert.equal((await rowOf(shop, payer)).status, 'expired')
    assert.deepEqual(await chargesOf(shop, { id }), ['2026-11-20 4900', '2026-12-01 14900', '2027-01-01 14900'])
  }))
