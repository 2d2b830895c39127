import type { MailKind } from '../../domain/mail.ts'
import { mailsWords } from '../../i18n/en/admin/settings/mails.ts'
import { generatedNotice, table } from './markdown.ts'

type Occasion = { to: string; when: string; picture?: string }

/** When each email is sent, and to whom. Does not compile if a kind of email is missing. */
const occasions: Record<MailKind, Occasion> = {
  activation: {
    to: 'the person who registered or was invited to the team',
    when: 'after a registration or an invitation to the team, which have different texts, and when an administrator sends it again. The link is valid for 7 days. Built-in identity provider only',
    picture: 'activation',
  },
  reset: {
    to: 'the owner of the account',
    when: 'when someone asks for a password link on the sign-in page, or an administrator sends one. The link is valid for an hour',
    picture: 'new-password',
  },
  'password-changed': { to: 'the owner of the account', when: 'after the password was changed' },
  'second-factor-changed': {
    to: 'the administrator or support agent',
    when: 'after a second factor was set up, added, removed or reset, and after recovery codes were replaced',
  },
  'sign-up': {
    to: 'the person who registered',
    when: 'after a registration, instead of the activation, if another identity provider is configured',
  },
  'already-known': {
    to: 'the owner of the address',
    when: 'when someone registers with an address that has an account',
  },
  'not-available': {
    to: 'the person who asked for the trial',
    when: 'when a trial is requested from a denied country',
    picture: 'not-available',
  },
  'pending-approval': {
    to: 'the person who asked for the trial',
    when: 'when a trial waits for the review of the account',
    picture: 'pending',
  },
  'account-approved': {
    to: 'the person on hold',
    when: 'when an administrator approves the account, or a new check ends the hold',
  },
  'account-refused': {
    to: 'the person in review',
    when: 'when an administrator refuses the account',
    picture: 'not-approved',
  },
  'on-hold': {
    to: 'a person with a running trial or subscription',
    when: 'when screening puts the person on hold. The email names no reason',
  },
  'birth-date': {
    to: 'a person in review',
    when: 'when a reviewer asks for the date of birth. The link is valid for 30 days',
  },
  'device-added': {
    to: 'the owner of the account',
    when: 'when the owner allows a computer to use a program. It has a link that signs the computer out',
  },
  'device-signed-out': {
    to: 'the owner of the device',
    when: 'when support signs a device out. The email names no reason',
  },
  'trial-started': { to: 'the owner of the trial', when: 'when a trial starts', picture: 'trial-started' },
  'trial-extended': { to: 'the owner of the trial', when: 'when the owner extends the trial' },
  'trial-refused': { to: 'the person who asked', when: 'when a trial is requested that the person cannot have' },
  'trial-reminder': {
    to: 'the owner of the trial, unless they unsubscribed',
    when: '7 days and 1 day before the end, and after it',
    picture: 'trial-ended',
  },
  receipt: { to: 'the customer', when: 'after each payment', picture: 'receipt' },
  'purchase-processing': { to: 'the customer', when: 'when a first bank debit is being processed' },
  'purchase-failed': { to: 'the customer', when: 'when a first bank debit fails' },
  'payment-failed': {
    to: 'the customer',
    when: 'at the first failure of a renewal, when Stripe stops trying, and when the bank asks for confirmation',
    picture: 'payment-failed',
  },
  'payment-refunded': { to: 'the customer', when: 'after each refund, once' },
  'refund-failed': { to: 'the customer', when: 'when the bank returns a refund' },
  'plan-changed': { to: 'the customer', when: 'after a change of plan, unless the receipt says it' },
  'price-changed': { to: 'the customer', when: 'when a subscription moves to another price of its plan' },
  'renewal-stopped': { to: 'the customer', when: 'when renewal is stopped', picture: 'will-not-renew' },
  'renewal-not-stopped': { to: 'the customer', when: 'when Stripe refuses to stop the renewal' },
  'renewal-resumed': {
    to: 'the customer',
    when: 'when renewal is resumed, or a cancellation is undone and the subscription renews again',
  },
  'renewal-coming': { to: 'the customer', when: 'before an annual renewal' },
  'card-expiring': { to: 'the customer', when: 'before the card expires that pays for the next renewal' },
  'subscription-ended': { to: 'the customer', when: 'when a subscription ends' },
  'email-change': {
    to: 'the old and the new address',
    when: 'when a change of the email address is requested, made, cancelled, or impossible',
  },
  erasure: { to: 'the person', when: 'when the person asks for deletion, and when it is done' },
  'old-lists': {
    to: 'every administrator; without any, the support address',
    when: 'when a screening list has not been confirmed as current for three days, once until it is current again',
  },
  'payment-issues': {
    to: 'every administrator',
    when: 'when there are new payment issues, at most once a day for each kind',
  },
  'endpoint-failing': {
    to: 'every administrator',
    when: 'when a webhook endpoint has failed for a day, and when it is switched off',
  },
}

/** `docs/reference/emails.md`. */
export function emailsPage(): string {
  const rows = Object.entries(occasions).map(([kind, { to, when, picture }]) => [
    mailsWords.kinds[kind as MailKind],
    to,
    when,
    picture === undefined ? '' : `[picture](../images/emails/${picture}.webp)`,
  ])
  return `# Emails

${generatedNotice}

Every email that the product sends. The names are those of the admin area. Emails to customers are in the language stored with the person; emails to administrators are in the language of their own registration, and in English without one. [Set up email](../how-to/email.md) describes sending and retries.

${table(['Email', 'To', 'When', ''], rows)}
`
}
