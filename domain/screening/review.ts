import { isCorrection } from '../registration/correction.ts'
import type { DplStatus, ReviewOutcome } from './dpl-status.ts'
import type { Reason, ReasonKind } from './screening.ts'

/** The rules of an administrator's decision about a person. Pure. */

/** The person of a decision. */
export type ReviewedPerson = {
  dplStatus: DplStatus
  deniedCountry: boolean
  emailVerified: boolean
  /** Since when they wait for a decision; null if none is needed. */
  waitingSince: Date | null
  /** The findings of the latest check of which no administrator has cleared them. */
  findings: readonly Reason[]
  /** What the decision is about: a waiting correction, a withdrawn approval, and undecided findings. */
  asked: readonly Reason[]
}

/** A decision; `since` and `seen`, the keys of reasons, are what the queue showed. */
export type Review = {
  outcome: ReviewOutcome
  isAdministrator: boolean
  since?: Date | null
  seen?: readonly string[]
}

/** An earlier approval, if two administrators must approve; `reasons` are what it was for. */
export type EarlierApproval = { isOwn: boolean; isAdministrators: boolean; reasons: readonly string[] }

export type ReviewRefusal =
  | 'ADMINISTRATORS_ONLY'
  | 'REVIEWED_MEANWHILE'
  | 'NOTHING_TO_REVIEW'
  | 'REFUSED_ALREADY'
  | 'FOUND_MEANWHILE'
  | 'CONFIRM_OWN'

/**
 * Returns what a decision does, or why it is refused. `before` is the earlier approval if two administrators must
 * approve, null if there is none; undefined if one is enough.
 */
export function decideReview(
  person: ReviewedPerson,
  { outcome, isAdministrator, since, seen }: Review,
  before?: EarlierApproval | null,
): { act: ReviewAct | 'approve-first' } | { refused: ReviewRefusal } {
  const { dplStatus, findings, asked } = person
  const approves = outcome === 'PASS'
  if (approves && !isAdministrator && needsAdministrator(person, findings)) return { refused: 'ADMINISTRATORS_ONLY' }
  if (since !== undefined && since?.getTime() !== person.waitingSince?.getTime())
    return { refused: 'REVIEWED_MEANWHILE' }
  if (approves && !mayBeApproved(person)) return { refused: 'NOTHING_TO_REVIEW' }
  if (!approves && dplStatus === 'FAIL') return { refused: 'REFUSED_ALREADY' }
  if (seen && isNewTo(seen, outcome, asked)) return { refused: 'FOUND_MEANWHILE' }
  if (approves && before !== undefined && needsAdministrator(person, asked)) {
    const role = approvalOf(asked, before)
    if (role === 'own') return { refused: 'CONFIRM_OWN' }
    if (role === 'first') return { act: 'approve-first' }
  }
  return { act: reviewAct(outcome, asked) }
}

/** Whether a person is on hold or refused. A person with an unconfirmed address cannot be approved. */
function mayBeApproved({ waitingSince, dplStatus, emailVerified }: ReviewedPerson): boolean {
  return (waitingSince !== null || dplStatus !== 'PASS') && emailVerified
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
 * reasons or a denied country, even if a correction removes them, and after any refusal.
 */
export const needsAdministrator = (
  { dplStatus, deniedCountry }: Pick<ReviewedPerson, 'dplStatus' | 'deniedCountry'>,
  reasons: readonly { kind: string }[],
): boolean => dplStatus === 'FAIL' || deniedCountry || reasons.some(({ kind }) => forAdministrators.has(kind))

/**
 * Identifies what a first approval is for: the reason and, for a match, the listed names, the score, whether it causes a
 * hold, and the end of the order.
 */
export const approvedReason = ({ key, holds, score, alias, entryName, expired }: Reason): string =>
  score === undefined ? key : JSON.stringify([key, holds, score, alias, entryName, expired])

/**
 * Returns the role of an approval if two administrators must approve. An earlier approval no longer counts after a new
 * reason, a different match or a withdrawn correction, or when its author is no longer an administrator.
 */
export function approvalOf(reasons: readonly Reason[], before: EarlierApproval | null): 'first' | 'second' | 'own' {
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
