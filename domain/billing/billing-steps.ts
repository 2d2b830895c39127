/** The writes that the rules of billing plan, as data. The server carries them out in one transaction. */
import type { OpenPayment, SubscriptionMail } from '../subscription/commands.ts'
import type { BillingTask } from './billing-tasks.ts'
import type { IssueKey, NewIssue } from './payments/payment-issues.ts'
import type { PaymentCard } from './payments/payment-card.ts'
import type { accessAfter } from './refunds/refund-notice.ts'

export type BillingStep =
  | { step: 'queue'; task: BillingTask }
  | { step: 'mail'; mail: SubscriptionMail; failure?: OpenPayment }
  /**
   * Emails the customer about a refund; `unused`: the shop refunded a payment that buys nothing. Amounts are in minor
   * units.
   */
  | { step: 'mail-refund'; money: Money; card: PaymentCard | null; unused: boolean; access: Access }
  /** The customer's bank returned a refund that was emailed to them. */
  | { step: 'mail-failed-refund'; money: Money }
  | { step: 'open-issue'; issue: NewIssue }
  | { step: 'close-issue'; issue: IssueKey }
  /** Records a notice about an object, once. */
  | { step: 'note'; notice: BillingNotice; about: string }
  /** Removes all notices of this kind except those about `except`. */
  | { step: 'forget-notes'; notice: BillingNotice; except: string | null }
  /** Marks a payment as refunded, at least in part, or removes the mark. */
  | { step: 'mark-paid-back'; paidBack: boolean }
  /** Changes the state of a refund that an administrator requested, by our own id. */
  | { step: 'mark-refund'; refund: string; state: 'pending' | 'failed' }

type Money = { amount: number; currency: string }
type Access = ReturnType<typeof accessAfter>

/** Notices that are recorded, so that each is sent once. */
export const billingNotices = [
  'renewal-failed',
  'payment-returned',
  'payment-inquiry',
  'payment-disputed',
  'dispute-lost',
  'credit-and-refund',
  'quantity',
  'other-items',
  'tax-stopped',
  'paid-days-lost',
  'country-denied',
  'refund-failed',
  /** A refund, by the provider's id, whose completion or failure was emailed to its customer. */
  'refund-told',
  'refund-failed-told',
  /** Payments that the shop refunds itself, and those whose refund it has emailed as such. */
  'refund-unused',
  'payment-refunded',
] as const
export type BillingNotice = (typeof billingNotices)[number]

/** The recorded notices, and their objects. */
export type Notices = { has(notice: BillingNotice, about: string): boolean }

export function noticesOf(noted: Iterable<{ notice: string; about: string }>): Notices {
  const keys = new Set([...noted].map(({ notice, about }) => `${notice} ${about}`))
  return { has: (notice, about) => keys.has(`${notice} ${about}`) }
}

/** Returns the steps, or none if the notice was recorded before. */
export function once(
  notices: Notices,
  notice: BillingNotice,
  about: string,
  steps: readonly BillingStep[],
): BillingStep[] {
  return notices.has(notice, about) ? [] : [{ step: 'note', notice, about }, ...steps]
}
