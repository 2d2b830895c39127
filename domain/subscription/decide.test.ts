import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import {
  alone,
  given,
  happens,
  monthly,
  ok,
  on,
  running,
  trial,
  waiting,
} from '../../test/support/subscriptions/given-subscription.ts'
import type { Command, Facts } from './commands.ts'
import { decide } from './decide.ts'

const startTrial: Command = { kind: 'start-trial', by: 'a@example.com', id: 's1', plan: trial }
const clearance: Command = { kind: 'clearance-changed', by: 'system' }
const refusal: Command = { kind: 'person-refused', by: 'admin@example.com', comment: 'on a list' }
const overdue: Command = { kind: 'end-date-over', by: 'system' }

const onHold = { kind: 'mail', mail: 'on-hold' }

describe('starting a trial', () => {
  it('makes it active immediately for a cleared person, with its last day', () => {
    const { types, after, effects } = happens({}, startTrial, on('11-20', '23:59'))
    assert.deepEqual(types, ['SUBSCRIPTION_CREATED', 'INITIAL_END_DATE_SET'])
    assert.deepEqual(after, {
      id: 's1',
      plan: trial,
      status: 'active',
      createdDate: on('11-20', '23:59'),
      startDate: on('11-20', '23:59'),
      endDate: on('12-20', '00:00'),
      onHoldSince: null,
      renewal: 'none',
      paidUntil: null,
      payment: null,
      grantedUntil: null,
      extendedByOwner: false,
      latestComment: null,
    })
    assert.deepEqual(effects, [{ kind: 'mail', mail: 'trial-started' }])
  })

  it('keeps it pending for a person not cleared, with no day counted', () => {
    const { types, after, effects } = happens({ person: waiting }, startTrial, on('11-20'))
    assert.deepEqual(types, ['PENDING_SUBSCRIPTION_CREATED'])
    assert.equal(after.status, 'pending')
    assert.equal(after.startDate, null)
    assert.equal(after.endDate, null)
    assert.deepEqual(effects, [])
  })

  it('signs and dates each event', () => {
    const decision = decide({ subscription: null, person: ok, others: alone }, startTrial, on('11-20'))
    assert.ok('events' in decision)
    for (const event of decision.events) {
      assert.deepEqual([event.at, event.addedBy], [on('11-20'), 'a@example.com'])
    }
  })

  it('is refused to a person who has or had one, who is refused, or who was erased', () => {
    const answer = (facts: object): unknown =>
      decide({ subscription: null, person: ok, others: alone, ...facts }, startTrial, on('11-20'))
    assert.deepEqual(answer({ others: { ...alone, live: true, everOwned: true } }), { refused: 'TRIAL_EXISTS' })
    assert.deepEqual(answer({ others: { ...alone, everOwned: true } }), { refused: 'TRIAL_EXPIRED' })
    assert.deepEqual(answer({ subscription: given('active', trial) }), { refused: 'TRIAL_EXISTS' })
    assert.deepEqual(answer({ subscription: given('expired', trial) }), { refused: 'TRIAL_EXPIRED' })
    assert.deepEqual(answer({ person: { ...ok, dplStatus: 'FAIL' } }), { refused: 'PERSON_REFUSED' })
    assert.deepEqual(answer({ person: { ...ok, erased: true } }), { refused: 'FORGOTTEN' })
  })
})

describe('a change of clearance', () => {
  it('starts a pending trial, whose days begin then', () => {
    const { types, after, effects } = happens({ subscription: given('waiting', trial) }, clearance, on('11-28'))
    assert.deepEqual(types, ['SUBSCRIPTION_ACTIVATED', 'INITIAL_END_DATE_SET'])
    assert.equal(after.status, 'active')
    assert.deepEqual(after.startDate, on('11-28'))
    assert.deepEqual(after.endDate, on('12-28', '00:00'))
    assert.deepEqual(effects, [{ kind: 'mail', mail: 'trial-started' }])
  })

  it('starts a pending paid one with its whole period, and moves the next charge to its end', () => {
    const facts = { subscription: given('waiting'), billing: running }
    const { types, after, effects } = happens(facts, clearance, on('11-28'))
    assert.deepEqual(types, ['SUBSCRIPTION_ACTIVATED', 'INITIAL_END_DATE_SET'])
    assert.deepEqual(after.endDate, on('12-28', '00:00'))
    assert.deepEqual(effects, [
      { kind: 'set-charging', to: 'on' },
      { kind: 'move-next-charge', to: on('12-28', '00:00') },
    ])
  })

  it('leaves the next charge date if it was pending for less than a day', () => {
    const facts = { subscription: given('waiting'), billing: running }
    assert.deepEqual(happens(facts, clearance, on('11-20', '20:00')).effects, [{ kind: 'set-charging', to: 'on' }])
  })

  it('puts an active one on hold if its owner is no longer cleared, and stops charging', () => {
    const facts = { subscription: given('active'), person: waiting }
    const { types, after, effects } = happens(facts, clearance, on('11-25'))
    assert.deepEqual(types, ['SUBSCRIPTION_MARKED_PENDING'])
    assert.equal(after.status, 'pending')
    assert.deepEqual(after.onHoldSince, on('11-25'))
    assert.deepEqual(after.endDate, on('12-20', '00:00'))
    assert.deepEqual(effects, [{ kind: 'set-charging', to: 'paused' }, onHold])
  })

  it('resumes one on hold, with end and next charge moved by the UTC days it was on hold', () => {
    const facts = { subscription: given('held'), billing: running }
    const { types, after, effects } = happens(facts, clearance, on('12-30', '00:00'))
    assert.deepEqual(types, ['SUBSCRIPTION_ACTIVATED', 'END_DATE_CHANGED'])
    assert.equal(after.status, 'active')
    assert.equal(after.onHoldSince, null)
    assert.deepEqual(after.endDate, on('2027-01-24', '00:00'))
    assert.deepEqual(effects, [
      { kind: 'set-charging', to: 'on' },
      { kind: 'move-next-charge', to: on('2027-01-24', '00:00') },
    ])
  })

  it('does not move the end date for an unpaid period that passed during the hold', () => {
    const billing = { ...running, periodEnd: on('2027-01-20') }
    const { after, effects } = happens({ subscription: given('held'), billing }, clearance, on('12-30'))
    assert.deepEqual(after.endDate, on('2027-01-24', '00:00'))
    assert.deepEqual(effects[1], { kind: 'move-next-charge', to: on('2027-01-24', '00:00') })
  })

  it('leaves the end date unchanged if it was on hold for less than a UTC day', () => {
    const facts = { subscription: given('held'), billing: running }
    const { types, after, effects } = happens(facts, clearance, on('11-25', '23:59'))
    assert.deepEqual(types, ['SUBSCRIPTION_ACTIVATED'])
    assert.deepEqual(after.endDate, on('12-20', '00:00'))
    assert.deepEqual(effects, [{ kind: 'set-charging', to: 'on' }])
  })

  it('does not resume charging for one on hold whose owner stopped renewal', () => {
    const stopped = given('stopped')
    const held = happens({ subscription: stopped, person: waiting }, clearance, on('11-25'))
    assert.deepEqual(held.effects, [onHold])
    const { after, effects } = happens({ subscription: held.after, billing: running }, clearance, on('11-27'))
    assert.deepEqual(after.endDate, on('12-22', '00:00'))
    assert.deepEqual(effects, [])
  })

  it('changes nothing if it makes no difference', () => {
    for (const state of ['active', 'expired', 'cancelled'] as const) {
      assert.deepEqual(happens({ subscription: given(state) }, clearance, on('11-28')).types, [], state)
    }
    for (const state of ['waiting', 'held', 'expired', 'cancelled'] as const) {
      assert.deepEqual(
        happens({ subscription: given(state), person: waiting }, clearance, on('11-28')).types,
        [],
        state,
      )
    }
  })
})

describe('a refused, unconfirmed or erased person', () => {
  it('loses pending and active subscriptions by an administrator’s refusal, with its reason', () => {
    for (const state of ['waiting', 'active', 'held'] as const) {
      const { types, after } = happens({ subscription: given(state, trial) }, refusal, on('11-28'))
      assert.deepEqual(types, ['SUBSCRIPTION_CANCELLED'], state)
      assert.deepEqual([after.status, after.onHoldSince, after.latestComment], ['cancelled', null, 'on a list'])
    }
  })

  it('is refunded in full for what was paid and never started, and not for what started', () => {
    const refund = { kind: 'refund', payment: 'in_1' }
    const off = { kind: 'set-charging', to: 'off' }
    assert.deepEqual(happens({ subscription: given('waiting') }, refusal, on('11-28')).effects, [refund, off])
    assert.deepEqual(happens({ subscription: given('active') }, refusal, on('11-28')).effects, [off])
  })

  it('is refunded for every payment of a period that never started, except those refunded already', () => {
    const refund = (payment: string) => ({ kind: 'refund', payment })
    const refundsOf = (payments: string[]) =>
      happens({ subscription: given('waiting'), billing: { ...running, payments } }, refusal, on('11-28')).effects
    assert.deepEqual(refundsOf(['in_1', 'in_2']).slice(0, 2), [refund('in_1'), refund('in_2')])
    assert.deepEqual(refundsOf([]), [{ kind: 'set-charging', to: 'off' }])
  })

  it('gets no refund if a list entry forbids it: an administrator decides', () => {
    const facts = { subscription: given('waiting'), person: { ...waiting, refundForbidden: true } }
    assert.deepEqual(happens(facts, refusal, on('11-28')).effects, [
      { kind: 'open-payment-issue', about: 'refund-forbidden', payment: 'in_1' },
      { kind: 'set-charging', to: 'off' },
    ])
  })

  it('is erased with what is pending if the address stays unconfirmed', () => {
    const facts = { subscription: given('waiting', trial), person: { ...waiting, emailVerified: false } }
    const { types, after, effects } = happens(facts, { kind: 'address-unconfirmed', by: 'system' }, on('12-20'))
    assert.deepEqual(types, ['SUBSCRIPTION_CANCELLED'])
    assert.equal(after.status, 'cancelled')
    assert.deepEqual(effects, [{ kind: 'forget-person' }])
  })

  it('keeps their subscriptions if the address was confirmed after all, or one has started', () => {
    const unconfirmed: Command = { kind: 'address-unconfirmed', by: 'system' }
    const unverified = { ...waiting, emailVerified: false }
    assert.deepEqual(happens({ subscription: given('waiting'), person: waiting }, unconfirmed, on('12-20')).types, [])
    assert.deepEqual(happens({ subscription: given('held'), person: unverified }, unconfirmed, on('12-20')).types, [])
    assert.deepEqual(
      happens({ subscription: given('expired'), person: unverified }, unconfirmed, on('12-20')).types,
      [],
    )
  })

  it('loses live subscriptions by erasure, and ended ones do not change', () => {
    const forget: Command = { kind: 'person-forgotten', by: 'admin@example.com' }
    const person = { ...ok, erased: true }
    for (const state of ['waiting', 'active', 'held'] as const) {
      assert.deepEqual(happens({ subscription: given(state), person }, forget, on('11-28')).types, [
        'SUBSCRIPTION_CANCELLED',
      ])
    }
    for (const state of ['expired', 'cancelled'] as const) {
      assert.deepEqual(happens({ subscription: given(state), person }, forget, on('11-28')).types, [])
      assert.deepEqual(happens({ subscription: given(state) }, refusal, on('11-28')).types, [])
    }
  })
})

describe('the end date', () => {
  it('lasts for its whole day', () => {
    assert.deepEqual(happens({ subscription: given('active', trial) }, overdue, on('12-20', '23:59')).types, [])
  })

  it('ends a trial, and a stopped paid one, at the next midnight', () => {
    const { types, after, effects } = happens({ subscription: given('active', trial) }, overdue, on('12-21', '00:00'))
    assert.deepEqual(types, ['STATUS_CHANGED'])
    assert.equal(after.status, 'expired')
    assert.deepEqual(effects, [])
    const stopped = happens({ subscription: given('stopped') }, overdue, on('12-21', '00:00'))
    assert.deepEqual(stopped.types, ['STATUS_CHANGED'])
    assert.deepEqual(stopped.effects, [{ kind: 'mail', mail: 'subscription-ended' }])
  })

  it('makes the shop ask the provider before one that renews expires', () => {
    const { types, effects } = happens({ subscription: given('active') }, overdue, on('12-21', '00:00'))
    assert.deepEqual(types, [])
    assert.deepEqual(effects, [{ kind: 'ask-provider' }])
  })

  it('ends one that renews if the provider reports it as unpaid', () => {
    const unpaid: Command = { ...overdue, provider: 'unpaid' }
    const { types, after } = happens({ subscription: given('active') }, unpaid, on('12-21', '00:00'))
    assert.deepEqual(types, ['STATUS_CHANGED'])
    assert.equal(after.renewal, 'on')
  })

  it('is emailed with a note that a payment would restore access while an invoice is open', () => {
    const failure = { retryAt: on('12-25'), actionRequired: false, payUrl: null }
    const unpaid: Command = { ...overdue, provider: 'unpaid', failure }
    assert.deepEqual(happens({ subscription: given('active') }, unpaid, on('12-21', '00:00')).effects, [
      { kind: 'mail', mail: 'subscription-ended', failure },
    ])
  })

  it('waits while a payment is being processed or is not due yet', () => {
    const awaited: Command = { ...overdue, provider: 'awaited' }
    assert.deepEqual(happens({ subscription: given('active') }, awaited, on('2027-01-20')).types, [])
  })

  it('waits at most two days for a provider that does not respond', () => {
    const silent: Command = { ...overdue, provider: 'no-answer' }
    assert.deepEqual(happens({ subscription: given('active') }, silent, on('12-22', '23:59')).types, [])
    assert.deepEqual(happens({ subscription: given('active') }, silent, on('12-23', '00:00')).types, ['STATUS_CHANGED'])
  })

  it('is emailed without a promise that nothing more is charged if the provider did not respond', () => {
    const silent: Command = { ...overdue, provider: 'no-answer' }
    assert.deepEqual(happens({ subscription: given('active') }, silent, on('12-23', '00:00')).effects, [
      { kind: 'mail', mail: 'subscription-ended', failure: 'unknown' },
    ])
  })

  it('does not pass while the clock stands still, and passes once', () => {
    for (const state of ['waiting', 'held', 'expired', 'cancelled'] as const) {
      assert.deepEqual(happens({ subscription: given(state, monthly) }, overdue, on('2029-01-01')).types, [], state)
    }
  })
})

describe('a complimentary subscription', () => {
  const by = 'admin@example.com'
  const grant: Command = { kind: 'grant', by, id: 's1', plan: monthly, endDate: on('12-31'), comment: 'For a talk' }
  const refusal = (facts: Partial<Facts>, command = grant) => {
    const decision = decide({ subscription: null, person: ok, others: alone, ...facts }, command, on('11-20'))
    return 'refused' in decision ? decision.refused : null
  }

  it('runs at once until the end date, is never charged, and sends nothing', () => {
    const { types, after, effects } = happens({}, grant, on('11-20'))
    assert.deepEqual(types, ['SUBSCRIPTION_CREATED', 'INITIAL_END_DATE_SET'])
    assert.deepEqual([after.status, after.startDate, after.endDate], ['active', on('11-20'), on('12-31', '00:00')])
    assert.deepEqual([after.renewal, after.payment, after.plan, effects], ['none', null, monthly, []])
    const decision = decide({ subscription: null, person: ok, others: alone }, grant, on('11-20'))
    const events = 'events' in decision ? decision.events : []
    assert.deepEqual(
      events.map(({ data }) => ('complimentary' in data ? data.complimentary : 'comment' in data && data.comment)),
      [true, 'For a talk'],
    )
  })

  it('may end today, not before', () => {
    assert.equal(refusal({}, { ...grant, endDate: on('11-20', '00:00') }), null)
    assert.equal(refusal({}, { ...grant, endDate: on('11-19') }), 'END_DATE_PAST')
  })

  it('is refused for an erased person, one not cleared, and one who has another', () => {
    assert.equal(refusal({ person: { ...ok, erased: true } }), 'FORGOTTEN')
    assert.equal(refusal({ person: waiting }), 'NOT_CLEARED')
    assert.equal(refusal({ others: { ...alone, live: true } }), 'OTHER_LIVE')
    assert.equal(refusal({ subscription: given('expired') }), 'OTHER_LIVE')
  })
})

describe('a trial that turns out to be the person’s second', () => {
  it('is cancelled with that reason, unless it is over', () => {
    const second: Command = { kind: 'second-trial', by: 'system' }
    const facts = { person: ok, others: alone }
    const decision = decide({ ...facts, subscription: given('waiting', trial) }, second, on('11-20'))
    const [event] = 'events' in decision ? decision.events : []
    assert.deepEqual([event?.type, event?.data], ['SUBSCRIPTION_CANCELLED', { reason: 'second-trial' }])
    const over = decide({ ...facts, subscription: given('expired', trial) }, second, on('11-20'))
    assert.deepEqual('events' in over && over.events, [])
  })
})
