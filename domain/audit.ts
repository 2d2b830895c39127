import type { RefundOutcome } from './billing/refund-outcome.ts'
import { correctableFields } from './person/fields.ts'
import type { KeptKind, RemovedKind, SealedKind } from './retention.ts'
import type { SubscriptionAct } from './subscription/acts.ts'
import { renews, type Subscription } from './subscription/subscription.ts'

/**
 * What the audit records: what an administrator does to a subscription, to a person, or to take data out; what the command
 * line changed (by `operator`); and what an administrator should look into (by `system`).
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

/** What was refunded: `amount` in minor units, `invoice` by its number where one was chosen, and what was decided beside it. */
export type AuditedRefund = {
  amount: number
  currency: string
  invoice: string | null
  outcome: RefundOutcome | null
}

/** What an act changes of a subscription, in the order it is shown. */
const subscriptionFields = ['plan', 'status', 'endDate', 'renews'] as const
/** What an act changes of the brand: texts that begin with their language where they have one. */
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
/** What tells nothing of the person, so that it stays when they are erased. */
export const impersonalFields = [
  ...subscriptionFields,
  ...brandChangeFields,
  'charged',
  'review',
  'role',
  'issue',
  'list',
  'export',
] as const
export const auditedFields = [...impersonalFields, ...correctableFields, 'email', 'mail'] as const
export type AuditedField = (typeof auditedFields)[number]

/** What an act changed; '' for nothing. `charged` is an amount in minor units with its currency, such as `107637 usd`. */
export type AuditedChange = { field: AuditedField; before: string; after: string }

/** What an act changed of a subscription, or what a new one is. */
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
  return { plan: plan.title, status, endDate: endDate?.toISOString().slice(0, 10) ?? '', renews: renewal }
}

/** A role that an account got or lost. `had`: the role that it replaced, if any. */
export const roleChange = (act: 'give-role' | 'take-role' | 'reset-factors', role: string, had = ''): AuditedChange =>
  act === 'give-role' ? { field: 'role', before: had, after: role } : { field: 'role', before: role, after: '' }

/** What was taken out as a file. */
export const exported = (what: 'audit' | 'screening' | 'users' | 'retained-evidence'): AuditedChange => ({
  field: 'export',
  before: '',
  after: what,
})

type Counted<Kind> = { kind: Kind; count: number }
/** What an erasure removed and kept, without the person. `until`: how long the law keeps what is sealed (ISO 8601). */
export type AuditedErasure = {
  removed: Counted<RemovedKind>[]
  kept: Counted<KeptKind>[]
  sealed: (Counted<SealedKind> & { until: string })[]
}

/** The number of an erasure on its receipt, from the id of its line. */
export const receiptNumber = (id: string): string => `E-${id.replaceAll('-', '').slice(0, 12).toUpperCase()}`
