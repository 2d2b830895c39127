import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  accepted,
  alone,
  annual,
  given,
  happens,
  monthly,
  ok,
  on,
  running,
  trial,
  waiting,
  weekly,
} from '../test/given-subscription.ts'
import type { Command, Effect, Facts, Report } from './subscription-commands.ts'
import { decide } from './subscription-decide.ts'

const by = 'billing'
const confirmed: Report = {
  kind: 'payment-confirmed',
  by,
  id: 's1',
  plan: monthly,
  payment: 'in_1',
  paidAt: on('11-20'),
  periodEnd: on('12-20'),
}
const renewed: Report = { kind: 'renewal-paid', by, payment: 'in_2', periodEnd: on('2027-01-20') }
const notice = { retryAt: null, actionRequired: false, payUrl: null }
const failed: Report = { kind: 'renewal-failed', by, due: on('12-20'), notice }
const switched: Report = { kind: 'plan-changed', by, plan: annual, payment: 'in_3', periodEnd: on('2027-12-01') }
const ended: Report = { kind: 'ended-by-provider', by, on: on('12-03') }
const returned: Report = { kind: 'payment-returned', by, payment: 'in_1', on: on('12-03') }
const receipt = { kind: 'mail', mail: 'receipt' }

/** What is to be done about a report that changes nothing. */
function shrug(facts: Partial<Facts>, report: Command, now = on('12-05')): Effect[] {
  const { events, effects } = accepted(decide({ subscription: null, person: ok, others: alone, ...facts }, report, now))
  assert.deepEqual(events, [])
  return effects
}

describe('a confirmed payment', () => {
  it('makes it active for somebody cleared, counted from the payment however late its news comes', () => {
    const { types, after, effects } = happens({}, confirmed, on('11-22'))
    assert.deepEqual(types, ['SUBSCRIPTION_CREATED', 'INITIAL_END_DATE_SET'])
    assert.deepEqual(after, {
      id: 's1',
      plan: monthly,
      status: 'active',
      createdDate: on('11-22'),
      startDate: on('11-20'),
      endDate: on('12-20', '00:00'),
      heldSince: null,
      renewal: 'on',
      paidUntil: on('12-20', '00:00'),
      payment: 'in_1',
      latestComment: null,
    })
    assert.deepEqual(effects, [receipt])
  })

  it('lets it wait for somebody not cleared, and charges nothing meanwhile', () => {
    const { types, after, effects } = happens({ person: waiting }, confirmed, on('11-20'))
    assert.deepEqual(types, ['PENDING_SUBSCRIPTION_CREATED'])
    assert.deepEqual([after.status, after.endDate, after.payment], ['pending', null, 'in_1'])
    assert.deepEqual(effects, [{ kind: 'set-charging', to: 'paused' }, receipt])
  })

  it('of somebody refused waits at the desk', () => {
    const { types, effects } = happens({ person: { ...ok, dplStatus: 'FAIL' } }, confirmed, on('11-20'))
    assert.deepEqual(types, ['PENDING_SUBSCRIPTION_CREATED'])
    assert.deepEqual(effects[0], { kind: 'await-desk', about: 'refused-person-paid', payment: 'in_1' })
  })

  it('ends at the provider the expired ones it replaces', () => {
    const others = { ...alone, everHeld: true, stillCharged: ['s0'] }
    assert.deepEqual(happens({ others }, confirmed, on('11-20')).effects, [
      { kind: 'end-charging', subscription: 's0' },
      receipt,
    ])
  })

  it('beside another live one, or of somebody forgotten, goes back and makes nothing', () => {
    const back = [
      { kind: 'refund', payment: 'in_1' },
      { kind: 'end-charging', subscription: 's1' },
    ]
    assert.deepEqual(shrug({ others: { ...alone, live: true } }, confirmed), back)
    assert.deepEqual(shrug({ person: { ...ok, forgotten: true } }, confirmed), back)
  })

  it('reported again changes nothing, whatever became of the subscription', () => {
    for (const state of ['waiting', 'active', 'held', 'expired', 'cancelled'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, confirmed), [])
    }
  })
})

describe('a paid renewal', () => {
  it('moves the end date of an active one to the end of the new period', () => {
    const { types, after, effects } = happens({ subscription: given('active') }, renewed, on('12-20'))
    assert.deepEqual(types, ['END_DATE_CHANGED'])
    const until = on('2027-01-20', '00:00')
    assert.deepEqual(after, { ...given('active'), endDate: until, paidUntil: until, payment: 'in_2' })
    assert.deepEqual(effects, [receipt])
  })

  it('never takes away days that were given on top', () => {
    const endDate = on('2027-03-01', '00:00')
    const { after } = happens({ subscription: { ...given('active'), endDate } }, renewed, on('12-20'))
    assert.deepEqual(after.endDate, endDate)
    assert.deepEqual(after.paidUntil, on('2027-01-20', '00:00'))
  })

  it('moves the end date of a held one, which stays held', () => {
    const { types, after, effects } = happens({ subscription: given('held'), person: waiting }, renewed, on('12-20'))
    assert.deepEqual(types, ['END_DATE_CHANGED'])
    assert.deepEqual([after.status, after.heldSince], ['pending', on('11-25')])
    assert.deepEqual(effects, [receipt])
  })

  it('brings an expired one back to life', () => {
    const { types, after } = happens({ subscription: given('expired') }, renewed, on('12-28'))
    assert.deepEqual(types, ['END_DATE_CHANGED', 'STATUS_CHANGED'])
    assert.deepEqual([after.status, after.endDate], ['active', on('2027-01-20', '00:00')])
  })

  it('brings an expired one of somebody not cleared back as held', () => {
    const { types, after, effects } = happens({ subscription: given('expired'), person: waiting }, renewed, on('12-28'))
    assert.deepEqual(types, ['END_DATE_CHANGED', 'SUBSCRIPTION_MARKED_PENDING'])
    assert.deepEqual([after.status, after.heldSince], ['pending', on('12-28')])
    assert.deepEqual(effects[0], { kind: 'set-charging', to: 'paused' })
  })

  it('holds an active one if nobody has yet', () => {
    const { types } = happens({ subscription: given('active'), person: waiting }, renewed, on('12-20'))
    assert.deepEqual(types, ['END_DATE_CHANGED', 'SUBSCRIPTION_MARKED_PENDING'])
  })

  it('of an expired one goes back when another one lives, and ends at the provider', () => {
    assert.deepEqual(shrug({ subscription: given('expired'), others: { ...alone, live: true } }, renewed), [
      { kind: 'refund', payment: 'in_2' },
      { kind: 'end-charging', subscription: 's1' },
    ])
  })

  it('without a live subscription is paid back, or waits where that is forbidden', () => {
    const refund = [{ kind: 'refund', payment: 'in_2' }]
    assert.deepEqual(shrug({ subscription: given('cancelled') }, renewed), refund)
    assert.deepEqual(shrug({ subscription: given('expired'), person: { ...ok, forgotten: true } }, renewed), refund)
    assert.deepEqual(shrug({}, renewed), refund)
    assert.deepEqual(shrug({ subscription: given('active', trial) }, renewed), refund)
    assert.deepEqual(shrug({ subscription: given('cancelled'), person: { ...ok, refundForbidden: true } }, renewed), [
      { kind: 'await-desk', about: 'refund-forbidden', payment: 'in_2' },
    ])
  })

  it('of one that never started waits at the desk', () => {
    assert.deepEqual(shrug({ subscription: given('waiting'), person: waiting }, renewed), [
      { kind: 'await-desk', about: 'payment-without-use', payment: 'in_2' },
    ])
  })

  it('reported again, or after a later one, changes nothing', () => {
    const subscription = happens({ subscription: given('active') }, renewed, on('12-20')).after
    assert.deepEqual(shrug({ subscription }, renewed), [])
    assert.deepEqual(shrug({ subscription }, { ...renewed, payment: 'in_0', periodEnd: on('12-31') }), [])
  })
})

describe('a failed renewal', () => {
  const mail = { kind: 'mail', mail: 'payment-failed' }

  it('gives fourteen days of grace after the due day, three to a weekly plan', () => {
    const { types, after, effects } = happens({ subscription: given('active') }, failed, on('12-20'))
    assert.deepEqual(types, ['END_DATE_CHANGED'])
    assert.deepEqual([after.status, after.endDate], ['active', on('2027-01-03', '00:00')])
    assert.deepEqual(effects, [mail])
    const due: Report = { ...failed, due: on('11-27') }
    const week = happens({ subscription: given('active', weekly) }, due, on('11-27'))
    assert.deepEqual(week.after.endDate, on('11-30', '00:00'))
  })

  it('moves the end date once a due day, and tells each time', () => {
    const subscription = happens({ subscription: given('active') }, failed, on('12-20')).after
    assert.deepEqual(shrug({ subscription }, failed, on('12-23')), [mail])
  })

  it('never moves it to an earlier day', () => {
    const subscription = { ...given('active'), endDate: on('2027-03-01', '00:00') }
    assert.deepEqual(shrug({ subscription }, failed), [mail])
  })

  it('is old news once the period was paid', () => {
    const subscription = happens({ subscription: given('active') }, renewed, on('12-20')).after
    assert.deepEqual(shrug({ subscription }, failed), [])
  })

  it('changes nothing of what is not active', () => {
    for (const state of ['waiting', 'held', 'expired', 'cancelled'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, failed), [], state)
    }
    assert.deepEqual(shrug({ subscription: given('active', trial) }, failed), [])
  })
})

describe('a paid change of plan', () => {
  it('puts an active one on the new terms, to the end of the new period', () => {
    const { types, after, effects } = happens({ subscription: given('active') }, switched, on('12-01'))
    assert.deepEqual(types, ['PLAN_CHANGED', 'END_DATE_CHANGED'])
    assert.deepEqual(after.plan, annual)
    assert.deepEqual([after.endDate, after.payment], [on('2027-12-01', '00:00'), 'in_3'])
    assert.equal(after.latestComment, 'Analytics monthly → Analytics annual')
    assert.deepEqual(effects, [receipt])
  })

  it('reported again changes nothing', () => {
    const subscription = happens({ subscription: given('active') }, switched, on('12-01')).after
    assert.deepEqual(shrug({ subscription }, switched), [])
  })

  it('waits at the desk when it is held, and goes back when it is over', () => {
    assert.deepEqual(shrug({ subscription: given('held'), person: waiting }, switched), [
      { kind: 'await-desk', about: 'payment-without-use', payment: 'in_3' },
    ])
    for (const state of ['expired', 'cancelled'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, switched), [{ kind: 'refund', payment: 'in_3' }])
    }
  })
})

describe('an end that nobody here asked for', () => {
  for (const [what, report] of Object.entries({ 'of the provider': ended, 'by paying back the period': returned })) {
    it(`${what} expires an active or held one that day`, () => {
      for (const state of ['active', 'held'] as const) {
        const { types, after } = happens({ subscription: given(state) }, report, on('12-05'))
        assert.deepEqual(types, ['END_DATE_CHANGED', 'STATUS_CHANGED'])
        assert.deepEqual([after.status, after.endDate], ['expired', on('12-03', '00:00')])
        assert.deepEqual([after.renewal, after.heldSince], ['ended', null])
      }
    })
  }

  it('stops the charging when it was the money that went back', () => {
    const gone = { kind: 'mail', mail: 'subscription-ended' }
    const off = { kind: 'set-charging', to: 'off' }
    assert.deepEqual(happens({ subscription: given('active') }, returned, on('12-05')).effects, [off, gone])
    assert.deepEqual(happens({ subscription: given('active') }, ended, on('12-05')).effects, [gone])
  })

  it('changes nothing after a stop or a cancel: the end date decides', () => {
    for (const state of ['stopped', 'cancelled', 'expired'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, ended), [], state)
    }
  })

  it('by paying back ends a stopped one too, and nothing that is over', () => {
    assert.deepEqual(happens({ subscription: given('stopped') }, returned, on('12-05')).after.status, 'expired')
    for (const state of ['cancelled', 'expired'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, returned), [], state)
    }
  })

  it('does not come from an older period’s money', () => {
    const subscription = happens({ subscription: given('active') }, renewed, on('12-20')).after
    assert.deepEqual(shrug({ subscription }, returned), [])
  })

  it('of one that never started waits at the desk', () => {
    const facts = { subscription: given('waiting'), person: waiting }
    assert.deepEqual(shrug(facts, ended), [{ kind: 'await-desk', about: 'ended-before-start', payment: 'in_1' }])
    assert.deepEqual(shrug(facts, returned), [{ kind: 'await-desk', about: 'returned-before-start', payment: 'in_1' }])
  })
})

describe('the owner in the provider’s portal', () => {
  const stop: Command = { kind: 'stopped-in-portal', by }
  const resume: Command = { kind: 'resumed-in-portal', by }

  it('stops renewal, without an echo to the provider', () => {
    const { types, after, effects } = happens({ subscription: given('active') }, stop, on('11-25'))
    assert.deepEqual(types, ['RENEWAL_STOPPED'])
    assert.equal(after.renewal, 'stopped')
    assert.deepEqual(effects, [{ kind: 'mail', mail: 'renewal-stopped' }])
  })

  it('resumes it, and the provider is told whether it may charge now', () => {
    const { types, effects } = happens({ subscription: given('stopped'), billing: running }, resume, on('11-26'))
    assert.deepEqual(types, ['RENEWAL_RESUMED'])
    assert.deepEqual(effects[0], { kind: 'set-charging', to: 'on' })
    const held: Facts['subscription'] = { ...given('held'), renewal: 'stopped' }
    assert.deepEqual(happens({ subscription: held, person: waiting }, resume, on('11-26')).effects[0], {
      kind: 'set-charging',
      to: 'paused',
    })
  })

  it('is not charged before an end date that was extended meanwhile', () => {
    const subscription = { ...given('stopped'), endDate: on('2027-02-01', '00:00') }
    assert.deepEqual(happens({ subscription, billing: running }, resume, on('11-26')).effects[1], {
      kind: 'move-next-charge',
      to: on('2027-02-01', '00:00'),
    })
  })

  it('is never refused', () => {
    assert.deepEqual(shrug({ subscription: given('stopped') }, stop), [])
    assert.deepEqual(shrug({ subscription: given('active') }, resume), [])
    for (const state of ['waiting', 'expired', 'cancelled'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, stop), [])
    }
    assert.deepEqual(shrug({ subscription: given('expired') }, resume), [])
    assert.deepEqual(shrug({ subscription: given('active', trial) }, resume), [])
    assert.deepEqual(shrug({}, stop), [])
  })

  it('cannot have something charged that is not to be', () => {
    const told = (state: 'waiting' | 'cancelled' | 'held'): Effect[] => shrug({ subscription: given(state) }, resume)
    assert.deepEqual(told('cancelled'), [{ kind: 'set-charging', to: 'off' }])
    assert.deepEqual(told('waiting'), [{ kind: 'set-charging', to: 'paused' }])
    assert.deepEqual(told('held'), [{ kind: 'set-charging', to: 'paused' }])
  })

  it('takes up again what had ended once it is paid again', () => {
    const over = happens({ subscription: given('active') }, returned, on('12-05')).after
    const paid = happens({ subscription: over }, renewed, on('12-20')).after
    assert.equal(paid.renewal, 'ended')
    assert.equal(happens({ subscription: paid }, resume, on('12-21')).after.renewal, 'on')
  })
})
