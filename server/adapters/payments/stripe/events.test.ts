import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { Stripe } from 'stripe'
import { verified } from './events.ts'

const secret = 'whsec_of_this_shop'
const now = new Date('2026-11-20T12:00:00Z')
const stripe = new Stripe('sk_test_none')

function anEvent(type: string, object: object, more: object = {}): string {
  return JSON.stringify({ id: 'evt_1', object: 'event', created: 1_795_000_000, type, data: { object }, ...more })
}
/** Returns the signature of a payload; `age` is in seconds. */
const signed = (payload: string, { by = secret, age = 0 } = {}) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp: now.getTime() / 1000 - age })
const read = (payload: string, signature = signed(payload)) =>
  verified(stripe, Buffer.from(payload), signature, secret, now)

const subscription = { object: 'subscription', id: 'sub_1' }
const plain = anEvent('customer.subscription.updated', subscription)

describe('a message of the payment provider', () => {
  it('is accepted for 300 seconds before and after its signature', () => {
    for (const age of [-300, 0, 300]) assert.equal(read(plain, signed(plain, { age }))?.id, 'evt_1', String(age))
  })

  it('is rejected if forged, stale, of the future, changed, signed otherwise, or no event', () => {
    const good = signed(plain)
    const rows: [what: string, payload: string, signature: string | undefined][] = [
      ['forged', plain, signed(plain, { by: 'whsec_guessed' })],
      ['stale', plain, signed(plain, { age: 301 })],
      ['of the future', plain, signed(plain, { age: -301 })],
      ['changed on the way', plain.replace('sub_1', 'sub_2'), good],
      ['signed for another', plain, signed('{}')],
      ['with an empty signature', plain, ''],
      ['with half of one', plain, good.split(',')[0]],
      ['with an older scheme', plain, good.replace('v1=', 'v0=')],
      ['empty', '', signed('')],
      ['no JSON', 'hush', signed('hush')],
      ['no event', '{"hush":1}', signed('{"hush":1}')],
    ]
    for (const [what, payload, signature] of rows) assert.equal(read(payload, signature), null, what)
  })

  it('is rejected with a control character in its id, its type or the id of its object', () => {
    for (const character of ['\0', '\u001b', '\u0085'])
      for (const payload of [
        anEvent('plan.created', subscription, { id: `evt_${character}1` }),
        anEvent(`plan.${character}`, subscription),
        anEvent('plan.created', { ...subscription, id: `sub_${character}1` }),
      ])
        assert.equal(read(payload), null, JSON.stringify(payload))
  })

  it('concerns an object of the shop, whatever the API version of the endpoint, or none', () => {
    const parent = (of: unknown) => ({ parent: { subscription_details: { subscription: of } } })
    const rows: [object: object, about: object | null][] = [
      [subscription, { subscription: 'sub_1' }],
      [{ object: 'checkout.session', id: 'cs_1' }, { checkout: 'cs_1' }],
      [{ object: 'invoice', id: 'in_1', ...parent('sub_1') }, { subscription: 'sub_1' }],
      [{ object: 'invoice', id: 'in_1', ...parent({ id: 'sub_1' }) }, { subscription: 'sub_1' }],
      // As before API version 2025-03-31.
      [{ object: 'invoice', id: 'in_1', subscription: 'sub_1' }, { subscription: 'sub_1' }],
      [{ object: 'invoice', id: 'in_1', parent: null }, null],
      [{ object: 'subscription_schedule', id: 'sched_1', subscription: 'sub_1' }, { subscription: 'sub_1' }],
      ...['charge', 'dispute', 'refund'].flatMap((object): [object, object | null][] => [
        [{ object, id: 'x_1', payment_intent: 'pi_1' }, { payment: 'pi_1' }],
        [{ object, id: 'x_1', payment_intent: null }, null],
      ]),
      [{ object: 'credit_note', id: 'cn_1', customer: 'cus_1' }, { customer: 'cus_1' }],
      [{ object: 'customer', id: 'cus_1' }, { customer: 'cus_1' }],
      [{ object: 'balance' }, null],
    ]
    for (const [object, about] of rows)
      assert.deepEqual(read(anEvent('any.type', object))?.about, about, JSON.stringify(object))
  })
})
