import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Stripe } from 'stripe'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop, givenATrialUser } from '../../support/given.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()
const shopAtNoon = () => givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)

test('the clock continues from the time to which it was advanced, also after a restart, which reports it', async () => {
  const shop = await shopAtNoon()
  await shop.advanceTo('2027-02-28T23:59:00Z')
  await shop.restart()
  assert.match(shop.said.findLast((line) => line.includes('clock')) ?? '', /continues from 2027-02-28T23:59/)
  const { visitor } = await givenATrialUser(shop)
  const [held] = await heldBy(visitor)
  assert.equal(held?.subscription.startDate?.slice(0, 10), '2027-02-28')
  await assert.rejects(shop.advanceTo('2027-02-28T23:00:00Z'), /only goes forward/)
})

test('with a payment mock on loopback, a webhook is accepted by the moved clock and refused by the machine’s', async () => {
  const provider = await givenAProvider(cluster)
  const signer = new Stripe('sk_test_none').webhooks
  const start = new Date('2031-02-01T00:00:00Z')
  const shop = await givenAShop({ ...provider.environment, CLOCK_START: start.toISOString() }, cluster)
  const send = async (id: string, at: number) => {
    const payload = JSON.stringify({ id, object: 'event', created: 1, type: 'product.updated', data: { object: {} } })
    const timestamp = Math.floor(at / 1000)
    const header = signer.generateTestHeaderString({ payload, secret: provider.webhookSecret, timestamp })
    const headers = { 'content-type': 'application/json', 'stripe-signature': header }
    return (await fetch(`${shop.url}/webhooks/stripe`, { method: 'POST', headers, body: payload })).status
  }
  assert.equal(await send('evt_moved_1', start.getTime()), 200)
  assert.equal(await send('evt_moved_2', Date.now()), 400)
  const rows = await shop.sql<{ id: string; received_at: Date }>(
    `select id, created_at as received_at from jobs where kind = 'billing-event' and payload ->> 'type' = 'product.updated'`,
  )
  assert.deepEqual(
    rows.map((row) => [row.id, row.received_at.getUTCFullYear()]),
    [['evt_moved_1', 2031]],
  )
  await shop.stop()
})
