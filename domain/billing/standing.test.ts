import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { payment } from '../../test/support/billing/given-news.ts'
import { covering, invoice, snapshot } from '../../test/support/billing/given-snapshot.ts'
import { on } from '../../test/support/subscriptions/given-subscription.ts'
import type { BillingSnapshot } from './billing-snapshot.ts'
import { entitledUntil, standingOf } from './standing.ts'

const now = on('12-21')
const period = { start: on('12-20'), end: on('2027-01-20') }
const earlier = { start: on('11-20'), end: on('12-20') }
const paidBefore = invoice({ id: 'in_1', status: 'paid', period: earlier, payment: 'pi_1' })

/** Returns the state of the period from 20 December with this invoice for it, after an earlier one was paid. */
const kind = (over: Parameters<typeof covering>[0], status: 'active' | 'past_due' | 'unpaid' = 'past_due') =>
  standingOf(snapshot({ status, period, invoices: [covering({ period, ...over }), paidBefore] }), null, now)

describe('the current period', () => {
  it('gives access once its invoice is paid, whatever the amount', () => {
    for (const total of [9900, 0, -500]) {
      const standing = kind({ status: 'paid', total, payment: null }, 'active')
      assert.equal(standing.kind, 'given', String(total))
    }
  })

  it('gives access during a trial, including one that only moves the next charge', () => {
    const trialing = snapshot({ status: 'trialing', period, invoices: [paidBefore] })
    assert.deepEqual(standingOf(trialing, null, now), { kind: 'given', invoice: null })
  })

  it('gives access if the vendor switched the plan without an invoice', () => {
    assert.deepEqual(standingOf(snapshot({ period, invoices: [paidBefore] }), null, now), {
      kind: 'given',
      invoice: null,
    })
  })

  it('keeps giving access while the invoice of a plan change within it is open', () => {
    const proration = covering({ id: 'in_3', period: { start: on('12-22'), end: period.end }, status: 'open' })
    const whole = covering({ period, status: 'paid' })
    const standing = standingOf(snapshot({ period, invoices: [proration, whole, paidBefore] }), null, on('12-23'))
    assert.deepEqual([standing.kind, 'invoice' in standing && standing.invoice?.id], ['given', 'in_2'])
  })

  it('is awaiting payment while its invoice is a draft, or open and never tried', () => {
    for (const over of [{ status: 'draft' }, { status: 'open', attempts: 0 }] as const) {
      const standing = kind(over, 'active')
      assert.deepEqual(
        [standing.kind, 'processing' in standing && standing.processing],
        ['awaited', false],
        over.status,
      )
    }
  })

  it('is awaiting payment while the payment is being processed', () => {
    const open = covering({ period, status: 'open', attempts: 1, payment: 'pi_2' })
    const debit = payment({ id: 'pi_2', status: 'processing', received: 0 })
    const standing = standingOf(snapshot({ period, invoices: [open, paidBefore], payments: [debit] }), null, now)
    assert.deepEqual(standing, { kind: 'awaited', invoice: open, processing: true })
  })

  it('is awaiting payment until a sent invoice is due, and failed from then on', () => {
    const sent = { status: 'open', attempts: 0, dueDate: on('2027-01-19') } as const
    assert.equal(kind(sent, 'active').kind, 'awaited')
    const overdue = standingOf(
      snapshot({ period, invoices: [covering({ period, ...sent }), paidBefore] }),
      null,
      on('2027-01-20'),
    )
    assert.deepEqual([overdue.kind, 'due' in overdue && overdue.due], ['failed', on('2027-01-19')])
  })

  it('failed once its invoice was tried, due on its first day', () => {
    const standing = kind({ status: 'open', attempts: 1 })
    assert.equal(standing.kind, 'failed')
    assert.deepEqual([standing.due, standing.periodEnd, standing.actionRequired], [period.start, period.end, false])
  })

  it('failed if the bank requires confirmation', () => {
    const open = covering({ period, status: 'open', attempts: 1, payment: 'pi_2' })
    const asked = payment({ id: 'pi_2', status: 'requires_action', received: 0 })
    const held = snapshot({ status: 'past_due', period, invoices: [open, paidBefore], payments: [asked] })
    const standing = standingOf(held, null, now)
    assert.deepEqual([standing.kind, 'actionRequired' in standing && standing.actionRequired], ['failed', true])
  })

  it('failed if its invoice was written off, or is still a draft after the retries', () => {
    assert.equal(kind({ status: 'uncollectible', attempts: 4 }).kind, 'failed')
    assert.equal(kind({ status: 'draft', attempts: 0 }, 'unpaid').kind, 'failed')
  })

  it('has the payment state of the oldest unpaid period', () => {
    const first = covering({
      id: 'in_2',
      period: { start: on('12-20'), end: on('12-27') },
      status: 'open',
      attempts: 3,
    })
    const second = covering({ id: 'in_3', period: { start: on('12-27'), end: on('2027-01-03') }, status: 'draft' })
    const at = { start: on('12-27'), end: on('2027-01-03') }
    const invoices = [second, first, paidBefore]
    const standing = standingOf(snapshot({ status: 'past_due', period: at, invoices }), null, on('12-27', '16:00'))
    assert.deepEqual([standing.kind, 'due' in standing && standing.due], ['failed', on('12-20')])
  })

  it('counts as failed even if it began at the same moment as a paid one', () => {
    const annual = { start: period.start, end: on('2027-12-20') }
    const open = covering({ id: 'in_3', period: annual, status: 'open', attempts: 1 })
    const paid = covering({ period, status: 'paid' })
    const switched = snapshot({ status: 'past_due', period: annual, invoices: [open, paid, paidBefore] })
    assert.equal(standingOf(switched, null, now).kind, 'failed')
  })

  it('owes nothing if its invoice is void, and gives no access if charging was stopped then', () => {
    const voided = snapshot({ period, invoices: [covering({ period, status: 'void' }), paidBefore] })
    assert.deepEqual(standingOf(voided, null, now), { kind: 'void', withheld: false })
    assert.deepEqual(standingOf(voided, period.end, now), { kind: 'void', withheld: true })
    assert.deepEqual(standingOf(voided, period.start, now), { kind: 'void', withheld: false })
  })

  it('is not paid by a longer period of an earlier plan that ends later', () => {
    const annual = invoice({ id: 'in_1', status: 'paid', period: { start: on('11-20'), end: on('2027-11-20') } })
    const weekly = { start: on('12-20'), end: on('12-27') }
    const open = covering({ period: weekly, status: 'open', attempts: 1 })
    const standing = standingOf(snapshot({ status: 'past_due', period: weekly, invoices: [open, annual] }), null, now)
    assert.equal(standing.kind, 'failed')
  })

  it('is paid despite an earlier unpaid invoice, but not despite an unpaid one within it', () => {
    const third = { start: on('2027-01-20'), end: on('2027-02-20') }
    const paid = invoice({ id: 'in_3', status: 'paid', period: third, payment: 'pi_3' })
    const skipped = covering({ period, status: 'open', attempts: 4 })
    const seen = { status: 'past_due', period: third } as const
    const at = on('2027-01-21')
    assert.deepEqual(standingOf(snapshot({ ...seen, invoices: [paid, skipped, paidBefore] }), null, at), {
      kind: 'given',
      invoice: paid,
    })
    const change = covering({ period: { start: on('2027-01-21', '12:00'), end: third.end }, attempts: 1 })
    assert.equal(standingOf(snapshot({ ...seen, invoices: [change, paid, paidBefore] }), null, at).kind, 'failed')
  })

  it('gives no access without an invoice if the subscription is not active or was stopped for it', () => {
    const withheld = { kind: 'void', withheld: true }
    const seen = { period, invoices: [paidBefore] }
    assert.deepEqual(standingOf(snapshot({ ...seen, status: 'past_due' }), null, now), withheld)
    assert.deepEqual(standingOf(snapshot(seen), period.end, now), withheld)
    assert.equal(standingOf(snapshot(seen), period.start, now).kind, 'given')
  })

  it('does not wait for another payment, and is due at the stated time', () => {
    const open = covering({ period, status: 'open', attempts: 1, payment: 'pi_2' })
    const payments = [payment({ id: 'pi_0', status: 'processing', received: 0 }), payment({ id: 'pi_2' })]
    const seen = { status: 'past_due', period, payments } as const
    assert.equal(standingOf(snapshot({ ...seen, invoices: [open, paidBefore] }), null, now).kind, 'failed')
    assert.equal(kind({ status: 'open', attempts: 0, dueDate: now }).kind, 'failed')
  })

  it('is not paid by a one-off item', () => {
    const extra = invoice({ id: 'in_9', status: 'paid', period: null, payment: 'pi_9' })
    const open = covering({ period, status: 'open', attempts: 1 })
    const standing = standingOf(
      snapshot({ status: 'past_due', period, invoices: [extra, open, paidBefore] }),
      null,
      now,
    )
    assert.equal(standing.kind, 'failed')
  })

  it('gives access after the end of the subscription only if it was paid', () => {
    const over = { status: 'canceled', endedAt: on('12-20'), period } as const
    const paid = covering({ period, status: 'paid' })
    assert.deepEqual(standingOf(snapshot({ ...over, invoices: [paid] }), null, now), { kind: 'given', invoice: paid })
    const open = covering({ period, status: 'open', attempts: 2 })
    assert.deepEqual(standingOf(snapshot({ ...over, invoices: [open, paidBefore] }), null, now), { kind: 'ended' })
  })
})

describe('the entitlement', () => {
  it('lasts to the end of a paid period, or to the start of an unpaid one', () => {
    const until = (over: Partial<BillingSnapshot>) => {
      const seen = snapshot({ period, ...over })
      return entitledUntil(seen, standingOf(seen, null, now))
    }
    const open = covering({ period, status: 'open', attempts: 1 })
    assert.deepEqual(until({ invoices: [covering({ period, status: 'paid' })] }), period.end)
    assert.deepEqual(until({ invoices: [covering({ period, status: 'void' })] }), period.end)
    assert.deepEqual(until({ status: 'past_due', invoices: [open, paidBefore] }), period.start)
    assert.deepEqual(until({ invoices: [covering({ period, status: 'draft' }), paidBefore] }), period.start)
  })
})
