import assert from 'node:assert/strict'
import { it } from 'vitest'
import { payablePage, placeOrder, sweep } from '../../../test/support/billing/lives-shop.ts'
import { newShop } from '../../../test/support/billing/lives-store.ts'
import { cancelInPortal, checkOut } from '../../../test/support/billing/stripe-people.ts'

it('makes up for a lost report within an hour if an order is open, and within a day otherwise', async () => {
  const shop = newShop({ retries: [], afterRetries: 'past_due', trialInvoices: false }, () => {})
  const { stripe } = shop.line
  /** Whether it renews, some hours later, if no report arrived. */
  const renewal = async (hours: number) => {
    stripe.messages.splice(0)
    stripe.now += hours
    await sweep(shop)
    return shop.rows[0]?.subscription.renewal
  }
  await placeOrder(shop, 'monthly')
  const page = payablePage(shop)
  assert.ok(page)
  checkOut(stripe, page, 0)
  assert.equal(await renewal(0), undefined)
  assert.equal(await renewal(1), 'on')
  const [subscription] = stripe.subscriptions.values()
  assert.ok(subscription)
  cancelInPortal(stripe, subscription)
  assert.equal(await renewal(23), 'on')
  assert.equal(await renewal(1), 'stopped')
})
