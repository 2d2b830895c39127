import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { annual, given, monthly, on, trial } from '../test/support/subscriptions/given-subscription.ts'
import { exported, receiptNumber, roleChange, subscriptionChanges } from './audit.ts'

describe('what the audit records of a change', () => {
  const before = given('active')

  it('is each field of a subscription that differs, or nothing if none does', () => {
    const after = { ...before, status: 'cancelled', endDate: on('2027-01-06', '00:00') } as const
    const fields = subscriptionChanges(before, after).map(({ field, before: old, after: made }) => [field, old, made])
    assert.deepEqual(fields.slice(0, 2), [
      ['status', 'active', 'cancelled'],
      ['endDate', before.endDate?.toISOString().slice(0, 10), '2027-01-06'],
    ])
    assert.deepEqual(subscriptionChanges(before, { ...before }), [])
  })

  it('is every field of a new subscription, with the last day as a date', () => {
    assert.deepEqual(subscriptionChanges(null, before), [
      { field: 'plan', before: '', after: 'Analytics monthly' },
      { field: 'status', before: '', after: 'active' },
      { field: 'endDate', before: '', after: '2026-12-20' },
      { field: 'renews', before: '', after: 'yes' },
    ])
    assert.deepEqual(subscriptionChanges(undefined, before), subscriptionChanges(null, before))
  })

  it('is whether a paid subscription renews, and nothing of this for a trial', () => {
    const renewal = (state: Parameters<typeof given>[0], plan = monthly) =>
      subscriptionChanges(null, given(state, plan)).filter(({ field }) => field === 'renews')
    for (const [state, after] of [
      ['active', 'yes'],
      ['held', 'yes'],
      ['stopped', 'no'],
      ['cancelled', 'no'],
    ] as const)
      assert.deepEqual(renewal(state), [{ field: 'renews', before: '', after }], state)
    for (const state of ['waiting', 'active', 'cancelled'] as const) assert.deepEqual(renewal(state, trial), [], state)
  })

  it('is no last day while the subscription has not started', () => {
    assert.deepEqual(subscriptionChanges(null, given('waiting')), [
      { field: 'plan', before: '', after: 'Analytics monthly' },
      { field: 'status', before: '', after: 'pending' },
      { field: 'renews', before: '', after: 'yes' },
    ])
    assert.deepEqual(subscriptionChanges(given('waiting'), before), [
      { field: 'status', before: 'pending', after: 'active' },
      { field: 'endDate', before: '', after: '2026-12-20' },
    ])
  })

  it('is the plan by its title', () => {
    assert.deepEqual(subscriptionChanges(before, { ...before, plan: annual }), [
      { field: 'plan', before: 'Analytics monthly', after: 'Analytics annual' },
    ])
  })

  it('is a role that was granted, with the one it replaced, or lost', () => {
    const [admin, support] = ['SUBSCRIPTION_ADMIN', 'SUBSCRIPTION_SUPPORT']
    assert.deepEqual(roleChange('give-role', admin), { field: 'role', before: '', after: admin })
    assert.deepEqual(roleChange('give-role', admin, support), { field: 'role', before: support, after: admin })
    for (const act of ['take-role', 'reset-factors'] as const)
      assert.deepEqual(roleChange(act, admin), { field: 'role', before: admin, after: '' }, act)
  })

  it('is what was exported as a file', () => {
    assert.deepEqual(exported('users'), { field: 'export', before: '', after: 'users' })
  })
})

describe('the number of a receipt', () => {
  it('is a prefix and the first twelve characters of the id of its audit line', () => {
    assert.equal(receiptNumber('0a1b2c3d-4e5f-4000-8000-000000000000'), 'E-0A1B2C3D4E5F')
  })
})
