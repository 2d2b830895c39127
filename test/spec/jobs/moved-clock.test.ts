import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Stripe } from 'stripe'
import { useCluster } from '../../support/cluster.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { givenAShop } from '../../support/given.ts'
import { givenAProvider } from '../../support/servers/given-provider.ts'

const cluster = await useCluster()
const provider = await givenAProvider(cluster)
const signer = new Stripe('sk_test_none').webhooks

test('with a payment mock on loopback, a webhook is accepted by the moved clock and refused by the machine’s', async () => {
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

test('with a payment mock on loopback, a restart without CLOCK_START continues from the latest time in the data', async () => {
  const shop = await givenAShop({ ...provider.environment, CLOCK_START: '2031-02-01T00:00:00Z' }, cluster)
  await eventuallyEqual(async () => (await shop.sql('select latest from clock')).length, 1)
  await shop.restart({ CLOCK_START: '' })
  assert.match(shop.said.join('\n'), /continues from 2031-02-01T00:00/)
  await shop.stop()
})
