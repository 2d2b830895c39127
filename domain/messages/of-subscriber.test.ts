import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { cleared } from '../subscription/subscription.ts'
import { messagesOfPerson } from './of-subscriber.ts'

const arbitraryPerson = fc.record({
  emailVerified: fc.boolean(),
  dplStatus: fc.constantFrom('PASS' as const, 'PENDING' as const, 'FAIL' as const),
  deniedCountry: fc.boolean(),
  erased: fc.constant(false),
})
const person = (emailVerified: boolean, dplStatus: 'PASS' | 'PENDING' | 'FAIL') => ({
  emailVerified,
  dplStatus,
  deniedCountry: false,
  erased: false,
})

test('a person is reported as registered, verified, cleared, put on hold and refused', () => {
  const cases = [
    [null, person(false, 'PASS'), ['subscriber.registered']],
    [null, person(true, 'PENDING'), ['subscriber.registered', 'subscriber.verified', 'subscriber.held']],
    [person(false, 'PASS'), person(true, 'PASS'), ['subscriber.verified', 'subscriber.cleared']],
    [person(false, 'PASS'), person(false, 'PENDING'), []],
    [person(true, 'PASS'), person(true, 'PENDING'), ['subscriber.held']],
    [person(true, 'PENDING'), person(true, 'PASS'), ['subscriber.cleared']],
    [person(true, 'PENDING'), person(true, 'FAIL'), ['subscriber.refused']],
    [person(true, 'FAIL'), person(true, 'PASS'), ['subscriber.cleared']],
  ] as const
  for (const [before, after, types] of cases) assert.deepEqual(messagesOfPerson(before, after), types)
})

test('the messages show at any time who is cleared', () => {
  fc.assert(
    fc.property(fc.array(arbitraryPerson, { minLength: 1 }), (states) => {
      let isKnownCleared = false
      let before: (typeof states)[number] | null = null
      for (const state of states) {
        // A confirmed address does not become unconfirmed.
        const after: (typeof states)[number] = {
          ...state,
          emailVerified: state.emailVerified || before?.emailVerified === true,
        }
        for (const type of messagesOfPerson(before, after)) {
          if (type === 'subscriber.cleared') isKnownCleared = true
          if (type === 'subscriber.held' || type === 'subscriber.refused') isKnownCleared = false
        }
        assert.equal(isKnownCleared, cleared(after))
        before = after
      }
    }),
  )
})
