import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { invoice } from '../../test/support/billing/given-snapshot.ts'
import { given } from '../../test/support/subscriptions/given-subscription.ts'
import type { Effect } from '../subscription/commands.ts'
import { stepsOf, type EffectSubject, type EffectFacts } from './effect-steps.ts'

const active = given('active')
const concerned: EffectSubject = {
  subscriber: 'p-1',
  subscription: active,
  title: 'Analytics',
  billingId: 'sub_2',
  replaced: 'sub_1',
}
const stored: EffectFacts = { all: [active], isAsked: false, invoiceOf: () => 'in_1' }
const steps = (effect: Effect, about: Partial<EffectSubject> = {}, facts: Partial<EffectFacts> = {}) =>
  stepsOf(effect, { ...concerned, ...about }, { ...stored, ...facts })
const tasks = (...of: Parameters<typeof steps>) =>
  steps(...of).flatMap((one) => (one.step === 'queue' ? [one.task] : []))

describe('the effects of a decision', () => {
  it('queue a request only if the provider has the subscription', () => {
    const { id: subscription } = active
    assert.deepEqual(tasks({ kind: 'set-charging', to: 'off' }), [{ task: 'set-charging', subscription }])
    assert.deepEqual(tasks({ kind: 'set-charging', to: 'off' }, { subscription: null }), [])
    assert.deepEqual(tasks({ kind: 'ask-provider' }), [{ task: 'ask-provider', subscription }])
    assert.deepEqual(tasks({ kind: 'ask-provider' }, {}, { isAsked: true }), [])
  })

  it('end the right subscription at the provider: the own, another, the replaced or the unused one', () => {
    const task = 'end-charging'
    const end = { kind: 'end-charging', subscription: active.id } as const
    assert.deepEqual(tasks(end), [{ task, subscription: active.id, provider: 'sub_2' }])
    assert.deepEqual(tasks(end, { subscription: null }), [{ task, subscription: active.id, provider: 'sub_2' }])
    assert.deepEqual(tasks({ ...end, subscription: 's-0' }), [{ task, subscription: 's-0', provider: null }])
    assert.deepEqual(tasks({ kind: 'end-replaced' }), [{ task, subscription: null, provider: 'sub_1' }])
    assert.deepEqual(tasks({ kind: 'end-unused' }), [{ task, subscription: null, provider: 'sub_2' }])
    assert.deepEqual(tasks({ kind: 'end-replaced' }, { replaced: null }), [])
  })

  it('refund a payment with its invoice, and email the owner', () => {
    const refund = { kind: 'refund', payment: 'pi_1' } as const
    const tell = { subscriber: 'p-1', subscription: active.id, plan: 'Analytics' }
    const task = { task: 'refund', payment: 'pi_1', invoice: 'in_1', tell }
    assert.deepEqual(steps(refund), [
      { step: 'mark-paid-back', paidBack: true },
      { step: 'note', notice: 'refund-unused', about: 'pi_1' },
      { step: 'queue', task },
    ])
    const card = { brand: 'visa', lastDigits: '4242' }
    const [known] = tasks(refund, { subscription: null, card, invoice: invoice({ status: 'paid' }) })
    const money = { amount: 9900, currency: 'usd' }
    assert.deepEqual(known, { ...task, tell: { ...tell, subscription: null, money, card } })
    assert.deepEqual(tasks(refund, { title: null }), [{ task: 'refund', payment: 'pi_1', invoice: 'in_1' }])
  })

  it('email a person once about a hold, however many subscriptions it stops', () => {
    const mail = { kind: 'mail', mail: 'on-hold' } as const
    const held = { ...given('held'), id: 's-0' }
    assert.equal(steps(mail).length, 1)
    assert.equal(steps(mail, {}, { all: [active, held] }).length, 0)
    assert.equal(steps(mail, {}, { all: [active, { ...held, id: active.id }] }).length, 1)
    assert.equal(steps(mail, { subscription: null }).length, 0)
  })

  it('open a payment issue', () => {
    const effect = { kind: 'open-payment-issue', about: 'refund-forbidden', payment: 'pi_1' } as const
    const issue = { subscriptionId: active.id, kind: 'refund-forbidden', payment: 'pi_1' }
    assert.deepEqual(steps(effect), [{ step: 'open-issue', issue }])
  })
})
