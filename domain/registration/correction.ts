import type { Change } from './details.ts'
import type { DplStatus, Reason, ReasonKind } from '../screening/screening.ts'
import { cleared, type Person } from '../subscription/subscription.ts'

/**
 * The rules of correcting details. Pure. A correction by a person who is not cleared waits for review: it must not clear
 * a person without a decision by an administrator.
 */

/**
 * What becomes of a correction: it is applied immediately where the person is cleared, waits for review where they are not, and
 * is refused where an administrator refused them. The present details withdraw what waits.
 */
export function correctionPath(
  person: Omit<Person, 'refundForbidden'>,
  changes: readonly Change[],
): 'apply' | 'wait' | 'withdraw' | 'refuse' {
  if (person.dplStatus === 'FAIL') return 'refuse'
  if (cleared(person)) return 'apply'
  return changes.length > 0 ? 'wait' : 'withdraw'
}

const correctionKey = 'correction:'
const isCorrection = (key: string) => key.startsWith(correctionKey)

/** A waiting correction as a reason of the review queue: what is recorded, and what an administrator sees. `id` is the correction's. */
export function correctionReason(id: string, changes: readonly Change[]): Reason {
  return { kind: 'correction', key: `${correctionKey}${id}`, holds: false, changes: [...changes] }
}

/** The subject of an administrator's approval or refusal. */
export type ReviewAct = 'approve' | 'refuse' | 'apply-correction' | 'discard-correction'

/**
 * What a decision about these reasons does. While a correction waits, approving applies it and clears of nothing: the person
 * is screened again, and what is found of the corrected details is another decision. Refusing refuses the person where
 * something else asks too, and the correction with them; otherwise it discards the correction alone. So a person cannot put
 * off a refusal by sending corrections, and a refused correction takes nothing that the person has.
 */
export function reviewAct(outcome: 'PASS' | 'FAIL', reasons: readonly { kind: string }[]): ReviewAct {
  const corrects = reasons.some(({ kind }) => kind === 'correction')
  if (!corrects) return outcome === 'PASS' ? 'approve' : 'refuse'
  if (outcome === 'PASS') return 'apply-correction'
  return reasons.every(({ kind }) => kind === 'correction') ? 'discard-correction' : 'refuse'
}

/** A match, a sanctioned region, and names that were compared with nothing. */
const forAdministrators: ReadonlySet<string> = new Set<ReasonKind>([
  'list',
  'region',
  'unreadable',
  'unfinished',
  'unscreened',
])

/**
 * Whether only administrators may approve a person, two of them where the operator requires that: for these reasons, also
 * where a correction makes them disappear, and after a refusal whatever the reasons are.
 */
export const needsAdministrator = (dplStatus: DplStatus, reasons: readonly { kind: string }[]): boolean =>
  dplStatus === 'FAIL' || reasons.some(({ kind }) => forAdministrators.has(kind))

/** What a first approval is for: the reason, and of a match the entry, how alike it is and whether it holds the person. */
export const approvedReason = ({ key, holds, score, entryName }: Reason): string =>
  score === undefined ? key : JSON.stringify([key, holds, score, entryName])

/**
 * Returns the part that an approval plays where two administrators must approve. An earlier approval no longer counts after a
 * new reason, a different match or a withdrawn correction, or when its author is no longer an administrator.
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
 * Whether the reasons differ from those with these keys, which an administrator saw: the decision would be about a different
 * case, or would approve an unseen reason. A refusal is valid whatever reasons were added.
 */
export function isNewTo(
  seen: readonly string[],
  outcome: 'PASS' | 'FAIL',
  reasons: readonly { kind: string; key: string }[],
): boolean {
  const known = reasons.filter(({ key }) => seen.includes(key))
  if (reviewAct(outcome, known) !== reviewAct(outcome, reasons)) return true
  return outcome === 'PASS' && known.length < reasons.length
}
