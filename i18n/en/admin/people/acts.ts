import type { BulkSubscriptionAct, SubscriptionAct } from '../../../../domain/subscription/acts.ts'

type ActWords = {
  /** In menus and on buttons. */
  action: string
  title: string
  confirm: string
  doing: string
  /** After it is done; `what` is the end date or the plan. */
  done: (name: string, what: string) => string
  /** If the server gives no reason. */
  failed: string
  /** In the audit log: what an administrator did. */
  audit: string
} & Record<string, unknown>
type BulkWords = { button: string; title: (count: number) => string; text: string; confirm: string }

/**
 * Each act on a subscription: its menu entry, its dialog and its result. Two of the `failed` texts are the
 * specification's, word for word.
 */
export const actWords = {
  extend: {
    action: 'Update expiration date',
    title: 'Update expiration date',
    endDate: 'New expiration date',
    endDateHint: 'The last day with access, in UTC.',
    changed: (date: string, before: string) => `${date}, was ${before}`,
    days: (days: number) => `+${days} days`,
    confirm: 'Update expiration date',
    doing: 'Updating',
    done: (name: string, date: string) => `The subscription of ${name} now ends on ${date}.`,
    failed: 'Error occured while setting new end date',
    audit: 'Extended a subscription',
    bulk: {
      button: 'Extend',
      title: (count: number) => `Extend ${count === 1 ? '1 subscription' : `${count} subscriptions`}`,
      text: 'Each end date moves by the same number of days.',
      confirm: 'Extend',
    },
  },
  'change-plan': {
    action: 'Change plan',
    title: 'Change plan',
    text: 'The new plan starts immediately. The unused part of the current plan is credited, and any difference is charged to the payment method on file.',
    plan: 'New plan',
    choose: 'Please select',
    previewing: 'Calculating the amount',
    previewFailed: 'The amount could not be calculated. Please try again.',
    charge: 'New plan',
    unused: 'Credit for unused time',
    discount: 'Discount',
    tax: 'Tax',
    creditUsed: 'Credit',
    owed: 'Outstanding balance',
    deferred: 'Added to the next invoice',
    dueNow: 'Due now',
    until: (day: string) => `Paid until ${day}.`,
    creditLeft: (amount: string) => `${amount} of credit remains for the next charges.`,
    confirm: 'Change plan',
    confirmFor: (amount: string) => `Charge ${amount}`,
    doing: 'Changing',
    done: (name: string, plan: string) => `${name} now has ${plan}.`,
    failed: 'The plan could not be changed. Please try again.',
    audit: 'Requested a plan change',
  },
  'stop-renewal': {
    action: 'Stop renewal',
    title: 'Stop renewal?',
    text: 'The subscription does not renew. An invoice that is being paid or is not due yet must still be paid. The subscriber is notified by email.',
    confirm: 'Yes, stop renewal',
    doing: 'Stopping',
    done: (name: string) => `The subscription of ${name} no longer renews.`,
    failed: 'Renewal could not be stopped. Please try again.',
    audit: 'Stopped renewal',
    bulk: {
      button: 'Stop renewal',
      title: (count: number) => `Stop renewal of ${count === 1 ? '1 subscription' : `${count} subscriptions`}`,
      text: 'They stay active until their end date and do not renew. Invoices that are being paid or are not due yet must still be paid.',
      confirm: 'Stop renewal',
    },
  },
  'resume-renewal': {
    action: 'Resume renewal',
    title: 'Resume renewal?',
    text: 'The subscription renews on its end date, and the subscriber is charged then. The subscriber is notified by email.',
    confirm: 'Yes, resume renewal',
    doing: 'Resuming',
    done: (name: string) => `The subscription of ${name} renews again.`,
    failed: 'Renewal could not be resumed. Please try again.',
    audit: 'Resumed renewal',
  },
  cancel: {
    action: 'Cancel subscription',
    title: 'Cancel subscription?',
    text: 'Access ends immediately, and no new payment is collected. A payment that is being processed is refunded when it arrives. You can undo this later.',
    confirm: 'Yes, cancel subscription',
    doing: 'Cancelling',
    done: (name: string) => `The subscription of ${name} was cancelled.`,
    failed: 'The subscription could not be cancelled. Please try again.',
    audit: 'Cancelled a subscription',
    bulk: {
      button: 'Cancel subscriptions',
      title: (count: number) => `Cancel ${count === 1 ? '1 subscription' : `${count} subscriptions`}`,
      text: 'Access ends immediately, and no new payment is collected. A payment that is being processed is refunded when it arrives. You can undo this later.',
      confirm: 'Yes, cancel',
    },
  },
  undo: {
    action: 'Undo cancellation',
    title: 'Undo cancellation?',
    text: 'The subscription continues as before until its end date.',
    confirm: 'Yes, undo cancellation',
    doing: 'Undoing',
    done: (name: string) => `The cancellation for ${name} was undone.`,
    failed: 'The cancellation could not be undone. Please try again.',
    audit: 'Undid a cancellation',
    bulk: {
      button: 'Undo cancellations',
      title: (count: number) => `Undo the cancellation of ${count === 1 ? '1 subscription' : `${count} subscriptions`}`,
      text: 'They continue as before until their end date.',
      confirm: 'Undo cancellations',
    },
  },
  refund: {
    action: 'Refund payment',
    title: 'Refund payment?',
    invoice: 'Invoice',
    invoiceOption: (number: string, date: string, left: string) => `${number}, ${date}, ${left} left`,
    paid: (date: string) => `Paid on ${date}`,
    card: 'Card',
    refunded: 'Refunded',
    left: 'Left to refund',
    amount: 'Amount',
    amountWrong: (example: string) => `Enter an amount without a thousands separator, for example ${example}`,
    outcome: 'Subscription',
    outcomes: {
      keep: 'It continues as before',
      end: 'It ends now',
      'end-of-period': (date: string) => `It ends on ${date} and does not renew`,
    },
    unchanged: 'The subscription does not change.',
    nothingLeft: 'There is no payment to refund.',
    loading: 'Loading the invoices',
    loadingFailed: 'The invoices could not be loaded. Please try again.',
    confirm: 'Refund payment',
    /** The label of the button that confirms the act. */
    confirmAs: {
      none: (amount: string) => `Refund ${amount}`,
      keep: (amount: string) => `Refund ${amount} and keep the subscription`,
      end: (amount: string) => `Refund ${amount} and end the subscription now`,
      'end-of-period': (amount: string) => `Refund ${amount} and stop renewal`,
    },
    doing: 'Refunding',
    done: (name: string) => `The refund for ${name} is on its way.`,
    failed: 'The payment could not be refunded. Please try again.',
    audit: 'Refunded a payment',
  },
  comment: {
    action: 'Add comment',
    title: 'Add comment',
    comment: 'Comment',
    hint: 'Visible in the admin area, not to the subscriber.',
    confirm: 'Add comment',
    doing: 'Adding',
    done: (name: string) => `The comment on ${name} was added.`,
    failed: 'Error occured while adding a comment',
    audit: 'Commented',
    bulk: {
      button: 'Comment',
      title: (count: number) => `Comment on ${count === 1 ? '1 subscription' : `${count} subscriptions`}`,
      text: 'The comment is added to each.',
      confirm: 'Add comment',
    },
  },
} as const satisfies {
  [Act in SubscriptionAct]: ActWords & (Act extends BulkSubscriptionAct ? { bulk: BulkWords } : object)
}

/** The texts that the dialogs of all acts share. */
export const actDialogWords = {
  /** Acts that the reader’s role cannot do. */
  administratorsOnly: (acts: readonly string[]) => `Administrators only: ${acts.join(', ')}`,
  /** Shown where acts are missing because the person is the reader. */
  own: 'This is your own account. Ask another administrator for anything that is not offered here.',
  close: 'Close',
  reason: 'Reason',
  discard: 'Discard request',
  about: (name: string, plan: string) => `${plan}, ${name}`,
  undoIt: 'Undo',
  view: 'View',
} as const
