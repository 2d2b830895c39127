import type { MailFault, MailKind } from '../../mail.ts'
import { locale } from './locale.ts'

const many = new Intl.NumberFormat(locale)

const kinds: Record<MailKind | 'other', string> = {
  activation: 'Activation',
  reset: 'New password',
  'password-changed': 'Password changed',
  'sign-up': 'Invitation to sign up',
  'already-known': 'Account exists already',
  'not-available': 'Trial not available',
  'pending-approval': 'Waits for approval',
  'account-approved': 'Account approved',
  'account-refused': 'Account refused',
  'trial-started': 'Trial started',
  'trial-refused': 'Trial refused',
  'trial-reminder': 'End of trial',
  receipt: 'Receipt',
  'payment-failed': 'Payment failed',
  'payment-refunded': 'Payment refunded',
  'renewal-stopped': 'Renewal stopped',
  'renewal-not-stopped': 'Renewal not stopped',
  'renewal-resumed': 'Renewal resumed',
  'renewal-coming': 'Renewal coming',
  'card-expiring': 'Card expires',
  'subscription-ended': 'Subscription ended',
  other: 'Other',
}

/** What a mail failed at. A server that answered is quoted beneath. */
const faults: Record<MailFault, string> = {
  recipient: 'The mail server did not take the recipient.',
  message: 'The mail server did not take the message.',
  sender: 'The mail server did not take the sender. Check MAIL_FROM.',
  'sign-in': 'The mail server did not let the shop sign in. Check user and password in SMTP_URL.',
  encryption: 'The connection to the mail server could not be encrypted. Check its certificate, and SMTP_URL.',
  unreachable: 'The mail server could not be reached, or closed the connection.',
  silent: 'The mail server did not answer in time.',
  unusable: 'The mail cannot be sent as it is: its address is not valid.',
  other: 'The mail could not be sent.',
}

/** Every word of the desk's page of mails that could not be sent. */
export const mailsWords = {
  heading: 'Mails',
  lead: 'Mails that could not be sent, newest first. Nobody at the desk sees what is in them.',
  kinds,
  faults,
  answer: 'The server answered',
  /** None since it was put back by hand. */
  tried: (amount: number, moment: string) =>
    amount === 0
      ? `Last tried ${moment}`
      : `${amount === 1 ? 'Tried once' : `Tried ${many.format(amount)} times`}, last ${moment}`,
  written: (moment: string) => `Written ${moment}`,
  more: 'Show more',
  loadingMore: 'Loading',

  givenUp: {
    heading: 'Given up',
    badge: 'Given up',
    empty: 'No mail was given up',
    emptyHint:
      'Mails that the server refuses for good, or that failed 40 times, will stand here for 30 days, with a button to try again.',
    retry: 'Try again',
    retryLabel: (kind: string, to: string) => `Try again: ${kind} to ${to}`,
    retrying: 'Trying',
    done: (to: string) => `The mail to ${to} is tried again.`,
    gone: 'This mail is not here any more: it has been sent, or its person was forgotten.',
    failed: 'The mail could not be tried again.',
  },
  waiting: {
    heading: 'Tried again by themselves',
    badge: 'Waits',
    empty: 'No mail waits',
    emptyHint: 'Mails that failed for now will stand here until they are sent: after seconds first, then hourly.',
    next: (moment: string) => `Next try ${moment}`,
    now: 'Is being tried now',
  },
}
