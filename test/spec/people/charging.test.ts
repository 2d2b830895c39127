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
const comment = 'asked by phone'

/** Returns whether the provider lets the period expire, and otherwise the day of its next charge. */
async function overThere(shop: TestShop, payer: Payer): Promise<{ ends: boolean; next: string }> {
  await settled(shop)
  const subscription = await provider().subscriptions.retrieve((await rowOf(shop, payer)).provider_subscription)
  const end = subscription.items.data[0]?.current_period_end ?? 0
  return { ends: subscription.cancel_at_period_end, next: day(new Date(end * 1000)) }
}

test('a subscription cancelled in the admin area is not charged any longer; undone it is charged on its day, unless the owner had stopped it, and a later end date moves the charge [7.15, 7.16, 7.17]', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const buy = () => givenAPayer(shop, 'analytics-monthly')
    const [cancelled, revived, stopped, extended] = [await buy(), await buy(), await buy(), await buy()]
    const admin = await givenAnAdministrator(shop)
    await settled(shop)
    const shorter = { endDate: '2026-12-19', comment }
    const refused = await unchanged(shop, () => act<Refused>(admin, `extend/${extended.id}`, shorter, 409))
    assert.equal(refused.message, refusals.PAID_SHORTENED)

    const row = await act(admin, `cancel/${cancelled.id}`, { comment })
    assert.deepEqual([row.status, row.renews], ['cancelled', false])
    await act(admin, `cancel/${revived.id}`, { comment })
    assert.equal((await overThere(shop, revived)).ends, true)
    const back = await act(admin, `revive/${revived.id}`, { comment })
    assert.deepEqual([back.status, back.renews], ['active', true])
    assert.equal((await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`)).status, 200)
    for (const name of ['cancel', 'revive']) {
      await act(admin, `${name}/${stopped.id}`, { comment })
      assert.equal((await overThere(shop, stopped)).ends, true, name)
    }
    await act(admin, `extend/${extended.id}`, { endDate: '2027-01-05', comment })
    assert.deepEqual(await overThere(shop, cancelled), { ends: true, next: '2026-12-20' })
    assert.deepEqual(await overThere(shop, revived), { ends: false, next: '2026-12-20' })
    assert.deepEqual(await overThere(shop, extended), { ends: false, next: '2027-01-05' })
    await becomes(shop, stopped, 'active, stopped, 2026-12-20')

    await shop.advanceTo('2026-12-21T12:00:00Z')
    await becomes(shop, revived, 'active, on, 2027-01-20')
    await becomes(shop, stopped, 'expired, stopped, 2026-12-20')
    await becomes(shop, extended, 'active, on, 2027-01-05')
    assert.deepEqual(await paidDays(shop, revived), ['2026-11-20', '2026-12-20'])
    assert.deepEqual(await paidDays(shop, extended), ['2026-11-20'], 'the old day is no day of payment')
    await shop.advanceTo('2027-01-06T01:00:00Z')
    await becomes(shop, extended, 'active, on, 2027-02-05')
    const [first, second] = await chargesOf(shop, extended)
    assert.deepEqual([first?.slice(0, 10), second?.slice(0, 10)], ['2026-11-20', '2027-01-05'])
    assert.equal(second?.slice(11), first?.slice(11), 'the whole price, and no more')
    await becomes(shop, cancelled, 'cancelled, on, 2026-12-20')
    for (const payer of [cancelled, stopped]) assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
  }))
