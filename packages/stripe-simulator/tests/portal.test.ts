import assert from 'node:assert/strict'
import { test, type TestContext } from 'vitest'
import type { Stripe } from 'stripe'
import type { Settings } from '../settings.ts'
import { aPrice, aSandbox, aSubscription, cards, submit, until, idOf } from './given-simulator.ts'

const seconds = (moment: string) => Date.parse(moment) / 1000

/** A subscription whose renewal failed, and a session of the portal. */
async function aFailedRenewal(t: TestContext) {
  const setup = await aSandbox(t)
  const { id, customer } = await aSubscription(setup, cards.later)
  await until(setup, '2026-12-21T00:00:00Z')
  const { url } = await setup.stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: setup.publicUrl,
  })
  return { setup, id, customer, url }
}

test('a new card in the portal charges nothing; paying the open invoice on its page makes the subscription active', async (t) => {
  const { setup, id, customer, url } = await aFailedRenewal(t)
  await setup.stripe.subscriptions.update(id, { default_payment_method: '' })
  assert.match(await (await fetch(url)).text(), /Payment failed/)
  const refused = await submit(url, /\/card$/, { number: cards.declined, expiry: '12/34', cvc: '123', name: 'Ann' })
  assert.equal(refused.status, 422)
  assert.equal((await setup.stripe.subscriptions.retrieve(id)).status, 'past_due')
  const taken = await submit(url, /\/card$/, { number: cards.pays, expiry: '12/34', cvc: '123', name: 'Ann' })
  assert.equal(taken.status, 303)
  assert.equal((await setup.stripe.subscriptions.retrieve(id)).status, 'past_due')
  const [open] = (await setup.stripe.invoices.list({ subscription: id, status: 'open' })).data
  assert.match(await (await fetch(url)).text(), new RegExp(`/invoice/${open!.id}"[^>]*>Pay`))
  const paid = await submit(open!.hosted_invoice_url!, /\/invoice\//)
  assert.equal(paid.status, 303)
  assert.equal((await setup.stripe.subscriptions.retrieve(id)).status, 'active')
  const { data } = await setup.stripe.customers.listPaymentMethods(customer.id)
  assert.deepEqual(
    data.map(({ card }) => card?.last4),
    ['4242', '0341'],
  )

  const cardsShown = async () => {
    const { data } = await setup.stripe.events.list({ limit: 100 })
    const ofCards = data.filter(({ type }) => type.startsWith('payment_method.')).map(({ data }) => data.object)
    const ids = new Set(ofCards.map((one) => (one as Stripe.PaymentMethod).id))
    const kept = await Promise.all([...ids].map((id) => setup.stripe.paymentMethods.retrieve(id).catch(() => null)))
    return JSON.stringify([ofCards, kept])
  }
  assert.match(await cardsShown(), /"name":"Ann"|"email":"/)
  await setup.stripe.customers.del(customer.id)
  assert.doesNotMatch(await cardsShown(), /"name":"|"email":"/, 'the earlier card is nobody’s either')
})

test('a new card in the portal is the customer’s default, and pays once the subscription has no card of its own', async (t) => {
  const { setup, id, customer, url } = await aFailedRenewal(t)
  const { default_payment_method: own } = await setup.stripe.subscriptions.retrieve(id)
  await submit(url, /\/card$/, { number: cards.pays, expiry: '12/34', cvc: '123', name: 'Ann' })
  const { invoice_settings: settings } = (await setup.stripe.customers.retrieve(customer.id)) as Stripe.Customer
  const after = await setup.stripe.subscriptions.retrieve(id)
  assert.ok(own && settings.default_payment_method && settings.default_payment_method !== own)
  assert.equal(after.default_payment_method, own)
  await until(setup, '2026-12-24T00:00:00Z')
  assert.equal((await setup.stripe.subscriptions.retrieve(id)).status, 'past_due')
  const cleared = await setup.stripe.subscriptions.update(id, { default_payment_method: '' })
  assert.equal(cleared.default_payment_method, null)
  await until(setup, '2026-12-29T00:00:00Z')
  assert.equal((await setup.stripe.subscriptions.retrieve(id)).status, 'active')
})

test('renewal stopped in the portal ends the plan with its period; resumed, the plan continues', async (t) => {
  const setup = await aSandbox(t)
  const { id, customer } = await aSubscription(setup)
  const { url } = await setup.stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: setup.publicUrl,
  })
  assert.equal((await submit(`${url}/cancel/${id}`, /\/cancel\//)).status, 303)
  const stopped = await setup.stripe.subscriptions.retrieve(id)
  assert.deepEqual([stopped.cancel_at_period_end, stopped.cancel_at], [false, seconds('2026-12-20T10:00:00Z')])
  assert.match(await (await fetch(url)).text(), /Ends on 20 December 2026/)
  assert.equal((await submit(url, /\/resume\//)).status, 303)
  assert.equal((await setup.stripe.subscriptions.retrieve(id)).cancel_at, null)
  await setup.stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await until(setup, '2027-02-01T00:00:00Z')
  const ended = await setup.stripe.subscriptions.retrieve(id)
  assert.deepEqual([ended.status, ended.ended_at], ['canceled', seconds('2026-12-20T10:00:00Z')])
  assert.equal((await setup.stripe.invoices.list({ subscription: id })).data.length, 1)
})

test('a switch in the portal from monthly to annual credits the unused part and charges the rest immediately', async (t) => {
  const setup = await aSandbox(t)
  const monthly = await aPrice(setup.stripe)
  const annual = await aPrice(setup.stripe, {
    product: idOf(monthly.product),
    unit_amount: 118_800,
    recurring: { interval: 'year' },
  })
  const { id, customer } = await aSubscription(setup, cards.pays, monthly)
  await until(setup, '2026-12-05T10:00:00Z')
  const { url } = await setup.stripe.billingPortal.sessions.create({ customer: customer.id })
  assert.match(await (await fetch(`${url}/switch/${id}/${annual.id}`)).text(), /Total due today.*US\$1,064\.68/s)
  assert.equal((await submit(`${url}/switch/${id}/${annual.id}`, /\/switch\//)).status, 303)
  const { items, latest_invoice: invoice } = await setup.stripe.subscriptions.retrieve(id, {
    expand: ['latest_invoice'],
  })
  assert.equal(items.data[0]?.price.id, annual.id)
  assert.equal(items.data[0].current_period_end, seconds('2027-11-20T10:00:00Z'))
  assert.equal((invoice as { amount_paid: number }).amount_paid, 106_468)
})

test('a switch back to a cheaper plan leaves a credit that pays the next periods', async (t) => {
  const setup = await aSandbox(t)
  const annual = await aPrice(setup.stripe, { unit_amount: 118_800, recurring: { interval: 'year' } })
  const weekly = await aPrice(setup.stripe, {
    product: idOf(annual.product),
    unit_amount: 4_900,
    recurring: { interval: 'week' },
  })
  const { id, customer } = await aSubscription(setup, cards.pays, annual)
  await setup.stripe.subscriptions.update(id, { items: [{ price: weekly.id }], proration_behavior: 'always_invoice' })
  const held = async () => ((await setup.stripe.customers.retrieve(customer.id)) as { balance: number }).balance
  assert.equal(await held(), 4_900 - 118_800)
  await until(setup, '2026-11-27T11:00:00Z')
  assert.equal(await held(), 2 * 4_900 - 118_800)
  assert.equal((await setup.stripe.charges.list()).data.length, 1)
})

/**
 * Creates a subscription whose paid year was extended by a week, so that it is in a trial, and a monthly price to
 * switch to.
 */
async function anExtendedYear(t: TestContext, settings: Partial<Settings> = {}) {
  const setup = await aSandbox(t, { settings })
  const annual = await aPrice(setup.stripe, { unit_amount: 118_800, recurring: { interval: 'year' } })
  const monthly = await aPrice(setup.stripe, { product: idOf(annual.product) })
  const { id, customer } = await aSubscription(setup, cards.pays, annual)
  const end = seconds('2027-11-27T10:00:00Z')
  await setup.stripe.subscriptions.update(id, { trial_end: end, proration_behavior: 'none' })
  const { url } = await setup.stripe.billingPortal.sessions.create({ customer: customer.id })
  return { setup, id, url, end, page: `${url}/switch/${id}/${monthly.id}` }
}

test('a switch in the portal ends a trial by default: the new plan is charged and nothing is credited', async (t) => {
  const { setup, id, page } = await anExtendedYear(t)
  const [{ features }] = (await setup.stripe.billingPortal.configurations.list({ is_default: true })).data as [
    Stripe.BillingPortal.Configuration,
  ]
  assert.equal(features.subscription_update.trial_update_behavior, 'end_trial')
  assert.match(await (await fetch(page)).text(), /Total due today.*US\$149\.00/s)
  assert.equal((await submit(page, /\/switch\//)).status, 303)
  const after = await setup.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  assert.equal(after.status, 'active')
  assert.equal(after.items.data[0]?.current_period_end, seconds('2026-12-20T10:00:00Z'))
  assert.equal((after.latest_invoice as Stripe.Invoice).total, 14_900)
})

test('a switch in the portal leaves a trial unchanged if the portal continues trials', async (t) => {
  const { setup, id, page, end } = await anExtendedYear(t, { trialUpdateBehavior: 'continue_trial' })
  assert.match(await (await fetch(page)).text(), /Total due today.*US\$0\.00/s)
  assert.equal((await submit(page, /\/switch\//)).status, 303)
  const after = await setup.stripe.subscriptions.retrieve(id)
  assert.deepEqual([after.status, after.items.data[0]?.current_period_end], ['trialing', end])
  assert.equal(after.items.data[0]?.price.unit_amount, 14_900)
})

test('a session for a new card alone offers nothing else, and returns to the shop afterwards', async (t) => {
  const { setup, id, page } = await anExtendedYear(t)
  const { customer } = await setup.stripe.subscriptions.retrieve(id)
  const flow = {
    type: 'payment_method_update',
    after_completion: { type: 'redirect', redirect: { return_url: 'https://shop.example/account' } },
  } as const
  const open = () => setup.stripe.billingPortal.sessions.create({ customer: idOf(customer), flow_data: flow })
  const { url } = await open()
  const address = url.replace(/#.*/, '')
  assert.doesNotMatch(await (await fetch(address)).text(), /switch|cancel|Invoices/i)
  const switching = await fetch(address + page.slice(page.indexOf('/switch/')), { redirect: 'manual' })
  assert.equal(switching.status, 303)
  const saved = await submit(address, /\/card$/, { number: cards.pays, expiry: '12/34', cvc: '123', name: 'Ann' })
  assert.equal(saved.headers.get('location'), 'https://shop.example/account')
  await setup.stripe.rawRequest('POST', '/v1/sandbox/settings', { portalUpdatesCards: false })
  await assert.rejects(open(), /does not allow customers to update their payment method/)
})
