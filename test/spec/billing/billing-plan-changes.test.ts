import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useCluster } from '../../support/cluster.ts'
import { cards, heldBy } from '../../support/billing/given-buyer.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import {
  aCard,
  chargesOf,
  day,
  givenAPayer,
  historyOf,
  inPortal,
  invoicesOf,
  issuesOf,
  mailsTo,
  overThere,
  payOpenInvoice,
  portalOf,
  provider,
  rowOf,
  simulate,
  stateOf,
  switchPlan,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

const planOf = async (shop: TestShop, payer: Payer) => (await rowOf(shop, payer)).terms.name
const sentIn = { 'analytics-weekly': '11-27', 'analytics-monthly': '12-20' }

test('from annual to monthly in the portal: the month at once, its months charged when the credit is used up', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    await shop.advanceTo('2026-12-20T12:00:00Z')
    assert.match(await switchPlan(payer, 'analytics-monthly'), /switched/)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.equal(await planOf(shop, payer), 'analytics-monthly')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['PLAN_CHANGED', 'END_DATE_CHANGED 2027-01-20'])
    assert.deepEqual(
      [
        (await overThere(shop, payer)).status,
        await shop.sql(`select 1 from jobs where done_at is null and kind = 'billing'`),
      ],
      ['active', []],
    )
    await shop.advanceTo('2027-01-21T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20', 'a month that the credit pays for')
    await shop.advanceTo('2027-08-21T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-09-20')
    // What is left of the year, 94136, pays six months and a part of the seventh.
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 118800', '2027-07-20 10164', '2027-08-20 14900'])
  }))

for (const [plan, ends] of Object.entries(sentIn))
  test(`from annual to ${plan} on the day of purchase: access until the end of that plan’s period`, () =>
    shopAt(async (shop) => {
      const payer = await givenAPayer(shop, 'analytics-annual')
      await switchPlan(payer, plan)
      await shop.catchUp()
      assert.equal(await stateOf(shop, payer), `active, on, 2026-${ends}`)
      const { items, status } = await overThere(shop, payer)
      assert.deepEqual(
        [status, day(new Date((items.data[0]?.current_period_end ?? 0) * 1000))],
        ['active', `2026-${ends}`],
      )
      await signIn(payer.visitor, payer.email)
      assert.equal((await heldBy(payer.visitor))[0]?.plan.name, plan)
    }))

test('to a shorter plan with renewal stopped afterwards: it ends with that plan’s period', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    await switchPlan(payer, 'analytics-weekly')
    await shop.catchUp()
    assert.equal((await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)).status, 200)
    await shop.advanceTo('2026-11-28T00:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, stopped, 2026-11-27')
  }))

test('down and up again within a day ends on the longer plan, charged for the difference only', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    // The shop may learn of the first switch before the second, or after it.
    const page = await portalOf(payer)
    await switchPlan(payer, 'analytics-monthly', page)
    await switchPlan(payer, 'analytics-annual', page)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-11-20')
    assert.equal(await planOf(shop, payer), 'analytics-annual')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 118800'])
  }))

test('a downgrade scheduled for the end of the period: the old plan until then, the new one from its charge on', () =>
  shopAt(async (shop) => {
    await simulate('settings', { downgradeAtPeriodEnd: true })
    const payer = await givenAPayer(shop, 'analytics-monthly')
    assert.match(await switchPlan(payer, 'analytics-weekly'), /will change at the end of the period/)
    await shop.catchUp()
    assert.equal(await planOf(shop, payer), 'analytics-monthly')
    await shop.advanceTo('2026-12-21T12:00:00Z')
    assert.equal(await planOf(shop, payer), 'analytics-weekly')
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-27')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 14900', '2026-12-20 4900'])
  }))

test('a scheduled downgrade whose charge is paid late, after access had ended: active on the new plan, nothing refunded', () =>
  shopAt(async (shop) => {
    await simulate('settings', { downgradeAtPeriodEnd: true })
    const payer = await givenAPayer(shop, 'analytics-annual', cards.failsLater)
    await switchPlan(payer, 'analytics-monthly')
    await shop.advanceTo('2027-12-06T12:00:00Z')
    assert.equal((await rowOf(shop, payer)).status, 'expired')
    await inPortal(payer.visitor, await portalOf(payer, 'analytics-monthly'), /\/card$/, aCard(cards.pays))
    await payOpenInvoice(shop, payer)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-12-20')
    assert.equal(await planOf(shop, payer), 'analytics-monthly')
    await shop.advanceTo('2028-01-21T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2028-02-20')
    assert.deepEqual((await provider().refunds.list()).data, [])
    assert.deepEqual(await chargesOf(shop, payer), [
      '2026-11-20 118800',
      '2027-12-06 14900',
      '2027-12-20 14900',
      '2028-01-20 14900',
    ])
    assert.equal((await mailsTo(shop, payer, /refunded/)).length, 0)
  }))

test('a switch to a price that no plan has leaves the plan as it was and opens a payment issue', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const { data } = await provider().prices.list({ lookup_keys: ['analytics-monthly'] })
    const product = data[0]?.product
    const price = await provider().prices.create({
      currency: 'usd',
      unit_amount: 9900,
      product: typeof product === 'string' ? product : '',
      recurring: { interval: 'month' },
    })
    const { id, items } = await overThere(shop, payer)
    await provider().subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: price.id }],
      proration_behavior: 'none',
    })
    await shop.catchUp()
    assert.equal(await planOf(shop, payer), 'analytics-monthly')
    assert.deepEqual(
      (await issuesOf(shop)).map(({ kind, subscription }) => [kind, subscription?.id]),
      [['unknown-price', payer.id]],
    )
    await shop.advanceTo('2026-12-21T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20', 'its periods count all the same')
    await switchPlan(payer, 'analytics-annual')
    await shop.catchUp()
    assert.deepEqual(await issuesOf(shop), [], 'on a plan’s price again, the issue closes itself')
    assert.equal((await invoicesOf(shop, payer, 'open')).length, 0)
  }))
