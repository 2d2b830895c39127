import type { RefundOutcome } from './billing/refund-outcome.ts'
import type { SubscriptionAct } from './subscription/acts.ts'

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

/** What was refunded: `amount` in minor units, `invoice` by its number where one was chosen, and what was decided beside it. */
export type AuditedRefund = {
  amount: number
  currency: string
  invoice: string | null
  outcome: RefundOutcome | null
}
