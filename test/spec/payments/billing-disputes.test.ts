import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useCluster } from '../../support/cluster.ts'
import { act } from '../../support/admin/admin-calls.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { cards, heldBy } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, signIn, type TestShop } from '../../support/given.ts'
import {
  givenAPayer,
  historyOf,
  issuesOf,
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

async function shown({ visitor, email }: Payer) {
  await signIn(visitor, email)
  return (await heldBy(visitor))[0]?.subscription
}

test('a disputed payment pauses charging, keeps access, and is a payment issue; nothing more is charged meanwhile', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await disputePayment(shop, payer)
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
    assert.equal((await overThere(shop, payer)).pause_collection?.behavior, 'void')
    assert.equal((await shown(payer))?.payment.state, 'disputed')
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, issue?.subscription?.id, more], ['payment-disputed', payer.id, []])
    assert.equal((await payer.visitor.get('/api/v1/plans/analytics-monthly/download/link')).status, 200)
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    assert.deepEqual(await mailsTo(shop, payer, /will not renew|will renew|did not go through/), [])
    assert.deepEqual((await issuesOf(shop)).length, 1, 'one issue, however often it is looked at')
    assert.deepEqual(
      (await historyOf(shop, payer)).filter((type) => type.startsWith('RENEWAL')),
      [],
    )
  }))

test('a dispute won: charging resumes, and the next renewal is charged', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const id = await disputePayment(shop, payer)
    await shop.advanceTo('2026-12-05T12:00:00Z')
    await simulate('close-dispute', { dispute: id, outcome: 'won' })
    await shop.catchUp()
    assert.equal((await overThere(shop, payer)).pause_collection, null)
    assert.equal((await shown(payer))?.payment.state, 'paid')
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-12-20'])
  }))

test('a plan that the vendor changes during a dispute is not charged: the paid days stay, and the new plan begins after them', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const opened = await disputePayment(shop, payer)
    const { id, items } = await overThere(shop, payer)
    const { data: prices } = await provider().prices.list({ lookup_keys: ['analytics-annual'] })
    await provider().subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: prices[0]?.id ?? '' }],
      proration_behavior: 'always_invoice',
    })
    await shop.catchUp()
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
    await shop.advanceTo('2026-12-05T12:00:00Z')
    await simulate('close-dispute', { dispute: opened, outcome: 'won' })
    await shop.catchUp()
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-12-20'])
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-12-20')
  }))

test('a dispute lost ends the subscription as a full refund does', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const id = await disputePayment(shop, payer)
    await shop.advanceTo('2026-12-05T12:00:00Z')
    await simulate('close-dispute', { dispute: id, outcome: 'lost' })
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'expired, ended, 2026-12-05')
    await shop.advanceTo('2027-02-01T12:00:00Z')
    assert.equal((await overThere(shop, payer)).status, 'canceled')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
  }))

test('a dispute lost after renewal was stopped ends it too; one of an earlier period does not', () =>
  shopAt(async (shop) => {
    const stopped = await givenAPayer(shop, 'analytics-monthly')
    const renewed = await givenAPayer(shop, 'analytics-monthly')
    const first = await disputePayment(shop, stopped)
    await signIn(stopped.visitor, stopped.email)
    assert.equal((await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`)).status, 200)
    const { payment: earlier } = await rowOf(shop, renewed)
    await simulate('close-dispute', { dispute: first, outcome: 'lost' })
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.equal((await rowOf(shop, stopped)).status, 'expired')
    assert.equal(await stateOf(shop, renewed), 'active, on, 2027-01-20')
    const { data } = await provider().charges.list({ payment_intent: earlier })
    await simulate('dispute', { charge: data[0]?.id ?? '' })
    await shop.catchUp()
    const { data: disputes } = await provider().disputes.list({ charge: data[0]?.id ?? '' })
    await simulate('close-dispute', { dispute: disputes[0]?.id ?? '', outcome: 'lost' })
    await shop.catchUp()
    assert.equal(await stateOf(shop, renewed), 'active, on, 2027-01-20')
  }))

test('the disputer is not told to resume: resuming is refused with the reason, and the vendor’s cancel at Stripe sends no email', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly', cards.pays)
    await disputePayment(shop, payer)
    await provider().subscriptions.update((await overThere(shop, payer)).id, { cancel_at_period_end: true })
    await shop.catchUp()
    assert.equal((await rowOf(shop, payer)).renewal, 'stopped')
    assert.deepEqual(await mailsTo(shop, payer, /will not renew/), [])
    await signIn(payer.visitor, payer.email)
    const answer = await payer.visitor.post(`/api/v1/subscriptions/resume-renewal/${payer.id}`)
    assert.equal(answer.status, 409)
    assert.match(await answer.text(), /disputed/)
  }))

test('a disputed payment is not refunded by an administrator: 409', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await disputePayment(shop, payer)
    const administrator = await givenAnAdministrator(shop)
    const { message } = await act<{ message: string }>(administrator, `refund/${payer.id}`, { comment: 'x' }, 409)
    assert.match(message, /disputed/)
    const { data } = await provider().refunds.list()
    assert.deepEqual(data, [])
  }))
