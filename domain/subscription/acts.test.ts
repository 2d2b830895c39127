import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { administratorRole, supportRole } from '../account/role.ts'
import { acts, actsOf, asks, can, deniedActsOf, madeLateBy, subscriptionActs, type SubscriptionAct } from './acts.ts'
import { subscriptionStatuses } from './subscription.ts'

const paid = {
  status: 'active' as const,
  startDate: '2026-11-20T00:00:00.000Z',
  renews: true,
  plan: { type: 'subscription' as const },
  payment: { state: 'paid' as const, refundable: true },
}
const trial = {
  ...paid,
  renews: false,
  plan: { type: 'trial' as const },
  payment: { state: 'none' as const, refundable: false },
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

  it('include resuming a stopped renewal, also on hold, but not one that the provider has ended', () => {
    const stopped = { ...paid, renews: false }
    const resumable = (shown: typeof stopped) => actsOf(shown, supportRole).includes('resume-renewal')
    assert.equal(resumable(stopped), true)
    assert.equal(actsOf({ ...stopped, status: 'pending' }, supportRole).includes('resume-renewal'), true)
    assert.equal(actsOf({ ...stopped, payment: { ...paid.payment, state: 'ended' } }, supportRole).length, 3)
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

  it('name the events that made an act too late', () => {
    assert.deepEqual(madeLateBy('RENEWAL_ALREADY_STOPPED'), ['RENEWAL_STOPPED', 'RENEWAL_RESUMED'])
    assert.equal(madeLateBy('NOT_CLEARED'), undefined)
  })
})
