import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkOut, payOn } from '../../support/billing/given-buyer.ts'
import { givenAPayer, mailsTo, rowOf, stateOf } from '../../support/billing/paying.ts'
import { useCluster } from '../../support/cluster.ts'
import { signIn } from '../../support/given.ts'
import { withFaults } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()

test('a charge for a subscription that another purchase has replaced is refunded, and its owner is notified once', () =>
  withFaults(cluster, async (shop, world) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await signIn(payer.visitor, payer.email)
    assert.equal((await payer.visitor.post(`/api/v1/subscriptions/stop-renewal/${payer.id}`)).status, 200)
    await shop.catchUp()
    const replaced = (await rowOf(shop, payer)).provider_subscription
    // The provider refuses to end it, and the vendor lets it renew.
    world.faults.refusal = ({ method, path }) =>
      method === 'DELETE' && path.startsWith('/v1/subscriptions/')
        ? { status: 400, message: 'This subscription cannot be canceled.' }
        : undefined
    await shop.advanceTo('2026-12-01T12:00:00Z')
    await signIn(payer.visitor, payer.email)
    assert.equal((await payOn(payer.visitor, (await checkOut(payer.visitor, 'analytics-annual')).to)).status, 303)
    await shop.catchUp()
    await world.stripe.subscriptions.update(replaced, { cancel_at_period_end: false })
    await shop.advanceTo('2026-12-20T14:00:00Z')
    await shop.advanceTo('2026-12-21T14:00:00Z')
    const { data } = await world.stripe.charges.list({ limit: 100 })
    assert.deepEqual(
      data.map(({ amount, amount_refunded: back }) => [amount, back]),
      [
        [14_900, 14_900],
        [118_800, 0],
        [14_900, 0],
      ],
    )
    const [mail, ...more] = await mailsTo(shop, payer, /refunded/)
    assert.deepEqual(more, [])
    assert.match(
      mail?.text ?? '',
      /We received a payment for “Parallax Analytics, monthly” that we could not apply to a subscription, so we refunded it in full\./,
    )
    assert.match(await stateOf(shop, payer), /^active, on, 2027-12-/)
  }))
