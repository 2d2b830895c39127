import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { invoice, side, snapshot } from '../../test/support/billing/given-snapshot.ts'
import { given, on } from '../../test/support/subscriptions/given-subscription.ts'
import type { Charging } from './billing-snapshot.ts'
import type { PeriodStanding } from './standing.ts'
import type { BillingTask } from './billing-tasks.ts'
import {
  askAgainAt,
  chargingCall,
  doneSteps,
  endDateOver,
  nextChargeAt,
  refusalSteps,
  retrySteps,
  sideToEnd,
  waitingSteps,
  type TaskFacts,
} from './tasks.ts'

const now = on('12-01')
const active = given('active')
const stopped = { ...active, renewal: 'stopped' as const }

describe('the charging state that the provider is sent', () => {
  const call = (subscription: typeof active, charging: Charging | null, told: Charging | null = null) =>
    chargingCall({ subscription, side: side({ charging }) }, told, now)

  it('is what the subscription requires; after a stop, invoices that are not due stay payable while access lasts', () => {
    assert.deepEqual(call(stopped, 'on'), {
      billingId: 'sub_1',
      to: 'off',
      owedAt: now,
      voidsOnly: false,
      readsFirst: false,
    })
    assert.deepEqual(call({ ...stopped, status: 'expired' }, 'on')?.owedAt, null)
    assert.deepEqual(call(active, 'off'), {
      billingId: 'sub_1',
      to: 'on',
      owedAt: null,
      voidsOnly: false,
      readsFirst: false,
    })
    assert.equal(call(active, null)?.to, 'on')
  })

  it('is only to void unpaid invoices if the provider no longer charges, and nothing if it still charges', () => {
    assert.equal(call(stopped, 'off')?.voidsOnly, true)
    assert.equal(call(active, 'on'), null)
  })

  it('is sent again only if the state has changed since', () => {
    assert.equal(call(stopped, 'off', 'off'), null)
    assert.equal(call(active, 'off', 'off')?.to, 'on')
  })

  it('is nothing if the provider has ended its side or has none', () => {
    const ended = side({ charging: 'on', billing: { ...side({}).billing, ended: true } })
    assert.equal(chargingCall({ subscription: stopped, side: ended }, null, now), null)
    assert.equal(chargingCall({ subscription: stopped, side: null }, null, now), null)
    assert.equal(chargingCall({ subscription: undefined, side: side({}) }, null, now), null)
  })
})

describe('the next charge', () => {
  const paid: PeriodStanding = { kind: 'given', invoice: null }
  const longer = { ...active, endDate: on('2027-01-05', '00:00'), grantedUntil: on('2027-01-05', '00:00') }
  const at = (
    subscription: typeof active,
    over: Parameters<typeof snapshot>[0] = {},
    standing: PeriodStanding = paid,
  ) => nextChargeAt({ subscription, side: side({}) }, { snapshot: snapshot(over), standing }, now)

  it('moves to the end date if that is another day', () => {
    assert.deepEqual(at(longer), longer.endDate)
    assert.equal(at(active), null)
  })

  it('moves to one hour from now on the last day itself', () => {
    const today = { ...active, endDate: on('12-01', '00:00') }
    const before = { period: { start: on('11-20'), end: on('11-30') } }
    assert.deepEqual(at(today, before), on('12-01', '16:04'))
  })

  it('stays while an invoice is open, and if a paid period would be cut short', () => {
    const open = invoice({ id: 'in_2', period: { start: on('12-20'), end: on('2027-01-20') } })
    assert.equal(at(longer, { invoices: [open] }), null)
    assert.deepEqual(at(longer, { invoices: [{ ...open, period: null }] }), longer.endDate)
    assert.equal(at({ ...active, endDate: on('12-10', '00:00') }), null)
  })

  it('stays if the owner has stopped renewal in the portal meanwhile', () => {
    assert.equal(at(longer, { charging: 'off' }), null)
  })

  it('stays if the subscription does not renew, is missing at the provider, or has ended', () => {
    assert.equal(at({ ...longer, renewal: 'stopped' }), null)
    assert.equal(at(longer, { endedAt: now, status: 'canceled' }), null)
    assert.equal(nextChargeAt({ subscription: longer, side: side({}) }, null, now), null)
    assert.equal(at({ ...longer, endDate: on('11-25', '00:00') }), null)
  })
})

describe('an end date in the past', () => {
  const awaited = {
    snapshot: snapshot({}),
    standing: { kind: 'awaited', invoice: invoice({}), processing: false },
  } as const

  it('is decided an hour later for an awaited payment, and a minute later without a response', () => {
    assert.equal(endDateOver(awaited).provider, 'awaited')
    assert.deepEqual(askAgainAt(awaited, now), on('12-01', '16:04'))
    assert.equal(endDateOver('no-answer').provider, 'no-answer')
    assert.deepEqual(askAgainAt('no-answer', now), on('12-01', '15:05'))
  })

  it('is not checked again if the period is unpaid, and states the failure that a payment would resolve', () => {
    const period = { due: now, periodEnd: on('12-20'), actionRequired: false }
    const failed = { snapshot: snapshot({}), standing: { kind: 'failed', invoice: invoice({}), ...period } } as const
    assert.deepEqual(endDateOver(failed).failure, { retryAt: null, actionRequired: false, payUrl: null })
    assert.equal(askAgainAt(failed, now), null)
    assert.equal(endDateOver(null).provider, 'unpaid')
  })
})

describe('a task that the provider refuses', () => {
  const facts = (task: BillingTask, over: Partial<TaskFacts> = {}): TaskFacts => ({
    id: 'task-1',
    task,
    subscription: stopped,
    billingId: 'sub_1',
    rows: [],
    ...over,
  })
  const refund: BillingTask = { task: 'refund', payment: 'pi_1', refund: 'refund-1' }
  const steps = (one: TaskFacts) => refusalSteps(one, 'No.').map(({ step }) => step)

  it('is a payment issue that can be retried, and no longer waits', () => {
    const task: BillingTask = { task: 'move-next-charge', subscription: stopped.id }
    const key = { subscriptionId: stopped.id, payment: 'move-next-charge' }
    assert.deepEqual(refusalSteps(facts(task), 'No.'), [
      { step: 'open-issue', issue: { ...key, providerObject: 'sub_1', kind: 'task-refused', detail: 'No.', task } },
      { step: 'close-issue', issue: { ...key, kind: 'task-waiting' } },
    ])
    const [waiting] = waitingSteps(facts(task), 'Later.')
    assert.deepEqual(waiting?.step === 'open-issue' && waiting.issue.detail, 'Later.')
    assert.deepEqual(doneSteps(facts(task)), refusalSteps(facts(task), 'No.').slice(1))
  })

  it('is reported to a customer who relies on the stop, and to no one else', () => {
    const task: BillingTask = { task: 'set-charging', subscription: stopped.id }
    assert.ok(steps(facts(task)).includes('mail'))
    assert.ok(!steps(facts(task, { subscription: active })).includes('mail'))
  })

  it('clears the mark of a refund, unless another refund was made', () => {
    const row = { kind: 'refund', payment: 'pi_1', invoice: 'in_1', amount: 100, period_end: null, at: now } as const
    const more = { provider_id: null, invoice_number: null, tax: null, currency: 'usd', period_start: null }
    const own = { ...row, ...more, id: 'refund-1', state: 'pending' }
    const charge = { ...own, id: 'charge-1', kind: 'charge', state: 'paid', period_end: on('12-20') } as const
    const subscription = { ...stopped, payment: 'pi_1' }
    const left = (rows: TaskFacts['rows']) => steps(facts(refund, { subscription, rows: [charge, ...rows] })).slice(2)
    assert.deepEqual(left([own]), ['mark-refund', 'mark-paid-back'])
    assert.deepEqual(left([own, { ...own, id: 'refund-2' }]), ['mark-refund'])
    const earlier = { payment: 'pi_0', invoice: 'in_0' }
    const before = { ...charge, ...earlier, id: 'charge-0', period_end: on('11-20') }
    const refunded = { ...own, ...earlier, id: 'refund-2', state: 'succeeded' }
    assert.deepEqual(left([before, refunded, own]), ['mark-refund', 'mark-paid-back'], 'an earlier period is another')
  })

  it('is requested again, with the mark of a refund, if that is of the current period', () => {
    const row = { payment: 'pi_1', invoice: 'in_1', amount: 100, period_end: on('12-20'), at: on('11-20') }
    const more = { provider_id: 'pi_1', invoice_number: null, tax: null, currency: 'usd', period_start: null }
    const charge = { ...row, ...more, id: 'charge-1', kind: 'charge', state: 'paid' } as const
    const queued = { step: 'queue', task: refund }
    const pending = { step: 'mark-refund', refund: 'refund-1', state: 'pending' }
    const retried = (payment: string) => retrySteps(refund, { ...stopped, payment }, [charge], now)
    assert.deepEqual(retried('pi_1'), [pending, { step: 'mark-paid-back', paidBack: true }, queued])
    assert.deepEqual(retried('pi_2'), [pending, queued])
    const task: BillingTask = { task: 'set-charging', subscription: stopped.id }
    assert.deepEqual(retrySteps(task, stopped, [charge], now), [{ step: 'queue', task }])
  })

  it('without a subscription is identified by the provider’s object', () => {
    const task: BillingTask = { task: 'end-charging', subscription: null, provider: 'sub_9' }
    const [opened] = refusalSteps(facts(task, { subscription: null, billingId: null }), 'No.')
    assert.ok(opened?.step === 'open-issue')
    assert.deepEqual([opened.issue.payment, opened.issue.providerObject], ['end-charging sub_9', 'sub_9'])
    assert.equal(sideToEnd({ task: 'end-charging', subscription: 's', provider: null }, side({})), 'sub_1')
    assert.equal(sideToEnd({ task: 'end-charging', subscription: 's', provider: 'sub_9' }, side({})), 'sub_9')
  })
})
