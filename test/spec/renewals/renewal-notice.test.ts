import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAPayer, mailsTo, rowOf, simulate, withShop } from '../../support/billing/paying.ts'

const cluster = await useCluster()

test('the yearly notice states what Stripe charges, even if an older amount is stored after a downtime', () =>
  withShop(cluster, '2026-11-20T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    const { provider_subscription: subscription } = await rowOf(shop, payer)
    await simulate('discount', { subscription, percent_off: 50, duration: 'forever' })
    await shop.catchUp()
    // As if the message had not arrived, and no request replaced it before the notice is due.
    await shop.sql("update subscriptions set next_amount = 118800, asked_at = '2027-10-21T11:59:00Z' where id = $1", [
      payer.id,
    ])
    await shop.advanceTo('2027-10-21T12:00:00Z')
    const [notice, ...more] = await mailsTo(shop, payer, /renews on/)
    assert.equal(more.length, 0)
    assert.match(notice?.text ?? '', /charge you US\$594\.00 in total/)
  }))
