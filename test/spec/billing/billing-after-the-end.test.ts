import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Settings } from 'stripe-simulator'
import { useCluster } from '../../support/cluster.ts'
import { act } from '../../support/admin/admin-calls.ts'
import { buy, cards, checkOut, heldBy, settled } from '../../support/billing/given-buyer.ts'
import { givenAProvider, givenAShopOf } from '../../support/servers/given-provider.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
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
  paidDays,
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
const comment = 'asked by phone'

async function stop(payer: Payer): Promise<void> {
  await signIn(payer.visitor, payer.email)
  assert.equal((await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)).status, 200)
}

const extend = async (shop: TestShop, payer: Payer, endDate: string, status = 200) =>
  act(await givenAnAdministrator(shop), `extend/${payer.id}`, { endDate, comment }, status)

/** What the provider would charge next, and when; null for nothing. */
async function nextThere(shop: TestShop, payer: Payer): Promise<string | null> {
  const { status, cancel_at: ends, items } = await overThere(shop, payer)
  return status === 'canceled' || ends !== null ? null : day(new Date((items.data[0]?.current_period_end ?? 0) * 1000))
}

test('ended by the shop after grace, nothing that is open can be paid any more', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2027-01-22T12:00:00Z')
    await shop.advanceTo('2027-01-23T13:00:00Z')
    assert.equal((await overThere(shop, payer)).status, 'canceled')
    assert.deepEqual(
      (await invoicesOf(shop, payer)).map(({ status }) => status),
      ['void', 'void', 'paid'],
      'the failed one, and the draft or open one of the period after it',
    )
    assert.equal(await stateOf(shop, payer), 'expired, on, 2027-01-03')
    assert.deepEqual(await issuesOf(shop), [])
  }))

test('ended by the provider after its last attempt, what is open is voided at once', () =>
  shopAt(async (shop) => {
    await simulate('settings', { afterRetries: 'canceled', retryDays: '3' })
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2026-12-23T13:30:00Z')
    assert.equal((await overThere(shop, payer)).status, 'canceled')
    assert.deepEqual(
      (await invoicesOf(shop, payer)).map(({ status }) => status),
      ['void', 'paid'],
    )
    assert.equal(await stateOf(shop, payer), 'expired, ended, 2026-12-23')
  }))

for (const learnt of ['before', 'only after'])
  test(`an invoice paid after the provider’s end, of which the shop hears ${learnt} the payment: its period is given`, async () => {
    const settings: Partial<Settings> = { afterRetries: 'canceled', retryDays: [3] }
    const world = await givenAProvider(cluster, settings, '2026-11-20T12:00:00Z')
    const shop = await givenAShopOf(world, cluster)
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-03')
    // The shop cannot void it before it is paid.
    world.faults.delivery = () => (learnt === 'before' ? undefined : 'lost')
    world.faults.refusal = ({ path }) => (path.endsWith('/void') ? { status: 503, message: 'Later.' } : undefined)
    world.clock.set(new Date('2026-12-23T13:30:00Z'))
    await world.tick()
    if (learnt === 'before') await shop.catchUp()
    await payOpenInvoice(shop, payer, cards.pays)
    delete world.faults.refusal
    delete world.faults.delivery
    await shop.advanceTo('2026-12-25T13:30:00Z')
    await settled(shop)
    const { status, end_date: end } = await rowOf(shop, payer)
    assert.deepEqual([status, end && day(end)], ['active', '2027-01-20'])
    assert.equal((await mailsTo(shop, payer, /receipt/)).length, 2)
    await shop.stop()
  })

test('paid after the end, with days granted on top: the days that were granted stay', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2027-01-10T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'expired, on, 2027-01-03')
    await extend(shop, payer, '2027-03-01')
    await shop.catchUp()
    const open = await invoicesOf(shop, payer, 'open')
    if (open.length > 0) {
      await inPortal(payer.visitor, await portalOf(payer), /\/card$/, aCard(cards.pays))
      await payOpenInvoice(shop, payer)
    }
    await shop.advanceTo('2027-01-22T12:00:00Z')
    const { status, end_date: end } = await rowOf(shop, payer)
    assert.deepEqual([status, end && day(end)], ['active', '2027-03-01'])
    assert.equal((await mailsTo(shop, payer, /has ended/)).length, 1, 'of the first end alone')
    await shop.advanceTo('2027-02-25T12:00:00Z')
    assert.equal((await rowOf(shop, payer)).status, 'active')
  }))

test('an extension of one that the provider has ended says that it does not renew, and later news leave it alone', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.failsLater)
    await shop.advanceTo('2027-01-22T12:00:00Z')
    await shop.advanceTo('2027-01-23T13:00:00Z')
    const row = await extend(shop, payer, '2027-03-01')
    assert.deepEqual([row.status, row.renews], ['active', false])
    await signIn(payer.visitor, payer.email)
    const [held] = await heldBy(payer.visitor)
    assert.deepEqual([held?.subscription.renews, held?.subscription.payment.nextChargeAt], [false, null])
    const { customer } = await overThere(shop, payer)
    await provider().customers.update(typeof customer === 'string' ? customer : customer.id, {
      phone: '+44 20 7946 0000',
    })
    await shop.advanceTo('2027-02-25T12:00:00Z')
    assert.equal((await stateOf(shop, payer)).replace(/, \w+,/, ''), 'active 2027-03-01')
    await shop.advanceTo('2027-03-02T00:00:00Z')
    assert.equal((await rowOf(shop, payer)).status, 'expired')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
  }))

test('an extension by an administrator outlasts the provider’s end, with renewal off', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await extend(shop, payer, '2027-03-01')
    await shop.catchUp()
    await provider().subscriptions.cancel((await rowOf(shop, payer)).provider_subscription)
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2027-03-01')
    assert.deepEqual((await historyOf(shop, payer)).slice(3), ['RENEWAL_STOPPED'])
  }))

for (const plan of ['analytics-monthly', 'analytics-annual'])
  test(`stopped with 20 days left, ${plan} is bought again: the days are added, the next charge moves, the old one ends`, () =>
    shopAt(async (shop) => {
      const payer = await givenAPayer(shop, 'analytics-monthly')
      const before = (await rowOf(shop, payer)).provider_subscription
      await shop.advanceTo('2026-11-30T12:00:00Z')
      await stop(payer)
      await shop.catchUp()
      await buy(payer.visitor, plan)
      await shop.catchUp()
      const ends = plan === 'analytics-annual' ? '2027-12-20' : '2027-01-19'
      assert.equal(await stateOf(shop, payer), `active, on, ${ends}`)
      const row = await rowOf(shop, payer)
      assert.equal(row.terms.name, plan)
      assert.notEqual(row.provider_subscription, before)
      assert.equal((await provider().subscriptions.retrieve(before)).status, 'canceled')
      assert.equal(await nextThere(shop, payer), ends)
      const held = await heldBy(payer.visitor)
      assert.deepEqual(
        held.map(({ subscription }) => [subscription.id, subscription.renews]),
        [[payer.id, true]],
      )
      const types = (await historyOf(shop, payer)).slice(3)
      const change = plan === 'analytics-annual' ? ['PLAN_CHANGED'] : []
      assert.deepEqual(types, [...change, `END_DATE_CHANGED ${ends}`, 'RENEWAL_RESUMED'])
      await shop.advanceTo(`${ends}T01:30:00Z`)
      assert.equal((await chargesOf(shop, payer)).length, 3)
      assert.equal((await rowOf(shop, payer)).status, 'active')
    }))

test('stopped, extended by support past the provider’s period: resuming says why not, and it can be bought again', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await stop(payer)
    await extend(shop, payer, '2027-01-15')
    await shop.advanceTo('2026-12-28T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2027-01-15')
    await signIn(payer.visitor, payer.email)
    const resumed = await payer.visitor.post(`/api/v1/subscriptions/resume-renewal/${payer.id}`)
    assert.equal(resumed.status, 409)
    assert.match(await resumed.text(), /You can buy the subscription again/)
    await buy(payer.visitor, 'analytics-annual')
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2028-01-15')
  }))

test('one that renews cannot be bought again: 409, nothing charged', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const { status } = await checkOut(payer.visitor, 'analytics-annual')
    assert.equal(status, 409)
    assert.deepEqual((await chargesOf(shop, payer)).length, 1)
  }))

test('a switch down in the portal right before renewal is stopped and it is bought again adds what remains of the new plan', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    await switchPlan(payer, 'analytics-monthly')
    await shop.catchUp()
    await stop(payer)
    await shop.catchUp()
    await buy(payer.visitor, 'analytics-monthly')
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-19')
  }))
