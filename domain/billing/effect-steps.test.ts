import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { payment } from '../../test/support/billing/given-news.ts'
import { invoice } from '../../test/support/billing/given-snapshot.ts'
import { given, on } from '../../test/support/subscriptions/given-subscription.ts'
import type { Effect } from '../subscription/commands.ts'
import { effectSubject, stepsOf, type EffectSubject, type EffectFacts } from './effect-steps.ts'

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
    assert.deepEqual(tasks({ kind: 'move-next-charge', to: on('12-20') }), [{ task: 'move-next-charge', subscription }])
    assert.deepEqual(steps({ kind: 'ask-provider' }, {}, { isAsked: true }), [])
    assert.deepEqual(steps({ kind: 'ask-provider' }, { subscription: null }), [])
    assert.deepEqual(steps({ kind: 'set-charging', to: 'off' }, { subscription: null }), [])
    assert.deepEqual(steps({ kind: 'forget-person' }), [])
  })

  it('end the right subscription at the provider: the own, another, the replaced or the unused one', () => {
    const task = 'end-charging'
    const end = { kind: 'end-charging', subscription: active.id } as const
    assert.deepEqual(tasks(end), [{ task, subscription: active.id, provider: 'sub_2' }])
    assert.deepEqual(tasks(end, { subscription: null }), [{ task, subscription: active.id, provider: 'sub_2' }])
    assert.deepEqual(tasks({ ...end, subscription: 's-0' }), [{ task, subscription: 's-0', provider: null }])
    assert.deepEqual(tasks({ kind: 'end-replaced' }), [{ task, subscription: null, provider: 'sub_1' }])
    assert.deepEqual(tasks({ kind: 'end-unused' }), [{ task, subscription: null, provider: 'sub_2' }])
    assert.deepEqual(steps({ kind: 'end-replaced' }, { replaced: null }), [])
    assert.deepEqual(steps({ kind: 'end-unused' }, { billingId: null }), [])
  })

  it('refund a payment with its invoice, and email the owner', () => {
    const refund = { kind: 'refund', payment: 'pi_1' } as const
    const tell = { subscriber: 'p-1', subscription: active.id, plan: 'Analytics' }
    const task = { task: 'refund', payment: 'pi_1', invoice: 'in_1', tell }
    const note = { step: 'note', notice: 'refund-unused', about: 'pi_1' } as const
    const marked = [{ step: 'mark-paid-back', paidBack: true }, note, { step: 'queue', task }]
    assert.deepEqual(steps(refund, { replaced: 'sub_2' }), marked)
    assert.deepEqual(steps(refund, { replaced: null }), marked)
    assert.deepEqual(steps(refund), [note, { step: 'queue', task }], 'of another purchase')
    const card = { brand: 'visa', lastDigits: '4242' }
    const [known] = tasks(refund, { subscription: null, card, invoice: invoice({ status: 'paid' }) })
    const money = { amount: 9900, currency: 'usd' }
    assert.deepEqual(known, { ...task, tell: { ...tell, subscription: null, money, card } })
    assert.deepEqual(steps(refund, { subscription: null }), [
      { step: 'queue', task: { ...task, tell: { ...tell, subscription: null } } },
    ])
    assert.deepEqual(tasks(refund, { title: null }), [{ task: 'refund', payment: 'pi_1', invoice: 'in_1' }])
  })

  it('email a person once about a hold, however many subscriptions it stops', () => {
    const mail = { kind: 'mail', mail: 'on-hold' } as const
    const held = { ...given('held'), id: 's-0' }
    assert.deepEqual(steps(mail), [{ step: 'mail', mail: 'on-hold' }])
    assert.equal(steps(mail, {}, { all: [active, held] }).length, 0)
    assert.equal(steps(mail, {}, { all: [active, { ...held, id: active.id }] }).length, 1)
    assert.equal(steps(mail, { subscription: null }).length, 0)
    const waiting = { ...given('waiting'), id: 's-0' }
    assert.equal(steps(mail, {}, { all: [active, waiting] }).length, 1, 'the other one never began')
    assert.equal(steps(mail, {}, { all: [active, { ...held, status: 'cancelled' }] }).length, 1)
    assert.equal(steps({ ...mail, mail: 'renewal-stopped' }, {}, { all: [active, held] }).length, 1)
  })

  it('email a failed payment with its next attempt', () => {
    const failure = { retryAt: null, actionRequired: true, payUrl: null }
    const mail = { kind: 'mail', mail: 'payment-failed', failure } as const
    assert.deepEqual(steps(mail), [{ step: 'mail', mail: 'payment-failed', failure }])
  })

  it('open a payment issue', () => {
    const effect = { kind: 'open-payment-issue', about: 'refund-forbidden', payment: 'pi_1' } as const
    const issue = { subscriptionId: active.id, kind: 'refund-forbidden', payment: 'pi_1' }
    assert.deepEqual(steps(effect), [{ step: 'open-issue', issue }])
  })
})

describe('the subject of the effects of a command', () => {
  const about = { subscriber: 'p-1', subscription: active, title: 'Analytics', replaced: 'sub_1' }
  const paid = invoice({ status: 'paid', payment: 'pi_2' })
  const card = { brand: 'visa', lastDigits: '4242' }
  const findings = {
    billingId: 'sub_2',
    invoices: [invoice({}), paid],
    payments: [payment({ id: 'pi_1' }), payment({ id: 'pi_2', card })],
  }
  const renewed = { kind: 'renewal-paid', by: 'billing', payment: 'pi_2', periodEnd: paid.createdAt } as const

  it('has the invoice and the card of its payment, where they were read', () => {
    assert.deepEqual(effectSubject(about, renewed, findings), { ...about, billingId: 'sub_2', invoice: paid, card })
    const nothing = { ...about, billingId: 'sub_1', invoice: undefined, card: undefined }
    assert.deepEqual(effectSubject(about, renewed, {}), nothing)
    assert.deepEqual(effectSubject(about, { ...renewed, payment: 'pi_3' }, findings), {
      ...nothing,
      billingId: 'sub_2',
    })
    const free = effectSubject(about, { ...renewed, payment: null }, findings)
    assert.deepEqual(free, { ...nothing, billingId: 'sub_2' })
    const stopped = effectSubject(about, { kind: 'stop-renewal', by: 'jane@example.com' }, findings)
    assert.deepEqual(stopped, { ...nothing, billingId: 'sub_2' })
  })
})
