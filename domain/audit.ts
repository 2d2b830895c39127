import type { RefundOutcome } from './billing/refunds/refund-outcome.ts'
import { correctableFields } from './person/fields.ts'
import type { KeptKind, RemovedKind, SealedKind } from './retention.ts'
import type { SubscriptionAct } from './subscription/acts.ts'
import { renews, type Subscription } from './subscription/subscription.ts'
import { isoDay } from './calendar.ts'

/**
 * The acts in the audit: what an administrator does to a subscription or a person, or exports; what the command line
 * changed (by `operator`); and what an administrator should look into (by `system`).
 */
export type AuditAct =
  | SubscriptionAct
  | 'approve'
  | 'approve-first'
  | 'withdraw-approval'
  | 'ask-birth-date'
  | 'refuse'
  | 'apply-correction'
  | 'discard-correction'
  | 'forget'
  | 'sign-out'
  | 'sign-out-device'
  | 'second-account'
  | 'give-role'
  | 'take-role'
  | 'reset-factors'
  | 'set-up-factor'
  | 'add-passkey'
  | 'remove-passkey'
  | 'replace-recovery-codes'
  | 'settle-matter'
  | 'retry-matter'
  | 'export'
  | 'accept-list'
  | 'retry-mail'
  | 'send-mail-again'
  | 'resend-activation'
  | 'send-password-link'
  | 'correct-details'
  | 'correct-email'
  | 'request-email-change'
  | 'change-email'
  | 'use-recovery-code'
  | 'grant'
  | 'retry-job'
  | 'resolve-job'
  | 'sign-in'
  | 'make-key'
  | 'rotate-key'
  | 'revoke-key'
  | 'take-over-key'
  | 'add-webhook'
  | 'rotate-webhook'
  | 'pause-webhook'
  | 'resume-webhook'
  | 'remove-webhook'
  | 'replay-webhook'
  | 'send-test-mail'
  | 'change-brand'

/**
 * What was refunded: `amount` in minor units, the number of the `invoice` if one was chosen, and the decision about the
 * subscription.
 */
export type AuditedRefund = {
  amount: number
  currency: string
  invoice: string | null
  outcome: RefundOutcome | null
}

/** The fields of a subscription that an act changes, in the order they are shown. */
const subscriptionFields = ['plan', 'status', 'endDate', 'renews'] as const
/** The values of the brand that an act changes. A text with a language begins with it. */
const brandChangeFields = [
  'brandName',
  'accent',
  'supportEmail',
  'imprint',
  'announcement',
  'question',
  'questionOrder',
] as const
export type BrandChangeField = (typeof brandChangeFields)[number]
/** Fields that reveal nothing about the person, so that they stay after erasure. */
export const impersonalFields = [
  ...subscriptionFields,
  ...brandChangeFields,
  'charged',
  'review',
  'role',
  'issue',
  'list',
  'export',
  'key',
  'endpoint',
] as const
export const auditedFields = [...impersonalFields, ...correctableFields, 'email', 'mail'] as const
export type AuditedField = (typeof auditedFields)[number]

/**
 * What an act changed, or the address to which it sent a link; '' stands for no value. `charged` is an amount in minor
 * units with its currency, such as `107637 usd`.
 */
export type AuditedChange = { field: AuditedField; before: string; after: string }

/** Returns what an act changed of a subscription, or the values of a new one. */
export function subscriptionChanges(before: Subscription | null | undefined, after: Subscription): AuditedChange[] {
  const [old, made] = [before && valuesOf(before), valuesOf(after)]
  return subscriptionFields.flatMap((field) => {
    const change = { field, before: old?.[field] ?? '', after: made[field] }
    return change.before === change.after ? [] : [change]
  })
}

function valuesOf(subscription: Subscription): Record<(typeof subscriptionFields)[number], string> {
  const { plan, status, endDate } = subscription
  const renewal = plan.type === 'trial' ? '' : renews(subscription) ? 'yes' : 'no'
  return { plan: plan.title, status, endDate: endDate ? isoDay(endDate) : '', renews: renewal }
}

/** A role that an account was granted or lost. `had`: the role that it replaced, if any. */
export const roleChange = (act: 'give-role' | 'take-role' | 'reset-factors', role: string, had = ''): AuditedChange =>
  act === 'give-role' ? { field: 'role', before: had, after: role } : { field: 'role', before: role, after: '' }

/** What was exported as a file. */
export const exported = (what: 'audit' | 'screening' | 'users' | 'retained-evidence'): AuditedChange => ({
  field: 'export',
  before: '',
  after: what,
})

type KindCount<Kind> = { kind: Kind; count: number }
/**
 * What an erasure removed and kept, without the person. `until`: until when the law requires the evidence to be kept
 * (ISO 8601).
 */
export type AuditedErasure = {
  removed: KindCount<RemovedKind>[]
  kept: KindCount<KeptKind>[]
  sealed: (KindCount<SealedKind> & { until: string })[]
}

/** The number of an erasure on its receipt, made from the id of its audit line. */
export const receiptNumber = (id: string): string => `E-${id.replaceAll('-', '').slice(0, 12).toUpperCase()}`
