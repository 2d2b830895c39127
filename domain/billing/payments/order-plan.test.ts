import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { payment } from '../../../test/support/billing/given-news.ts'
import { invoice, side, snapshot } from '../../../test/support/billing/given-snapshot.ts'
import { monthly, on } from '../../../test/support/subscriptions/given-subscription.ts'
import type { BillingSnapshot } from '../billing-snapshot.ts'
import type { BillingStep } from '../billing-steps.ts'
import { closingOf, planOrder, replacedBy, type OrderFacts, type PlacedOrder } from './order-plan.ts'
import { foreignStep, lateSteps, paymentsSince, straySteps, type Owner } from './stray-payments.ts'

const now = on('11-25')
const order: PlacedOrder = {
  id: 'order-1',
  state: 'open',
  subscriberId: 'p-1',
  subscriptionId: 's-1',
  terms: monthly,
  session: 'cs_1',
  processingAt: null,
}
const owner: Owner = { subscriber: 'p-1', isCleared: true, title: 'Analytics monthly' }
const period = { start: on('11-20'), end: on('12-20') }
const paid = snapshot({ invoices: [invoice({ period, status: 'paid', payment: 'pi_1' })] })
const open = invoice({ period, payment: 'pi_1' })
const processing = snapshot({ invoices: [open], payments: [payment({ id: 'pi_1', status: 'processing' })] })
const failed = snapshot({ status: 'past_due', invoices: [{ ...open, attempts: 1 }] })
const plan = (seen: BillingSnapshot, over: Partial<OrderFacts> = {}) =>
  planOrder({ order, owner, isEnding: false, ...over }, seen, now)
const end = { step: 'queue', task: { task: 'end-charging', subscription: null, provider: 'sub_1' } } as const
const noticesIn = (steps: readonly BillingStep[]) =>
  steps.flatMap((step) => (step.step === 'queue' && step.task.task === 'refund' ? [step.task.tell] : []))
const refund = (tell: boolean) => {
  const money = { amount: 9900, currency: 'usd' }
  const told = { subscriber: 'p-1', subscription: null, plan: owner.title, money }
  return { step: 'queue', task: { task: 'refund', payment: 'pi_1', ...(tell ? { tell: told } : {}) } } as const
}

describe('an order', () => {
  it('starts its subscription when it is paid, and only once', () => {
    const { confirms, isPaid, change, steps } = plan(paid)
    assert.deepEqual([confirms?.payment, isPaid, change], ['pi_1', true, { state: 'paid', leftOver: false }])
    assert.deepEqual(steps, [{ step: 'queue', task: { task: 'set-default-method', subscription: 's-1' } }])
    const again = plan(paid, { order: { ...order, state: 'paid' } })
    assert.deepEqual([again.confirms, again.isPaid, again.change, again.steps], [null, true, {}, []])
  })

  it('emails the buyer once that the payment takes days', () => {
    assert.deepEqual([plan(processing).mail, plan(processing).change], ['purchase-processing', { processingAt: now }])
    assert.equal(plan(processing, { order: { ...order, processingAt: on('11-24') } }).mail, null)
  })

  it('is closed once its payment failed, and its remains at the provider are ended once', () => {
    const { mail, change, steps } = plan(failed)
    assert.equal(mail, 'purchase-failed')
    assert.deepEqual([change, steps], [{ state: 'closed', leftOver: true, processingAt: now }, [end]])
    assert.deepEqual(plan(failed, { isEnding: true }).steps, [])
    const over = plan({ ...failed, status: 'canceled', endedAt: now, invoices: [] })
    assert.equal(over.change.leftOver, false)
    assert.deepEqual(
      over.steps.map(({ step }) => step),
      ['close-issue'],
    )
  })

  it('of an erased person refunds what was paid, and emails no one', () => {
    const { mail, change, steps } = plan(paid, { owner: null })
    assert.deepEqual([mail, change.state, steps], [null, 'paid', [end, refund(false)]])
  })

  it('refunds a late payment once it is closed, unless the person is on hold', () => {
    const late = { order: { ...order, state: 'closed', processingAt: on('11-24') } } as const
    assert.deepEqual(plan(paid, late).steps, [end, refund(true)])
    const card = { brand: 'visa', lastDigits: '4242' }
    assert.deepEqual(noticesIn(plan({ ...paid, payments: [payment({ id: 'pi_1', card })] }, late).steps), [
      { subscriber: 'p-1', subscription: null, plan: owner.title, money: { amount: 9900, currency: 'usd' }, card },
    ])
    const held = plan(paid, { ...late, owner: { ...owner, isCleared: false } }).steps
    assert.deepEqual(
      held.map(({ step }) => step),
      ['queue', 'open-issue'],
    )
  })

  it('is closed with its page, and checked again while its payment is processed', () => {
    const page = { step: 'queue', task: { task: 'close-checkout', session: 'cs_1' } }
    assert.deepEqual(closingOf(order), { change: { state: 'closed', leftOver: false }, steps: [page] })
    assert.equal(closingOf({ ...order, processingAt: now }).change.leftOver, true)
    assert.deepEqual(closingOf({ ...order, session: null }).steps, [])
  })

  it('triggers a check of the subscription that it replaces', () => {
    assert.equal(replacedBy(order, side({ billingId: 'sub_0' }), paid), 'sub_0')
    assert.equal(replacedBy(order, side({}), paid), null)
    assert.equal(replacedBy(order, null, paid), null)
    assert.equal(replacedBy({ ...order, state: 'paid' }, side({ billingId: 'sub_0' }), paid), null)
  })
})

describe('a subscription at the provider that the shop does not have', () => {
  const later = { start: on('12-20'), end: on('2027-01-20') }
  const second = invoice({ id: 'in_2', period: later, status: 'paid', payment: 'pi_2', paidAt: on('12-20') })
  const first = invoice({ period, status: 'paid', payment: 'pi_1' })
  const seen = snapshot({ period: later, invoices: [second, first] })

  it('leads to a check of its order, a refund for an erased person or of stray payments, or nothing', () => {
    const steps = [
      foreignStep({ state: 'closed' }, true),
      foreignStep({ state: 'paid' }, true),
      foreignStep({ state: 'paid' }, false),
      foreignStep(undefined, false),
    ]
    assert.deepEqual(steps, ['order', 'erased', 'strays', 'nothing'])
  })

  it('is refunded if it was charged after the erasure of its person, and charges no more', () => {
    const back = { step: 'queue', task: { task: 'refund', payment: 'pi_2' } }
    assert.deepEqual(lateSteps(seen, period.end), [back, end])
    assert.deepEqual(lateSteps(seen, later.end), [])
    const lost = payment({ id: 'pi_2', received: 9900, refunded: 9900 })
    assert.deepEqual(lateSteps({ ...seen, payments: [lost] }, period.end), [])
  })

  it('is refunded for what was paid since it was replaced, to the second, but not for its first payment', () => {
    assert.deepEqual(paymentsSince(seen, on('12-20')), ['pi_2'])
    assert.deepEqual(paymentsSince(seen, new Date(on('12-20').getTime() + 999)), ['pi_2'])
    assert.deepEqual(paymentsSince(seen, new Date(on('12-20').getTime() + 1000)), [])
    assert.deepEqual(paymentsSince(seen, on('11-01')), ['pi_2'])
    assert.deepEqual(paymentsSince(seen, null), [])
  })

  it('is refunded if stray payments are refunded; for a person on hold an administrator decides', () => {
    const read = { ...seen, payments: [payment({ id: 'pi_2' }), payment({ id: 'pi_3', refunded: 9900 })] }
    const strays = ['pi_2', 'pi_3']
    const kinds = (one: Owner | null) => straySteps(read, strays, 's-1', one).map(({ step }) => step)
    assert.deepEqual(kinds(owner), ['queue', 'queue'])
    const card = { brand: 'visa', lastDigits: '4242' }
    const byCard = { ...read, payments: [payment({ id: 'pi_2', card })] }
    assert.deepEqual(noticesIn(straySteps(byCard, strays, 's-1', owner)), [
      { subscriber: 'p-1', subscription: null, plan: owner.title, money: { amount: 9900, currency: 'usd' }, card },
    ])
    assert.deepEqual(kinds(null), ['queue', 'queue'])
    assert.deepEqual(kinds({ ...owner, isCleared: false }), ['open-issue'])
  })
})
