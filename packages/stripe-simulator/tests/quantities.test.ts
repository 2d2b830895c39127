import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Stripe } from 'stripe'
import { aSandbox, aSubscription, idOf, until, type Setup } from './given-simulator.ts'

async function latestOf({ stripe }: Setup, id: string): Promise<Stripe.Invoice> {
  const { latest_invoice: latest } = await stripe.subscriptions.retrieve(id)
  return stripe.invoices.retrieve(idOf(latest))
}

test('a change of quantity is prorated: the unused part of the old one is credited, the rest of the new one charged', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id } = await aSubscription(setup)
  const { items } = await stripe.subscriptions.retrieve(id)
  const [item] = items.data
  const full = item?.price.unit_amount ?? 0
  await until(setup, '2026-12-05T10:00:00Z')
  const more = await stripe.subscriptions.update(id, {
    items: [{ id: item?.id ?? '', quantity: 3 }],
    proration_behavior: 'always_invoice',
  })
  assert.equal(more.items.data[0]?.quantity, 3)
  const half = Math.round(full / 2)
  const invoice = await latestOf(setup, id)
  assert.deepEqual(
    invoice.lines.data.map(({ amount, quantity }) => [amount, quantity]),
    [
      [-half, 1],
      [Math.round((3 * full) / 2), 3],
    ],
  )
  assert.equal(invoice.amount_paid, Math.round((3 * full) / 2) - half)
  // On the way back, the amount debited last is credited.
  await stripe.subscriptions.update(id, {
    items: [{ id: item?.id ?? '', quantity: 1 }],
    proration_behavior: 'always_invoice',
  })
  assert.equal((await latestOf(setup, id)).total, half - Math.round((3 * full) / 2))
  await until(setup, '2026-12-20T11:00:00Z')
  assert.deepEqual(
    (await latestOf(setup, id)).lines.data.map(({ amount, quantity }) => [amount, quantity]),
    [[full, 1]],
  )
})

test('another price sets the quantity to 1 unless one is given, and pending debits are credited at the next change', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id } = await aSubscription(setup)
  const { items } = await stripe.subscriptions.retrieve(id)
  const [item] = items.data
  assert.ok(item)
  const full = item.price.unit_amount ?? 0
  await stripe.subscriptions.update(id, { items: [{ id: item.id, quantity: 2 }], proration_behavior: 'none' })
  const dearer = await stripe.prices.create({
    product: idOf(item.price.product),
    currency: 'usd',
    unit_amount: 2 * full,
    recurring: { interval: 'month' },
  })
  await until(setup, '2026-12-05T10:00:00Z')
  const moved = await stripe.subscriptions.update(id, { items: [{ id: item.id, price: dearer.id }] })
  assert.equal(moved.items.data[0]?.quantity, 1)
  await stripe.subscriptions.update(id, { items: [{ id: item.id, price: item.price.id, quantity: 1 }] })
  await until(setup, '2026-12-20T11:00:00Z')
  const half = Math.round(full / 2)
  assert.deepEqual(
    (await latestOf(setup, id)).lines.data.map(({ amount }) => amount),
    [-half, full, -full, half, full],
  )
})

test('a subscription moved to another price of its plan pays it from the next period on', async (t) => {
  const setup = await aSandbox(t)
  const { stripe } = setup
  const { id } = await aSubscription(setup)
  await stripe.rawRequest('POST', '/v1/sandbox/move-price', { subscription: id, unit_amount: '16900' })
  assert.equal((await stripe.invoices.createPreview({ subscription: id })).amount_due, 16_900)
  assert.equal((await stripe.invoices.list({ subscription: id })).data.length, 1)
  await until(setup, '2026-12-20T11:00:00Z')
  assert.equal((await latestOf(setup, id)).amount_paid, 16_900)
})
