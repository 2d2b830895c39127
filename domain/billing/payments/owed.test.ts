import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { covering, snapshot } from '../../../test/support/billing/given-snapshot.ts'
import { on } from '../../../test/support/subscriptions/given-subscription.ts'
import type { BillingInvoice, BillingPayment } from '../billing-snapshot.ts'
import { isMostlyOver, owedIn } from './owed.ts'

const now = on('12-21')
const period = { start: on('12-20'), end: on('2027-01-20') }

function owed(over: Partial<BillingInvoice>, status: BillingPayment['status'] = 'unpaid') {
  const payments = [{ id: 'pi_2', status, received: 0, refunded: 0, refunds: [], disputes: [] }]
  const found = owedIn(snapshot({ period, invoices: [covering({ period, payment: 'pi_2', ...over })], payments }), now)
  return found && [found.amount, found.processing, found.dueAt, found.until]
}

describe('what remains payable when renewal is stopped', () => {
  it('is an open invoice whose payment is being processed', () => {
    assert.deepEqual(owed({ attempts: 1 }, 'processing'), [9900, true, null, period.end.toISOString()])
  })

  it('is an open invoice that is not due yet, less the amount already paid', () => {
    const dueDate = on('2027-01-10')
    assert.deepEqual(owed({ dueDate, amountPaid: 900 }), [9000, false, dueDate.toISOString(), period.end.toISOString()])
  })

  it('is nothing if the invoice is a draft, overdue, failed or paid', () => {
    for (const over of [{ status: 'draft' }, { dueDate: on('12-20') }, { attempts: 1 }, { status: 'paid' }] as const)
      assert.equal(owed(over), null)
  })
})

it('a period is mostly over once less than half of it is left', () => {
  const days = { start: on('12-01'), end: on('12-11') }
  assert.deepEqual(
    ['12-01', '12-06', '12-07', '12-12'].map((day) => isMostlyOver(days, on(day))),
    [false, false, true, true],
  )
})
