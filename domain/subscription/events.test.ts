import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { given, on, trial } from '../../test/support/subscriptions/given-subscription.ts'
import { replay } from '../../test/support/subscriptions/replay.ts'
import { apply, shownData, subscriptionEvent } from './events.ts'
import type { SubscriptionEvent } from './events.ts'

const stamp = { at: on('11-20'), addedBy: 'system' }
const created: SubscriptionEvent = { ...stamp, type: 'PENDING_SUBSCRIPTION_CREATED', data: { id: 's1', plan: trial } }
const commented: SubscriptionEvent = { ...stamp, type: 'COMMENT_ADDED', data: { comment: 'hello' } }

describe('the events of a subscription', () => {
  it('determine its state, and no events determine none', () => {
    assert.equal(replay([]), null)
    assert.equal(replay([created, commented])?.latestComment, 'hello')
  })

  it('must begin with its creation', () => {
    assert.throws(() => replay([commented]), /cannot begin with COMMENT_ADDED/)
  })

  it('show people the end date and the comment, never the terms', () => {
    assert.deepEqual(shownData(created), {})
    assert.deepEqual(shownData(commented), { comment: 'hello' })
    const moved = { endDate: on('12-20', '00:00'), payment: 'in_1', paidUntil: on('12-20', '00:00') }
    assert.deepEqual(shownData({ data: moved }), { endDate: moved.endDate })
    assert.deepEqual(shownData({ data: { endDate: moved.endDate, comment: 'longer' } }), {
      endDate: moved.endDate,
      comment: 'longer',
    })
  })

  it('distinguish granted days from those that the provider bills', () => {
    const dates = (addedBy: string, data: object): SubscriptionEvent =>
      subscriptionEvent.parse({ at: on('12-01'), addedBy, type: 'END_DATE_CHANGED', data })
    const until = on('2027-02-01', '00:00')
    const extended = apply(given('active'), dates('admin@example.com', { endDate: until, comment: 'a favour' }))
    assert.deepEqual(extended.grantedUntil, until)
    const later = on('2027-03-01', '00:00')
    assert.deepEqual(apply(extended, dates('billing', { endDate: later, paidUntil: later })).grantedUntil, until)
    assert.deepEqual(apply(extended, dates('billing', { endDate: later })).grantedUntil, until, 'days of grace')
    const sooner = on('2027-01-01', '00:00')
    assert.equal(apply(extended, dates('billing', { endDate: sooner, paidUntil: sooner })).grantedUntil, null)
    assert.equal(apply(given('active'), dates('billing', { endDate: later })).grantedUntil, null)
    const bought = apply(given('stopped'), dates('billing', { endDate: until, paidUntil: sooner }))
    assert.deepEqual(bought.grantedUntil, until, 'the days that remained when it was bought again')
    const graced = { ...given('active'), endDate: later }
    assert.equal(apply(graced, dates('billing', { endDate: later, paidUntil: sooner })).grantedUntil, null)
  })

  it('return a new state and do not change the old one', () => {
    const state = given('active')
    const kept = structuredClone(state)
    assert.notEqual(apply(state, commented), state)
    assert.deepEqual(state, kept)
  })

  it('can be replayed after erasure removed their comments', () => {
    assert.equal(replay([created, { ...commented, data: { comment: '' } }])?.latestComment, null)
  })

  it('are the same after a round trip through JSON', () => {
    const stored: unknown = JSON.parse(JSON.stringify([created, commented]))
    assert.deepEqual(subscriptionEvent.array().parse(stored), [created, commented])
  })

  it('are ignored if they are malformed', () => {
    const moved = (endDate: unknown): object => ({ ...stamp, type: 'END_DATE_CHANGED', data: { endDate } })
    assert.ok(subscriptionEvent.safeParse(moved('2026-12-20T00:00:00.000Z')).success)
    for (const endDate of [null, undefined, 0, '', 'soon', new Date(Number.NaN)]) {
      assert.ok(!subscriptionEvent.safeParse(moved(endDate)).success, String(endDate))
    }
    assert.ok(!subscriptionEvent.safeParse({ ...commented, type: 'NO_SUCH_EVENT' }).success)
    assert.ok(!subscriptionEvent.safeParse({ ...created, data: { id: 's1' } }).success)
  })
})
