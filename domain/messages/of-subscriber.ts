import { cleared, type Person as WholePerson } from '../subscription/subscription.ts'
import type { MessageType } from './message-types.ts'

type Person = Omit<WholePerson, 'refundForbidden'>

/** What a change of a person's proof or clearance is told by. `before` is null for somebody new. */
export function messagesOfPerson(before: Person | null, after: Person): MessageType[] {
  const was = before ?? { emailVerified: false, dplStatus: 'PENDING' as const, deniedCountry: false, erased: false }
  const isVerified = after.emailVerified && !was.emailVerified
  const isCleared = cleared(after) && !cleared(was)
  const isRefused = after.dplStatus === 'FAIL' && was.dplStatus !== 'FAIL'
  // Who is refused is not on hold, and who proves the address without being cleared waits from then on.
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
