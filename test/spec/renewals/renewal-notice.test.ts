import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAPayer, mailsTo, rowOf, simulate, withShop } from '../../support/billing/paying.ts'
import { withFaults } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()

test('the yearly notice states what Stripe charges, also while an older amount is stored, as after a downtime', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    const { provider_subscription: subscription } = await rowOf(shop, payer)
    await simulate('discount', { subscription, percent_off: 50, duration: 'forever' })
    await shop.catchUp()
    // As if the news had not come yet, and nothing asked for it before the notice is due.
    await shop.sql("update subscriptions set next_amount = 118800, asked_at = '2027-10-21T11:59:00Z' where id = $1", [
      payer.id,
    ])
    await shop.advanceTo('2027-10-21T12:00:00Z')
    const [notice, ...more] = await mailsTo(shop, payer, /renews on/)
    assert.equal(more.length, 0)
    assert.match(notice?.text ?? '', /charge you US\$594\.00 in total/)
  }))

test('while Stripe cannot be reached the yearly notice waits as long as it is in time, and then states no amount', () =>
  withFaults(cluster, async (shop, world) => {
    const early = await givenAPayer(shop, 'analytics-annual')
    await shop.advanceTo('2026-11-25T12:00:00Z')
    const late = await givenAPayer(shop, 'analytics-annual')
    await shop.catchUp()
    world.faults.answer = () => 'cut'
    await shop.advanceTo('2027-10-22T12:00:00Z')
    await shop.advanceTo('2027-11-03T12:00:00Z')
    assert.equal((await mailsTo(shop, early, /renews on/)).length, 0)
    // Sixteen days before the charge it is sent without one.
    await shop.advanceTo('2027-11-04T12:00:00Z')
    const [notice, ...more] = await mailsTo(shop, early, /renews on 20 November 2027/)
    assert.equal(more.length, 0)
    assert.match(notice?.text ?? '', /We will charge you for another year of Parallax Analytics, annual\./)
    assert.doesNotMatch(notice?.text ?? '', /US\$/)
    assert.equal((await mailsTo(shop, late, /renews on/)).length, 0)
    delete world.faults.answer
    await shop.advanceTo('2027-11-04T13:00:00Z')
    const [exact] = await mailsTo(shop, late, /renews on 25 November 2027/)
    assert.match(exact?.text ?? '', /charge you US\$1,188\.00 in total/)
    assert.equal((await mailsTo(shop, early, /renews on/)).length, 1)
  }))
