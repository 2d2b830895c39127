import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { by, first, kinds, news, now, payment, period } from '../../../test/support/billing/given-news.ts'
import { covering } from '../../../test/support/billing/given-snapshot.ts'
import { annual, given, monthly, on, weekly } from '../../../test/support/subscriptions/given-subscription.ts'

describe('a period that was owed when renewal was stopped', () => {
  const paid = { period, invoices: [covering({ period, status: 'paid' }), first] }
  const toWeekly = { plan: 'analytics-weekly', price: 'price_weekly' }

  it('is reported as owed up to that day, and as an ordinary renewal after it', () => {
    const report = { kind: 'renewal-paid', payment: 'pi_2', periodEnd: period.end, by }
    assert.deepEqual(news(paid, { owedUntil: period.end }), [{ ...report, owed: true }])
    assert.deepEqual(news(paid, { owedUntil: period.start }), [report])
  })

  it('is part of the plan change if the plan changes at the same time, whether it was owed or not', () => {
    const [own] = news({ ...paid, ...toWeekly })
    assert.deepEqual(own, {
      kind: 'plan-changed',
      plan: weekly,
      payment: 'pi_2',
      periodEnd: period.end,
      renews: true,
      by,
    })
    const [owed] = news({ ...paid, ...toWeekly }, { owedUntil: period.end })
    assert.ok(owed && !('renews' in owed))
    const [after] = news({ ...paid, ...toWeekly }, { owedUntil: period.start })
    assert.ok(after && 'renews' in after)
  })
})

describe('a failed payment', () => {
  const failing = (nextAttempt: Date | null) => {
    const open = covering({ period, status: 'open', attempts: 1, nextAttempt })
    const [report] = news({ period, status: 'past_due', invoices: [open, first] })
    assert.ok(report?.kind === 'renewal-failed')
    return report.notice?.retryAt
  }

  it('reports the next attempt only if it comes before the period ends', () => {
    const last = new Date(period.end.getTime() - 1)
    assert.deepEqual(failing(last), last)
    assert.equal(failing(period.end), null)
    assert.equal(failing(null), null)
  })

  it('for an earlier period is not reported as a failure of the current period', () => {
    const open = covering({ period, status: 'open', attempts: 3 })
    const third = { start: period.end, end: on('2027-02-20') }
    const draft = covering({ id: 'in_3', period: third, status: 'draft' })
    const [report] = news({ period: third, status: 'past_due', invoices: [draft, open, first] })
    assert.deepEqual(report && [report.kind, 'running' in report], ['renewal-failed', false])
  })
})

describe('the price that the provider charges', () => {
  const priced = { priceMinor: 16_900, currency: 'usd', recurringInterval: 'month', recurringIntervalCount: 1 } as const
  const plan = { ...monthly, priceMinor: 16_900 }

  it('is reported if it differs from the plan’s terms, even if the catalogue has no plan for it', () => {
    for (const name of ['analytics-monthly', null])
      assert.deepEqual(news({ plan: name, priced }), [{ kind: 'price-changed', plan, by }])
    const quarterly = { ...priced, recurringIntervalCount: 3 }
    const longer = { ...plan, recurringIntervalCount: 3 }
    assert.deepEqual(news({ priced: quarterly }), [{ kind: 'price-changed', plan: longer, by }])
  })

  it('is not reported for a plan that left the catalogue, or for another interval without a plan', () => {
    assert.deepEqual(news({ plan: 'analytics-old', price: 'price_old', priced }), [])
    for (const other of [{ recurringIntervalCount: 3 }, { recurringInterval: 'year' as const }])
      assert.deepEqual(news({ plan: null, price: 'price_x', priced: { ...priced, ...other } }), [])
  })

  it('is part of a change to another plan', () => {
    const year = { start: on('12-01'), end: on('2027-12-01') }
    const dearer = { ...priced, priceMinor: 140_000, recurringInterval: 'year' } as const
    const paid = covering({ period: year, status: 'paid' })
    const [report, ...more] = news({ plan: 'analytics-annual', period: year, invoices: [paid], priced: dearer })
    assert.ok(report?.kind === 'plan-changed')
    assert.deepEqual([report.plan, more], [{ ...annual, priceMinor: 140_000 }, []])
  })

  it('reports nothing if it is the same, unknown, in another currency, or if the subscription is over', () => {
    assert.deepEqual(news({ priced: { ...priced, priceMinor: monthly.priceMinor } }), [])
    assert.deepEqual(news({ priced: null }), [])
    assert.deepEqual(news({ priced: { ...priced, currency: 'eur' } }), [])
    assert.deepEqual(news({ priced }, { subscription: given('expired') }), [])
    assert.deepEqual(kinds(news({ priced, status: 'canceled', endedAt: on('12-03') })), ['ended-by-provider'])
  })
})

describe('the end at the provider', () => {
  it('is dated now if the provider states no time', () => {
    assert.deepEqual(news({ status: 'canceled' }), [{ kind: 'ended-by-provider', on: now, by }])
  })

  it('gives no period if it happens at the moment of the payment', () => {
    const paid = covering({ period, status: 'paid', paidAt: on('12-23') })
    const seen = { period, status: 'canceled', endedAt: on('12-23'), invoices: [paid, first] } as const
    assert.deepEqual(kinds(news(seen, { known: new Set(['in_1', 'in_2']) })), ['ended-by-provider'])
  })
})

describe('a payment that went back in full', () => {
  const returned = [payment({ refunded: 9900 })]
  const isReported = (...[over, look, at]: Parameters<typeof news>) =>
    kinds(news({ payments: returned, period, invoices: [first], ...over }, look, at)).includes('payment-returned')

  it('does not end access if its period is over and a free one runs', () => {
    assert.equal(isReported({}), false)
    assert.equal(isReported({}, {}, period.start), false, 'from its first moment')
    const free = covering({ period, status: 'paid', total: 0, payment: null })
    assert.equal(isReported({ invoices: [free, first] }), false)
    const givenAway = covering({ period, status: 'void' })
    assert.equal(isReported({ invoices: [givenAway, first] }), false)
  })

  it('ends access if its own period or an overlapping one still runs', () => {
    assert.equal(isReported({}, {}, new Date(period.start.getTime() - 1)), true)
    assert.equal(isReported({ period: { start: on('12-10'), end: on('2027-01-10') } }), true)
  })

  it('ends access if the current period was paid by it, gives none, or is a trial', () => {
    assert.equal(isReported({ invoices: [covering({ period, status: 'paid' }), first] }), true)
    assert.equal(isReported({}, { withheldUntil: period.end }), true)
    assert.equal(isReported({ status: 'trialing' }), true)
  })

  it('ends access if the provider does not list what it paid for', () => {
    assert.equal(isReported({ invoices: [] }), true)
  })
})
