import type { ReviewOutcome } from '../../../domain/screening/dpl-status.ts'
import { emailKey } from '../../../platform/email-key.ts'
import {
  approvalOf,
  approvedReason,
  isNewTo,
  needsAdministrator,
  reviewAct,
} from '../../../domain/registration/correction.ts'
import { changesBetween } from '../../../domain/registration/details.ts'
import type { ErrorCode } from '../../../contract/error-codes.ts'
import { refuse } from '../../../contract/errors.ts'
import type { Reason } from '../../../domain/screening/screening.ts'
import { cleared } from '../../../domain/subscription/subscription.ts'
import { accountApprovedMail, accountRefusedMail } from '../../mails/accounts/account-decided.ts'
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
import {
  asPerson,
  asRecipient,
  lockSubscriber,
  updateSubscriber,
  type Subscriber,
} from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { refuseOneself, requireAdministrator, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { clearanceChanged } from '../subscriptions/clearance-changed.ts'
import { applyCorrection, discardCorrection } from './review-correction.ts'
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

/**
 * Approves or refuses a person, with all effects on their subscriptions; returns the person afterwards. An exception
 * applies to the present reasons only. While a correction is waiting, the decision is about that
 * (domain/registration/correction.ts). Refuses with 409 what is decided already, also by another reviewer meanwhile,
 * administrators' own, and a second approval by the author of the first (REVIEW_TWO); with 403 support if only
 * administrators can approve; with 503 a correction that cannot be screened.
 */
export async function reviewSubscriber(context: AppContext, id: string, decision: ReviewDecision): Promise<Subscriber> {
  const administrators = await administratorsNow(context)
  const decide = async (db: Trx, check: ScreenPerson) => {
    const before = (await lockSubscriber(db, id)) ?? refuse('NOT_FOUND')
    const { outcome, comment, since, seen } = decision
    const by = decision.by.email
    refuseOneself(decision.by, before)
    const reasons = (await openReasonsOf(db, [id])).get(id) ?? []
    if (outcome === 'PASS' && needsAdministrator(before.dpl_status, reasons))
      requireAdministrator(decision.by, 'ADMINISTRATORS_ONLY')
    const late = (code: ErrorCode) => lastReviewOf(db, id).then((decided) => refuse(code, [], decided))
    if (since !== undefined && since?.getTime() !== waitingSince(before)?.getTime()) await late('REVIEWED_MEANWHILE')
    if (outcome === 'PASS' && !mayBeApproved(before)) await late('NOTHING_TO_REVIEW')
    if (outcome === 'FAIL' && before.dpl_status === 'FAIL') await late('REFUSED_ALREADY')
    const now = context.now()
    const asked = askedAbout(before, reasons)
    if (seen && isNewTo(seen, outcome, asked)) refuse('FOUND_MEANWHILE')
    const act = reviewAct(outcome, asked)
    if (context.reviewTwo && outcome === 'PASS' && needsAdministrator(before.dpl_status, asked)) {
      const [first = null] = (await firstApprovalsOf(db, [id])).values()
      const isOwn =
        first?.account === decision.by.accountId || (first !== null && emailKey(first.email) === emailKey(by))
      const kind = approvalOf(
        asked,
        first && { ...first, isOwn, isAdministrators: administrators.has(emailKey(first.email)) },
      )
      if (kind === 'own') refuse('CONFIRM_OWN')
      if (kind === 'first') return approveFirst(db, before, asked, decision, now)
    }
    await dropFirstApproval(db, id)
    const line = { by: decision.by, act, subscriberId: id, subscriptionId: null, comment }
    await recordAct(db, { ...line, changes: reviewChanges(before, outcome, act) }, now)
    if (act === 'apply-correction') return applyCorrection(db, context, before, { comment, by }, check)
    if (act === 'discard-correction') return discardCorrection(db, context, before, { comment, by })
    const decided = { dpl_status: outcome, review_since: null, approval_withdrawn_at: null }
    const after: Subscriber = { ...(await dropCorrection(db, before)), ...decided }
    await updateSubscriber(db, id, decided)
    await tellPerson(db, id, asPerson(before), asPerson(after), now)
    const birthDate = await takeBirthDate(db, id)
    const record = {
      subscriberId: id,
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
  return screenFirst(context, 'refuse', (check) => context.transact((db) => decide(db, check)))
}

/** Returns what a decision changes: the clearance, or the details if a correction is waiting. */
function reviewChanges(before: Subscriber, outcome: ReviewOutcome, act: ReturnType<typeof reviewAct>) {
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
  await recordCheck(db, { subscriberId, occasion: 'review', outcome, reasons, lists: [], decidedBy: by, comment }, now)
  const act = 'approve-first'
  await recordAct(db, { by: { ...administrator, email: by }, act, subscriberId, subscriptionId: null, comment }, now)
  return subscriber
}

/** Whether a person is on hold or refused. A person with an unconfirmed address cannot be approved. */
function mayBeApproved(subscriber: Subscriber): boolean {
  const asks = waitingSince(subscriber) !== null || subscriber.dpl_status !== 'PASS'
  return asks && subscriber.email_verified_at !== null
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
  // An unconfirmed address may belong to another person.
  if (!after.email_verified_at) return
  if (after.dpl_status === 'PASS' && (before.dpl_status === 'PASS' || !cleared(asPerson(after)))) return
  const mail = after.dpl_status === 'PASS' ? accountApprovedMail : accountRefusedMail
  await queueMail(db, after.id, mail(context.mailFrame, asRecipient(after)), context.now())
}
