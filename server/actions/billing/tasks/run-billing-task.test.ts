import assert from 'node:assert/strict'
import { Stripe } from 'stripe'
import { beforeEach, describe, it } from 'vitest'
import { billingStoreOf } from '../../../../test/support/billing/lives-billing-store.ts'
import { deliver, payablePage, placeOrder } from '../../../../test/support/billing/lives-shop.ts'
import { newShop, nowOf, type Shop } from '../../../../test/support/billing/lives-store.ts'
import { checkOut } from '../../../../test/support/billing/stripe-people.ts'
import type { BillingStore } from '../store/port.ts'
import { runBillingTask } from './run-billing-task.ts'

const day = 24
let shop: Shop

/** Creates the shop of one person, whose subscription should have been renewed an hour ago. */
beforeEach(async () => {
  shop = newShop({ retries: [], afterRetries: 'past_due', trialInvoices: false }, () => {})
  await placeOrder(shop, 'weekly')
  const page = payablePage(shop)
  assert.ok(page)
  checkOut(shop.line.stripe, page, 0)
  for (const message of shop.line.stripe.messages.splice(0)) await deliver(shop, message)
  shop.line.stripe.now += 8 * day + 1
})

/** Asks whether it was paid, while it cannot be reconciled. */
function ask(fault: Error, over: Partial<BillingStore> = {}) {
  const [row] = shop.rows
  assert.ok(row)
  const payments = { ...shop.payments, readSubscription: () => Promise.reject(fault) }
  const job = { id: 't', key: 't', task: { task: 'ask-provider', subscription: row.subscription.id } } as const
  return runBillingTask({ ...billingStoreOf(shop), ...over }, payments, job)
}

const status = () => shop.rows[0]?.subscription.status

describe('asking whether a period was paid', () => {
  it('runs again in a minute while the provider is unavailable, and access continues', async () => {
    const unreachable = new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'ECONNREFUSED' })
    const inAMinute = new Date(nowOf(shop).getTime() + 60_000)
    assert.deepEqual(await ask(unreachable), { again: inAMinute })
    assert.equal(status(), 'active')
  })

  it('fails for a fault of the shop, so that it is logged and shown, and access continues', async () => {
    const fault = new TypeError('x is undefined')
    await assert.rejects(ask(fault), fault)
    assert.equal(status(), 'active')
    const lost = new Error('connection terminated')
    await assert.rejects(ask(fault, { findBilled: () => Promise.reject(lost) }), lost)
    assert.equal(status(), 'active')
  })

  it('fails for a permanent refusal of the provider, and access ends after some days all the same', async () => {
    const message = 'The provided key does not have the required permissions.'
    const refusal = new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message })
    await assert.rejects(ask(refusal), refusal)
    assert.equal(status(), 'active')
    shop.line.stripe.now += 3 * day
    await assert.rejects(ask(refusal), refusal)
    assert.equal(status(), 'expired')
  })
})
