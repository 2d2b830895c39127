import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { by, dispute, first, kinds, news, now, payment, period } from '../../test/support/billing/given-news.ts'
import { covering } from '../../test/support/billing/given-snapshot.ts'
import { on, weekly } from '../../test/support/subscriptions/given-subscription.ts'

describe('a period that was owed when renewal was stopped', () => {
  const paid = { period, invoices: [covering({ period, status: 'paid' }), first] }
  const toWeekly = { plan: 'analytics-weekly', price: 'price_weekly' }

  it('is brought as owed up to that day, and as any other after it', () => {
    const report = { kind: 'renewal-paid', payment: 'pi_2', periodEnd: period.end, by }
    assert.deepEqual(news(paid, { owedUntil: period.end }), [{ ...report, owed: true }])
    assert.deepEqual(news(paid, { owedUntil: period.start }), [report])
  })

  it('is no renewal by a change of plan, which one that follows what was paid for is', () => {
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

  it('is tried again before its period is over, and not after it', () => {
    const last = new Date(period.end.getTime() - 1)
    assert.deepEqual(failing(last), last)
    assert.equal(failing(period.end), null)
    assert.equal(failing(null), null)
  })

  it('of an earlier period is not that of the running one', () => {
    const open = covering({ period, status: 'open', attempts: 3 })
    const third = { start: period.end, end: on('2027-02-20') }
    const draft = covering({ id: 'in_3', period: third, status: 'draft' })
    const [report] = news({ period: third, status: 'past_due', invoices: [draft, open, first] })
    assert.deepEqual(report && [report.kind, 'running' in report], ['renewal-failed', false])
  })
})

describe('the end at the provider', () => {
  it('is now where the provider does not say when', () => {
    assert.deepEqual(news({ status: 'canceled' }), [{ kind: 'ended-by-provider', on: now, by }])
  })

  it('at the moment of the payment leaves no period to give', () => {
    const paid = covering({ period, status: 'paid', paidAt: on('12-23') })
    const seen = { period, status: 'canceled', endedAt: on('12-23'), invoices: [paid, first] } as const
    assert.deepEqual(kinds(news(seen, { known: new Set(['in_1', 'in_2']) })), ['ended-by-provider'])
  })
})

describe('a dispute', () => {
  const other = payment({ id: 'pi_0' })

  it('is open while one of several about a payment is, and names that payment', () => {
    const both = payment({ disputes: [dispute('won'), dispute('open')] })
    assert.deepEqual(news({ payments: [other, both] }), [
      { kind: 'dispute-changed', disputed: true, payment: 'in_1', by },
    ])
    const closed = payment({ disputes: [dispute('won')] })
    assert.deepEqual(news({ payments: [other, closed] }, { disputed: true }), [
      { kind: 'dispute-changed', disputed: false, payment: 'in_1', by },
    ])
  })

  it('that the provider does not list any more is closed', () => {
    assert.deepEqual(news({ payments: [other] }, { disputed: true }), [
      { kind: 'dispute-changed', disputed: false, payment: '', by },
    ])
  })
})
