import assert from 'node:assert/strict'
import { test } from 'vitest'
import { refusals } from '../../../i18n/en/errors.ts'
import { useCluster } from '../../support/cluster.ts'
import { act, type Refused } from '../../support/admin/admin-calls.ts'
import { settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, type TestShop } from '../../support/given.ts'
import {
  becomes,
  chargesOf,
  day,
  givenAPayer,
  paidDays,
  provider,
  rowOf,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)
const comment = 'asked by phone'

/** Returns whether the provider lets the period expire, and otherwise the day of its next charge. */
async function overThere(shop: TestShop, payer: Payer): Promise<{ ends: boolean; next: string }> {
  await settled(shop)
  const subscription = await provider().subscriptions.retrieve((await rowOf(shop, payer)).provider_subscription)
  const end = subscription.items.data[0]?.current_period_end ?? 0
  return { ends: subscription.cancel_at_period_end, next: day(new Date(end * 1000)) }
}

test('a subscription cancelled in the admin area is not charged any longer [7.15]', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const row = await act(await givenAnAdministrator(shop), `cancel/${payer.id}`, { comment })
    assert.deepEqual([row.status, row.renews], ['cancelled', false])
    assert.deepEqual(await overThere(shop, payer), { ends: true, next: '2026-12-20' })
    await shop.advanceTo('2027-01-25T12:00:00Z')
    await settled(shop)
    await becomes(shop, payer, 'cancelled, on, 2026-12-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
  }))

test('a subscription whose cancellation is undone is charged on its day as before [7.16]', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const admin = await givenAnAdministrator(shop)
    await act(admin, `cancel/${payer.id}`, { comment })
    assert.equal((await overThere(shop, payer)).ends, true)
    const row = await act(admin, `revive/${payer.id}`, { comment })
    assert.deepEqual([row.status, row.renews], ['active', true])
    assert.deepEqual(await overThere(shop, payer), { ends: false, next: '2026-12-20' })
    await shop.advanceTo('2026-12-21T01:00:00Z')
    await becomes(shop, payer, 'active, on, 2027-01-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-12-20'])
  }))

test('undoing a cancellation does not resume a renewal that the owner had stopped', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    assert.equal((await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)).status, 200)
    const admin = await givenAnAdministrator(shop)
    for (const name of ['cancel', 'revive']) {
      await act(admin, `${name}/${payer.id}`, { comment })
      assert.equal((await overThere(shop, payer)).ends, true, name)
    }
    await becomes(shop, payer, 'active, stopped, 2026-12-20')
    await shop.advanceTo('2026-12-21T12:00:00Z')
    await becomes(shop, payer, 'expired, stopped, 2026-12-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
  }))

test('a later end date moves the next charge, and the months count from there [7.17]', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await act(await givenAnAdministrator(shop), `extend/${payer.id}`, { endDate: '2027-01-05', comment })
    assert.deepEqual(await overThere(shop, payer), { ends: false, next: '2027-01-05' })
    await shop.advanceTo('2026-12-28T12:00:00Z')
    await settled(shop)
    await becomes(shop, payer, 'active, on, 2027-01-05')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'], 'the old day is no day of payment')
    await shop.advanceTo('2027-01-06T01:00:00Z')
    await becomes(shop, payer, 'active, on, 2027-02-05')
    const [first, second] = await chargesOf(shop, payer)
    assert.deepEqual([first?.slice(0, 10), second?.slice(0, 10)], ['2026-11-20', '2027-01-05'])
    assert.equal(second?.slice(11), first?.slice(11), 'the whole price, and no more')
  }))

test('a paid period is never shortened: 409, and nothing is sent to the provider', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const admin = await givenAnAdministrator(shop)
    await settled(shop)
    const body = { endDate: '2026-12-19', comment }
    const { message } = await unchanged(shop, () => act<Refused>(admin, `extend/${payer.id}`, body, 409))
    assert.equal(message, refusals.PAID_SHORTENED)
    assert.deepEqual(await overThere(shop, payer), { ends: false, next: '2026-12-20' })
  }))
