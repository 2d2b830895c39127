import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { startStripeSimulator } from './simulator.ts'

/**
 * Measures how long subscriptions take to be created through Stripe's SDK, and a year of their renewals to be charged.
 */
const people = 100
const key = 'sk_test_bench'
const folder = await mkdtemp(join(tmpdir(), 'stripe-simulator-bench-'))
let at = new Date('2027-01-10T12:00:00Z')
const simulator = await startStripeSimulator({
  folder,
  now: () => at,
  publicUrl: 'http://localhost',
  webhook: { url: 'http://localhost/webhooks', secret: 'whsec_bench' },
  key,
  faults: { delivery: () => 'lost' },
})
try {
  const { port } = new URL(simulator.apiBase)
  const stripe = new Stripe(key, { host: '127.0.0.1', port: Number(port), protocol: 'http', telemetry: false })
  const price = await stripe.prices.create({
    currency: 'eur',
    unit_amount: 1_000,
    recurring: { interval: 'month' },
    product_data: { name: 'Bench' },
  })
  await measure(`${people} customers with a monthly subscription`, async () => {
    for (let index = 0; index < people; index++) {
      const customer = await stripe.customers.create({ email: `person-${index}@example.com` })
      const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
      await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        default_payment_method: card.id,
      })
    }
  })
  await measure('a year of their renewals', async () => {
    at = new Date('2028-01-10T14:00:00Z')
    await simulator.tick()
  })
} finally {
  await simulator.stop()
  await rm(folder, { recursive: true })
}

async function measure(what: string, work: () => Promise<void>): Promise<void> {
  const begun = performance.now()
  await work()
  console.log(`${what.padEnd(50)} ${((performance.now() - begun) / 1000).toFixed(2)} s`)
}
