import type { Change } from './details.ts'
import type { Reason, ReasonKind } from '../screening/screening.ts'
import type { DplStatus, ReviewOutcome } from '../screening/dpl-status.ts'
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
const isCorrection = (key: string) => key.startsWith(correctionKey)

/**
 * Returns a waiting correction as a reason in the review queue: the recorded data, and what an administrator sees. `id`
 * is the correction's.
 */
export function correctionReason(id: string, changes: readonly Change[]): Reason {
  return { kind: 'correction', key: `${correctionKey}${id}`, holds: false, changes: [...changes] }
}

/** The subject of an administrator's approval or refusal. */
export type ReviewAct = 'approve' | 'refuse' | 'apply-correction' | 'discard-correction'

/**
 * Returns what a decision about these reasons does. While a correction waits, approving applies it and clears nothing
 * else: the person is screened again, and new findings need another decision. Refusing refuses the person, with the
 * correction, if there are other reasons; otherwise it discards only the correction. So a person cannot postpone a
 * refusal by sending corrections, and a refused correction takes nothing away.
 */
export function reviewAct(outcome: ReviewOutcome, reasons: readonly { kind: string }[]): ReviewAct {
  const corrects = reasons.some(({ kind }) => kind === 'correction')
  if (!corrects) return outcome === 'PASS' ? 'approve' : 'refuse'
  if (outcome === 'PASS') return 'apply-correction'
  return reasons.every(({ kind }) => kind === 'correction') ? 'discard-correction' : 'refuse'
}

/** A match, a sanctioned region, and names that were not compared. */
const forAdministrators: ReadonlySet<string> = new Set<ReasonKind>([
  'list',
  'region',
  'unreadable',
  'unfinished',
  'unscreened',
])

/**
 * Whether only administrators can approve a person, two of them if the operator requires that: because of these
 * reasons, even if a correction removes them, and after any refusal.
 */
export const needsAdministrator = (dplStatus: DplStatus, reasons: readonly { kind: string }[]): boolean =>
  dplStatus === 'FAIL' || reasons.some(({ kind }) => forAdministrators.has(kind))

/**
 * Identifies what a first approval is for: the reason and, for a match, the entry, the score and whether it causes a
 * hold.
 */
export const approvedReason = ({ key, holds, score, entryName }: Reason): string =>
  score === undefined ? key : JSON.stringify([key, holds, score, entryName])

/**
 * Returns the role of an approval if two administrators must approve. An earlier approval no longer counts after a new
 * reason, a different match or a withdrawn correction, or when its author is no longer an administrator.
 */
export function approvalOf(
  reasons: readonly Reason[],
  before: { isOwn: boolean; isAdministrators: boolean; reasons: readonly string[] } | null,
): 'first' | 'second' | 'own' {
  if (!before?.isAdministrators) return 'first'
  const asked = reasons.map(approvedReason)
  const withdrawn = before.reasons.some((reason) => isCorrection(reason) && !asked.includes(reason))
  if (withdrawn || asked.some((reason) => !before.reasons.includes(reason))) return 'first'
  return before.isOwn ? 'own' : 'second'
}

/**
 * Whether the reasons differ from those with these keys, which an administrator saw: the decision would be about a
 * different case, or would approve an unseen reason. A refusal is valid whatever reasons were added.
 */
export function isNewTo(
  seen: readonly string[],
  outcome: ReviewOutcome,
  reasons: readonly { kind: string; key: string }[],
): boolean {
  const known = reasons.filter(({ key }) => seen.includes(key))
  if (reviewAct(outcome, known) !== reviewAct(outcome, reasons)) return true
  return outcome === 'PASS' && known.length < reasons.length
}
