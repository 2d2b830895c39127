import type { MailFault, MailKind } from '../../../../domain/mail.ts'
import { locale } from '../../locale.ts'

const many = new Intl.NumberFormat(locale)

const kinds: Record<MailKind | 'other', string> = {
  activation: 'Activation',
  reset: 'New password',
  'password-changed': 'Password changed',
  'second-factor-changed': 'Second factor changed',
  'sign-up': 'Invitation to sign up',
  'already-known': 'Account already exists',
  'not-available': 'Trial not available',
  'pending-approval': 'Awaiting approval',
  'account-approved': 'Account approved',
  'account-refused': 'Account refused',
  'trial-started': 'Trial started',
  'trial-extended': 'Trial extended',
  'trial-refused': 'Trial refused',
  'trial-reminder': 'End of trial',
  receipt: 'Receipt',
  'payment-failed': 'Payment failed',
  'purchase-processing': 'Purchase being paid',
  'purchase-failed': 'Purchase not paid',
  'payment-refunded': 'Payment refunded',
  'renewal-stopped': 'Renewal stopped',
  'renewal-not-stopped': 'Renewal not stopped',
  'renewal-resumed': 'Renewal resumed',
  'renewal-coming': 'Upcoming renewal',
  'card-expiring': 'Card expiring',
  'subscription-ended': 'Subscription ended',
  'email-change': 'Change of email address',
  'device-added': 'Computer signed in',
  'device-signed-out': 'Computer signed out by support',
  erasure: 'Deletion of the account',
  'old-lists': 'Screening lists out of date',
  'endpoint-failing': 'Webhook endpoint failing',
  'plan-changed': 'Change of plan',
  'price-changed': 'Change of price',
  'refund-failed': 'Refund returned by the bank',
  'on-hold': 'Access on hold for a review',
  'birth-date': 'Request for the date of birth',
  'payment-issues': 'New payment issues',
  other: 'Other',
}

/** Why an email failed. A reply of the mail server is quoted below it. */
const faults: Record<MailFault, string> = {
  recipient: 'The mail server rejected the recipient.',
  message: 'The mail server rejected the message.',
  sender: 'The mail server rejected the sender. Check MAIL_FROM.',
  'sign-in': 'The mail server rejected the sign-in. Check the user and password in SMTP_URL.',
  encryption: 'The connection to the mail server could not be encrypted. Check its certificate, and SMTP_URL.',
  unreachable: 'The mail server could not be reached, or closed the connection.',
  silent: 'The mail server did not respond in time.',
  unusable: 'The email cannot be sent because its address is not valid.',
  other: 'The email could not be sent.',
}

/** Words of the admin area's page of emails that could not be sent. */
export const mailsWords = {
  kinds,
  faults,
  answer: 'The mail server’s reply',
  /** Shown if there was no attempt since an administrator retried it. */
  tried: (amount: number, moment: string) =>
    amount === 0
      ? `Last tried ${moment}`
      : `${amount === 1 ? 'Tried once' : `Tried ${many.format(amount)} times`}, last ${moment}`,

  givenUp: {
    heading: 'Failed emails',
    badge: 'Failed',
    empty: 'No failed emails',
    emptyHint:
      'Emails that the mail server rejects permanently, or that fail 40 times, appear here for 30 days. You can retry them.',
    retry: 'Retry',
    retryLabel: (kind: string, to: string) => `Retry: ${kind} to ${to}`,
    retrying: 'Retrying',
    done: (to: string) => `Retrying the email to ${to}.`,
    gone: 'This email no longer exists: it was sent, or the person’s data was erased.',
    failed: 'The email could not be retried. Please try again.',
  },
  waiting: {
    heading: 'Emails retried automatically',
    badge: 'Retrying',
    empty: 'Nothing to retry',
    emptyHint:
      'Emails that failed temporarily appear here until they are sent. Retries start after a few seconds and slow down to once an hour.',
    next: (moment: string) => `Next attempt ${moment}`,
    now: 'Being retried now',
  },
}
