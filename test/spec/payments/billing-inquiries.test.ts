import assert from 'node:assert/strict'
import { test } from 'vitest'
import { read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { disputePayment } from '../../support/billing/disputes.ts'
import { givenAPayer, issuesOf, overThere, simulate, stateOf, withShop } from '../../support/billing/paying.ts'

const cluster = await useCluster()

test('a bank’s inquiry takes nothing from a paying customer: charging continues, and an issue states the deadline until the evidence is in', () =>
  withShop(cluster, '2026-12-18T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const dispute = await disputePayment(shop, payer, 'inquiry')
    const [issue, ...more] = await issuesOf(shop)
    assert.deepEqual([issue?.kind, issue?.subscription?.id, more], ['payment-inquiry', payer.id, []])
    assert.match(issue?.detail ?? '', /27 December 2026/)
    await simulate('move-dispute', { dispute, status: 'warning_under_review' })
    await shop.catchUp()
    assert.deepEqual(await issuesOf(shop), [], 'the evidence is in')
    await simulate('close-dispute', { dispute, outcome: 'lost' })
    await shop.catchUp()
    assert.equal(await stateOf(shop, payer), 'active, on, 2027-01-18')
    assert.equal((await overThere(shop, payer)).pause_collection, null)
    assert.deepEqual(await shop.sql(`select state from payments where kind = 'dispute'`), [{ state: 'closed' }])
    const listed = await read<{ kind: string }[]>(payer.visitor, `/api/v1/subscriptions/payments/${payer.id}`)
    assert.deepEqual(
      listed.map(({ kind }) => kind),
      ['charge'],
      'it moved no money',
    )
  }))

test('what a lost dispute took is shown as returned in the invoices', () =>
  withShop(cluster, '2026-12-18T12:00:00Z', async (shop) => {
    const payer = await givenAPayer(shop, 'analytics-monthly')
    const dispute = await disputePayment(shop, payer)
    const refunded = async () => {
      const invoices = await read<{ refunded: number }[]>(payer.visitor, '/api/v1/account/invoices')
      return invoices.map((one) => one.refunded)
    }
    assert.deepEqual(await refunded(), [0])
    await simulate('close-dispute', { dispute, outcome: 'lost' })
    await shop.catchUp()
    assert.deepEqual(await refunded(), [149])
  }))
