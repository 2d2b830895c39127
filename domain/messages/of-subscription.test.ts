import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import {
  alone,
  annual,
  given,
  monthly,
  ok,
  on,
  running,
  trial,
  waiting,
} from '../../test/support/subscriptions/given-subscription.ts'
import { decide } from '../subscription/decide.ts'
import type { Command, Facts } from '../subscription/commands.ts'
import type { Subscription } from '../subscription/subscription.ts'
import { convertedTrial, messagesOfChange } from './of-subscription.ts'

const by = 'admin@shop.example'

/** Returns the messages of a command on the subscription that `given` creates. */
function told(subscription: Subscription | null, command: Command, now: Date, facts: Partial<Facts> = {}) {
  const decision = decide({ person: ok, others: alone, subscription, ...facts }, command, now)
  assert.ok(!('refused' in decision) && decision.after)
  return messagesOfChange({ before: subscription, after: decision.after, events: decision.events }, 1, 'p1')
}
const types = (...given: Parameters<typeof told>) => told(...given).map(({ type }) => type)

const bought: Command = {
  kind: 'payment-confirmed',
  by: 'billing',
  id: 's1',
  plan: monthly,
  payment: 'in_1',
  paidAt: on('11-20'),
  periodEnd: on('12-20'),
}

test('each change of a subscription is reported once, by the type with its meaning', () => {
  const start: Command = { kind: 'start-trial', by, id: 's1', plan: trial }
  const paid = { billing: running }
  assert.deepEqual(types(null, start, on('11-20')), ['subscription.created', 'trial.started'])
  assert.deepEqual(types(null, start, on('11-20'), { person: waiting }), ['subscription.created'])
  assert.deepEqual(types(null, bought, on('11-20')), ['subscription.created', 'subscription.activated'])
  const clear: Command = { kind: 'clearance-changed', by: 'system' }
  assert.deepEqual(types(given('waiting', trial), clear, on('11-22')), ['trial.started'])
  assert.deepEqual(types(given('waiting'), clear, on('11-22'), paid), ['subscription.activated'])
  assert.deepEqual(types(given('active'), clear, on('11-22'), { person: waiting, ...paid }), ['subscription.held'])
  assert.deepEqual(types(given('held'), clear, on('11-28'), paid), ['subscription.activated', 'subscription.extended'])
  const renewed: Command = { kind: 'renewal-paid', by: 'billing', payment: 'in_2', periodEnd: on('2027-01-20') }
  assert.deepEqual(types(given('active'), renewed, on('12-20'), paid), ['subscription.renewed'])
  assert.deepEqual(types(given('expired'), renewed, on('2028-01-02'), paid), [])
  const over: Command = { kind: 'end-date-over', by: 'system', provider: 'unpaid' }
  assert.deepEqual(types(given('active', trial), over, on('2027-01-20')), ['trial.ended'])
  assert.deepEqual(types(given('active'), over, on('2027-02-20'), paid), ['subscription.expired'])
  assert.deepEqual(types(given('active'), { kind: 'stop-renewal', by }, on('11-22'), paid), [
    'subscription.renewal_stopped',
  ])
  assert.deepEqual(types(given('stopped'), { kind: 'resume-renewal', by }, on('11-23'), paid), [
    'subscription.renewal_resumed',
  ])
  const extend: Command = { kind: 'extend', by, endDate: on('2027-03-01', '00:00'), comment: 'asked' }
  assert.deepEqual(types(given('active'), extend, on('11-22'), paid), ['subscription.extended'])
  assert.deepEqual(types(given('active'), { kind: 'cancel', by, comment: 'asked' }, on('11-22'), paid), [
    'subscription.cancelled',
  ])
  assert.deepEqual(types(given('cancelled'), { kind: 'undo', by, comment: 'asked' }, on('11-26'), paid), [
    'subscription.cancellation_undone',
  ])
  const changed: Command = {
    kind: 'plan-changed',
    by: 'billing',
    plan: annual,
    payment: 'in_3',
    periodEnd: on('2027-11-22'),
  }
  assert.deepEqual(types(given('active'), changed, on('11-22'), paid), ['subscription.plan_changed'])
  const failed: Command = { kind: 'renewal-failed', by: 'billing', due: on('12-20'), notice: null }
  assert.deepEqual(types(given('active'), failed, on('12-20'), paid), [], 'the failed payment itself is told')
  const ended: Command = { kind: 'ended-by-provider', by: 'billing', on: on('11-25') }
  assert.deepEqual(types(given('active'), ended, on('11-25'), paid), ['subscription.expired'])
})

test('a message names the subscription and its state after the change, and is the same however often it is derived', () => {
  const [created, activated] = told(null, bought, on('11-20'))
  const [again] = told(null, bought, on('11-21'))
  assert.deepEqual(activated?.data, {
    subscription: 's1',
    product: 'analytics',
    plan: 'analytics-monthly',
    status: 'active',
    number: 2,
  })
  assert.equal(created?.key, again?.key)
  assert.notEqual(created?.key, activated.key)
  assert.notEqual(created?.key, told(null, { ...bought, payment: 'in_9' }, on('11-20'))[0]?.key)
})

const paidPeriod = { payment: 'in_1', paidAt: on('11-22'), periodEnd: on('12-22') }
const boughtAfter: Command = { kind: 'payment-confirmed', by: 'billing', id: 's2', plan: monthly, ...paidPeriod }
const owned = (over: Partial<Subscription>): Subscription => ({ ...given('active'), id: 's2', ...over })

/** Returns the trial that a command on `before` converts, of a person with these subscriptions. */
function conversion(command: Command, before: Subscription | null, all: Subscription[], facts: Partial<Facts> = {}) {
  const decision = decide({ person: ok, others: alone, subscription: before, ...facts }, command, on('11-22'))
  assert.ok(!('refused' in decision) && decision.after)
  return convertedTrial(decision.after, before ? [...all, before] : all)
}

test('a trial is converted by the first paid and started subscription of its product', () => {
  const running = given('active', trial)
  assert.equal(conversion(boughtAfter, null, [running]), running)
  assert.equal(conversion(boughtAfter, null, []), undefined, 'no trial')
  const other = { ...running, plan: { ...trial, product: 'other' } }
  assert.equal(conversion(boughtAfter, null, [other]), undefined, 'a trial of another product')
  const neverStarted = given('waiting', trial)
  assert.ok(conversion(boughtAfter, null, [neverStarted]), 'bought by a person whose trial waits')
})

test('a trial is not converted by a complimentary subscription, but by the payment that replaces it', () => {
  const running = given('active', trial)
  const grant: Command = { kind: 'grant', by, id: 's2', plan: monthly, endDate: on('12-01'), comment: 'a gift' }
  assert.equal(conversion(grant, null, [running]), undefined)
  const gift = owned({ renewal: 'none', paidUntil: null, payment: null })
  assert.ok(conversion({ ...boughtAfter, payment: 'in_2' }, gift, [running]))
})

test('a trial is converted once', () => {
  const running = given('active', trial)
  const renewed: Command = { kind: 'renewal-paid', by: 'billing', payment: 'in_2', periodEnd: on('2027-01-20') }
  assert.equal(conversion(renewed, owned({}), [running]), undefined, 'a renewal')
  const expired = { ...given('expired'), id: 's0' }
  assert.equal(conversion(boughtAfter, null, [running, expired]), undefined, 'a purchase after an earlier one expired')
  const earlier = { ...expired, createdDate: on('11-01') }
  assert.ok(conversion(boughtAfter, null, [running, earlier]), 'the earlier one was before the trial')
})

test('a trial is not converted by a payment that starts nothing, but later by the start', () => {
  const running = given('active', trial)
  const refused = { ...ok, dplStatus: 'FAIL' as const }
  assert.equal(conversion(boughtAfter, null, [running], { person: refused }), undefined)
  assert.equal(conversion(boughtAfter, null, [running], { person: waiting }), undefined)
  const cleared: Command = { kind: 'clearance-changed', by: 'system' }
  assert.ok(conversion(cleared, { ...given('waiting'), id: 's2' }, [running]))
})

test('the messages show at any time whether a trial is converted', () => {
  const step = fc.record({ which: fc.nat(2), starts: fc.boolean(), pays: fc.boolean() })
  const days = fc.array(fc.constantFrom('11-01', '11-20', '11-25'), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(days, fc.array(step), (created, steps) => {
      const past = given('expired', trial)
      const all = new Map([['s1', past]])
      let told = 0
      for (const { which, starts, pays } of steps) {
        const id = `bought ${which}`
        const before = all.get(id) ?? null
        const after = owned({
          id,
          createdDate: on(created[which] ?? assert.fail()),
          startDate: starts ? on('11-30') : (before?.startDate ?? null),
          paidUntil: pays ? on('12-30') : (before?.paidUntil ?? null),
        })
        if (convertedTrial(after, [...all.values()])) told += 1
        all.set(id, after)
        const isConverted = [...all.values()].some(
          (one) =>
            one.plan.type === 'subscription' && one.startDate && one.paidUntil && one.createdDate >= past.createdDate,
        )
        assert.equal(told, isConverted ? 1 : 0)
      }
    }),
  )
})
