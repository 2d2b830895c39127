import assert from 'node:assert/strict'
import { Stripe } from 'stripe'
import { beforeEach, describe, it } from 'vitest'
import { billingStoreOf } from '../../../../test/support/billing/lives-billing-store.ts'
import {
  changeClearance,
  deliver,
  payablePage,
  placeOrder,
  runTasks,
  sweep,
} from '../../../../test/support/billing/lives-shop.ts'
import { newShop, nowOf, type Shop } from '../../../../test/support/billing/lives-store.ts'
import { advance, subscriptionOf } from '../../../../test/support/billing/stripe-model.ts'
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

describe('an approval after a hold', () => {
  it('gives away no period that was voided during the hold, although no check saw it', async () => {
    const { stripe } = shop.line
    const [row] = shop.rows
    assert.ok(row?.side)
    const provider = subscriptionOf(stripe, row.side.billingId)
    // Back to the third day of the week.
    stripe.now = 3 * day
    await changeClearance(shop, { dplStatus: 'PENDING' })
    await runTasks(shop)
    // The next week begins and is voided, and all messages about it are lost.
    advance(stripe, 9 * day)
    stripe.messages.splice(0)
    await changeClearance(shop, { dplStatus: 'PASS' })
    await runTasks(shop)
    await sweep(shop, true)
    await runTasks(shop)
    assert.deepEqual(row.subscription.endDate, new Date('2026-12-03T00:00:00Z'), 'a week, and six days on hold')
    assert.equal(provider.end, 13 * day, 'charged then')
  })
})
