import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { by, dispute, first, kinds, news, now, payment, period } from '../../../test/support/billing/given-news.ts'
import { covering, invoice, snapshot } from '../../../test/support/billing/given-snapshot.ts'
import { annual, given, monthly, on, weekly } from '../../../test/support/subscriptions/given-subscription.ts'
import { standingOf } from '../standing.ts'
import { invoiceOfChange } from './plan-change-news.ts'
import type { BillingInvoice, BillingSnapshot } from '../billing-snapshot.ts'
import { utcMidnight } from '../../calendar.ts'
import type { Report } from '../../subscription/commands.ts'
import type { Subscription } from '../../subscription/subscription.ts'

describe('a check at the billing provider', () => {
  it('reports nothing if nothing has changed', () => {
    assert.deepEqual(news({}), [])
    const graced = { ...given('active'), endDate: on('2027-01-03', '00:00') }
    assert.deepEqual(news({}, { subscription: graced }), [])
  })

  it('reports a paid period and earlier missed ones, oldest first', () => {
    const next = covering({ period, status: 'paid' })
    assert.deepEqual(news({ period, invoices: [next, first] }), [
      { kind: 'renewal-paid', payment: 'pi_2', periodEnd: period.end, by },
    ])
    const third = { start: period.end, end: on('2027-02-20') }
    const later = covering({ id: 'in_3', period: third, status: 'paid', payment: 'pi_3' })
    const missed = news({ period: third, invoices: [later, next, first] })
    assert.deepEqual(
      missed.map((report) => 'payment' in report && report.payment),
      ['pi_2', 'pi_3'],
    )
  })

  it('reports a period that cost nothing: with a coupon, as a trial, or given away', () => {
    const free = [{ kind: 'renewal-paid', payment: null, periodEnd: period.end, by }]
    const coupon = covering({ period, status: 'paid', total: 0, payment: null })
    assert.deepEqual(news({ period, invoices: [coupon, first] }), free)
    assert.deepEqual(news({ period, status: 'trialing', invoices: [first] }), free)
    const voided = covering({ period, status: 'void' })
    assert.deepEqual(news({ period, invoices: [voided, first] }), free)
  })

  it('reports each payment once, so that none is refunded twice', () => {
    const paid = { period, invoices: [covering({ period, status: 'paid' }), first] }
    const stopped = { subscription: given('stopped'), told: 'on' } as const
    const known = new Set(['in_1', 'in_2'])
    assert.deepEqual(kinds(news(paid, stopped)), ['renewal-paid'])
    assert.deepEqual(news(paid, { ...stopped, known }), [])
    const credited = { period, invoices: [covering({ period, status: 'paid', payment: null }), first] }
    assert.deepEqual(news(credited, { ...stopped, known }), [])
    const changed = { ...paid, plan: 'analytics-weekly' }
    const cancelled = { subscription: given('cancelled'), told: 'on' } as const
    assert.deepEqual(kinds(news(changed, cancelled)), ['plan-changed'])
    assert.deepEqual(news(changed, { ...cancelled, known }), [])
  })

  it('reports a payment for a past or replaced period once', () => {
    const third = { start: period.end, end: on('2027-02-20') }
    const later = covering({ id: 'in_3', period: third, status: 'paid', payment: 'pi_3' })
    const late = covering({ period, status: 'paid', payment: 'pi_2' })
    const until = on('2027-02-20', '00:00')
    const subscription = { ...given('active'), endDate: until, paidUntil: until, payment: 'pi_3' }
    const seen = { period: third, invoices: [later, late, first] }
    const look = { subscription, known: new Set(['in_1', 'in_3']) }
    assert.deepEqual(news(seen, look), [{ kind: 'past-period-paid', payment: 'pi_2', by }])
    assert.deepEqual(news(seen, { subscription, known: new Set(['in_1', 'in_2', 'in_3']) }), [])
  })

  it('reports a payment made just before the subscription ended, for a period that ends no later', () => {
    const paid = covering({ period: { start: on('12-01'), end: on('12-08') }, status: 'paid' })
    const seen = { period: { start: on('12-01'), end: on('12-08') }, endedAt: on('12-02'), invoices: [paid, first] }
    assert.deepEqual(kinds(news({ ...seen, status: 'canceled' })), ['past-period-paid', 'ended-by-provider'])
  })

  it('does not report a voided period as free while nothing was to be charged', () => {
    const voided = { period, invoices: [covering({ period, status: 'void' }), first] }
    assert.deepEqual(news(voided, { withheldUntil: period.end }), [])
    assert.deepEqual(news({ ...voided, charging: 'off' }, { subscription: given('stopped'), told: 'off' }), [])
    assert.deepEqual(news({ ...voided, charging: 'paused' }, { subscription: given('held'), told: 'paused' }), [])
    assert.deepEqual(news(voided, { changing: true }), [])
  })

  it('does not report a trial at the provider that only covers granted days', () => {
    const end = on('2027-02-01', '00:00')
    const subscription = { ...given('active'), endDate: end, grantedUntil: end }
    const granted = { start: on('11-28'), end }
    const nothing = invoice({ id: 'in_0', period: granted, status: 'paid', total: 0, payment: null })
    assert.deepEqual(news({ status: 'trialing', period: granted, invoices: [first] }, { subscription }), [])
    assert.deepEqual(news({ status: 'trialing', period: granted, invoices: [nothing, first] }, { subscription }), [])
    const next = covering({ period: { start: end, end: on('2027-03-01') }, status: 'draft', payment: null })
    const over = { period: { start: end, end: on('2027-03-01') }, invoices: [next, nothing, first] }
    assert.deepEqual(news(over, { subscription }), [])
  })

  it('reports a failure, with the contents of the notice if the subscriber was not notified yet', () => {
    const open = covering({ period, status: 'open', attempts: 1, nextAttempt: on('12-23'), url: 'https://pay.example' })
    const failed = { period, status: 'past_due', invoices: [open, first] } as const
    const notice = { retryAt: on('12-23'), actionRequired: false, payUrl: 'https://pay.example' }
    assert.deepEqual(news(failed), [{ kind: 'renewal-failed', due: period.start, notice, running: true, by }])
    assert.deepEqual(news(failed, { notify: false }), [
      { kind: 'renewal-failed', due: period.start, notice: null, running: true, by },
    ])
  })

  it('reports once nothing is owed of a payment that failed within the paid period, while its days of grace remain', () => {
    const graced = { ...given('active'), endDate: on('2027-01-03', '00:00') }
    const at = on('12-10')
    const settled = (seen: Partial<BillingSnapshot>, over: Partial<Subscription> = {}, when = at) =>
      kinds(news(seen, { subscription: { ...graced, ...over } }, when)).includes('failure-settled')
    assert.deepEqual(news({}, { subscription: graced }, at), [{ kind: 'failure-settled', by }])
    const open = covering({ period: first.period, status: 'open', attempts: 1 })
    const none: [seen: Partial<BillingSnapshot>, over?: Partial<Subscription>, when?: Date][] = [
      [{ status: 'past_due', invoices: [open, first] }],
      [{ status: 'trialing' }],
      [{ status: 'canceled', endedAt: at }],
      [{ invoices: [covering({ period: first.period, status: 'draft' })] }],
      [{}, { status: 'expired' }],
      [{}, { endDate: on('12-20', '00:00') }],
      [{}, { endDate: null }],
      [{}, { paidUntil: null }],
      [{}, { paidUntil: on('12-19', '00:00') }],
      [{}, {}, on('12-20')],
    ]
    for (const [seen, over, when] of none) assert.equal(settled(seen, over, when), false, JSON.stringify([seen, over]))
    const next = [covering({ period, status: 'paid' }), first]
    assert.equal(settled({ period, invoices: next }, {}, now), false, 'the renewal was paid')
    assert.equal(settled({ plan: 'analytics-weekly' }), false, 'the plan was changed')
  })

  it('reports nothing about a period whose invoice is still a draft', () => {
    assert.deepEqual(news({ period, invoices: [covering({ period, status: 'draft' }), first] }), [])
  })

  it('ignores an invoice for a one-off item', () => {
    const extra = invoice({ id: 'in_9', status: 'paid', payment: 'pi_9' })
    assert.deepEqual(news({ invoices: [extra, first] }), [])
  })

  it('reports the end at the provider, but only a stop of renewal if the invoice was paid since', () => {
    const ended = { period, status: 'canceled', endedAt: on('12-23') } as const
    const open = covering({ period, status: 'open', attempts: 2 })
    const known = new Set(['in_2'])
    assert.deepEqual(news({ ...ended, invoices: [open, first] }), [{ kind: 'ended-by-provider', on: on('12-23'), by }])
    const before = covering({ period, status: 'paid', paidAt: on('12-22') })
    assert.deepEqual(kinds(news({ ...ended, invoices: [before, first] }, { known })), ['ended-by-provider'])
    const since = covering({ period, status: 'paid', paidAt: on('12-24') })
    assert.deepEqual(kinds(news({ ...ended, invoices: [since, first] }, { known })), ['stopped-in-portal'])
  })
})

describe('a change of plan', () => {
  const toWeekly = { plan: 'analytics-weekly', price: 'price_weekly' }
  const week = { start: on('12-21'), end: on('12-28') }
  const year = invoice({ period: { start: on('11-20'), end: on('2027-11-20') }, status: 'paid', payment: 'in_1' })

  it('is reported with the period of the item, even if credit paid for it', () => {
    const credit = covering({ period: week, status: 'paid', total: -94_136, payment: null })
    const look = { subscription: given('active', annual) }
    assert.deepEqual(news({ ...toWeekly, period: week, invoices: [credit, year] }, look), [
      { kind: 'plan-changed', plan: weekly, payment: null, periodEnd: week.end, by },
    ])
  })

  it('is reported after the periods that were paid before it', () => {
    const paid = covering({ period: { start: on('12-20'), end: on('12-27') }, status: 'paid' })
    const trial = { start: on('12-22'), end: on('12-31') }
    const seen = { ...toWeekly, status: 'trialing', period: trial, invoices: [paid, first] } as const
    assert.deepEqual(news(seen), [
      { kind: 'renewal-paid', payment: 'pi_2', periodEnd: on('12-27'), by },
      { kind: 'plan-changed', plan: weekly, payment: null, periodEnd: trial.end, by },
    ])
  })

  it('is reported without the end of a period that is not paid yet', () => {
    const upwards = { start: on('12-01'), end: on('2027-12-01') }
    const open = covering({ period: upwards, status: 'open', attempts: 1 })
    const toAnnual = { plan: 'analytics-annual', period: upwards, status: 'past_due' } as const
    assert.deepEqual(news({ ...toAnnual, invoices: [open, first] }, {}, on('12-01', '18:00')), [
      { kind: 'plan-changed', plan: annual, payment: null, periodEnd: null, by },
      {
        kind: 'renewal-failed',
        due: upwards.start,
        notice: { retryAt: null, actionRequired: false, payUrl: null },
        running: true,
        by,
      },
    ])
  })

  it('is reported again when it is paid later, with a period that ends earlier', () => {
    const until = on('2027-11-20', '00:00')
    const subscription = { ...given('active', annual), plan: weekly, endDate: until, paidUntil: until }
    const paid = covering({ period: week, status: 'paid' })
    const seen = { ...toWeekly, period: week, invoices: [paid, year] }
    const report = { kind: 'plan-changed', plan: weekly, payment: 'pi_2', periodEnd: week.end, by }
    assert.deepEqual(news(seen, { subscription }), [report])
    const ended = utcMidnight(week.end)
    const after = { ...subscription, endDate: ended, paidUntil: ended, payment: 'pi_2' }
    assert.deepEqual(news(seen, { subscription: after, known: new Set(['in_1', 'in_2']) }), [])
    // The period is granted even if the vendor waives the invoice.
    const waived = { ...seen, invoices: [covering({ period: week, status: 'void' }), year] }
    assert.deepEqual(news(waived, { subscription }), [{ ...report, payment: null }])
    assert.deepEqual(news(waived, { subscription: { ...subscription, status: 'cancelled' }, told: 'on' }), [])
  })

  it('is reported without a payment if an earlier payment covers the current period', () => {
    const look = { subscription: given('active', annual) }
    const seen = { plan: 'analytics-monthly', period: first.period ?? period, invoices: [first] }
    const report = { kind: 'plan-changed', plan: monthly, payment: null, periodEnd: first.period?.end, by }
    assert.deepEqual(news(seen, look), [report])
    // Its own invoice, paid by bank debit, is not paid yet.
    const debit = covering({ id: 'in_2', period: { start: on('12-01'), end: on('12-20') }, status: 'open' })
    assert.deepEqual(news({ ...seen, invoices: [debit, first] }, look), [report])
    const paid = { ...debit, status: 'paid', payment: 'pi_2' } as const
    assert.deepEqual(news({ ...seen, invoices: [paid, first] }, look), [{ ...report, payment: 'pi_2' }])
  })

  it('is billed by the new invoice, or by none if an earlier payment covers the period', () => {
    const debit = covering({ id: 'in_2', period: { start: on('12-01'), end: on('12-20') }, status: 'open' })
    const invoiceIn = (...invoices: BillingInvoice[]) => {
      const seen = snapshot({ invoices })
      const look = { snapshot: seen, standing: standingOf(seen, null, now), known: new Set(['in_1']) }
      return invoiceOfChange(look)?.id
    }
    assert.equal(invoiceIn(first), undefined)
    assert.equal(invoiceIn(debit, first), 'in_2')
    assert.equal(invoiceIn({ ...debit, status: 'paid' }, first), 'in_2')
  })

  it('is not reported if the current period is only billed once more', () => {
    const more = covering({ id: 'in_3', period: { start: on('12-01'), end: on('12-20') }, status: 'paid' })
    assert.deepEqual(news({ invoices: [more, first] }), [])
  })

  it('is followed by periods of the new plan; the longer period of the old plan is ignored', () => {
    const until = on('12-28', '00:00')
    const subscription = { ...given('active'), plan: weekly, endDate: until, paidUntil: until }
    const credit = covering({ period: week, status: 'paid', payment: null })
    assert.deepEqual(news({ ...toWeekly, period: week, invoices: [credit, year] }, { subscription }), [])
  })

  it('is not reported for a price without a plan, or after the end', () => {
    assert.deepEqual(news({ plan: null }), [])
    assert.deepEqual(news({ plan: 'analytics-removed' }), [])
    const over = { ...toWeekly, status: 'canceled', endedAt: on('12-01') } as const
    assert.deepEqual(kinds(news(over)), ['ended-by-provider'])
  })
})

describe('renewal at the provider', () => {
  it('is reported if the owner stopped or resumed it there', () => {
    assert.deepEqual(news({ charging: 'off' }), [{ kind: 'stopped-in-portal', by }])
    const resumed = { subscription: given('stopped'), told: 'off' } as const
    assert.deepEqual(news({ charging: 'on' }, resumed), [{ kind: 'resumed-in-portal', by }])
    // While the person is on hold, it is paused.
    const held = { subscription: { ...given('held'), renewal: 'stopped' }, told: 'off' } as const
    assert.deepEqual(news({ charging: 'paused' }, held), [{ kind: 'resumed-in-portal', by }])
  })

  it('is not reported if the shop requested the change or is about to', () => {
    assert.deepEqual(news({ charging: 'off' }, { subscription: given('stopped'), told: 'off' }), [])
    assert.deepEqual(news({ charging: 'off' }, { changing: true }), [])
    assert.deepEqual(news({ charging: 'on' }, { subscription: given('stopped'), told: 'off', changing: true }), [])
    assert.deepEqual(news({ charging: 'on' }, { subscription: given('stopped'), told: 'on' }), [])
  })

  it('is reported before the charge that follows a resumption, and after the charge that precedes a stop', () => {
    const paid = { period, invoices: [covering({ period, status: 'paid' }), first] }
    const resumed = news({ ...paid, charging: 'on' }, { subscription: given('stopped'), told: 'off' })
    assert.deepEqual(kinds(resumed), ['resumed-in-portal', 'renewal-paid'])
    assert.deepEqual(kinds(news({ ...paid, charging: 'off' })), ['renewal-paid', 'stopped-in-portal'])
  })

  it('is not resumed for an ended subscription, even if it is no longer set to end', () => {
    const over = { status: 'canceled', endedAt: on('12-03'), charging: 'on' } as const
    assert.deepEqual(kinds(news(over, { subscription: given('stopped'), told: 'off' })), ['ended-by-provider'])
  })

  it('does not count as stopped if a failed payment paused it', () => {
    const open = covering({ period, status: 'open', attempts: 1 })
    const seen = {
      period,
      status: 'paused',
      charging: 'paused',
      pausedByFailure: true,
      invoices: [open, first],
    } as const
    assert.deepEqual(kinds(news(seen)), ['renewal-failed'])
  })

  it('is reported as ended, with the day', () => {
    assert.deepEqual(news({ status: 'canceled', endedAt: on('12-03') }), [
      { kind: 'ended-by-provider', on: on('12-03'), by },
    ])
  })
})

describe('money that goes back', () => {
  it('is reported once all of a payment was refunded', () => {
    assert.deepEqual(news({ payments: [payment({ refunded: 5000 })] }), [])
    assert.deepEqual(news({ payments: [payment({ refunded: 9900 })] }), [
      { kind: 'payment-returned', payment: 'in_1', payments: ['in_1'], on: now, by },
    ])
  })

  it('of a period during which the plan was bought again, is reported with the days that were added', () => {
    const paid = { kind: 'charge', state: 'paid', invoice_number: null, amount: 9900 } as const
    const records = [
      { ...paid, payment: 'in_1', invoice: 'in_1', at: on('11-20'), period_end: on('12-20') },
      { ...paid, payment: 'in_2', invoice: 'in_2', at: on('12-10'), period_end: on('2027-01-10') },
    ]
    const period = { start: on('12-10'), end: on('2027-01-10') }
    const seen = { period, invoices: [covering({ period, status: 'paid', payment: 'in_2' })] }
    const end = on('2027-01-20', '00:00')
    const days = { paidUntil: on('2027-01-10', '00:00'), endDate: end, grantedUntil: end }
    const subscription = { ...given('active'), ...days, payment: 'in_2' }
    const look = { subscription, records, known: new Set(['in_1', 'in_2']) }
    const returned = { kind: 'payment-returned', payment: 'in_1', payments: ['in_1'], on: on('12-12'), by }
    const back = { ...seen, payments: [payment({ refunded: 9900 })] }
    assert.deepEqual(news(back, look, on('12-12')), [{ ...returned, addedDays: true }])
    const renewed = records.map((one) => (one.payment === 'in_2' ? { ...one, at: on('12-20') } : one))
    assert.deepEqual(news(back, { ...look, records: renewed }, on('12-12')), [returned])
  })

  it('ends the trial that contains the refunded days, before and after the provider ends it', () => {
    const trial = { start: on('11-20'), end: on('2027-12-20') }
    const noted = covering({ period: trial, status: 'paid', total: 0, payment: null })
    const back = on('11-20', '00:00')
    const subscription = { ...given('expired'), renewal: 'ended', endDate: back, paidUntil: on('2027-11-20') } as const
    const seen = { period: trial, invoices: [noted, first] }
    for (const one of [subscription, { ...subscription, status: 'active' } as const])
      for (const over of [{ status: 'trialing' }, { status: 'canceled', endedAt: on('11-20') }] as const)
        assert.ok(!kinds(news({ ...seen, ...over }, { subscription: one })).includes('renewal-paid'))
    assert.deepEqual(
      kinds(news({ ...seen, status: 'trialing' }, { subscription: { ...subscription, renewal: 'on' } })),
      ['renewal-paid'],
    )
  })

  it('pauses while disputed, continues once the dispute is won, and counts as refunded once it is lost', () => {
    const opened: Report = { kind: 'dispute-changed', disputed: true, by }
    const open = { payments: [payment({ disputes: [dispute('open')] })] }
    assert.deepEqual(news(open), [opened])
    assert.deepEqual(news(open, { disputed: true }), [])
    const closed: Report = { ...opened, disputed: false }
    assert.deepEqual(news({ payments: [payment({ disputes: [dispute('won')] })] }, { disputed: true }), [closed])
    assert.deepEqual(news({ payments: [payment({ disputes: [dispute('lost')] })] }, { disputed: true }), [
      closed,
      { kind: 'payment-returned', payment: 'in_1', payments: ['in_1'], on: now, by },
    ])
  })
})
