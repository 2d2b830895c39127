import { isRoleOfAdministrator } from '../../../domain/account/role.ts'
import type { ReviewOutcome } from '../../../domain/screening/dpl-status.ts'
import { emailKey } from '../../../platform/email-key.ts'
import {
  approvedReason,
  decideReview,
  type EarlierApproval,
  type ReviewAct,
  type ReviewRefusal,
} from '../../../domain/screening/review.ts'
import { changesBetween } from '../../../domain/registration/details.ts'
import { refuse } from '../../../contract/errors.ts'
import type { Reason } from '../../../domain/screening/screening.ts'
import { accountRefusedMail } from '../../mails/accounts/review.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { takeBirthDate } from '../../store/screening/birth-dates.ts'
import { rememberCleared } from '../../store/screening/cleared-domains.ts'
import { detailsInForce, dropCorrection } from '../../store/subscribers/corrections.ts'
import { dropFirstApproval, firstApprovalsOf, keepFirstApproval } from '../../store/screening/first-approvals.ts'
import { grantExceptions } from '../../store/screening/exceptions.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { tellPerson } from '../../store/messages.ts'
import { lastReviewOf, recordCheck } from '../../store/screening/records.ts'
import { askedAbout, openReasonsOf, waitingSince } from '../../store/screening/open-reasons.ts'
import { asPerson, asRecipient, updateSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { lockForAct, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { clearanceChanged } from '../subscriptions/clearance-changed.ts'
import { applyCorrection, discardCorrection } from './review-correction.ts'
import { mailApproval } from '../screening/mail-approval.ts'
import { screenFirst, type ScreenPerson } from '../screening/screen-first.ts'

/**
 * An administrator's decision about a person, with the reason. `since` and `seen`, the keys of reasons, are what the
 * queue showed.
 */
export type ReviewDecision = {
  outcome: ReviewOutcome
  comment: string
  by: Administrator
  since?: Date | null
  seen?: readonly string[]
}

/** Refusals because of an earlier decision, which the response names. */
const decidedAlready: ReadonlySet<ReviewRefusal> = new Set([
  'REVIEWED_MEANWHILE',
  'NOTHING_TO_REVIEW',
  'REFUSED_ALREADY',
])

/**
 * Approves or refuses a person, with all effects on their subscriptions; returns the person afterwards. An exception
 * applies to the present reasons only. While a correction is waiting, the decision is about that
 * (domain/screening/review.ts). Refuses with 409 what is decided already, also by another reviewer meanwhile,
 * administrators' own, and a second approval by the author of the first (REVIEW_TWO); with 403 support if only
 * administrators can approve; with 503 a correction that cannot be screened.
 */
export async function reviewSubscriber(context: AppContext, id: string, decision: ReviewDecision): Promise<Subscriber> {
  const administrators = await administratorsNow(context)
  const decide = async (db: Trx, check: ScreenPerson) => {
    const { comment, by } = decision
    const before = await lockForAct(db, id, by)
    const now = context.now()
    const findings = (await openReasonsOf(db, [id])).get(id) ?? []
    const asked = askedAbout(before, findings)
    const verdict = decideReview(
      {
        dplStatus: before.dpl_status,
        deniedCountry: before.denied_country,
        emailVerified: before.email_verified_at !== null,
        waitingSince: waitingSince(before),
        findings,
        asked,
      },
      { ...decision, isAdministrator: isRoleOfAdministrator(by.role) },
      context.reviewTwo ? await earlierApproval(db, id, by, administrators) : undefined,
    )
    if ('refused' in verdict)
      return refuse(verdict.refused, [], decidedAlready.has(verdict.refused) ? await lastReviewOf(db, id) : null)
    const { act } = verdict
    if (act === 'approve-first') return approveFirst(db, before, asked, decision, now)
    await dropFirstApproval(db, id)
    const line = { by, act, subscriberId: id, comment }
    await recordAct(db, { ...line, changes: reviewChanges(before, decision.outcome, act) }, now)
    if (act === 'apply-correction') return applyCorrection(db, context, before, { comment, by: by.email }, check)
    if (act === 'discard-correction') return discardCorrection(db, context, before, { comment, by: by.email })
    return decidePerson(db, context, before, findings, decision, now)
  }
  return screenFirst(context, 'refuse', (check) => context.transact((db) => decide(db, check)))
}

/** Returns the first of two approvals, if there is one, as it appears to this administrator. */
async function earlierApproval(
  db: Trx,
  id: string,
  by: Administrator,
  administrators: ReadonlySet<string>,
): Promise<EarlierApproval | null> {
  const first = (await firstApprovalsOf(db, [id])).get(id)
  if (!first) return null
  const author = emailKey(first.email)
  return {
    isOwn: first.account === by.accountId || author === emailKey(by.email),
    isAdministrators: administrators.has(author),
    reasons: first.reasons,
  }
}

/** Clears or refuses the person, with all effects. A withdrawal finds what the decision granted by its author and `now`. */
async function decidePerson(
  db: Trx,
  context: AppContext,
  before: Subscriber,
  reasons: Reason[],
  { outcome, comment, by: { email: by } }: ReviewDecision,
  now: Date,
): Promise<Subscriber> {
  const { id } = before
  const decided = { dpl_status: outcome, review_since: null, approval_withdrawn_at: null }
  const after: Subscriber = { ...(await dropCorrection(db, before)), ...decided }
  await updateSubscriber(db, id, decided)
  await tellPerson(db, id, asPerson(before), asPerson(after), now)
  const birthDate = await takeBirthDate(db, id)
  const record = {
    subscriber: before,
    occasion: 'review',
    outcome,
    reasons,
    lists: [],
    decidedBy: by,
    comment,
    birthDate,
  }
  await recordCheck(db, record, now)
  if (outcome === 'PASS') {
    // A failed check is not a finding, so an approval does not clear it permanently.
    const keys = reasons.filter(({ kind }) => kind !== 'unscreened').map(({ key }) => key)
    await grantExceptions(db, id, keys, by, now)
    const hashes = clearedPairs(reasons).map((pair) => context.domainHashes(pair)[0])
    await rememberCleared(db, hashes, by, now)
  } else {
    for (const { id: subscription } of await lockSubscriptionsOf(db, id))
      await changeSubscription(db, context, after, subscription, { kind: 'person-refused', comment, by })
  }
  await clearanceChanged(db, context, after)
  await mailDecision(db, context, before, after)
  return after
}

/** Returns what a decision changes: the clearance, or the details if a correction is waiting. */
function reviewChanges(before: Subscriber, outcome: ReviewOutcome, act: ReviewAct) {
  if (act === 'approve' || act === 'refuse')
    return before.dpl_status === outcome
      ? []
      : [{ field: 'review', before: before.dpl_status, after: outcome } as const]
  const { correction } = before
  return correction ? changesBetween(detailsInForce(before), correction.details) : []
}

/** The email addresses of the present administrators; empty if one approval is enough. */
export async function administratorsNow(context: AppContext): Promise<ReadonlySet<string>> {
  return new Set(context.reviewTwo ? (await context.idp.administratorEmails(context.db)).map(emailKey) : [])
}

/** Records the first of two approvals, which is shown and changes nothing else. */
async function approveFirst(
  db: Trx,
  subscriber: Subscriber,
  reasons: Reason[],
  { by: { email: by, ...administrator }, comment }: ReviewDecision,
  now: Date,
): Promise<Subscriber> {
  const { id: subscriberId, dpl_status: outcome } = subscriber
  const approval = { account: administrator.accountId, by, at: now, comment, reasons: reasons.map(approvedReason) }
  await keepFirstApproval(db, subscriberId, approval)
  await recordCheck(db, { subscriber, occasion: 'review', outcome, reasons, lists: [], decidedBy: by, comment }, now)
  const act = 'approve-first'
  await recordAct(db, { by: { ...administrator, email: by }, act, subscriberId, comment }, now)
  return subscriber
}

/**
 * Returns the domains that an approval of these reasons clears for a company. Domains of personal and disposable
 * addresses, and companies without a letter in their name, are excluded.
 */
export function clearedPairs(reasons: readonly Reason[]): string[] {
  return reasons.filter(({ kind, key }) => kind === 'domain' && !key.endsWith(':')).map(({ key }) => key)
}

/** A person who was never on hold does not know about the review, so they get no email. */
async function mailDecision(db: Trx, context: AppContext, before: Subscriber, after: Subscriber): Promise<void> {
  if (after.dpl_status === 'PASS') return mailApproval(db, context, before, after)
  // An unconfirmed address may belong to another person.
  if (!after.email_verified_at) return
  await queueMail(db, after.id, accountRefusedMail(context.mailFrame, asRecipient(after)), context.now())
}
