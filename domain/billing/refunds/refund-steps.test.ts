import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { payment } from '../../../test/support/billing/given-news.ts'
import { invoice, snapshot } from '../../../test/support/billing/given-snapshot.ts'
import { given, on } from '../../../test/support/subscriptions/given-subscription.ts'
import { noticesOf, type BillingNotice } from '../billing-steps.ts'
import { entriesOf, type PaymentEntry } from '../payments/payment-entries.ts'
import { refundSteps, unusedPaymentSteps } from './refund-steps.ts'

const now = on('12-01')
const noted = (...notices: [notice: BillingNotice, about: string][]) =>
  noticesOf(notices.map(([notice, about]) => ({ notice, about })))
const refund = { id: 're_1', amount: 4900, at: now, status: 'succeeded', request: null } as const
const inEuro = invoice({ id: 'in_2', status: 'paid', payment: 'pi_2', currency: 'eur' })
const steps = (read: ReturnType<typeof payment>[], notices = noted(), rows: readonly PaymentEntry[] = []) =>
  refundSteps(snapshot({ invoices: [inEuro], payments: read }), { subscription: given('active'), rows, notices }, now)

describe('a refund found at the provider', () => {
  const made = payment({ id: 'pi_2', refunds: [refund] })
  const mail = {
    step: 'mail-refund',
    money: { amount: 4900, currency: 'eur' },
    card: null,
    unused: false,
    access: { kind: 'goes-on' },
  }
  const note = { step: 'note', notice: 'refund-told', about: 're_1' }

  it('is emailed once, in the currency of its invoice, otherwise of the plan', () => {
    assert.deepEqual(steps([made]), [note, mail])
    assert.deepEqual(steps([made], noted(['refund-told', 're_1'])), [])
    assert.deepEqual(steps([made], noted(['payment-refunded', 'pi_2'])), [])
    const unlisted = { ...made, id: 'pi_9', card: { brand: 'visa', lastDigits: '4242' } }
    const money = { amount: 4900, currency: 'usd' }
    assert.deepEqual(steps([unlisted]), [note, { ...mail, money, card: unlisted.card }])
  })

  it('is emailed as that of a payment that bought nothing, if the shop made it for that reason', () => {
    assert.deepEqual(steps([made], noted(['refund-unused', 'pi_2'])), [note, { ...mail, unused: true }])
    assert.deepEqual(steps([made], noted(['refund-unused', 'pi_1'])), [note, mail])
  })

  it('states no access while another part of the refund is still to be made', () => {
    const [charge] = entriesOf(snapshot({}))
    assert.ok(charge)
    const pending = { ...charge, kind: 'refund', state: 'pending', provider_id: null } as const
    const whileWaiting = (id: string) => steps([made, payment({ id: 'pi_3' })], noted(), [{ ...pending, payment: id }])
    assert.deepEqual(whileWaiting('pi_2'), [note, mail], 'it is the part that was found')
    assert.deepEqual(whileWaiting('pi_3'), [note, { ...mail, access: null }])
  })

  it('that fails is emailed once, to those who got an email about it', () => {
    const failed = payment({ id: 'pi_2', refunds: [{ ...refund, status: 'failed' }] })
    const told = [
      { step: 'note', notice: 'refund-failed-told', about: 're_1' },
      { step: 'mail-failed-refund', money: { amount: 4900, currency: 'eur' } },
    ]
    assert.deepEqual(steps([failed]), [])
    assert.deepEqual(steps([failed], noted(['refund-told', 're_1'])), told)
    assert.deepEqual(steps([failed], noted(['payment-refunded', 'pi_2'])), told)
    assert.deepEqual(steps([failed], noted(['refund-told', 're_1'], ['refund-failed-told', 're_1'])), [])
    assert.deepEqual(steps([made], noted(['refund-told', 're_1'])), [], 'it did not fail')
  })
})

describe('a refund that no check finds', () => {
  it('is reported unless the refund or its payment was', () => {
    const note = [{ step: 'note', notice: 'payment-refunded', about: 'pi_1' }]
    assert.deepEqual(unusedPaymentSteps('pi_1', null, noted()), note)
    assert.deepEqual(unusedPaymentSteps('pi_1', 're_1', noted()), note)
    assert.deepEqual(unusedPaymentSteps('pi_1', 're_1', noted(['refund-told', 're_2'])), note)
    assert.equal(unusedPaymentSteps('pi_1', 're_1', noted(['refund-told', 're_1'])), null)
    assert.equal(unusedPaymentSteps('pi_1', null, noted(['payment-refunded', 'pi_1'])), null)
  })
})
