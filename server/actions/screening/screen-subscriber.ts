import { withExceptions, type ScreeningOutcome } from '../../../domain/screening/screening.ts'
import type { AppContext } from '../../context.ts'
import { exceptionsOf } from '../../store/screening/exceptions.ts'
import { hasNewFindings, recordCheck, recordRepeat, type CheckRecord } from '../../store/screening/records.ts'
import { tellPerson } from '../../store/messages.ts'
import { asPerson, updateSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { clearanceChanged } from '../subscriptions/clearance-changed.ts'
import { mailApproval } from './mail-approval.ts'
import type { ScreenPerson, PersonScreening } from './screen-first.ts'

/** Applies a check to an existing person and their subscriptions. Returns the subscriber afterwards. */
export async function screenAgain(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  occasion: 'checkout' | 'download' | 'correction' | 'activation',
  check: ScreenPerson,
): Promise<Subscriber> {
  return putScreening(db, context, subscriber, occasion, await check(subscriber))
}

type ScreeningState = Pick<Subscriber, 'dpl_status' | 'denied_country' | 'review_since'>
type BeforeCheck = ScreeningState & Partial<Pick<Subscriber, 'approval_withdrawn_at'>>

/** True if a check changed a person's screening state. */
export function screeningChanged(before: ScreeningState, after: ScreeningState): boolean {
  return (
    before.dpl_status !== after.dpl_status ||
    before.denied_country !== after.denied_country ||
    (before.review_since === null) !== (after.review_since === null)
  )
}

/** True if the check of a refused request must be kept: it changed the person's state, or found something new. */
export async function mustKeepCheck(db: Trx, before: Subscriber, after: Subscriber): Promise<boolean> {
  return screeningChanged(before, after) || (await hasNewFindings(db, after.id))
}

/**
 * Returns a person's screening state after a check, without cleared reasons. An administrator's refusal stays in force,
 * and nothing else is considered then. A withdrawn approval applies too, until a reviewer decides again.
 */
export function screeningAfter(before: BeforeCheck | null, outcome: ScreeningOutcome, now: Date): ScreeningState {
  const refused = before?.dpl_status === 'FAIL'
  const withdrawn = Boolean(before?.approval_withdrawn_at)
  const asks = (outcome.reasons.length > 0 || withdrawn) && !refused
  return {
    dpl_status: refused ? 'FAIL' : withdrawn ? 'PENDING' : outcome.dplStatus,
    denied_country: outcome.deniedCountry,
    review_since: asks ? (before?.review_since ?? now) : null,
  }
}

/** Records a check and applies it, except for reasons of which an administrator has cleared the person. */
export async function putScreening(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  occasion: 'checkout' | 'download' | 'activation' | 'lists' | 'correction',
  { outcome, lists, thresholds }: PersonScreening,
): Promise<Subscriber> {
  const now = context.now()
  const left = withExceptions(outcome, await exceptionsOf(db, subscriber.id))
  const known = screeningAfter(subscriber, left, now)
  await recordScreening(
    db,
    subscriber,
    occasion,
    { outcome: { ...left, reasons: outcome.reasons }, lists, ...(thresholds && { thresholds }) },
    now,
  )
  const after: Subscriber = { ...subscriber, ...known }
  if (screeningChanged(subscriber, after)) {
    await updateSubscriber(db, subscriber.id, known)
    await tellPerson(db, subscriber.id, asPerson(subscriber), asPerson(after), now)
    await clearanceChanged(db, context, after)
    // A person who has just become a subscriber is not cleared yet, but was never on hold.
    const wasOnHold = subscriber.review_since !== null || subscriber.denied_country
    if (wasOnHold) await mailApproval(db, context, subscriber, after)
  }
  return after
}

/** Records the product's own check; a download with the same findings as the previous check is counted in that row. */
export async function recordScreening(
  db: Trx,
  subscriber: CheckRecord['subscriber'],
  occasion: string,
  { outcome, lists, thresholds }: PersonScreening,
  now: Date,
): Promise<void> {
  const { dplStatus, reasons } = outcome
  const check = {
    subscriber,
    occasion,
    outcome: dplStatus,
    reasons,
    lists,
    decidedBy: 'system',
    comment: null,
    ...(thresholds && { thresholds }),
  }
  if (occasion === 'download' && (await recordRepeat(db, check, now))) return
  await recordCheck(db, check, now)
}
