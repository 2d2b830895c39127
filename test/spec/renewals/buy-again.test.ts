import assert from 'node:assert/strict'
import { test } from 'vitest'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, idOf } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { buy, checkOut, loseMessages, payOn, settled } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import {
  becomes,
  chargesOf,
  givenAPayer,
  historyOf,
  overThere,
  provider,
  rowOf,
  simulate,
  stateOf,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

/** Stops or resumes renewal as the owner, who signs in first. */
async function renewal(payer: Payer, to: 'stop' | 'resume'): Promise<{ status: number; message: string }> {
  await signIn(payer.visitor, payer.email)
  return act(payer.visitor, `/api/v1/subscriptions/${to}-renewal/${payer.id}`, {})
}

/** Buys the monthly plan again at noon of a day, after renewal was stopped. */
async function buyAgain(shop: TestShop, payer: Payer, day: string, state: string, why: string): Promise<void> {
  await shop.advanceTo(`${day}T12:00:00Z`)
  await signIn(payer.visitor, payer.email)
  await buy(payer.visitor, 'analytics-monthly')
  await becomes(shop, payer, state, why)
  await settled(shop)
}

/** Returns the provider's charges of a payer, newest first. */
async function chargesThere(shop: TestShop, payer: Payer) {
  const { customer } = await overThere(shop, payer)
  return (await provider().charges.list({ customer: customer as string })).data
}

const rowsOf = (shop: TestShop) => shop.sql<{ id: string }>('select id from subscriptions')
const sentBack = async () => (await provider().refunds.list({ limit: 100 })).data.length

test('a stopped subscription is bought again in the same row: remaining days are added, the next charge moves, the old one ends', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const renewing = await checkOut(payer.visitor, 'analytics-monthly')
    assert.deepEqual([renewing.status, renewing.message], [409, errorMessages.SUBSCRIPTION_EXISTS])
    assert.equal((await renewal(payer, 'stop')).status, 200)
    const before = (await rowOf(shop, payer)).provider_subscription
    await buyAgain(shop, payer, '2026-12-10', 'active, on, 2027-01-20', 'a month, and the ten days that were left')
    assert.deepEqual((await historyOf(shop, payer)).slice(2), [
      'RENEWAL_STOPPED owner',
      'END_DATE_CHANGED 2027-01-20',
      'RENEWAL_RESUMED',
    ])
    const receipt = (await shop.mails()).find(({ subject }) => subject.includes('receipt'))
    assert.match(receipt?.text ?? '', /paid until 20 January 2027/)
    assert.deepEqual(await rowsOf(shop), [{ id: payer.id }])
    assert.equal((await provider().subscriptions.retrieve(before)).status, 'canceled')
    const there = await overThere(shop, payer)
    assert.notEqual(there.id, before)
    assert.equal(there.items.data[0]?.current_period_end, Date.UTC(2027, 0, 20) / 1000)
    assert.deepEqual(await chargesOf(shop, payer), ['2026-11-20 14900', '2026-12-10 14900'])
    assert.equal(await sentBack(), 0)

    const charges = await chargesThere(shop, payer)
    await provider().refunds.create({ charge: charges.at(-1)?.id ?? '' })
    await settled(shop)
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    const issues = await shop.sql<{ kind: string }>('select kind from payment_issues')
    assert.deepEqual(issues, [{ kind: 'added-days-returned' }], 'the ten days are unpaid now')
  }))

test('a refund of the second purchase ends access, and a payment issue states the days of the first that are left', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    assert.equal((await renewal(payer, 'stop')).status, 200)
    await buyAgain(shop, payer, '2027-11-10', 'active, on, 2027-12-20', 'a month, and the ten days that were left')
    const [latest] = await chargesThere(shop, payer)
    await provider().refunds.create({ charge: latest?.id ?? '' })
    await settled(shop)
    assert.equal(await stateOf(shop, payer), 'expired, ended, 2027-11-10')
    const issues = await shop.sql<{ kind: string; detail: string }>('select kind, detail from payment_issues')
    assert.deepEqual(
      issues.map(({ kind, detail }) => [kind, JSON.parse(detail)]),
      [['paid-days-lost', { plan: 'Parallax Analytics, monthly', days: 10 }]],
    )
  }))

test('disputes about payments from before and after it was bought again each open an issue, and keep invoice, period and currency', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    assert.equal((await renewal(payer, 'stop')).status, 200)
    await buyAgain(shop, payer, '2026-12-10', 'active, on, 2027-01-20', 'bought again')
    for (const { id } of (await chargesThere(shop, payer)).toReversed()) {
      await simulate('dispute', { charge: id })
      await settled(shop)
    }
    const rows = await shop.sql<{ kind: string; about: string }>(
      `select kind, concat_ws(' ', amount, currency, period_end::date, invoice is not null) as about
       from payments where kind in ('charge', 'dispute') order by kind, period_end`,
    )
    const [first, second, ...disputes] = rows
    assert.deepEqual(
      disputes.map(({ about }) => about),
      [first?.about, second?.about],
    )
    const issues = await shop.sql<{ payment: string }>(`select distinct payment from payment_issues`)
    assert.equal(issues.length, 2)
    const told = await shop.sql(
      `select count(*)::int as count from messages join payments p on data ->> 'payment' = p.payment
       and data ->> 'invoice' = invoice_number where type = 'payment.disputed' and kind = 'dispute'`,
    )
    assert.deepEqual(told, [{ count: 2 }], 'each is reported to other systems once')
    const administrator = await givenAnAdministrator(shop)
    const page = await administrator.get(`/administration/users/${await idOf(shop, payer.email)}`)
    assert.equal(page.status, 200)
  }))

test('a payment on a page opened before renewal was resumed is refunded, or becomes the customer’s credit again, and nothing else changes', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    assert.equal((await renewal(payer, 'stop')).status, 200)
    const { to } = await checkOut(payer.visitor, 'analytics-monthly')
    assert.equal((await renewal(payer, 'resume')).status, 200)
    await settled(shop)
    const { id, customer } = await overThere(shop, payer)
    const paid = await payOn(payer.visitor, to)
    await settled(shop)
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
    const charges = await chargesOf(shop, payer)
    assert.equal(await sentBack(), charges.length - 1, `the page answered ${paid.status}`)
    const { data } = await provider().subscriptions.list({ customer: customer as string })
    assert.deepEqual(
      data.map((one) => one.id),
      [id],
      'only one is charged from now on',
    )

    assert.equal((await renewal(payer, 'stop')).status, 200)
    await settled(shop)
    await provider().rawRequest('POST', `/v1/customers/${customer as string}`, { balance: -20_000 })
    const second = await checkOut(payer.visitor, 'analytics-monthly')
    assert.equal((await renewal(payer, 'resume')).status, 200)
    assert.equal((await payOn(payer.visitor, second.to)).status, 303)
    await settled(shop)
    const [invoice] = (await provider().invoices.list({ customer: customer as string, limit: 1 })).data
    assert.deepEqual([invoice?.amount_paid, invoice?.total], [0, 14_900], 'paid from the credit')
    const after = await provider().customers.retrieve(customer as string)
    assert.equal(after.deleted ? null : after.balance, -20_000)
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
    assert.equal((await chargesOf(shop, payer)).length, charges.length)
  }))

test('a refund of another purchase does not keep a cancellation from being undone', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const administrator = await givenAnAdministrator(shop)
    const decide = (path: string, id: string) => act(administrator, `/api/v1/${path}/${id}`, { comment: 'A mistake.' })
    assert.equal((await renewal(payer, 'stop')).status, 200)
    const { to } = await checkOut(payer.visitor, 'analytics-monthly')
    const deliver = await loseMessages(shop)
    await payOn(payer.visitor, to)
    const person = await idOf(shop, payer.email)
    assert.equal((await decide('reviews/refuse', person)).status, 200)
    await deliver()
    await settled(shop)
    assert.equal(await stateOf(shop, payer), 'cancelled, stopped, 2026-12-20')
    assert.equal(await sentBack(), 1, 'the second payment')
    assert.equal((await decide('reviews/approve', person)).status, 200)
    const undone = await decide('subscriptions/revive', payer.id)
    assert.equal(undone.status, 200, undone.message)
    assert.equal(await stateOf(shop, payer), 'active, stopped, 2026-12-20')
  }))

test('the next charge after a second year is shown at its end, even if that is further ahead than the provider accepts', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-annual')
    assert.equal((await renewal(payer, 'stop')).status, 200)
    await buy(payer.visitor, 'analytics-annual')
    await becomes(shop, payer, 'active, on, 2028-11-19', 'a year, and the 365 days that were left')
    await settled(shop)
    const { subscriptions } = (await (await payer.visitor.get('/api/v1/subscriptions/user')).json()) as {
      subscriptions: { subscription: { endDate: string; payment: { nextChargeAt: string } } }[]
    }
    const [{ subscription } = assert.fail('no subscription')] = subscriptions
    assert.equal(subscription.payment.nextChargeAt.slice(0, 10), '2028-11-19')
  }))
