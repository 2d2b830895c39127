import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { record, refund, first, second } from '../../test/support/billing/given-records.ts'
import { given, monthly, trial } from '../../test/support/subscriptions/given-subscription.ts'
import { isSubscribed, othersOf, unusedPayments } from './facts.ts'
import type { Subscription } from './subscription.ts'

const own = (id: string, subscription: Subscription): Subscription => ({ ...subscription, id })
const active = own('s1', given('active'))
const companion = { ...monthly, product: 'statistics' }

describe('the other subscriptions of a person', () => {
  const of = (...others: Subscription[]) => othersOf([active, ...others], active, monthly)

  it('are those of the same product and type, without the one that is decided about', () => {
    assert.deepEqual(of(), { live: false, everOwned: false, stillCharged: [], subscribed: true })
    const elsewhere = [own('s2', given('active', companion)), own('s3', given('active', trial))]
    assert.deepEqual(of(...elsewhere), of())
    assert.deepEqual([of(own('s4', given('held'))).live, of(own('s4', given('expired'))).live], [true, false])
    assert.equal(of(own('s4', given('cancelled'))).everOwned, true)
    assert.equal(othersOf([active], null, monthly).live, true)
  })

  it('are none as long as it is not known what is bought', () => {
    assert.deepEqual(othersOf([active], null, null), { live: false, everOwned: false, stillCharged: [] })
  })

  it('may still be charged after they expired, unless renewal was stopped or has ended', () => {
    const expired = own('s2', { ...given('active'), status: 'expired' })
    const stillCharged = (over: Partial<Subscription>) => of({ ...expired, ...over }).stillCharged
    assert.deepEqual(stillCharged({}), ['s2'])
    assert.deepEqual(stillCharged({ renewal: 'ended' }), [])
    assert.deepEqual(stillCharged({ renewal: 'none' }), [])
    assert.deepEqual(stillCharged({ status: 'cancelled' }), [])
    assert.deepEqual(stillCharged({ status: 'active' }), [])
  })
})

describe('a product', () => {
  it('is subscribed to while a subscription of it is active or pending, not by a trial', () => {
    const owned = [given('active'), given('held'), given('expired'), given('active', trial), given('active', companion)]
    assert.deepEqual(
      owned.map((one) => isSubscribed([one], 'analytics')),
      [true, true, false, false, false],
    )
  })
})

describe('the payments that bought nothing yet', () => {
  const waiting = { ...given('waiting'), payment: 'pi_1' }
  const unused = (subscription: Subscription, ...records: ReturnType<typeof record>[]) =>
    unusedPayments(subscription, records).payments

  it('are all of the first period that were not refunded in full', () => {
    assert.deepEqual(unused(waiting, first, second), ['pi_1', 'pi_2'])
    assert.deepEqual(unused(waiting, first, second, refund('pi_2', 2_398)), ['pi_1', 'pi_2'])
    assert.deepEqual(unused(waiting, first, second, refund('pi_2', 2_399)), ['pi_1'])
    assert.deepEqual(unused(waiting, first, record({ payment: null, invoice: 'in_3' })), ['pi_1'])
  })

  it('are unknown once it started, without a payment, or if the payment is not stored', () => {
    assert.equal(unused({ ...given('active'), payment: 'pi_1' }, first), undefined)
    assert.equal(unused({ ...waiting, payment: null }, first), undefined)
    assert.equal(unused({ ...waiting, payment: 'pi_9' }, first), undefined)
    assert.equal(unused({ ...waiting, payment: 'in_1' }, first), undefined)
  })
})
