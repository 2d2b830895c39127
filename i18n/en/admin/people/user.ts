import type { CancellationReason, EventType } from '../../../../domain/subscription/events.ts'
import type { PaymentState } from '../../../../domain/billing/payments/payment-state.ts'
import type { FailureReason } from '../../../../domain/billing/payments/payment-failure.ts'
import type { KeptKind, RemovedKind, SealedKind } from '../../../../domain/retention.ts'
import type { SubscriptionStatus } from '../../../../domain/subscription/subscription.ts'

type EventFacts = { endDate?: string; status?: SubscriptionStatus | undefined }

const statuses: Record<SubscriptionStatus, string> = {
  active: 'active',
  pending: 'pending',
  expired: 'expired',
  cancelled: 'cancelled',
}

/** The state of the payment of a subscription. */
const paymentStates: Record<PaymentState, string> = {
  ended: 'Ended',
  disputed: 'Disputed',
  action_required: 'Confirmation required',
  past_due: 'Payment failed',
  processing: 'Processing',
  paused: 'Paused',
  paid: 'Paid',
  none: 'No payment',
}

/** Why a payment was not made. */
const failureReasons: Record<FailureReason, string> = {
  insufficient_funds: 'insufficient funds',
  limit_exceeded: 'limit of the card exceeded',
  expired_card: 'the card has expired',
  incorrect_details: 'incorrect card details',
  lost_or_stolen: 'reported lost or stolen',
  suspected_fraud: 'suspected fraud',
  not_supported: 'the card does not support this payment',
  authentication_required: 'the bank asks for a confirmation',
  processing_error: 'the bank could not be reached',
  declined: 'declined by the bank without a reason',
  unknown: 'the reason is not known',
}

/** What happened, by the type of the event. `endDate` is a day in words. */
export const eventSentences: Record<EventType, (event: EventFacts) => string> = {
  PENDING_SUBSCRIPTION_CREATED: () => 'Subscription created, not started yet',
  SUBSCRIPTION_CREATED: () => 'Subscription created',
  INITIAL_END_DATE_SET: ({ endDate }) => (endDate ? `End date set to ${endDate}` : 'End date set'),
  END_DATE_CHANGED: ({ endDate }) => (endDate ? `End date changed to ${endDate}` : 'End date changed'),
  SUBSCRIPTION_ACTIVATED: () => 'Subscription activated',
  SUBSCRIPTION_MARKED_PENDING: () => 'Subscription put on hold',
  SUBSCRIPTION_CANCELLED: () => 'Subscription cancelled',
  SUBSCRIPTION_UNDO_CANCELLATION: () => 'Cancellation undone',
  STATUS_CHANGED: ({ status }) => (status ? `Status changed to ${statuses[status]}` : 'Status changed'),
  RENEWAL_STOPPED: () => 'Renewal stopped',
  RENEWAL_RESUMED: () => 'Renewal resumed',
  PLAN_CHANGED: () => 'Plan changed',
  COMMENT_ADDED: () => 'Comment added',
}
const events = new Map<string, (event: EventFacts) => string>(Object.entries(eventSentences))

const screening = { PASS: 'Passed', PENDING: 'Awaiting approval', FAIL: 'Refused' } as const

/** Every word of a subscriber's page and its dialogs. */
export const detailsWords = {
  breadcrumb: 'Breadcrumb',
  users: 'Users',
  details: 'Details',
  loading: 'Loading',
  none: '-',
  nobody: 'No user data available',
  nobodyHint: 'There is no user at this link. The person’s data may have been erased, or the link is incomplete.',
  backToUsers: 'Back to users',
  failed: 'This could not be loaded.',
  retry: 'Try again',
  close: 'Close',

  facts: {
    heading: 'Details',
    registered: 'Registered',
    confirmed: 'Email confirmed',
    screening: 'Screening',
    deniedCountry: 'Denied country',
    yes: 'Yes',
    no: 'No',
  },
  screening,

  subscriptions: {
    heading: 'Subscriptions',
    plan: 'Plan',
    type: 'Plan type',
    days: 'Plan duration in days',
    status: 'Subscription status',
    created: 'Created',
    start: 'Start date',
    end: 'End date',
    comment: 'Latest comment',
    actions: 'Actions',
    actionsOf: (plan: string) => `Actions for ${plan}`,
    empty: 'No subscriptions yet. Trials and purchases appear here.',
  },

  payment: {
    heading: 'Payment',
    states: paymentStates,
    plan: 'Plan',
    state: 'Payment state',
    nextCharge: 'Next charge',
    nextAmount: 'Next amount, tax included',
    discount: 'Discount applied',
    credit: 'Credit applied',
    lastPayment: 'Last payment',
    accessUntil: 'Access until',
    retry: 'Next attempt',
    provider: 'Open at the billing provider',
    refundOf: (plan: string) => `Refund payment for ${plan}`,
    refund: 'Refund',
    refundInvoice: (number: string) => `Refund invoice ${number}`,
    failure: {
      attempt: (attempt: number) => `attempt ${attempt}`,
      reasons: failureReasons,
      title: (amount: string) => `Payment of ${amount} failed`,
      titleToConfirm: (amount: string) => `Payment of ${amount} is awaiting confirmation`,
      adviceToConfirm: 'Ask the customer to confirm the payment with the link below.',
      advice: 'Ask the customer to pay with the link below, or to replace the card on the account page.',
      copy: 'Copy payment link',
      copied: 'Copied',
    },
  },

  history: {
    heading: 'History',
    date: 'Date',
    user: 'User',
    event: 'Event',
    empty: 'No history yet. Changes to subscriptions appear here.',
    unknown: 'Unknown event type',
    authors: new Map([
      ['system', 'System'],
      ['billing', 'Billing'],
    ]),
    /** The day of creation distinguishes two subscriptions to one plan. */
    planOf: (plan: string, created: string) => `${plan}, created on ${created}`,
  },

  checks: {
    heading: 'Checks',
    date: 'Date',
    occasion: 'Occasion',
    outcome: 'Outcome',
    reasons: 'Reasons',
    lists: 'Lists',
    by: 'By',
    comment: 'Comment',
    empty: 'No checks yet. Comparisons with lists, countries and domains appear here.',
    authors: new Map([['system', 'System']]),
    occasions: new Map([
      ['registration', 'Registration'],
      ['checkout', 'Checkout'],
      ['download', 'Download'],
      ['activation', 'Activation'],
      ['correction', 'Correction'],
      ['lists', 'New list'],
      ['review', 'Decision'],
    ]),
    /** The number of identical checks before the latest one. */
    repeated: (times: number) => (times === 1 ? 'Same result again,' : `Same result ${times} more times, last`),
    listOf: (name: string, date: string | null) => (date ? `${name}, ${date}` : name),
  },

  signOut: {
    button: 'Sign out everywhere',
    title: 'Sign this person out everywhere?',
    lead: 'Every session of the person ends immediately, in every browser. They can sign in again with their password.',
    discard: 'Keep signed in',
    doing: 'Signing out',
    action: 'Sign out',
    done: 'The person has been signed out everywhere.',
    failed: 'An unexpected error occurred while signing the person out.',
  },

  forget: {
    button: 'Forget user data',
    title: 'Forget this person?',
    lead: 'This cannot be undone. Everything about the person is erased except what is listed as kept below.',
    loading: 'Loading what is stored',
    removed: 'Removed for good',
    ended: 'Ended now',
    kept: 'Kept for accounting, anonymised',
    sealed: 'Kept by law, encrypted, for auditors only',
    nothing: 'Nothing',
    until: (date: string) => `until ${date}`,
    confirm: 'Type the person’s email address to confirm',
    mismatch: 'This is not the person’s email address',
    discard: 'Keep the data',
    doing: 'Forgetting',
    action: 'Forget this person',
    failed: 'An unexpected error occurred while forgetting user data.',
    receipt: {
      title: 'The person’s data has been erased',
      number: 'Receipt',
      at: 'Erased',
      by: 'By',
      hint: 'The audit log lists this receipt by its number. The receipt does not name the person.',
      copy: 'Copy receipt',
      copied: 'Copied',
      loading: 'Loading the receipt',
      none: 'The receipt could not be loaded. You can find it in the audit log.',
    },
    kinds: {
      profile: 'Profile: name, address, company, job',
      accounts: 'Accounts and passwords',
      sessions: 'Sessions',
      mails: 'Emails not sent yet',
      activity: 'Timeline: emails sent, sign-ins, downloads, actions of administrators',
      comments: 'Comments about them',
      'trial-tokens': 'Registration tokens',
      'payment-pages': 'Payment pages',
      'payment-customer': 'Customer at the billing provider',
      'audit-entries': 'Name in the audit log',
      subscriptions: 'Subscriptions',
      events: 'Events',
      orders: 'Orders',
      'trial-memory': 'Trial-used marker (hashed)',
      checks: 'Screening checks',
      exceptions: 'Screening exceptions',
      acceptances: 'Accepted documents',
      purchases: 'Purchases',
      acts: 'Actions as an administrator',
    } satisfies Record<RemovedKind | KeptKind | SealedKind, string>,
  },
}

/** An event in words, without its comment. */
export function eventWords(type: string, event: EventFacts): string {
  return events.get(type)?.(event) ?? detailsWords.history.unknown
}

/** The comment shown for a trial’s end date that its owner moved. */
export const extendedByOwner = 'The subscriber extended the trial.'

/** Why the server itself cancelled a subscription. */
export const cancellationReasons: Record<CancellationReason, string> = {
  'second-trial': 'The subscriber had this trial before, with another address.',
}
