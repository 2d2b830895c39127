import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { useCluster } from '../../support/cluster.ts'
import { active, checkOut, givenABuyer, heldBy, payOn } from '../../support/billing/given-buyer.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import {
  chargesOf,
  givenAPayer,
  historyOf,
  invoicesOf,
  mailsTo,
  overThere,
  paidDays,
  provider,
  rowOf,
  simulate,
  stateOf,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

const there = async (shop: TestShop, payer: Payer) => ({
  subscription: (await rowOf(shop, payer)).provider_subscription,
})
const unwanted = /has ended|did not go through|will not renew/

/** The payment as its owner is shown it. */
async function paymentOf({ visitor, email }: Payer) {
  await signIn(visitor, email)
  return (await heldBy(visitor))[0]?.subscription.payment
}

test('a month given at the provider by a later trial end counts as paid, and the charge comes after it', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('free-month', await there(shop, payer))
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    const payment = await paymentOf(payer)
    assert.deepEqual(
      [payment?.state, payment?.nextChargeAt?.slice(0, 10), payment?.nextAmount],
      ['paid', '2027-01-20', 149],
    )
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    await shop.advanceTo('2027-01-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-01-20'])
    assert.deepEqual(await mailsTo(shop, payer, unwanted), [])
  }))

test('a refund of the payment before a free period, made in the provider’s dashboard, does not end the free period', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('discount', { ...(await there(shop, payer)), percent_off: 100, duration: 'once' })
    const { payment } = await rowOf(shop, payer)
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    await provider().refunds.create({ payment_intent: payment })
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.equal((await overThere(shop, payer)).status, 'active')
  }))

test('a renewal that a coupon pays in full goes on like a paid one, without a receipt', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('discount', { ...(await there(shop, payer)), percent_off: 100, duration: 'once' })
    await shop.catchUp()
    const payment = await paymentOf(payer)
    assert.deepEqual([payment?.state, payment?.nextAmount], ['paid', 0])
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.equal((await invoicesOf(shop, payer))[0]?.total, 0)
    await shop.advanceTo('2027-01-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-01-20'])
    assert.equal((await mailsTo(shop, payer, /receipt/)).length, 2)
    assert.deepEqual(await mailsTo(shop, payer, unwanted), [])
  }))

test('an invoice that the vendor voids gives its period away', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-20T12:30:00Z')
    const [draft] = await invoicesOf(shop, payer, 'draft')
    await provider().invoices.finalizeInvoice(draft?.id ?? '', { auto_advance: false })
    await provider().invoices.voidInvoice(draft?.id ?? '')
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    assert.deepEqual(await mailsTo(shop, payer, unwanted), [])
  }))

test('while the vendor pauses collection, periods are given away and shown as paused', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('pause-collection', await there(shop, payer))
    await shop.catchUp()
    assert.equal((await paymentOf(payer))?.state, 'paused')
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    await simulate('resume-collection', await there(shop, payer))
    await shop.advanceTo('2027-01-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    assert.equal((await paymentOf(payer))?.state, 'paid')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2027-01-20'])
    assert.deepEqual(await mailsTo(shop, payer, unwanted), [])
  }))

test('a customer’s coupon of 100 % on a first purchase: the subscription runs and renews', () =>
  shopAt(async (shop) => {
    const { visitor, email } = await givenABuyer(shop)
    const { to } = await checkOut(visitor)
    const { data } = await provider().customers.list({ email })
    await simulate('discount', { customer: data[0]?.id ?? '', percent_off: 100, duration: 'repeating', months: 2 })
    assert.equal((await payOn(visitor, to)).status, 303)
    const { id } = await active(visitor)
    const payer = { visitor, email, plan: 'analytics-monthly', id }
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    await shop.advanceTo('2027-01-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-02-20')
    assert.deepEqual(await paidDays(shop, payer), ['2027-01-20'])
  }))

test('a plan that costs nothing is sold, starts and renews', () =>
  shopAt(async (shop) => {
    const file = join(shop.dataDir, 'free.json')
    const sold = JSON.parse(readFileSync(join(import.meta.dirname, '../../../brand/catalogue.json'), 'utf8')) as {
      plans: { name: string }[]
    }
    const plans = sold.plans.map((plan) => (plan.name === 'analytics-monthly' ? { ...plan, price: 0 } : plan))
    writeFileSync(file, JSON.stringify({ ...sold, plans }))
    await shop.restart({ CLOCK_START: '2026-11-20T12:00:00Z', CATALOGUE: file })
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(await chargesOf(shop, payer), [])
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['END_DATE_CHANGED 2027-01-20'])
  }))

test('a discount in part is part of the next amount and of the charge', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await simulate('discount', { ...(await there(shop, payer)), percent_off: 50, duration: 'forever' })
    await shop.catchUp()
    assert.equal((await paymentOf(payer))?.nextAmount, 74.5)
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 14900', '2026-12-20 7450'])
  }))

test('the yearly notice names what the provider will charge: with a coupon, a new price and nothing at all', () =>
  shopAt(async (shop) => {
    const names = ['half', 'free', 'migrated'] as const
    const [half, free, migrated] = await Promise.all(names.map(() => givenAPayer(shop, 'analytics-annual')))
    assert.ok(half && free && migrated)
    await simulate('discount', { ...(await there(shop, half)), percent_off: 50, duration: 'forever' })
    await simulate('discount', { ...(await there(shop, free)), percent_off: 100, duration: 'forever' })
    const { data } = await provider().prices.list({ lookup_keys: ['analytics-annual'] })
    const product = data[0]?.product
    const dearer = await provider().prices.create({
      currency: 'usd',
      unit_amount: 140_000,
      product: typeof product === 'string' ? product : '',
      recurring: { interval: 'year' },
      nickname: 'Since 2027',
    })
    const { id, items } = await overThere(shop, migrated)
    await provider().subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: dearer.id }],
      proration_behavior: 'none',
    })
    await shop.advanceTo('2027-10-21T12:00:00Z')
    const texts = []
    for (const payer of [half, free, migrated]) texts.push((await mailsTo(shop, payer, /renews on/)).at(-1)?.text ?? '')
    assert.match(texts[0] ?? '', /charge you US\$594\.00 in total/)
    assert.match(texts[1] ?? '', /charge you US\$0\.00 in total/)
    assert.match(texts[2] ?? '', /charge you US\$1,400\.00 in total/)
  }))
