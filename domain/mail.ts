import type { Language } from './language.ts'

/** The kinds of mails, for those who look after mails without reading them. */
export const mailKinds = [
  'activation',
  'reset',
  'password-changed',
  'second-factor-changed',
  'sign-up',
  'already-known',
  'not-available',
  'pending-approval',
  'account-approved',
  'account-refused',
  'on-hold',
  'birth-date',
  'trial-started',
  'trial-extended',
  'trial-refused',
  'trial-reminder',
  'receipt',
  'purchase-processing',
  'purchase-failed',
  'payment-failed',
  'payment-refunded',
  'refund-failed',
  'plan-changed',
  'price-changed',
  'renewal-stopped',
  'renewal-not-stopped',
  'renewal-resumed',
  'renewal-coming',
  'card-expiring',
  'subscription-ended',
  'email-change',
  'device-added',
  'device-signed-out',
  'erasure',
  'old-lists',
  'payment-issues',
  'endpoint-failing',
] as const
export type MailKind = (typeof mailKinds)[number]

/** The known causes of a failed mail. */
export const mailFaults = [
  'recipient',
  'message',
  'sender',
  'sign-in',
  'encryption',
  'unreachable',
  'silent',
  'unusable',
  'other',
] as const
export type MailFault = (typeof mailFaults)[number]

/** Whom a mail is for, and the language it is in. */
export type Recipient = { to: string; language: Language }

/** A mail ready to be sent. `html` and `text` have the same content. */
export type Mail = {
  kind: MailKind
  to: string
  subject: string
  html: string
  text: string
  /** Where the reader can stop mails of this kind, also by a button of the mail program (RFC 8058). */
  stop?: string
}
