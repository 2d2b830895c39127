import assert from 'node:assert/strict'
import { it } from 'vitest'
import { billingStoreOf } from '../../../../test/support/billing/lives-billing-store.ts'
import { deliver, payablePage, placeOrder } from '../../../../test/support/billing/lives-shop.ts'
import { newShop } from '../../../../test/support/billing/lives-store.ts'
import { checkOut, switchInPortal } from '../../../../test/support/billing/stripe-people.ts'
import { reconcileOwned } from './reconcile-owned.ts'

it('does not store what it read before another check stored something newer', async () => {
  const shop = newShop({ retries: [], afterRetries: 'past_due', trialInvoices: false }, () => {})
  const { stripe } = shop.line
  await placeOrder(shop, 'monthly')
  checkOut(stripe, payablePage(shop) ?? assert.fail(), 0)
  for (const message of stripe.messages.splice(0)) await deliver(shop, message)
  const [subscription] = stripe.subscriptions.values()
  assert.ok(subscription)
  stripe.now += 1
  let reads = 0
  const readSubscription: typeof shop.payments.readSubscription = async (...asked) => {
    reads += 1
    const read = await shop.payments.readSubscription(...asked)
    if (reads === 1) {
      stripe.now += 1
      switchInPortal(stripe, subscription, 'annual')
      await reconcileOwned(billingStoreOf(shop), shop.payments, subscription.id)
    }
    return read
  }
  await reconcileOwned(billingStoreOf(shop), { ...shop.payments, readSubscription }, subscription.id)
  const [row] = shop.rows
  assert.equal(row?.subscription.plan.name, 'analytics-annual')
  assert.deepEqual(
    row.history.flatMap(({ type }) => (type === 'PLAN_CHANGED' ? [type] : [])),
    ['PLAN_CHANGED'],
  )
})
