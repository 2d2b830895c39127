import type { Change } from './details.ts'
import type { Reason } from '../screening/screening.ts'
import { cleared, type PersonFacts } from '../subscription/subscription.ts'

/**
 * The rules of correcting details. Pure. A correction by a person who is not cleared awaits review, because it must not
 * clear a person without an administrator's decision.
 */

/**
 * Returns what happens to a correction: it is applied immediately if the person is cleared, awaits review if not, and
 * is refused if an administrator refused the person. Entering the present details withdraws a waiting one.
 */
export function correctionPath(
  person: Omit<PersonFacts, 'refundForbidden'>,
  changes: readonly Change[],
): 'apply' | 'wait' | 'withdraw' | 'refuse' {
  if (person.dplStatus === 'FAIL') return 'refuse'
  if (cleared(person)) return 'apply'
  return changes.length > 0 ? 'wait' : 'withdraw'
}

const correctionKey = 'correction:'
/** Whether the key of a reason is a waiting correction's. */
export const isCorrection = (key: string): boolean => key.startsWith(correctionKey)

/**
 * Returns a waiting correction as a reason in the review queue: the recorded data, and what an administrator sees. `id`
 * is the correction's.
 */
export function correctionReason(id: string, changes: readonly Change[]): Reason {
  return { kind: 'correction', key: `${correctionKey}${id}`, holds: false, changes: [...changes] }
}
