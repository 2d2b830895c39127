import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { paymentStates } from '../billing/payments/payment-state.ts'
import { subscriptionTypes } from '../catalogue/plan.ts'
import { dplStatuses } from '../screening/dpl-status.ts'
import {
  barOf,
  situationKinds,
  situationOfSubscription,
  situationWith,
  type OwnedSubscription,
  type SituatedPerson,
  type SituationKind,
} from './situation.ts'
import { cleared, subscriptionStatuses } from './subscription.ts'

const jane: SituatedPerson = { dplStatus: 'PASS', deniedCountry: false, emailVerified: true }
const waiting: SituatedPerson = { ...jane, dplStatus: 'PENDING' }
const refused: SituatedPerson = { ...jane, dplStatus: 'FAIL' }
const denied: SituatedPerson = { ...jane, deniedCountry: true }
const unconfirmed: SituatedPerson = { ...jane, emailVerified: false }

type Changes = Partial<OwnedSubscription['subscription']>
const having = (type: 'trial' | 'subscription', changes: Changes = {}): OwnedSubscription => ({
  plan: { product: 'analytics', type },
  subscription: {
    status: 'active',
    startDate: '2026-11-20T12:00:00.000Z',
    renews: type === 'subscription',
    payment: { state: type === 'trial' ? 'none' : 'paid' },
    ...changes,
  },
})
const trial = (changes?: Changes) => having('trial', changes)
const paid = (changes?: Changes) => having('subscription', changes)

describe('the situation of a person with a product', () => {
  const cases: [title: string, person: SituatedPerson | null, owned: OwnedSubscription[], kind: SituationKind][] = [
    ['an anonymous visitor has none', null, [], 'none'],
    ['a person without subscriptions has none', jane, [], 'none'],
    ['an administrator without a subscriber has none', { dplStatus: null, deniedCountry: false }, [], 'none'],
    ['an unconfirmed address comes before the review', { ...unconfirmed, dplStatus: 'PENDING' }, [], 'unconfirmed'],
    ['a trial of an unconfirmed address', unconfirmed, [trial({ status: 'pending', startDate: null })], 'unconfirmed'],
    ['a person in review', waiting, [], 'in_review'],
    ['a trial that waits for review', waiting, [trial({ status: 'pending', startDate: null })], 'in_review'],
    ['a refused person without subscriptions', refused, [], 'refused'],
    ['a refused person’s cancelled trial', refused, [trial({ status: 'cancelled', startDate: null })], 'refused'],
    ['a denied country', denied, [trial({ status: 'pending', startDate: null })], 'denied_country'],
    ['a running trial', jane, [trial()], 'trial_running'],
    ['an expired trial', jane, [trial({ status: 'expired' })], 'trial_over'],
    ['a cancelled trial', jane, [trial({ status: 'cancelled' })], 'trial_over'],
    ['a paid subscription', jane, [paid()], 'paid'],
    ['a paid subscription beside an expired trial', jane, [trial({ status: 'expired' }), paid()], 'paid'],
    ['a paid subscription beside a running trial', jane, [trial(), paid()], 'paid'],
    ['a failed payment', jane, [paid({ payment: { state: 'past_due' } })], 'past_due'],
    ['a payment to confirm', jane, [paid({ payment: { state: 'action_required' } })], 'past_due'],
    ['a failed payment after a stop', jane, [paid({ renews: false, payment: { state: 'past_due' } })], 'past_due'],
    ['a stopped renewal', jane, [paid({ renews: false })], 'stopped'],
    ['an expired subscription', jane, [paid({ status: 'expired', renews: false })], 'ended'],
    [
      'an ended subscription and an expired trial',
      jane,
      [trial({ status: 'expired' }), paid({ status: 'expired' })],
      'ended',
    ],
    ['a running trial after an ended subscription', jane, [paid({ status: 'expired' }), trial()], 'trial_running'],
    ['a subscription on hold', waiting, [paid({ status: 'pending' })], 'on_hold'],
  ]
  for (const [title, person, owned, kind] of cases) {
    it(`is ${kind} for: ${title}`, () => assert.equal(situationWith(person, owned, 'analytics').kind, kind))
  }

  it('gives each subscription of a refused person its own end', () => {
    assert.equal(situationOfSubscription(refused, trial({ status: 'cancelled', startDate: null })), 'refused')
    assert.equal(situationOfSubscription(refused, paid({ status: 'cancelled' })), 'ended')
  })
})

const anyPerson = fc.record({
  dplStatus: fc.constantFrom('PASS', 'PENDING', 'FAIL', null),
  deniedCountry: fc.boolean(),
  emailVerified: fc.boolean(),
})
const anyOwned: fc.Arbitrary<OwnedSubscription> = fc.record({
  plan: fc.record({
    product: fc.constantFrom('analytics', 'statistics'),
    type: fc.constantFrom(...subscriptionTypes),
  }),
  subscription: fc.record({
    status: fc.constantFrom(...subscriptionStatuses),
    startDate: fc.constantFrom(null, '2026-11-20T12:00:00.000Z'),
    renews: fc.boolean(),
    payment: fc.record({ state: fc.constantFrom(...paymentStates) }),
  }),
})

/** There is at most one live subscription of each product and type. */
const live = ({ plan, subscription: { status } }: OwnedSubscription) =>
  status === 'active' || status === 'pending' ? `${plan.product} ${plan.type}` : null
const anyOwnership = fc.uniqueArray(anyOwned, {
  maxLength: 6,
  comparator: (one, other) => one !== null && one === other,
  selector: live,
})
const twice = anyOwnership.chain((owned) =>
  fc.tuple(fc.constant(owned), fc.shuffledSubarray(owned, { minLength: owned.length })),
)

describe('any person with any subscriptions', () => {
  const holds = (property: (person: SituatedPerson, owned: OwnedSubscription[]) => void) =>
    fc.assert(fc.property(anyPerson, anyOwnership, property))
  const running = ({ plan, subscription }: OwnedSubscription) =>
    plan.product === 'analytics' && subscription.status === 'active'

  it('is in exactly one of the situations, about a subscription of that product', () =>
    holds((person, owned) => {
      const situation = situationWith(person, owned, 'analytics')
      assert.ok(situationKinds.includes(situation.kind))
      assert.ok(!situation.owned || (owned.includes(situation.owned) && situation.owned.plan.product === 'analytics'))
    }))

  it('never states an end, or a start that failed, while a subscription of the product runs', () =>
    holds((person, owned) => {
      const { kind } = situationWith(person, owned, 'analytics')
      const runs: SituationKind[] = ['trial_running', 'paid', 'past_due', 'stopped']
      assert.equal(runs.includes(kind), owned.some(running))
    }))

  it('never states a review, a trial or an end that a refusal or a denied country rules out', () =>
    holds((person, owned) => {
      const bar = barOf(person)
      if (bar !== 'refused' && bar !== 'denied_country') return
      const { kind } = situationWith(person, owned, 'analytics')
      if (!owned.some(running)) assert.equal(kind, bar)
    }))

  it('does not depend on the order of subscriptions, or on those of other products', () =>
    fc.assert(
      fc.property(anyPerson, twice, (person, [owned, shuffled]) => {
        const { kind } = situationWith(person, owned, 'analytics')
        assert.equal(situationWith(person, shuffled, 'analytics').kind, kind)
        const analytics = shuffled.filter(({ plan }) => plan.product === 'analytics')
        assert.equal(situationWith(person, analytics, 'analytics').kind, kind)
      }),
    ))

  it('is past due exactly if the current paid subscription is overdue', () =>
    holds((person, owned) => {
      const { kind, owned: leading } = situationWith(person, owned, 'analytics')
      const overdue = ['past_due', 'action_required'].includes(leading?.subscription.payment.state ?? '')
      const expected = leading?.plan.type === 'subscription' && running(leading) && overdue
      assert.equal(kind === 'past_due', expected)
    }))
})

describe('the reason against a person', () => {
  it('is absent exactly if the person is cleared', () => {
    for (const emailVerified of [true, false])
      for (const dplStatus of dplStatuses)
        for (const deniedCountry of [true, false]) {
          const person = { emailVerified, dplStatus, deniedCountry, erased: false }
          assert.equal(barOf(person) === null, cleared(person), JSON.stringify(person))
        }
  })
})
