import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { administratorRole, supportRole } from '../account/role.ts'
import {
  acts,
  actsOf,
  asks,
  bulkReasonActOf,
  bulkReasonActs,
  bulkSubscriptionActs,
  can,
  deniedActsOf,
  isOwnerAct,
  madeLateBy,
  reasonActs,
  subscriptionActs,
  type SubscriptionAct,
} from './acts.ts'
import { subscriptionStatuses } from './subscription.ts'

const paid = {
  status: 'active' as const,
  startDate: '2026-11-20T00:00:00.000Z',
  renews: true,
  plan: { type: 'subscription' as const },
  payment: { state: 'paid', resumable: true, refundable: true },
}
const trial = {
  ...paid,
  renews: false,
  plan: { type: 'trial' as const },
  payment: { state: 'none', resumable: false, refundable: false },
}

describe('the acts of administrators', () => {
  it('match the statuses in the specification [3.2]', () => {
    const offered = (act: SubscriptionAct): string[] => subscriptionStatuses.filter((status) => can(act, status))
    assert.deepEqual(offered('comment'), ['active', 'pending', 'expired', 'cancelled'])
    assert.deepEqual(offered('extend'), ['active', 'expired'])
    assert.deepEqual(offered('cancel'), ['active'])
    assert.deepEqual(offered('undo'), ['cancelled'])
  })

  it('are extend, change plan, stop renewal, cancel, refund and comment for a subscription that renews', () => {
    assert.deepEqual(actsOf(paid, administratorRole), [
      'extend',
      'change-plan',
      'stop-renewal',
      'cancel',
      'refund',
      'comment',
    ])
    assert.deepEqual(actsOf({ ...paid, status: 'cancelled', renews: false }, administratorRole), [
      'undo',
      'refund',
      'comment',
    ])
  })

  it('include no payment for a trial', () => {
    assert.deepEqual(actsOf(trial, administratorRole), ['extend', 'cancel', 'comment'])
    assert.deepEqual(actsOf({ ...trial, status: 'pending' }, administratorRole), ['comment'])
  })

  it('do not include a refund if nothing can be refunded', () => {
    const returned = { ...paid, payment: { ...paid.payment, refundable: false } }
    assert.equal(actsOf(returned, administratorRole).includes('refund'), false)
    assert.deepEqual(deniedActsOf(returned, supportRole), [])
    assert.deepEqual(deniedActsOf(paid, supportRole), ['refund'])
  })

  it('do not include refunds for support', () => {
    assert.deepEqual(actsOf(paid, supportRole), ['extend', 'change-plan', 'stop-renewal', 'cancel', 'comment'])
  })

  it('include resuming a stopped renewal, also on hold, but not one that cannot be resumed', () => {
    const stopped = { ...paid, renews: false }
    const resumable = (shown: typeof stopped) => actsOf(shown, supportRole).includes('resume-renewal')
    assert.equal(resumable(stopped), true)
    assert.equal(actsOf({ ...stopped, status: 'pending' }, supportRole).includes('resume-renewal'), true)
    assert.equal(resumable({ ...stopped, payment: { ...paid.payment, resumable: false } }), false)
    assert.equal(resumable(paid), false)
  })

  it('are for one’s own subscription only a comment and what every owner can do', () => {
    assert.deepEqual(actsOf(paid, administratorRole, true), ['stop-renewal', 'comment'])
    assert.deepEqual(actsOf({ ...paid, renews: false }, supportRole, true), ['resume-renewal', 'comment'])
    assert.deepEqual(actsOf({ ...trial, status: 'cancelled' }, administratorRole, true), ['comment'])
  })

  it('require a reason, except those that the owner can do too', () => {
    for (const act of subscriptionActs) assert.equal(asks(act, 'comment'), acts[act].who !== 'owner', act)
  })

  it('change the plan or its renewal only once it has started, and only while the payment allows it', () => {
    const offered = (change: object) =>
      actsOf({ ...paid, ...change }, administratorRole).filter((act) => /plan|renewal/.test(act))
    for (const [change, expected] of [
      [{}, ['change-plan', 'stop-renewal']],
      [{ payment: { state: 'failed' } }, ['stop-renewal']],
      [{ status: 'pending' }, ['stop-renewal']],
      [{ status: 'expired' }, []],
      [{ startDate: null }, []],
      [{ plan: { type: 'trial' } }, []],
      [{ renews: false }, ['resume-renewal']],
      [{ renews: false, payment: { state: 'none', resumable: false } }, []],
    ] as const)
      assert.deepEqual(offered(change), expected, JSON.stringify(change))
  })

  it('require a recent sign-in if they give or return something, and are shown in red if they take it away', () => {
    const marked = (column: 'confirmed' | 'dangerous') => subscriptionActs.filter((act) => acts[act][column])
    assert.deepEqual(marked('confirmed'), ['extend', 'change-plan', 'undo', 'refund'])
    assert.deepEqual(marked('dangerous'), ['cancel', 'refund'])
  })

  it('can be done in bulk if neither a plan, an amount nor the renewal of one subscription has to be chosen', () => {
    assert.deepEqual(bulkSubscriptionActs, ['extend', 'stop-renewal', 'cancel', 'undo', 'comment'])
    assert.deepEqual(bulkReasonActs, ['stop-renewal', 'cancel', 'undo', 'comment'])
    assert.deepEqual(reasonActs, ['cancel', 'undo', 'comment'])
    assert.deepEqual(subscriptionActs.filter(isOwnerAct), ['stop-renewal', 'resume-renewal'])
    for (const act of bulkReasonActs) assert.equal(bulkReasonActOf(acts[act].wire), act)
    assert.equal(bulkReasonActOf('revive'), 'undo')
    assert.throws(() => bulkReasonActOf('extend' as 'cancel'), /no act extend/)
  })

  it('name the events that made an act too late', () => {
    const changesOfStatus = [
      'SUBSCRIPTION_CANCELLED',
      'SUBSCRIPTION_UNDO_CANCELLATION',
      'SUBSCRIPTION_ACTIVATED',
      'SUBSCRIPTION_MARKED_PENDING',
      'STATUS_CHANGED',
    ]
    for (const code of ['EXTEND_NOT_OPEN', 'CANCEL_NOT_ACTIVE', 'UNDO_NOT_CANCELLED'])
      assert.deepEqual(madeLateBy(code), changesOfStatus, code)
    for (const code of ['RENEWAL_ALREADY_STOPPED', 'RENEWAL_NOT_STOPPED'])
      assert.deepEqual(madeLateBy(code), ['RENEWAL_STOPPED', 'RENEWAL_RESUMED'], code)
    assert.deepEqual(madeLateBy('END_DATE_MEANWHILE'), ['END_DATE_CHANGED'])
    assert.equal(madeLateBy('NOT_CLEARED'), undefined)
  })
})
