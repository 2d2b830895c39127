import type { Language } from './language.ts'

/** The kinds of emails, for administrators, who handle emails without reading them. */
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

/** The recipient of an email, and its language. */
export type Recipient = { to: string; language: Language }

type Link = { label: string; address: string }

/** What an email states. Its layout adds the brand and the footer. */
export type MailContent = {
  subject: string
  /** The text that the inbox shows beside the subject. By default the first paragraph. */
  preheader?: string
  /** By default the subject. */
  heading?: string
  paragraphs: string[]
  /** The lines of a receipt. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** The label of the button. */
  button?: string | undefined
  /** The target of the button: a path of this site or an address. By default the account page. */
  link?: string | undefined
  /** A second action, below the button. */
  otherLink?: Link | undefined
  note?: string | undefined
  /** How to unsubscribe from emails of this kind. */
  stop?: Link
}

/** An email ready to be sent. `html` and `text` have the same content. */
export type Mail = {
  kind: MailKind
  to: string
  subject: string
  html: string
  text: string
  /** Where the reader can unsubscribe from emails of this kind, also by a button of the mail program (RFC 8058). */
  stop?: string
}

/** Whether an email of a person was sent, is still to be sent, or was given up. */
export const mailStates = ['sent', 'waiting', 'failed'] as const
export type MailState = (typeof mailStates)[number]
