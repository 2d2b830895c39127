import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import { signIn, type TestShop } from '../../support/given.ts'
import {
  givenAPayer,
  historyOf,
  issuesOf,
  mailsTo,
  overThere,
  paidDays,
  provider,
  simulate,
  stateOf,
  withShop,
  type Payer,
} from '../../support/billing/paying.ts'

const cluster = await useCluster()
const shopAt = (body: (shop: TestShop) => Promise<void>) => withShop(cluster, '2026-11-20T12:00:00Z', body)

async function shown({ visitor, email }: Payer) {
  await signIn(visitor, email)
  return (await heldBy(visitor))[0]?.subscription.payment.state
}

const kinds = async (shop: TestShop) => (await issuesOf(shop)).map(({ kind }) => kind)

test('a bank’s inquiry takes nothing from a paying customer: the renewal is charged, and an issue states the deadline', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    await shop.advanceTo('2026-12-18T12:00:00Z')
    const id = await disputePayment(shop, payer, 'inquiry')
    assert.equal((await overThere(shop, payer)).pause_collection, null)
    assert.equal(await shown(payer), 'paid')
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, issue?.subscription?.id, more], ['payment-inquiry', payer.id, []])
    assert.match(issue?.detail ?? '', /27 December 2026/)
    await simulate('move-dispute', { dispute: id, status: 'warning_under_review' })
    await shop.advanceTo('2026-12-22T12:00:00Z')
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-12-20'])
    assert.deepEqual(await kinds(shop), [], 'the evidence is in')
    await simulate('close-dispute', { dispute: id, outcome: 'lost' })
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-20')
    assert.deepEqual(await mailsTo(shop, payer, /will not renew|will renew|did not go through|ended/), [])
    assert.deepEqual(await shop.sql(`select state from payments where kind = 'dispute'`), [{ state: 'closed' }])
    await signIn(payer.visitor, payer.email)
    const listed = await payer.visitor.get(`/api/v1/subscriptions/payments/${payer.id}`)
    assert.deepEqual(
      ((await listed.json()) as { kind: string }[]).map(({ kind }) => kind),
      ['charge', 'charge'],
    )
    assert.deepEqual((await historyOf(shop, payer)).slice(2), ['END_DATE_CHANGED 2027-01-20'])
  }))

test('an inquiry that becomes a dispute pauses charging, also of a plan that the vendor changes meanwhile, which begins after the paid days', () =>
  shopAt(async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const dispute = await disputePayment(shop, payer, 'inquiry')
    await provider().disputes.update(dispute, { evidence: { uncategorized_text: 'escalate_inquiry_evidence' } })
    await shop.catchUp()
    const { id, items, pause_collection: pause } = await overThere(shop, payer)
    assert.equal(pause?.behavior, 'void')
    assert.equal(await shown(payer), 'disputed')
    assert.deepEqual(await kinds(shop), ['payment-disputed'])
    const { data: prices } = await provider().prices.list({ lookup_keys: ['analytics-annual'] })
    await provider().subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: prices[0]?.id ?? '' }],
      proration_behavior: 'always_invoice',
    })
    await shop.catchUp()
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20'])
    assert.equal(await stateOf(shop, payer), 'active, on, 2026-12-20')
    await shop.advanceTo('2026-12-05T12:00:00Z')
    await simulate('close-dispute', { dispute, outcome: 'won' })
    await shop.catchUp()
    await shop.advanceTo('2026-12-20T13:30:00Z')
    assert.deepEqual(await paidDays(shop, payer), ['2026-11-20', '2026-12-20'])
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-12-20')
  }))
