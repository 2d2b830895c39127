import assert from 'node:assert/strict'
import { test } from 'vitest'
import { given } from '../../../test/support/subscriptions/given-subscription.ts'
import { noticesOf } from '../billing-steps.ts'
import { deniedCountrySteps } from './denied-country.ts'

const held = { ...given('active'), id: 'held', status: 'pending', payment: 'pi_1' } as const
const denied = { deniedCountry: true }
const key = { subscriptionId: 'held', kind: 'country-denied', payment: null }
const opened = [
  { step: 'note', notice: 'country-denied', about: 'pi_1' },
  { step: 'open-issue', issue: { ...key, providerObject: 'pi_1' } },
]
const closed = [
  { step: 'forget-notes', notice: 'country-denied', except: null },
  { step: 'close-issue', issue: key },
]
const none = noticesOf([])

test('a paid period on hold in a denied country opens an issue, once for each payment', () => {
  assert.deepEqual(deniedCountrySteps(denied, held, none), opened)
  const noted = noticesOf([{ notice: 'country-denied', about: 'pi_1' }])
  assert.deepEqual(deniedCountrySteps(denied, held, noted), [])
  assert.equal(deniedCountrySteps(denied, { ...held, payment: 'pi_2' }, noted).length, 2)
})

test('an unpaid period opens no issue and closes none', () => {
  assert.deepEqual(deniedCountrySteps(denied, { ...held, payment: null }, none), [])
})

test('the issue is closed once the country is not denied any more, or the subscription has ended', () => {
  assert.deepEqual(deniedCountrySteps({ deniedCountry: false }, held, none), closed)
  for (const status of ['expired', 'cancelled'] as const)
    assert.deepEqual(deniedCountrySteps(denied, { ...held, status }, none), closed)
})
