import assert from 'node:assert/strict'
import { afterEach, test, vi } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { act } from '../../support/admin/admin-page.ts'
import { active, buy, settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, type TestShop } from '../../support/given.ts'
import {
  becomes,
  chargesOf,
  givenAPayer,
  historyOf,
  issuesOf,
  mailsTo,
  overThere,
  paidDays,
  provider,
  withShop,
  rowOf,
  stateOf,
  switchPlan,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
afterEach(() => vi.unstubAllEnvs())

const shopAt = (start: string, body: (shop: TestShop) => Promise<void>) => withShop(cluster, start, body)

test('after a month the renewal has been charged once, on the same UTC days for a server in New York, with the last day moved and a receipt sent [1.5]', () => {
  vi.stubEnv('TZ', 'America/New_York')
  const start = '2026-10-02T03:30:00Z'
  assert.notEqual(new Date(start).getTimezoneOffset(), 0)
  return shopAt(start, async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await becomes(shop, payer, 'active, on, 2026-11-02')
    const reports = () =>
      shop.sql(`select 1 from jobs where kind = 'billing-event' and done_at < '2026-10-03T00:00:00Z'`)
    await settled(shop)
    assert.ok((await reports()).length > 3)
    // A renewal is charged an hour after its period begins; the clocks of New York have changed since.
    await shop.advanceTo('2026-11-02T05:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-02')
    await shop.advanceTo('2026-11-04T00:00:00Z')
    const history = ['SUBSCRIPTION_CREATED', 'INITIAL_END_DATE_SET 2026-11-02', 'END_DATE_CHANGED 2026-12-02']
    assert.deepEqual(await historyOf(shop, payer), history)
    assert.deepEqual(await reports(), [], 'processed reports are removed after a month')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-10-02 14900', '2026-11-02 14900'])
    const [first, renewal, ...more] = await mailsTo(shop, payer, /receipt/)
    assert.deepEqual(more, [])
    assert.notEqual(first?.subject, renewal?.subject, 'each has the number of its invoice')
    assert.match(renewal?.text ?? '', /paid until 2 December 2026/)
    assert.match(renewal?.text ?? '', /^Period: 2 November 2026 – 2 December 2026$/m)
    assert.match(renewal?.text ?? '', /^Paid with: Visa ending in 4242$/m)
  })
})

test('charges made while the shop was down for three months are applied in order', () =>
  shopAt('2027-01-31T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.restart({ CLOCK_START: '2027-05-01T00:00:00Z' })
    await becomes(shop, payer, 'active, on, 2027-05-31')
    assert.deepEqual((await historyOf(shop, payer)).slice(1), [
      'INITIAL_END_DATE_SET 2027-02-28',
      'END_DATE_CHANGED 2027-03-31',
      'END_DATE_CHANGED 2027-04-30',
      'END_DATE_CHANGED 2027-05-31',
    ])
    assert.equal((await mailsTo(shop, payer, /receipt/)).length, 4)
  }))

test('with renewal stopped nothing is charged, and the subscription expires after its last day [1.6]', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const stopped = await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)
    assert.equal(stopped.status, 200)
    await shop.catchUp()
    assert.equal((await overThere(shop, payer)).cancel_at_period_end, true)
    await shop.advanceTo('2026-12-20T18:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2026-12-20', 'the last day has access')
    await shop.advanceTo('2026-12-21T00:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-12-20')
    await shop.advanceTo('2027-03-01T00:00:00Z')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['RENEWAL_STOPPED owner', 'STATUS_CHANGED system'])
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    assert.equal((await mailsTo(shop, payer, /will not renew/)).length, 1)
    assert.equal((await mailsTo(shop, payer, /has ended/)).length, 1)
  }))

test('a change from monthly to annual in the portal applies the new terms from that day, keeps Stripe’s anniversary, and credits the rest of the month', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-05T12:00:00Z')
    await switchPlan(payer, 'analytics-annual')
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-11-20')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['PLAN_CHANGED', 'END_DATE_CHANGED 2027-11-20'])
    assert.equal((await rowOf(shop, payer)).terms.name, 'analytics-annual')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 14900', '2026-12-05 106468'])
  }))

test('a switch to a product that the customer has already leaves the plan and opens a payment issue, until the other one is over', () =>
  shopAt('2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    await buy(payer.visitor, 'statistics-annual')
    const statistics = await active(payer.visitor, 'statistics-annual')
    const there = await overThere(shop, payer)
    const { data: prices } = await provider().prices.list({ lookup_keys: ['statistics-annual'] })
    const item = { id: there.items.data[0]?.id ?? '', price: prices[0]?.id ?? '' }
    await provider().subscriptions.update(there.id, { items: [item], proration_behavior: 'always_invoice' })
    await settled(shop)
    assert.equal((await rowOf(shop, payer)).terms.name, 'analytics-annual')
    const kinds = async () => (await issuesOf(shop)).map(({ kind }) => kind)
    assert.deepEqual(await kinds(), ['unknown-price'])

    const administrator = await givenAnAdministrator(shop)
    const cancelled = await act(administrator, `/api/v1/subscriptions/cancel/${statistics.id}`, { comment: 'Asked.' })
    assert.equal(cancelled.status, 200)
    await shop.advanceTo('2026-11-23T12:00:00Z')
    assert.equal((await rowOf(shop, payer)).terms.name, 'statistics-annual')
    assert.deepEqual(await kinds(), [])
  }))
