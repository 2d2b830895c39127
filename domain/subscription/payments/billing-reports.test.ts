import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
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
} from '../../../test/support/subscriptions/given-subscription.ts'
import type { Command, Effect, Facts, Report } from '../commands.ts'
import { decide } from '../decide.ts'

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
const returned: Report = { kind: 'payment-returned', by, payment: 'in_1', payments: ['in_1'], on: on('12-03') }
const receipt = { kind: 'mail', mail: 'receipt' }
const onHold = { kind: 'mail', mail: 'on-hold' }
const endCharging = { kind: 'end-charging', subscription: 's1' }
/** The payment is refunded in full, the subscriber gets an email, and the provider ends the subscription. */
const sentBack = (payment: string) => [{ kind: 'refund', payment }, endCharging]

/** Returns the effects of a report that changes nothing. */
function shrug(facts: Partial<Facts>, report: Command, now = on('12-05')): Effect[] {
  const { events, effects } = accepted(decide({ subscription: null, person: ok, others: alone, ...facts }, report, now))
  assert.deepEqual(events, [])
  return effects
}

describe('a confirmed payment', () => {
  it('makes it active for a cleared person, counted from the payment even if the report is late', () => {
    const { types, after, effects } = happens({}, confirmed, on('11-22'))
    assert.deepEqual(types, ['SUBSCRIPTION_CREATED', 'INITIAL_END_DATE_SET'])
    assert.deepEqual(after, {
      id: 's1',
      plan: monthly,
      status: 'active',
      createdDate: on('11-22'),
      startDate: on('11-20'),
      endDate: on('12-20', '00:00'),
      onHoldSince: null,
      renewal: 'on',
      paidUntil: on('12-20', '00:00'),
      payment: 'in_1',
      grantedUntil: null,
      extendedByOwner: false,
      latestComment: null,
    })
    assert.deepEqual(effects, [receipt])
  })

  it('keeps it pending for a person not cleared, and charges nothing in the meantime', () => {
    const { types, after, effects } = happens({ person: waiting }, confirmed, on('11-20'))
    assert.deepEqual(types, ['PENDING_SUBSCRIPTION_CREATED'])
    assert.deepEqual([after.status, after.endDate, after.payment], ['pending', null, 'in_1'])
    assert.deepEqual(effects, [{ kind: 'set-charging', to: 'paused' }, receipt])
  })

  it('of a refused person is refunded, or awaits an administrator if a list entry forbids that, and starts nothing', () => {
    const person = { ...ok, dplStatus: 'FAIL' as const }
    const { types, effects } = happens({ person }, confirmed, on('11-20'))
    assert.deepEqual(types, ['PENDING_SUBSCRIPTION_CREATED', 'SUBSCRIPTION_CANCELLED'])
    assert.deepEqual(effects, [
      { kind: 'refund', payment: 'in_1' },
      { kind: 'set-charging', to: 'off' },
    ])
    const listed = happens({ person: { ...person, refundForbidden: true } }, confirmed, on('11-20'))
    assert.deepEqual(listed.effects[0], { kind: 'open-payment-issue', about: 'refund-forbidden', payment: 'in_1' })
    assert.equal(listed.after.status, 'cancelled')
  })

  it('is followed by a receipt even if a code made it free, for a new and for an owned subscription', () => {
    const free: Report = { ...confirmed, payment: null }
    assert.deepEqual(happens({}, free, on('11-20')).effects, [receipt])
    const again: Report = { ...free, paidAt: on('12-05'), periodEnd: on('2027-01-05') }
    const mails = happens({ subscription: given('stopped') }, again, on('12-05')).effects
    assert.deepEqual(
      mails.filter(({ kind }) => kind === 'mail'),
      [receipt],
    )
  })

  it('ends the expired subscriptions it replaces, at the provider', () => {
    const others = { ...alone, everOwned: true, stillCharged: ['s0'] }
    assert.deepEqual(happens({ others }, confirmed, on('11-20')).effects, [
      { kind: 'end-charging', subscription: 's0' },
      receipt,
    ])
  })

  it('is refunded and creates nothing if another subscription is live or the person is erased', () => {
    assert.deepEqual(shrug({ others: { ...alone, live: true } }, confirmed), sentBack('in_1'))
    assert.deepEqual(shrug({ person: { ...ok, erased: true } }, confirmed), sentBack('in_1'))
  })

  it('reported again changes nothing, whatever the state of the subscription', () => {
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

  it('never shortens days that were granted in addition', () => {
    const endDate = on('2027-03-01', '00:00')
    const { after } = happens({ subscription: { ...given('active'), endDate } }, renewed, on('12-20'))
    assert.deepEqual(after.endDate, endDate)
    assert.deepEqual(after.paidUntil, on('2027-01-20', '00:00'))
  })

  it('moves the end date of one on hold, which stays on hold', () => {
    const { types, after, effects } = happens({ subscription: given('held'), person: waiting }, renewed, on('12-20'))
    assert.deepEqual(types, ['END_DATE_CHANGED'])
    assert.deepEqual([after.status, after.onHoldSince], ['pending', on('11-25')])
    assert.deepEqual(effects, [receipt])
  })

  it('makes an expired one active again', () => {
    const { types, after } = happens({ subscription: given('expired') }, renewed, on('12-28'))
    assert.deepEqual(types, ['END_DATE_CHANGED', 'STATUS_CHANGED'])
    assert.deepEqual([after.status, after.endDate], ['active', on('2027-01-20', '00:00')])
  })

  it('puts an expired one of a person who is not cleared on hold again', () => {
    const { types, after, effects } = happens({ subscription: given('expired'), person: waiting }, renewed, on('12-28'))
    assert.deepEqual(types, ['END_DATE_CHANGED', 'SUBSCRIPTION_MARKED_PENDING'])
    assert.deepEqual([after.status, after.onHoldSince], ['pending', on('12-28')])
    assert.deepEqual(effects[0], { kind: 'set-charging', to: 'paused' })
  })

  it('puts an active one on hold if the person is not cleared', () => {
    const { types } = happens({ subscription: given('active'), person: waiting }, renewed, on('12-20'))
    assert.deepEqual(types, ['END_DATE_CHANGED', 'SUBSCRIPTION_MARKED_PENDING'])
  })

  it('of an expired one is refunded if another is live, and ended at the provider', () => {
    const facts = { subscription: given('expired'), others: { ...alone, live: true } }
    assert.deepEqual(shrug(facts, renewed), sentBack('in_2'))
  })

  it('without a live subscription is refunded, or awaits an administrator if that is forbidden', () => {
    const erased = { ...ok, erased: true }
    const refund = [{ kind: 'refund', payment: 'in_2' }]
    assert.deepEqual(shrug({ subscription: given('cancelled') }, renewed), sentBack('in_2'))
    assert.deepEqual(shrug({ subscription: given('expired'), person: erased }, renewed), sentBack('in_2'))
    assert.deepEqual(shrug({}, renewed), refund)
    assert.deepEqual(shrug({ subscription: given('active', trial) }, renewed), refund)
    assert.deepEqual(shrug({ subscription: given('cancelled'), person: { ...ok, refundForbidden: true } }, renewed), [
      { kind: 'open-payment-issue', about: 'refund-forbidden', payment: 'in_2' },
      endCharging,
    ])
  })

  it('does not result from a refund of days that were added to a later purchase: that is a payment issue', () => {
    const bought = { ...confirmed, payment: 'in_9', paidAt: on('12-10'), periodEnd: on('2027-01-10') } as const
    const subscription = happens({ subscription: given('stopped') }, bought, on('12-10')).after
    assert.deepEqual(shrug({ subscription }, { ...returned, addedDays: true }), [
      { kind: 'open-payment-issue', about: 'added-days-returned', payment: 'in_1' },
    ])
  })

  it('of one that never started becomes a payment issue', () => {
    assert.deepEqual(shrug({ subscription: given('waiting'), person: waiting }, renewed), [
      { kind: 'open-payment-issue', about: 'payment-without-use', payment: 'in_2' },
    ])
  })

  it('reported again, or after a later one, changes nothing', () => {
    const subscription = happens({ subscription: given('active') }, renewed, on('12-20')).after
    assert.deepEqual(shrug({ subscription }, renewed), [])
    assert.deepEqual(shrug({ subscription }, { ...renewed, payment: 'in_0', periodEnd: on('12-31') }), [])
  })
})

describe('money charged although the owner stopped renewal', () => {
  it('is refunded, and the provider stops charging', () => {
    assert.deepEqual(shrug({ subscription: given('stopped') }, renewed, on('12-20')), sentBack('in_2'))
  })

  it('is refunded if the subscription has ended in the shop while the provider still charges', () => {
    const subscription = happens({ subscription: given('active') }, returned, on('12-05')).after
    assert.deepEqual(shrug({ subscription, billing: running }, renewed, on('12-20')), sentBack('in_2'))
    // After the provider has ended it, only the owner can pay, on the invoice's page.
    const billing = { ...running, ended: true }
    assert.equal(happens({ subscription, billing }, renewed, on('12-20')).after.status, 'active')
  })

  it('does not exist for a period that cost nothing: access is given', () => {
    const free: Report = { ...renewed, payment: null }
    const { types, after, effects } = happens({ subscription: given('stopped') }, free, on('12-20'))
    assert.deepEqual(types, ['END_DATE_CHANGED'])
    assert.deepEqual([after.endDate, after.payment], [on('2027-01-20', '00:00'), 'in_1'])
    assert.deepEqual(effects, [])
  })

  it('is also refunded if its period is over', () => {
    assert.deepEqual(shrug({ subscription: given('expired') }, renewed, on('2027-01-21')), sentBack('in_2'))
    assert.deepEqual(happens({ subscription: given('expired') }, renewed, on('2027-01-20')).types.length, 2)
  })
})

describe('money for a period that is over or replaced', () => {
  it('becomes a payment issue, whatever the state of the subscription', () => {
    for (const state of ['active', 'stopped', 'held', 'expired', 'cancelled'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, { kind: 'past-period-paid', by, payment: 'in_0' }), [
        { kind: 'open-payment-issue', about: 'payment-without-use', payment: 'in_0' },
      ])
    }
  })
})

describe('buying again what will no longer be charged', () => {
  const again: Report = { ...confirmed, payment: 'in_9', paidAt: on('12-10'), periodEnd: on('2027-01-10') }
  const replaced = { kind: 'end-replaced' }

  it('adds no days of grace, which nobody paid for', () => {
    const late = happens({ subscription: given('active') }, failed, on('12-20')).after
    const subscription = happens(
      { subscription: late },
      { kind: 'stop-renewal', by: 'owner@example.com' },
      on('12-25'),
    ).after
    const bought = { ...confirmed, payment: 'in_9', paidAt: on('12-26'), periodEnd: on('2027-01-26') } as const
    const { after, effects } = happens({ subscription }, bought, on('12-26'))
    assert.deepEqual([late.endDate, after.endDate], [on('2027-01-03', '00:00'), on('2027-01-26', '00:00')])
    assert.ok(!effects.some(({ kind }) => kind === 'move-next-charge'))
  })

  it('adds no days of grace after a hold either, but the days of the hold', () => {
    const change = { kind: 'clearance-changed', by: 'system' } as const
    const late = happens({ subscription: given('active') }, failed, on('12-20')).after
    const held = happens({ subscription: late, person: waiting }, change, on('12-22')).after
    const back = happens({ subscription: held }, change, on('12-23')).after
    assert.deepEqual([back.endDate, back.grantedUntil], [on('2027-01-04', '00:00'), on('12-21', '00:00')])
    const stopped = happens(
      { subscription: back },
      { kind: 'stop-renewal', by: 'owner@example.com' },
      on('12-24'),
    ).after
    const bought = { ...confirmed, payment: 'in_9', paidAt: on('12-24'), periodEnd: on('2027-01-24') } as const
    assert.deepEqual(happens({ subscription: stopped }, bought, on('12-24')).after.endDate, on('2027-01-24', '00:00'))
  })

  it('adds the remaining days, and moves the next charge after them', () => {
    const { types, after, effects } = happens({ subscription: given('stopped') }, again, on('12-10'))
    assert.deepEqual(types, ['END_DATE_CHANGED', 'RENEWAL_RESUMED'])
    assert.deepEqual([after.endDate, after.paidUntil], [on('2027-01-20', '00:00'), on('2027-01-10', '00:00')])
    assert.deepEqual([after.renewal, after.payment, after.grantedUntil], ['on', 'in_9', after.endDate])
    assert.deepEqual(effects, [replaced, { kind: 'move-next-charge', to: on('2027-01-20', '00:00') }, receipt])
  })

  it('applies the plan that was bought', () => {
    const bought: Report = { ...again, plan: annual, periodEnd: on('2027-12-10') }
    const { types, after } = happens({ subscription: given('stopped') }, bought, on('12-10'))
    assert.deepEqual(types, ['PLAN_CHANGED', 'END_DATE_CHANGED', 'RENEWAL_RESUMED'])
    assert.deepEqual([after.plan, after.endDate], [annual, on('2027-12-20', '00:00')])
  })

  it('restores an expired one, on hold if its owner is not cleared', () => {
    const late: Report = { ...again, paidAt: on('12-28'), periodEnd: on('2027-01-28') }
    const { types, after } = happens({ subscription: given('expired') }, late, on('12-28'))
    assert.deepEqual(types, ['END_DATE_CHANGED', 'RENEWAL_RESUMED', 'STATUS_CHANGED'])
    assert.deepEqual([after.status, after.endDate], ['active', on('2027-01-28', '00:00')])
    const held = happens({ subscription: given('expired'), person: waiting }, late, on('12-28'))
    assert.deepEqual(held.types, ['END_DATE_CHANGED', 'RENEWAL_RESUMED', 'SUBSCRIPTION_MARKED_PENDING'])
    assert.deepEqual(held.effects, [replaced, { kind: 'set-charging', to: 'paused' }, receipt, onHold])
  })

  it('starts charging even if a payment of the earlier one is disputed', () => {
    const facts = { subscription: given('stopped'), billing: { ...running, disputed: true } }
    assert.deepEqual(
      happens(facts, again, on('12-10')).effects.map(({ kind }) => kind),
      ['end-replaced', 'move-next-charge', 'mail'],
    )
  })

  it('is refunded if the subscription is charged already, cancelled, or replaced by another one', () => {
    const unused = [{ kind: 'refund', payment: 'in_9' }, { kind: 'end-unused' }]
    assert.deepEqual(shrug({ subscription: given('active') }, again), unused)
    assert.deepEqual(shrug({ subscription: given('cancelled') }, again), unused)
    assert.deepEqual(shrug({ subscription: given('expired'), others: { ...alone, live: true } }, again), unused)
    assert.deepEqual(shrug({ subscription: given('stopped'), person: { ...ok, erased: true } }, again), unused)
  })
})

describe('a dispute', () => {
  const opened: Report = { kind: 'dispute-changed', by, disputed: true }
  const closed: Report = { ...opened, disputed: false }

  it('pauses charging; the subscription does not change', () => {
    assert.deepEqual(shrug({ subscription: given('active') }, opened), [{ kind: 'set-charging', to: 'paused' }])
  })

  it('resumes charging when it is won, unless another reason prevents it', () => {
    assert.deepEqual(shrug({ subscription: given('active') }, closed), [{ kind: 'set-charging', to: 'on' }])
    assert.deepEqual(shrug({ subscription: given('held'), person: waiting }, closed), [
      { kind: 'set-charging', to: 'paused' },
    ])
    for (const state of ['stopped'] as const) assert.deepEqual(shrug({ subscription: given(state) }, closed), [])
  })

  it('sends no email about a renewal that the provider stops because of it', () => {
    const facts = { subscription: given('active'), billing: { ...running, disputed: true } }
    assert.deepEqual(happens(facts, { kind: 'stopped-in-portal', by }, on('11-25')).effects, [
      { kind: 'set-charging', to: 'off' },
    ])
  })
})

describe('a failed renewal', () => {
  const mail = { kind: 'mail', mail: 'payment-failed', failure: notice }

  it('gives fourteen days of grace after the due day, three to a weekly plan', () => {
    const { types, after, effects } = happens({ subscription: given('active') }, failed, on('12-20'))
    assert.deepEqual(types, ['END_DATE_CHANGED'])
    assert.deepEqual([after.status, after.endDate], ['active', on('2027-01-03', '00:00')])
    assert.deepEqual(effects, [mail])
    const due: Report = { ...failed, due: on('11-27') }
    const week = happens({ subscription: given('active', weekly) }, due, on('11-27'))
    assert.deepEqual(week.after.endDate, on('11-30', '00:00'))
  })

  it('moves the end date once per due day, and sends an email for each notice', () => {
    const subscription = happens({ subscription: given('active') }, failed, on('12-20')).after
    assert.deepEqual(shrug({ subscription }, failed, on('12-23')), [mail])
    assert.deepEqual(shrug({ subscription }, { ...failed, notice: null }, on('12-23')), [])
  })

  it('never moves it to an earlier day', () => {
    const subscription = { ...given('active'), endDate: on('2027-03-01', '00:00') }
    assert.deepEqual(shrug({ subscription }, failed), [mail])
  })

  it('is ignored once the period was paid', () => {
    const subscription = happens({ subscription: given('active') }, renewed, on('12-20')).after
    assert.deepEqual(shrug({ subscription }, failed), [])
  })

  it('does not change a subscription that is not active', () => {
    for (const state of ['waiting', 'held', 'expired', 'cancelled'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, failed), [], state)
    }
    assert.deepEqual(shrug({ subscription: given('active', trial) }, failed), [])
  })
})

describe('a paid change of plan', () => {
  it('applies the new terms to an active one, to the end of the new period', () => {
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

  it('applies the new terms to one on hold, which stays on hold', () => {
    const { types, after } = happens({ subscription: given('held'), person: waiting }, switched, on('12-01'))
    assert.deepEqual(types, ['PLAN_CHANGED', 'END_DATE_CHANGED'])
    assert.deepEqual([after.status, after.plan, after.endDate], ['pending', annual, on('2027-12-01', '00:00')])
  })

  it('puts an active one on hold if its owner is no longer cleared', () => {
    const { types } = happens({ subscription: given('active'), person: waiting }, switched, on('12-01'))
    assert.deepEqual(types, ['PLAN_CHANGED', 'END_DATE_CHANGED', 'SUBSCRIPTION_MARKED_PENDING'])
  })

  it('makes an expired one active, or puts it on hold if its owner is not cleared', () => {
    const { types, after, effects } = happens({ subscription: given('expired') }, switched, on('12-28'))
    assert.deepEqual(types, ['PLAN_CHANGED', 'END_DATE_CHANGED', 'STATUS_CHANGED'])
    assert.deepEqual([after.status, after.plan, after.payment], ['active', annual, 'in_3'])
    assert.deepEqual(effects, [receipt])
    const held = happens({ subscription: given('expired'), person: waiting }, switched, on('12-28'))
    assert.deepEqual(held.types, ['PLAN_CHANGED', 'END_DATE_CHANGED', 'SUBSCRIPTION_MARKED_PENDING'])
    assert.deepEqual(held.effects, [{ kind: 'set-charging', to: 'paused' }, receipt, onHold])
  })

  it('of a pending one changes its terms; its days begin when it starts', () => {
    const { types, after } = happens({ subscription: given('waiting'), person: waiting }, switched, on('12-01'))
    assert.deepEqual(types, ['PLAN_CHANGED'])
    assert.deepEqual([after.endDate, after.paidUntil, after.payment], [null, on('2027-12-01', '00:00'), 'in_3'])
  })

  it('to a shorter plan ends earlier, without a payment if credit covers it', () => {
    const down: Report = { kind: 'plan-changed', by, plan: weekly, payment: null, periodEnd: on('11-28') }
    const { types, after, effects } = happens({ subscription: given('active', annual) }, down, on('11-21'))
    assert.deepEqual(types, ['PLAN_CHANGED', 'END_DATE_CHANGED'])
    const until = on('11-28', '00:00')
    assert.deepEqual([after.plan, after.endDate, after.paidUntil, after.payment], [weekly, until, until, 'in_1'])
    assert.deepEqual(effects, [{ kind: 'mail', mail: 'plan-changed' }])
  })

  it('changes only the terms of a live one until it is paid', () => {
    const unpaid: Report = { ...switched, payment: null, periodEnd: null }
    const { types, after } = happens({ subscription: given('active') }, unpaid, on('12-01'))
    assert.deepEqual(types, ['PLAN_CHANGED'])
    assert.deepEqual(after.endDate, on('12-20', '00:00'))
    for (const state of ['expired', 'cancelled'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, unpaid), [], state)
    }
  })

  it('moves the end when it is paid later, also to an earlier day', () => {
    const unpaid: Report = { kind: 'plan-changed', by, plan: weekly, payment: null, periodEnd: null }
    const subscription = happens({ subscription: given('active', annual) }, unpaid, on('12-01')).after
    const paid: Report = { ...unpaid, payment: 'in_4', periodEnd: on('12-08') }
    const { types, after, effects } = happens({ subscription }, paid, on('12-02'))
    assert.deepEqual(types, ['END_DATE_CHANGED'])
    assert.deepEqual([after.endDate, after.payment], [on('12-08', '00:00'), 'in_4'])
    assert.deepEqual(effects, [receipt])
    assert.deepEqual(shrug({ subscription: after }, paid), [])
  })

  it('is refunded if it adds no day, and the provider stops charging', () => {
    assert.deepEqual(shrug({ subscription: given('cancelled') }, switched), sentBack('in_3'))
    const expired = given('expired')
    assert.deepEqual(shrug({ subscription: expired, others: { ...alone, live: true } }, switched), sentBack('in_3'))
    assert.deepEqual(shrug({ subscription: expired }, switched, on('2028-01-02')), sentBack('in_3'))
    const erased = { ...ok, erased: true }
    assert.deepEqual(shrug({ subscription: given('active'), person: erased }, switched), sentBack('in_3'))
  })

  it('is refunded if charged like a stopped renewal, and applies if it was made before the end', () => {
    assert.deepEqual(shrug({ subscription: given('stopped') }, { ...switched, renews: true }), sentBack('in_3'))
    const { types, after } = happens({ subscription: given('stopped') }, switched, on('12-01'))
    assert.deepEqual(types, ['PLAN_CHANGED', 'END_DATE_CHANGED'])
    assert.deepEqual([after.renewal, after.payment], ['stopped', 'in_3'])
  })
})

describe('an end that the shop did not request', () => {
  it('applies once all payments of the current period were refunded, whichever one the subscription names', () => {
    const both: Report = { ...returned, payment: 'in_2', payments: ['in_1', 'in_2'] }
    assert.equal(happens({ subscription: given('active') }, both, on('12-05')).after.status, 'expired')
    const other: Report = { ...returned, payment: 'in_3', payments: ['in_2', 'in_3'] }
    assert.deepEqual(shrug({ subscription: given('active') }, other), [])
    assert.deepEqual(shrug({ subscription: { ...given('active'), payment: null } }, both), [])
  })

  for (const [what, report] of Object.entries({ 'of the provider': ended, 'by paying back the period': returned })) {
    it(`${what} expires an active one, or one on hold, that day`, () => {
      for (const state of ['active', 'held'] as const) {
        const { types, after } = happens({ subscription: given(state) }, report, on('12-05'))
        assert.deepEqual(types, ['END_DATE_CHANGED', 'STATUS_CHANGED'])
        assert.deepEqual([after.status, after.endDate], ['expired', on('12-03', '00:00')])
        assert.deepEqual([after.renewal, after.onHoldSince], ['ended', null])
      }
    })
  }

  it('stops charging if a refund caused it', () => {
    const gone = { kind: 'mail', mail: 'subscription-ended' }
    assert.deepEqual(happens({ subscription: given('active') }, returned, on('12-05')).effects, [endCharging, gone])
    assert.deepEqual(happens({ subscription: given('active') }, ended, on('12-05')).effects, [gone])
  })

  it('keeps granted days: only renewal stops', () => {
    const granted = { endDate: on('2027-02-01', '00:00'), grantedUntil: on('2027-02-01', '00:00') }
    const subscription = { ...given('active'), ...granted }
    const { types, after } = happens({ subscription }, ended, on('12-05'))
    assert.deepEqual(types, ['RENEWAL_STOPPED'])
    assert.deepEqual(after, { ...subscription, renewal: 'stopped' })
    const graced = { ...subscription, grantedUntil: on('12-10', '00:00') }
    const beyond = happens({ subscription: graced }, ended, on('12-05'))
    assert.deepEqual(beyond.types, ['END_DATE_CHANGED', 'RENEWAL_STOPPED'])
    assert.deepEqual(beyond.after.endDate, on('12-10', '00:00'))
    const over = happens({ subscription: { ...subscription, grantedUntil: on('12-02', '00:00') } }, ended, on('12-05'))
    assert.deepEqual(over.types, ['END_DATE_CHANGED', 'STATUS_CHANGED'])
  })

  it('changes nothing after a stop or a cancellation: the end date decides', () => {
    for (const state of ['stopped', 'cancelled', 'expired'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, ended), [], state)
    }
  })

  it('after a refund also ends a stopped one, but not one that is over', () => {
    assert.deepEqual(happens({ subscription: given('stopped') }, returned, on('12-05')).after.status, 'expired')
    for (const state of ['cancelled', 'expired'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, returned), [], state)
    }
  })

  it('does not result from a refund of an earlier period', () => {
    const subscription = happens({ subscription: given('active') }, renewed, on('12-20')).after
    assert.deepEqual(shrug({ subscription }, returned), [])
  })

  it('of one that never started becomes a payment issue', () => {
    const facts = { subscription: given('waiting'), person: waiting }
    assert.deepEqual(shrug(facts, ended), [
      { kind: 'open-payment-issue', about: 'ended-before-start', payment: 'in_1' },
    ])
  })

  it('after a refund or a lost dispute before its first day cancels it and emails the owner; no approval starts it unpaid', () => {
    const { types, after, effects } = happens(
      { subscription: given('waiting'), person: waiting },
      returned,
      on('12-05'),
    )
    assert.deepEqual([types, after.status, after.startDate], [['SUBSCRIPTION_CANCELLED'], 'cancelled', null])
    assert.deepEqual(effects, [endCharging, { kind: 'mail', mail: 'subscription-ended' }])
    assert.deepEqual(shrug({ subscription: after }, { kind: 'clearance-changed', by: 'system' }), [])
  })
})

describe('the owner in the provider’s portal', () => {
  const stop: Command = { kind: 'stopped-in-portal', by }
  const resume: Command = { kind: 'resumed-in-portal', by }

  it('stops renewal, and the provider is told to stop charging', () => {
    const { types, after, effects } = happens({ subscription: given('active') }, stop, on('11-25'))
    assert.deepEqual(types, ['RENEWAL_STOPPED'])
    assert.equal(after.renewal, 'stopped')
    assert.deepEqual(effects, [
      { kind: 'set-charging', to: 'off' },
      { kind: 'mail', mail: 'renewal-stopped' },
    ])
  })

  it('stops renewal of one that never started', () => {
    const facts = { subscription: given('waiting'), person: waiting }
    const { types, after } = happens(facts, stop, on('11-25'))
    assert.deepEqual(types, ['RENEWAL_STOPPED'])
    assert.equal(after.renewal, 'stopped')
  })

  it('resumes renewal of one that never started, while charging stays paused', () => {
    const subscription = happens({ subscription: given('waiting'), person: waiting }, stop, on('11-25')).after
    const { types, after, effects } = happens({ subscription, person: waiting }, resume, on('11-26'))
    assert.deepEqual(types, ['RENEWAL_RESUMED'])
    assert.equal(after.renewal, 'on')
    assert.deepEqual(effects[0], { kind: 'set-charging', to: 'paused' })
  })

  it('resumes renewal, with charging on, or paused during a hold', () => {
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
    for (const state of ['expired', 'cancelled'] as const) {
      assert.deepEqual(shrug({ subscription: given(state) }, stop), [])
    }
    assert.deepEqual(shrug({ subscription: given('expired') }, resume), [])
    assert.deepEqual(shrug({ subscription: given('active', trial) }, resume), [])
    assert.deepEqual(shrug({}, stop), [])
  })

  it('resumes renewal after the end as if it had been paused: the next period gives access, and no email states a past day', () => {
    const over = { ...given('expired'), renewal: 'stopped' } as const
    const { types, after, effects } = happens({ subscription: over, billing: running }, resume, on('12-30'))
    assert.deepEqual([types, after.status, after.renewal], [['RENEWAL_RESUMED'], 'expired', 'on'])
    assert.deepEqual(effects, [{ kind: 'set-charging', to: 'on' }])
    const paid = happens(
      { subscription: after, billing: running },
      { ...renewed, periodEnd: on('2027-01-30') },
      on('12-30'),
    )
    assert.deepEqual(paid.types, ['END_DATE_CHANGED', 'STATUS_CHANGED'])
    assert.deepEqual(paid.effects, [receipt])
  })

  it('does not restore what was refunded, replaced or erased', () => {
    const off = [{ kind: 'set-charging', to: 'off' }]
    const over = { ...given('expired'), renewal: 'stopped' } as const
    assert.deepEqual(shrug({ subscription: { ...over, renewal: 'ended' } }, resume), off)
    assert.deepEqual(shrug({ subscription: over, others: { ...alone, live: true } }, resume), off)
    assert.deepEqual(shrug({ subscription: over, person: { ...ok, erased: true } }, resume), off)
  })

  it('cannot make the provider charge what must not be charged', () => {
    const told = (state: 'waiting' | 'cancelled' | 'held'): Effect[] => shrug({ subscription: given(state) }, resume)
    assert.deepEqual(told('cancelled'), [{ kind: 'set-charging', to: 'off' }])
    assert.deepEqual(told('waiting'), [{ kind: 'set-charging', to: 'paused' }])
    assert.deepEqual(told('held'), [{ kind: 'set-charging', to: 'paused' }])
  })

  it('resumes renewal of an ended subscription once it is paid', () => {
    const over = happens({ subscription: given('active') }, returned, on('12-05')).after
    const paid = happens({ subscription: over }, renewed, on('12-20')).after
    assert.equal(paid.renewal, 'ended')
    assert.equal(happens({ subscription: paid }, resume, on('12-21')).after.renewal, 'on')
  })
})

describe('another price of the same plan', () => {
  const dearer = { ...monthly, priceMinor: 16_900 }
  const report: Report = { kind: 'price-changed', by, plan: dearer }

  it('becomes the plan’s price, and nothing else changes', () => {
    for (const state of ['waiting', 'active', 'stopped', 'held'] as const) {
      const subscription = given(state)
      const { types, after, effects } = happens({ subscription }, report, on('12-05'))
      const latestComment = 'Analytics monthly: 99.00 USD → 169.00 USD'
      assert.deepEqual([types, effects], [['PLAN_CHANGED'], [{ kind: 'mail', mail: 'price-changed' }]])
      assert.deepEqual(after, { ...subscription, plan: dearer, latestComment })
    }
  })

  it('is ignored for a subscription that is over', () => {
    for (const state of ['expired', 'cancelled'] as const)
      assert.deepEqual(happens({ subscription: given(state) }, report, on('12-05')).types, [])
  })
})

describe('a failure that the vendor settled', () => {
  const settled: Report = { kind: 'failure-settled', by }
  const inGrace = { ...given('active'), paidUntil: on('12-20', '00:00'), endDate: on('2027-01-03', '00:00') }

  it('takes back the days of grace: access ends with the paid period or the granted days', () => {
    const { types, after, effects } = happens({ subscription: inGrace }, settled, on('12-21'))
    assert.deepEqual([types, after.endDate, effects], [['END_DATE_CHANGED'], on('12-20', '00:00'), []])
    const granted = { ...inGrace, grantedUntil: on('12-28', '00:00') }
    assert.deepEqual(happens({ subscription: granted }, settled, on('12-21')).after.endDate, on('12-28', '00:00'))
  })

  it('changes nothing without days of grace, an end that is known, or access', () => {
    for (const over of [
      { endDate: inGrace.paidUntil },
      { endDate: on('12-10', '00:00') },
      { endDate: null },
      { paidUntil: null, grantedUntil: null },
      { status: 'expired' as const },
    ])
      assert.deepEqual(shrug({ subscription: { ...inGrace, ...over } }, settled), [])
  })
})
