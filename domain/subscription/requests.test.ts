import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
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
import { addDays, isOver } from '../calendar.ts'
import { refusals } from '#words/errors.ts'
import { isResumable, ownExtension } from './requests.ts'
import type { RefusalCode } from './subscription.ts'

const by = 'admin@example.com'
const cancel: Command = { kind: 'cancel', by, comment: 'asked by phone' }
const undo: Command = { kind: 'undo', by, comment: 'a mistake' }
const extend: Command = { kind: 'extend', by, endDate: on('2027-02-01', '00:00'), comment: 'a favour' }
const comment: Command = { kind: 'comment', by, comment: 'a friend of the house' }
const stop: Command = { kind: 'stop-renewal', by: 'owner@example.com' }
const resume: Command = { kind: 'resume-renewal', by: 'owner@example.com' }
const chargingOff = { kind: 'set-charging', to: 'off' }
const chargingOn = { kind: 'set-charging', to: 'on' }

function answer(facts: Partial<Facts>, command: Command, now = on('11-28')): unknown {
  return decide({ subscription: null, person: ok, others: alone, ...facts }, command, now)
}

describe('a refund that ends a subscription', () => {
  it('also cancels one that never started or is on hold, and no other', () => {
    for (const state of ['waiting', 'held', 'active', 'stopped'] as const) {
      const facts = { subscription: given(state), person: waiting, billing: running }
      const { types } = happens(facts, { ...cancel, withRefund: true }, on('11-28'))
      assert.deepEqual(types, ['SUBSCRIPTION_CANCELLED'], state)
    }
    for (const state of ['expired', 'cancelled'] as const)
      assert.deepEqual(answer({ subscription: given(state) }, { ...cancel, withRefund: true }), {
        refused: 'CANCEL_NOT_ACTIVE',
      })
  })
})

describe('an act that does not suit the status', () => {
  const acts = { cancel, undo, extend, comment, stop, resume }
  const states = ['waiting', 'active', 'stopped', 'held', 'expired', 'cancelled'] as const
  const closed: Record<(typeof states)[number], Partial<Record<keyof typeof acts, RefusalCode>>> = {
    waiting: {
      cancel: 'CANCEL_NOT_ACTIVE',
      undo: 'UNDO_NOT_CANCELLED',
      extend: 'EXTEND_NOT_OPEN',
      stop: 'NOT_RUNNING',
      resume: 'NOT_RUNNING',
    },
    active: { undo: 'UNDO_NOT_CANCELLED', resume: 'RENEWAL_NOT_STOPPED' },
    stopped: { undo: 'UNDO_NOT_CANCELLED', stop: 'RENEWAL_ALREADY_STOPPED' },
    held: {
      cancel: 'CANCEL_NOT_ACTIVE',
      undo: 'UNDO_NOT_CANCELLED',
      extend: 'EXTEND_NOT_OPEN',
      resume: 'RENEWAL_NOT_STOPPED',
    },
    expired: { cancel: 'CANCEL_NOT_ACTIVE', undo: 'UNDO_NOT_CANCELLED', stop: 'NOT_RUNNING', resume: 'NOT_RUNNING' },
    cancelled: {
      cancel: 'CANCEL_NOT_ACTIVE',
      extend: 'EXTEND_NOT_OPEN',
      stop: 'NOT_RUNNING',
      resume: 'NOT_RUNNING',
    },
  }
  for (const state of states) {
    it(`is refused for a subscription that is ${state}, and no other act is`, () => {
      for (const [name, act] of Object.entries(acts)) {
        const decision = decide(
          { subscription: given(state), person: ok, others: alone, billing: running },
          act,
          on('11-28'),
        )
        const said = 'refused' in decision ? decision.refused : undefined
        assert.equal(said, closed[state][name as keyof typeof acts], name)
      }
    })
  }

  it('is refused for renewal of a trial, without a subscription, and for an erased person', () => {
    for (const act of [stop, resume]) {
      assert.deepEqual(answer({ subscription: given('active', trial) }, act), { refused: 'NEVER_RENEWS' })
    }
    for (const act of Object.values(acts)) {
      assert.deepEqual(answer({}, act), { refused: 'NO_SUBSCRIPTION' })
      const person = { ...ok, erased: true }
      assert.deepEqual(answer({ subscription: given('cancelled'), person }, act), { refused: 'FORGOTTEN' })
    }
  })

  it('has a short sentence for each reason', () => {
    for (const sentence of Object.values(refusals)) assert.match(sentence, /^[A-Z][^!]{10,70}$/)
  })
})

describe('an administrator’s cancel', () => {
  it('ends access with its reason, and charging', () => {
    const { types, after, effects } = happens({ subscription: given('active') }, cancel, on('11-25'))
    assert.deepEqual(types, ['SUBSCRIPTION_CANCELLED'])
    assert.deepEqual([after.status, after.latestComment], ['cancelled', 'asked by phone'])
    assert.deepEqual(after.endDate, on('12-20', '00:00'))
    assert.deepEqual(effects, [chargingOff, { kind: 'mail', mail: 'subscription-ended' }])
  })

  it('of a trial, or of a stopped one, sends nothing to the provider', () => {
    assert.deepEqual(happens({ subscription: given('active', trial) }, cancel, on('11-25')).effects, [])
    assert.deepEqual(happens({ subscription: given('stopped') }, cancel, on('11-25')).effects, [
      { kind: 'mail', mail: 'subscription-ended' },
    ])
  })
})

describe('undoing a cancellation', () => {
  it('restores the state: active, to the same day, charged again', () => {
    const facts = { subscription: given('cancelled'), billing: running }
    const { types, after, effects } = happens(facts, undo, on('12-01'))
    assert.deepEqual(types, ['SUBSCRIPTION_UNDO_CANCELLATION'])
    assert.deepEqual({ ...after, latestComment: null }, { ...given('active'), latestComment: null })
    assert.equal(after.latestComment, 'a mistake')
    assert.deepEqual(effects, [chargingOn, { kind: 'mail', mail: 'renewal-resumed' }])
  })

  it('mails no resumed renewal while a dispute pauses the charges, or once access is over', () => {
    const disputed = { subscription: given('cancelled'), billing: { ...running, disputed: true } }
    assert.deepEqual(happens(disputed, undo, on('12-01')).effects, [{ kind: 'set-charging', to: 'paused' }])
    const over = { subscription: given('cancelled'), billing: { ...running, periodEnd: on('2027-01-20') } }
    assert.deepEqual(happens(over, undo, on('12-25')).effects, [chargingOn])
  })

  it('does not resume charging that the owner had stopped', () => {
    const subscription = happens({ subscription: given('stopped') }, cancel, on('11-25')).after
    const { after, effects } = happens({ subscription, billing: running }, undo, on('12-01'))
    assert.deepEqual([after.status, after.renewal], ['active', 'stopped'])
    assert.deepEqual(effects, [])
  })

  it('does not resume charging once the provider’s period is over, and then it does not renew', () => {
    const extended = happens({ subscription: given('active') }, extend, on('11-21')).after
    const subscription = happens({ subscription: extended }, cancel, on('11-25')).after
    const runOut = { ...running, periodEnd: on('12-01', '15:00') }
    for (const billing of [runOut, { ...running, ended: true }]) {
      const { after, effects } = happens({ subscription, billing }, undo, on('12-01', '15:00'))
      assert.deepEqual([after.status, after.renewal], ['active', 'ended'])
      assert.deepEqual(effects, [])
    }
  })

  it('makes it expired if the end date has passed; on the last day it is still active', () => {
    const subscription = given('cancelled', trial)
    assert.equal(happens({ subscription }, undo, on('12-20', '23:59')).after.status, 'active')
    const { types, after } = happens({ subscription }, undo, on('12-21'))
    assert.deepEqual(types, ['SUBSCRIPTION_UNDO_CANCELLATION'])
    assert.equal(after.status, 'expired')
  })

  it('starts one that never started', () => {
    const refused = { kind: 'person-refused', by, comment: 'no' } as const
    const subscription = happens({ subscription: given('waiting', trial), person: waiting }, refused, on('11-22')).after
    const { types, after } = happens({ subscription }, undo, on('12-01'))
    assert.deepEqual(types, ['SUBSCRIPTION_UNDO_CANCELLATION', 'INITIAL_END_DATE_SET'])
    assert.equal(after.status, 'active')
    assert.deepEqual(after.endDate, on('12-31', '00:00'))
  })

  it('starts a paid one that never started with its whole period, charged next at its end', () => {
    const refused = { kind: 'person-refused', by, comment: 'no' } as const
    const kept = { ...waiting, refundForbidden: true }
    const subscription = happens({ subscription: given('waiting'), person: kept }, refused, on('11-22')).after
    const { after, effects } = happens({ subscription, billing: running }, undo, on('12-01'))
    assert.deepEqual(after.endDate, on('2027-01-01', '00:00'))
    assert.deepEqual(effects, [
      chargingOn,
      { kind: 'move-next-charge', to: on('2027-01-01', '00:00') },
      { kind: 'mail', mail: 'renewal-resumed' },
    ])
  })

  it('moves no charge of one that becomes expired', () => {
    const facts = { subscription: given('cancelled'), billing: { ...running, periodEnd: on('12-31') } }
    const { after, effects } = happens(facts, undo, on('12-22'))
    assert.equal(after.status, 'expired')
    assert.deepEqual(effects, [chargingOn])
  })

  it('is refused for a person who is not cleared, after a refund, and beside another live one', () => {
    const subscription = given('cancelled')
    assert.deepEqual(answer({ subscription, person: waiting }, undo), { refused: 'NOT_CLEARED' })
    assert.deepEqual(answer({ subscription, billing: { ...running, paidBack: true } }, undo), { refused: 'PAID_BACK' })
    assert.deepEqual(answer({ subscription, others: { ...alone, live: true } }, undo), { refused: 'OTHER_LIVE' })
  })
})

describe('extending', () => {
  it('moves the end date with its reason, and the next charge with it', () => {
    const facts = { subscription: given('active'), billing: running }
    const { types, after, effects } = happens(facts, extend, on('11-28'))
    assert.deepEqual(types, ['END_DATE_CHANGED'])
    assert.deepEqual(after.endDate, on('2027-02-01', '00:00'))
    assert.equal(after.latestComment, 'a favour')
    assert.deepEqual(effects, [{ kind: 'move-next-charge', to: on('2027-02-01', '00:00') }])
  })

  it('moves no charge if renewal is stopped', () => {
    assert.deepEqual(happens({ subscription: given('stopped'), billing: running }, extend, on('11-28')).effects, [])
  })

  it('makes an expired one active again', () => {
    const { types, after, effects } = happens({ subscription: given('expired', trial) }, extend, on('2027-01-02'))
    assert.deepEqual(types, ['END_DATE_CHANGED', 'STATUS_CHANGED'])
    assert.equal(after.status, 'active')
    assert.deepEqual(effects, [])
  })

  it('does not renew if the provider has ended its side', () => {
    const facts = { subscription: given('expired'), billing: { ...running, ended: true } }
    const { types, after, effects } = happens(facts, extend, on('2027-01-02'))
    assert.deepEqual(types, ['END_DATE_CHANGED', 'STATUS_CHANGED'])
    assert.deepEqual([after.status, after.renewal, after.grantedUntil], ['active', 'ended', on('2027-02-01', '00:00')])
    assert.deepEqual(effects, [{ kind: 'set-charging', to: 'off' }])
  })

  it('can shorten a trial, down to today, and stores the day of any moment', () => {
    const today: Command = { ...extend, endDate: on('11-28', '09:00') }
    const { after } = happens({ subscription: given('active', trial) }, today, on('11-28', '23:00'))
    assert.deepEqual(after.endDate, on('11-28', '00:00'))
  })

  it('is refused for a day in the past', () => {
    const yesterday: Command = { ...extend, endDate: on('11-27', '00:00') }
    assert.deepEqual(answer({ subscription: given('active', trial) }, yesterday), { refused: 'END_DATE_PAST' })
  })

  it('never shortens a paid one, but accepts its present end date', () => {
    const subscription = given('active', monthly)
    const shorter: Command = { ...extend, endDate: on('12-19', '00:00') }
    assert.deepEqual(answer({ subscription }, shorter), { refused: 'PAID_SHORTENED' })
    const same: Command = { ...extend, endDate: on('12-20', '00:00') }
    assert.deepEqual(happens({ subscription, billing: running }, same, on('11-28')).effects, [])
  })

  it('is refused for a person who is not cleared, and beside another live one', () => {
    const subscription = given('expired')
    assert.deepEqual(answer({ subscription, person: waiting }, extend), { refused: 'NOT_CLEARED' })
    assert.deepEqual(answer({ subscription, others: { ...alone, live: true } }, extend), { refused: 'OTHER_LIVE' })
  })
})

describe('a comment', () => {
  it('is stored in any status and changes nothing else', () => {
    for (const state of ['waiting', 'active', 'held', 'expired', 'cancelled'] as const) {
      const subscription = given(state)
      const { types, after, effects } = happens({ subscription }, comment, on('11-28'))
      assert.deepEqual(types, ['COMMENT_ADDED'])
      assert.deepEqual(after, { ...subscription, latestComment: 'a friend of the house' })
      assert.deepEqual(effects, [])
    }
  })
})

describe('the owner', () => {
  it('stops renewal, and keeps access to the end date', () => {
    const { types, after, effects } = happens({ subscription: given('active') }, stop, on('11-25'))
    assert.deepEqual(types, ['RENEWAL_STOPPED'])
    assert.deepEqual(after, { ...given('active'), renewal: 'stopped' })
    assert.deepEqual(effects, [chargingOff, { kind: 'mail', mail: 'renewal-stopped' }])
  })

  it('is mailed about a stop of a disputed subscription too', () => {
    const facts = { subscription: given('active'), billing: { ...running, disputed: true } }
    assert.deepEqual(happens(facts, stop, on('11-25')).effects, [
      chargingOff,
      { kind: 'mail', mail: 'renewal-stopped' },
    ])
  })

  it('resumes it while the provider’s period runs', () => {
    const { types, after, effects } = happens({ subscription: given('stopped'), billing: running }, resume, on('12-01'))
    assert.deepEqual(types, ['RENEWAL_RESUMED'])
    assert.deepEqual(after, given('active'))
    assert.deepEqual(effects, [chargingOn, { kind: 'mail', mail: 'renewal-resumed' }])
  })

  it('is not charged before the end date, which was extended since', () => {
    const subscription = happens({ subscription: given('stopped') }, extend, on('11-25')).after
    const { effects } = happens({ subscription, billing: running }, resume, on('12-01'))
    assert.deepEqual(effects[1], { kind: 'move-next-charge', to: on('2027-02-01', '00:00') })
  })

  it('stops and resumes one on hold too, which is not charged during the hold', () => {
    const stopped = happens({ subscription: given('held') }, stop, on('11-26'))
    assert.equal(stopped.after.status, 'pending')
    const facts = { subscription: stopped.after, person: waiting, billing: { ...running, periodEnd: on('2027-03-01') } }
    const { types, effects } = happens(facts, resume, on('2027-02-01'))
    assert.deepEqual(types, ['RENEWAL_RESUMED'])
    assert.deepEqual(effects[0], { kind: 'set-charging', to: 'paused' })
    assert.equal(effects.length, 2)
  })

  it('cannot resume it while a payment is disputed', () => {
    const facts = { subscription: given('stopped'), billing: { ...running, disputed: true } }
    assert.deepEqual(answer(facts, resume), { refused: 'PAYMENT_DISPUTED' })
  })

  it('cannot resume it once the provider’s period or the end date is over', () => {
    const subscription = given('stopped')
    const closed = { refused: 'PERIOD_OVER' }
    assert.deepEqual(answer({ subscription }, resume), closed)
    assert.deepEqual(answer({ subscription, billing: { ...running, ended: true } }, resume), closed)
    assert.deepEqual(answer({ subscription, billing: running }, resume, on('12-20')), closed)
    const longer = { ...running, periodEnd: on('12-31') }
    assert.deepEqual(answer({ subscription, billing: longer }, resume, on('12-21')), closed)
    assert.deepEqual(answer({ subscription: { ...subscription, renewal: 'ended' }, billing: running }, resume), closed)
  })

  it('offers to resume it exactly if that is not refused, and before a stop what would be possible after it', () => {
    const offered = (state: Parameters<typeof given>[0], billing = running, now = on('12-01')) =>
      isResumable(given(state), billing, now)
    assert.deepEqual([offered('active'), offered('stopped')], [true, true])
    for (const state of ['waiting', 'expired', 'cancelled'] as const) assert.equal(offered(state), false, state)
    assert.equal(isResumable(given('active', trial), undefined, on('12-01')), false)
    for (const state of ['active', 'stopped'] as const) {
      assert.equal(offered(state, { ...running, disputed: true }), false)
      assert.equal(offered(state, { ...running, ended: true }), false)
      const inGrace = { ...given(state), endDate: on('2027-01-03', '00:00') }
      assert.equal(isResumable(inGrace, running, on('12-21')), false)
    }
  })
})

describe('the owner’s own extension of a trial', () => {
  const extendTrial = (days: number | null): Command => ({ kind: 'extend-trial', by: 'owner@example.com', days })
  const refusal = (facts: Partial<Facts>, days: number | null = 14, now = on('12-18')) =>
    answer(facts, extendTrial(days), now)

  it('moves the end date once, marks the event as the owner’s, and is confirmed by email', () => {
    const { types, after, effects } = happens({ subscription: given('active', trial) }, extendTrial(14), on('12-18'))
    assert.deepEqual(types, ['END_DATE_CHANGED'])
    assert.deepEqual([after.endDate, after.status, after.extendedByOwner], [on('2027-01-03', '00:00'), 'active', true])
    assert.deepEqual(effects, [{ kind: 'mail', mail: 'trial-extended' }])
    assert.deepEqual(refusal({ subscription: after }), { refused: 'EXTENDED_ALREADY' })
  })

  it('is refused with the first reason that applies', () => {
    const subscription = given('active', trial)
    assert.deepEqual(refusal({ subscription }, null), { refused: 'EXTENSION_NOT_OFFERED' })
    assert.deepEqual(refusal({ subscription: given('active') }), { refused: 'EXTENSION_NOT_OFFERED' })
    assert.deepEqual(refusal({ subscription }, 14, on('12-21')), { refused: 'TRIAL_EXPIRED' })
    assert.deepEqual(refusal({ subscription: given('expired', trial) }), { refused: 'TRIAL_EXPIRED' })
    for (const state of ['waiting', 'held', 'cancelled'] as const)
      assert.deepEqual(refusal({ subscription: given(state, trial) }), { refused: 'NOT_RUNNING' }, state)
    const others = { ...alone, subscribed: true }
    assert.deepEqual(refusal({ subscription, others }), { refused: 'SUBSCRIPTION_EXISTS' })
    assert.deepEqual(refusal({}), { refused: 'NO_SUBSCRIPTION' })
    assert.deepEqual(refusal({ subscription, person: { ...ok, erased: true } }), { refused: 'FORGOTTEN' })
  })

  it('adds exactly the days that the catalogue offers in any state, or changes nothing [10.2]', () => {
    const states = ['waiting', 'active', 'held', 'expired', 'cancelled'] as const
    const days = fc.option(fc.integer({ min: 1, max: 365 }))
    fc.assert(
      fc.property(fc.constantFrom(...states), days, fc.boolean(), fc.nat(90), (state, offered, subscribed, later) => {
        const subscription = given(state, trial)
        const now = addDays(on('11-26'), later)
        const facts = { subscription, person: ok, others: { ...alone, subscribed } }
        const decision = decide(facts, extendTrial(offered), now)
        const shown = ownExtension(subscription, facts.others, offered, now)
        assert.equal('refused' in decision, 'refused' in shown, 'what a page offers is what is done')
        const { endDate } = subscription
        const may = state === 'active' && endDate && !isOver(endDate, now) && offered !== null && !subscribed
        assert.equal('refused' in decision, !may)
        if ('refused' in decision || !endDate) return
        const extended = { ...subscription, endDate: addDays(endDate, offered ?? 0), extendedByOwner: true }
        assert.deepEqual(decision.after, { ...extended, grantedUntil: extended.endDate })
        assert.ok('refused' in decide({ ...facts, subscription: extended }, extendTrial(offered), now), 'once')
      }),
    )
  })
})
