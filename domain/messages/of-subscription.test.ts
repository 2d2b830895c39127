import assert from 'node:assert/strict'
import { test } from 'vitest'
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

test('a trial is converted by the purchase of its product', () => {
  const after = { ...given('active'), id: 's2' }
  const change = {
    before: null,
    after,
    events: told(null, bought, on('11-20')).map(() => ({ at: on('11-20') })) as never,
  }
  const converted = convertedTrial(change, [given('active', trial)], 'p1')
  assert.deepEqual(converted?.data, {
    subscription: 's1',
    product: 'analytics',
    plan: 'analytics-trial',
    status: 'active',
    convertedTo: 's2',
  })
  assert.equal(convertedTrial(change, [given('waiting', trial)], 'p1'), null, 'it never started')
  assert.equal(
    convertedTrial({ ...change, before: after }, [given('active', trial)], 'p1'),
    null,
    'it was bought before',
  )
})
