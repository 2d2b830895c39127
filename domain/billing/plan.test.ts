import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { dispute, first, payment, period } from '../../test/support/billing/given-news.ts'
import { invoice, side, snapshot } from '../../test/support/billing/given-snapshot.ts'
import { annual, given, monthly, on } from '../../test/support/subscriptions/given-subscription.ts'
import type { BillingSnapshot } from './billing-snapshot.ts'
import { noticesOf, type BillingNotice, type BillingStep } from './billing-steps.ts'
import { entriesOf } from './payments/payment-entries.ts'
import { disputeLost } from './payments/payment-issues.ts'
import { afterwards, freshness, paymentsToRead, reconcile, unreadPayments, type StoredBilling } from './plan.ts'

const now = on('12-20', '18:00')
const active = given('active')
const noted = (notice: BillingNotice, ...about: string[]) => noticesOf(about.map((one) => ({ notice, about: one })))

function stored(over: Partial<StoredBilling> = {}): StoredBilling {
  const rows = entriesOf(snapshot({ invoices: [first] }))
  const more = { others: [], rows, waiting: new Set<never>(), notices: noticesOf([]), termsOf: () => monthly }
  return { subscription: active, side: side({}), ...more, ...over }
}

const look = (over: Partial<BillingSnapshot>, given: Partial<StoredBilling> = {}) =>
  reconcile(stored(given), snapshot(over), now)
const after = (over: Partial<BillingSnapshot>, given: Partial<StoredBilling> = {}): BillingStep[] =>
  afterwards(look(over, given), stored(given), now)
const issues = (steps: readonly BillingStep[]) =>
  steps.flatMap((one) => (one.step === 'open-issue' ? [[one.issue.kind, one.issue.payment, one.issue.detail]] : []))
const tasks = (steps: readonly BillingStep[]) => steps.flatMap((one) => (one.step === 'queue' ? [one.task] : []))

const running = invoice({ id: 'in_2', period, status: 'paid', payment: 'pi_2' })
const failed = invoice({ id: 'in_2', period, attempts: 1, nextAttempt: on('12-23') })
const unpaid = { status: 'past_due', period, invoices: [failed, first] } as const

describe('reading the provider’s data', () => {
  it('includes the payments that messages name, and those with a dispute or inquiry', () => {
    const rows = (['open', 'inquiry', 'won'] as const).flatMap((status, index) => {
      const id = `pi_${index}`
      const paid = invoice({ status: 'paid', payment: id })
      const read = payment({ id, disputes: [{ ...dispute('open'), status }] })
      return entriesOf(snapshot({ invoices: [paid], payments: [read] }))
    })
    assert.deepEqual(paymentsToRead(['pi_9'], rows), ['pi_9', 'pi_0', 'pi_1'])
  })

  it('is repeated for payments of new invoices that were not read', () => {
    const fresh = snapshot({ period, invoices: [running, first] })
    const rows = entriesOf(snapshot({ invoices: [first] }))
    assert.deepEqual(unreadPayments(fresh, rows), ['pi_2'])
    assert.deepEqual(unreadPayments({ ...fresh, payments: [payment({ id: 'pi_2' })] }, rows), [])
    assert.deepEqual(unreadPayments(fresh, entriesOf(fresh)), [])
    const open = { ...running, status: 'open' } as const
    assert.deepEqual(unreadPayments({ ...fresh, invoices: [open, first] }, rows), [])
    assert.deepEqual(unreadPayments({ ...fresh, payments: [payment({ id: 'in_1' })] }, rows), ['pi_2'])
  })

  it('is repeated if a request was sent or another check stored meanwhile, and dropped once the product was bought again', () => {
    const later = side({ askedAt: on('11-21') })
    const answers = [side({}), side({ charging: null }), later, side({ billingId: 'sub_2' }), null]
    const found = answers.map((one) => freshness(side({}), one, snapshot({})))
    assert.deepEqual(found, ['fresh', 'changed', 'changed', 'replaced', 'replaced'])
    assert.equal(freshness(null, side({}), snapshot({})), 'changed')
  })
})

describe('a check at the provider', () => {
  it('stores the requested state while a request is running, otherwise the state it finds', () => {
    const waiting = new Set(['move-next-charge'] as const)
    assert.equal(look({ charging: 'off' }).seen.charging, 'off')
    assert.equal(look({ charging: 'off' }, { waiting }).seen.charging, 'on')
  })

  it('treats a difference as a change by the customer, unless the shop is about to send its own', () => {
    const kinds = (given: Partial<StoredBilling>) => look({ charging: 'off' }, given).reports.map(({ kind }) => kind)
    assert.deepEqual(kinds({}), ['stopped-in-portal'])
    assert.deepEqual(kinds({ waiting: new Set(['set-charging']), side: side({ charging: 'off' }) }), [])
    // The provider already has the shop's value, so the difference is a later change there.
    assert.deepEqual(kinds({ waiting: new Set(['set-charging']) }), ['stopped-in-portal'])
  })

  it('gives no access for a period that was voided while nothing was to be charged', () => {
    const voided = {
      status: 'active',
      period,
      invoices: [invoice({ id: 'in_2', period, status: 'void' }), first],
    } as const
    const stopped = { ...active, renewal: 'stopped' as const }
    const until = (given: Partial<StoredBilling>) => look(voided, given).seen.withheldUntil
    assert.equal(until({}), null)
    assert.deepEqual(until({ subscription: stopped }), period.end)
    const far = on('2028-01-01')
    assert.deepEqual(until({ subscription: stopped, side: side({ withheldUntil: far }) }), far)
    assert.deepEqual(until({ subscription: stopped, side: side({ withheldUntil: period.start }) }), period.end)
    const paid = { status: 'active', period, invoices: [running, first] } as const
    assert.equal(look(paid, { subscription: stopped }).seen.withheldUntil, null)
  })

  it('emails at the first failure, when the customer must act, and at the last attempt', () => {
    const due = period.start.toISOString()
    const isTold = (steps: BillingSnapshot['invoices'], ...about: string[]) => {
      const { reports } = look({ ...unpaid, invoices: steps }, { notices: noted('renewal-failed', ...about) })
      return reports.some((report) => report.kind === 'renewal-failed' && report.notice !== null)
    }
    assert.equal(isTold([failed, first]), true)
    assert.equal(isTold([failed, first], `${due} first`), false)
    assert.equal(isTold([{ ...failed, nextAttempt: null }, first], `${due} first`), true)
    assert.equal(isTold([{ ...failed, nextAttempt: null }, first], `${due} first`, `${due} last`), false)
    const writtenOff = { ...failed, status: 'uncollectible', nextAttempt: null } as const
    assert.equal(isTold([writtenOff, first], `${due} first`), false)
    const acting = [{ ...failed, payment: 'pi_2' }, first]
    const payments = [payment({ id: 'pi_2', status: 'requires_action', received: 0 })]
    const notices = noted('renewal-failed', `${due} first`)
    const { steps } = look({ ...unpaid, invoices: acting, payments }, { notices })
    assert.deepEqual(steps, [{ step: 'note', notice: 'renewal-failed', about: `${due} action` }])
  })

  it('decides once about money that was returned', () => {
    const back = { invoices: [first], payments: [payment({ id: 'in_1', received: 9900, refunded: 9900 })] }
    const returned = (given: Partial<StoredBilling>) =>
      look(back, given).reports.filter(({ kind }) => kind === 'payment-returned').length
    assert.equal(returned({}), 1)
    assert.deepEqual(look(back).steps, [{ step: 'note', notice: 'payment-returned', about: 'in_1' }])
    assert.equal(returned({ notices: noted('payment-returned', 'in_1') }), 0)
  })

  it('emails a change of plan with its invoice and the next charge, and no other report', () => {
    const paid = { status: 'active', period, invoices: [running, first] } as const
    const next = { at: period.end, amount: 118_800, discount: null, credit: null, currency: 'usd' }
    const changed = look({ ...paid, plan: 'analytics-annual', next }, { termsOf: () => annual })
    assert.deepEqual(changed.change, { from: active.plan, at: now, invoice: running, next })
    const priced = { priceMinor: 8900, currency: 'usd', recurringInterval: 'month', recurringIntervalCount: 1 } as const
    assert.deepEqual(look({ priced }).change, { from: active.plan, at: now, invoice: null, next: null })
    const renewed = look({ ...paid, next })
    assert.deepEqual([renewed.reports.map(({ kind }) => kind), renewed.change], [['renewal-paid'], null])
  })

  it('emails no second change of plan when a change that was emailed is paid later', () => {
    const until = on('2027-11-20', '00:00')
    const subscription = { ...given('active', annual), plan: monthly, endDate: until, paidUntil: until }
    const paid = { status: 'active', period, invoices: [running, first] } as const
    const { reports, change } = look(paid, { subscription })
    assert.deepEqual([reports.map(({ kind }) => kind), change], [['plan-changed'], null])
  })
})

describe('the effects of a check', () => {
  it('queue outstanding requests to the provider, unless one is waiting or another change is running', () => {
    const end = on('2027-01-05', '00:00')
    const extended = { subscription: { ...active, endDate: end, grantedUntil: end } }
    assert.deepEqual(tasks(after({}, extended)), [{ task: 'move-next-charge', subscription: active.id }])
    assert.deepEqual(tasks(after({}, { ...extended, waiting: new Set(['move-next-charge']) })), [])
    const sending = { waiting: new Set(['set-charging'] as const), side: side({ charging: 'off' }) }
    assert.deepEqual(tasks(after({}, { ...extended, ...sending })), [])
    const over = { status: 'canceled', endedAt: now, period, invoices: [failed, first] } as const
    const ended = { task: 'end-charging', subscription: active.id, provider: 'sub_1' } as const
    assert.deepEqual(tasks(after(over)), [ended])
    assert.deepEqual(tasks(after(over, { waiting: new Set(['end-charging']) })), [])
  })

  it('open an issue for a price, a quantity or an invoice that needs a person, and close it later', () => {
    const kinds = (over: Partial<BillingSnapshot>, given: Partial<StoredBilling> = {}) => issues(after(over, given))
    assert.deepEqual(kinds({ plan: null, price: 'price_x' }), [['unknown-price', null, undefined]])
    assert.deepEqual(kinds({ plan: null, price: 'price_x' }, { side: side({ price: 'price_x' }) }), [])
    const other = { plan: 'analytics-other', price: 'price_x' }
    assert.deepEqual(kinds(other, { termsOf: () => undefined }), [['unknown-price', null, undefined]])
    assert.deepEqual(kinds(other, { termsOf: () => undefined, side: side({ price: null }) }), [], 'the first check')
    assert.deepEqual(kinds(other), [], 'a plan of the catalogue')
    const statistics = { ...annual, name: other.plan, product: 'statistics' }
    const another = { others: [{ ...given('active', statistics), id: 's2' }] }
    const elsewhere = { ...another, termsOf: () => statistics }
    assert.deepEqual(kinds(other, elsewhere), [['unknown-price', null, undefined]], 'a product that they have')
    assert.deepEqual(look(other, elsewhere).reports, [])
    assert.deepEqual(kinds(other, { ...another, termsOf: () => annual }), [], 'another plan of its own product')
    assert.deepEqual(kinds({ plan: null, price: 'price_x', status: 'canceled', endedAt: now }), [])
    assert.deepEqual(kinds({ quantity: 3 }), [['quantity', null, '3']])
    assert.deepEqual(kinds({ quantity: 3 }, { notices: noted('quantity', '3') }), [])
    assert.deepEqual(kinds({ otherItems: 1 }), [['other-items', null, '1']])
    assert.deepEqual(kinds({ otherItems: 1 }, { notices: noted('other-items', '1') }), [])
    assert.deepEqual(kinds({ otherItems: 1, status: 'canceled', endedAt: now }), [])
    const untaxed = { taxStopped: 'requires_location_inputs' }
    assert.deepEqual(kinds(untaxed), [['tax-stopped', null, untaxed.taxStopped]])
    assert.deepEqual(kinds(untaxed, { notices: noted('tax-stopped', untaxed.taxStopped) }), [])
    assert.deepEqual(kinds({ ...untaxed, status: 'canceled', endedAt: now }), [])
    const draft = invoice({ id: 'in_2', period, status: 'draft', finalizationFailed: true })
    assert.deepEqual(kinds({ period, invoices: [draft, first] }), [['invoice-not-finalised', null, undefined]])
    const closed = after({}).flatMap((one) => (one.step === 'close-issue' ? [one.issue.kind] : []))
    assert.deepEqual(closed, [
      'unknown-subscription',
      'invoice-not-finalised',
      'quantity',
      'other-items',
      'tax-stopped',
      'unknown-price',
    ])
  })

  it('close the issues about a payment that are over, and forget what was reported of a corrected number', () => {
    const closed = (one: Parameters<typeof payment>[0]) =>
      after({ payments: [payment(one)] }).flatMap((step) =>
        step.step === 'close-issue' && step.issue.payment !== null ? [`${step.issue.kind} ${step.issue.payment}`] : [],
      )
    const always = ['payment-inquiry in_1', 'payment-disputed in_1']
    assert.deepEqual(closed({}), always)
    assert.deepEqual(closed({ refunded: 5_000 }), always)
    assert.deepEqual(closed({ refunded: 9_900 }), ['refund-forbidden in_1', ...always])
    assert.deepEqual(closed({ disputes: [dispute('open')] }), ['payment-inquiry in_1'])
    assert.deepEqual(closed({ disputes: [{ ...dispute('open'), status: 'inquiry' }] }), ['payment-disputed in_1'])
    const forgotten = (over: Partial<BillingSnapshot>) =>
      after(over).flatMap((step) => (step.step === 'forget-notes' ? [[step.notice, step.except]] : []))
    assert.deepEqual(forgotten({ quantity: 3 }), [
      ['quantity', '3'],
      ['other-items', null],
      ['tax-stopped', null],
    ])
  })

  it('open one issue for an inquiry and one for a failed refund', () => {
    const inquiry = { ...dispute('open'), status: 'inquiry', answerBy: now } as const
    const asked = { payments: [payment({ disputes: [inquiry] })] }
    assert.deepEqual(issues(after(asked)), [['payment-inquiry', 'in_1', now.toISOString()]])
    assert.deepEqual(issues(after(asked, { notices: noted('payment-inquiry', 'dp_1') })), [])
    const refund = { id: 're_1', amount: 9900, at: now, status: 'failed', request: null } as const
    const came = after({ payments: [payment({ refunds: [refund] })] })
    assert.deepEqual(issues(came), [['refund-failed', 'in_1', undefined]])
    assert.deepEqual(issues(after({ payments: [payment({ refunds: [{ ...refund, status: 'succeeded' }] })] })), [])
    const told = { notices: noted('refund-failed', 're_1') }
    assert.deepEqual(issues(after({ payments: [payment({ refunds: [refund] })] }, told)), [])
    assert.ok(came.some((one) => one.step === 'mark-paid-back' && !one.paidBack))
  })

  it('open one issue for lost days, stating their number and plan', () => {
    const year = { start: on('11-20'), end: on('2027-11-20') }
    const month = { start: on('2027-01-20'), end: on('2027-02-20') }
    const yearly = invoice({ period: year, status: 'paid', payment: 'pi_1' })
    const monthlyOne = invoice({ id: 'in_3', period: month, status: 'paid', payment: 'pi_3' })
    const rows = entriesOf(snapshot({ invoices: [yearly] }))
    const extended = { subscription: { ...given('active', annual), grantedUntil: on('2027-11-27') }, rows }
    const switched = { period: month, invoices: [monthlyOne, yearly] }
    const detail = '{"plan":"Analytics annual","days":311}'
    assert.deepEqual(issues(after(switched, extended)), [['paid-days-lost', 'in_3', detail]])
    assert.deepEqual(issues(after(switched, { ...extended, notices: noted('paid-days-lost', 'in_3') })), [])
  })

  it('open one issue for a payment both refunded and credited, and one if a dispute took one of two payments', () => {
    const month = { start: on('11-20'), end: on('12-20') }
    const paid = invoice({ id: 'in_1', period: month, status: 'paid', payment: 'pi_1' })
    const refund = { id: 're_1', amount: 9000, at: on('12-01'), status: 'succeeded', request: null } as const
    const refunded = payment({ id: 'pi_1', received: 9900, refunded: 9000, refunds: [refund] })
    const credit = { amount: 5000, periodEnd: month.end }
    const week = { start: on('12-05'), end: on('12-12') }
    const down = invoice({ id: 'in_2', period: week, status: 'paid', total: -4000, paidAt: on('12-05'), credit })
    const seen = { period: week, invoices: [down, paid], payments: [refunded] }
    const twice = { rows: entriesOf(snapshot(seen)) }
    const ofMoney = (over: Partial<BillingSnapshot>, given: Partial<StoredBilling>) =>
      issues(after(over, given)).filter(([kind]) => kind === 'credit-and-refund' || kind === 'payment-disputed')
    assert.deepEqual(ofMoney(seen, twice), [['credit-and-refund', 'pi_1', undefined]])
    assert.deepEqual(ofMoney(seen, { ...twice, notices: noted('credit-and-refund', 'pi_1') }), [])

    const second = invoice({ id: 'in_2', period: { ...month, start: on('12-05') }, status: 'paid', payment: 'pi_2' })
    const lost = payment({ id: 'pi_1', disputes: [dispute('lost')] })
    const partly = { period: month, invoices: [second, paid], payments: [lost, payment({ id: 'pi_2' })] }
    assert.deepEqual(ofMoney(partly, {}), [['payment-disputed', 'pi_1', disputeLost]])
    assert.deepEqual(ofMoney(partly, { notices: noted('dispute-lost', 'pi_1') }), [])

    const both = [
      payment({ id: 'pi_1', disputes: [dispute('open')] }),
      payment({ id: 'pi_2', disputes: [{ ...dispute('open'), id: 'dp_2' }] }),
    ]
    assert.deepEqual(ofMoney({ ...partly, payments: both }, { notices: noted('payment-disputed', 'dp_1') }), [
      ['payment-disputed', 'pi_2', undefined],
    ])
  })

  it('email a refund once, and a failed refund only to people who got that email', () => {
    const refund = { id: 're_1', amount: 4900, at: now, request: null } as const
    const mails = (status: 'succeeded' | 'failed', given: Partial<StoredBilling> = {}) =>
      after({ payments: [payment({ refunds: [{ ...refund, status }] })] }, given).flatMap((one) =>
        one.step === 'mail-refund' || one.step === 'mail-failed-refund' ? [one.step] : [],
      )
    assert.deepEqual(mails('succeeded'), ['mail-refund'])
    assert.deepEqual(mails('succeeded', { notices: noted('refund-told', 're_1') }), [])
    assert.deepEqual(mails('succeeded', { notices: noted('payment-refunded', 'in_1') }), [])
    assert.deepEqual(mails('failed'), [])
    assert.deepEqual(mails('failed', { notices: noted('refund-told', 're_1') }), ['mail-failed-refund'])
  })
})
