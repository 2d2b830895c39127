import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { given, on } from '../test/support/subscriptions/given-subscription.ts'
import { receiptNumber, roleChange, subscriptionChanges } from './audit.ts'

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

  it('is every field of a new subscription', () => {
    const [plan, status] = subscriptionChanges(null, before)
    assert.deepEqual([plan?.before, plan?.after], ['', before.plan.title])
    assert.deepEqual([status?.before, status?.after], ['', 'active'])
  })

  it('is a role that was granted or revoked', () => {
    assert.deepEqual(roleChange('give-role', 'SUBSCRIPTION_ADMIN').after, 'SUBSCRIPTION_ADMIN')
    assert.deepEqual(roleChange('take-role', 'SUBSCRIPTION_ADMIN').before, 'SUBSCRIPTION_ADMIN')
  })
})

describe('the number of a receipt', () => {
  it('is a prefix and the first twelve characters of the id of its audit line', () => {
    assert.equal(receiptNumber('0a1b2c3d-4e5f-4000-8000-000000000000'), 'E-0A1B2C3D4E5F')
  })
})
