import { cleared, type PersonFacts as WholePerson } from '../subscription/subscription.ts'
import type { SubscriberMessage } from './message-types.ts'

type Person = Omit<WholePerson, 'refundForbidden'>

/** Returns the messages about a change of email confirmation or clearance. `before` is null for a new person. */
export function messagesOfPerson(before: Person | null, after: Person): SubscriberMessage[] {
  const was = before ?? { emailVerified: false, dplStatus: 'PENDING' as const, deniedCountry: false, erased: false }
  const isVerified = after.emailVerified && !was.emailVerified
  const isCleared = cleared(after) && !cleared(was)
  const isRefused = after.dplStatus === 'FAIL' && was.dplStatus !== 'FAIL'
  // A refused person is not on hold. A person who is not cleared is on hold from the confirmation of their address.
  const waits = after.emailVerified && !cleared(after) && after.dplStatus !== 'FAIL'
  const isHeld = waits && (isVerified || cleared(was) || was.dplStatus === 'FAIL')
  return [
    ...(before === null ? (['subscriber.registered'] as const) : []),
    ...(isVerified ? (['subscriber.verified'] as const) : []),
    ...(isCleared ? (['subscriber.cleared'] as const) : []),
    ...(isHeld ? (['subscriber.held'] as const) : []),
    ...(isRefused ? (['subscriber.refused'] as const) : []),
  ]
}
