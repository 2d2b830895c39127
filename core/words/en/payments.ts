import type { PaymentState } from '../../billing-news.ts'

const states: Record<PaymentState, string> = {
  ended: 'Ended',
  disputed: 'Disputed',
  action_required: 'Confirmation required',
  past_due: 'Past due',
  processing: 'Processing',
  paused: 'Paused',
  paid: 'Paid',
  none: 'No payment',
}

/** Every word about payments and invoices that owners and administrators both read. Amounts and dates are written out. */
export const paymentWords = {
  /** How the payment of a subscription stands, for administrators. */
  states,

  /** The same for the owner: the badge, what it means, and what to do. */
  owner: {
    badges: {
      past_due: 'Payment failed',
      action_required: 'Confirmation required',
      processing: 'Payment processing',
      disputed: 'Payment disputed',
      paused: 'Billing paused',
    },
    nextCharge: (amount: string, date: string) => `Next charge: ${amount} on ${date}, tax included`,
    nextFree: (date: string) => `Next charge: nothing on ${date}`,
    accessUntil: (date: string) => `Access until ${date}`,
    failed: 'Payment failed',
    failedOn: (date: string) => `Payment failed on ${date}`,
    payNow: 'Pay now',
    payOrUpdate: (until: string) => `Pay now or update your card; access until ${until}.`,
    updateCard: 'Update card',
    updateCardText: (until: string) => `Update your card; access until ${until}.`,
    retry: (date: string) => `We try the payment again on ${date}.`,
    lateRetry: (date: string) => `We try the payment again on ${date}. That payment restores your access.`,
    confirmTitle: 'Your bank asks you to confirm the payment',
    confirmText: (until: string) => `Confirm it to keep your subscription; access until ${until}.`,
    confirm: 'Confirm payment',
    openInvoice: 'Pay the open invoice to restore your access',
    processing: 'Your payment is being processed. Your access continues.',
    disputed: 'A payment is disputed. Renewal is paused until the dispute is settled.',
    paused: 'Billing is paused. You are not charged until it resumes.',
    buyAgain: 'Buy again',
    buyAgainLabel: (plan: string) => `Buy again: ${plan}`,
    buyAgainText: 'If you buy it again now, the remaining days are added.',
  },

  invoices: {
    heading: 'Invoices',
    number: 'Number',
    date: 'Date',
    period: 'Period',
    total: 'Total',
    tax: 'Tax',
    refunded: 'Refunded',
    state: 'State',
    links: 'Links',
    includingTax: (amount: string) => `including ${amount} tax`,
    refundedAmount: (amount: string) => `${amount} refunded`,
    view: 'View',
    viewLabel: (number: string) => `View invoice ${number}`,
    pdf: 'PDF',
    pdfLabel: (number: string) => `PDF of invoice ${number}`,
    unnumbered: 'without a number',
    states: new Map([
      ['paid', 'Paid'],
      ['open', 'Open'],
      ['void', 'Void'],
      ['uncollectible', 'Not collected'],
    ]),
    empty: 'No invoices yet. Each payment appears here.',
    loading: 'Loading invoices',
    unavailable: 'Invoices are not available because the billing provider cannot be reached. Please try again shortly.',
    failed: 'The invoices could not be loaded.',
    retry: 'Try again',
    noScripts: 'Invoices are on our payment provider’s page: choose Manage billing.',
    refunds: 'Refunds and credits',
    refundsFailed: 'Refunds and credits could not be loaded.',
  },

  /** What was charged, refunded and so on, by kind and state. */
  rows: {
    charge: (amount: string) => `Payment of ${amount}`,
    failure: (amount: string) => `Payment of ${amount} failed`,
    refund: (amount: string) => `Refund of ${amount}`,
    refundPending: (amount: string) => `Refund of ${amount} in progress`,
    refundFailed: (amount: string) => `Refund of ${amount} failed`,
    creditUsed: (amount: string) => `Credit of ${amount} used`,
    creditGiven: (amount: string) => `Credit of ${amount} given`,
    dispute: (amount: string) => `Payment of ${amount} disputed`,
    disputeWon: (amount: string) => `Dispute of ${amount} won`,
    disputeLost: (amount: string) => `Dispute of ${amount} lost`,
    invoice: (number: string) => `Invoice ${number}`,
    includingTax: (amount: string) => `including ${amount} tax`,
  },
}
