import { locale } from './locale.ts'

/** Every word of the administrators' list and of the acts it offers; the details page uses the acts too. */
const many = new Intl.NumberFormat(locale)

export const adminWords = {
  users: 'Users',
  /** What stands where there is nothing. */
  none: '-',
  columns: {
    name: 'Name',
    email: 'Email',
    company: 'Company',
    type: 'Type',
    industry: 'Industry',
    status: 'Status',
    startDate: 'Start date',
    endDate: 'End date',
    latestComment: 'Latest comment',
  },
  /** More columns of an exported list. */
  moreColumns: {
    plan: 'Plan',
    price: 'Price',
    currency: 'Currency',
    country: 'Country',
    renews: 'Renews',
    paidUntil: 'Paid until',
  },
  yes: 'Yes',
  no: 'No',
  status: { active: 'Active', pending: 'Pending', expired: 'Expired', cancelled: 'Cancelled' },
  type: { trial: 'Trial', subscription: 'Subscription' },

  list: {
    table: 'Subscribers and subscriptions',
    count: (count: number, exact: boolean) => many.format(count) + (exact ? '' : '+'),
    total: (count: number, exact: boolean) =>
      `${many.format(count)}${exact ? '' : '+'} ${count === 1 ? 'row' : 'rows'}`,
    empty: 'No data available',
    emptyHint: 'No subscriber matches this search and these filters.',
    clear: 'Clear search and filters',
    failed: 'The list could not be loaded',
    retry: 'Try again',
    search: 'Search',
    searchHint: 'Name, email or company',
    clearSearch: 'Clear search',
    filterStatus: 'Status',
    filterType: 'Type',
    filterPayment: 'Payment',
    pastDue: 'Past due',
    export: 'Export to CSV',
    exportAll: 'All columns',
    exportAllLabel: 'All columns as CSV',
    resize: (column: string) => `Resize ${column}`,
    width: (pixels: number) => `${pixels} pixels`,
    actions: (name: string) => `Actions for ${name}`,
  },

  actions: {
    view: 'View details',
    extend: 'Update expiration date',
    cancel: 'Cancel subscription',
    undo: 'Undo cancellation',
    refund: 'Refund payment',
    comment: 'Add comment',
  },

  dialogs: {
    close: 'Close',
    reason: 'Reason',
    optional: 'optional',
    about: (name: string, plan: string) => `${plan}, ${name}`,
    extend: {
      title: 'Update expiration date',
      endDate: 'New expiration date',
      endDateHint: 'The last day with access, in UTC.',
      confirm: 'Update expiration date',
      doing: 'Updating',
      discard: 'Discard request',
    },
    cancel: {
      title: 'Cancel subscription?',
      text: 'Access ends immediately, and nothing more is charged. You can undo this later.',
      confirm: 'Yes, cancel subscription',
      doing: 'Cancelling',
      discard: 'Discard request',
    },
    undo: {
      title: 'Undo cancellation?',
      text: 'The subscription goes on as it was, until its end date.',
      confirm: 'Yes, undo cancellation',
      doing: 'Undoing',
      discard: 'Discard request',
    },
    refund: {
      title: 'Refund payment?',
      text: 'The refund is for the payment of the current period. A full refund ends the subscription.',
      amount: 'Amount',
      amountHint: 'Leave this empty to refund all that is left.',
      amountWrong: 'Enter an amount, for example 12.50',
      cancelNow: 'Cancel the subscription now',
      cancelNowHint: 'Access ends immediately.',
      confirm: 'Yes, refund',
      doing: 'Refunding',
      discard: 'Discard request',
    },
    comment: {
      title: 'Add comment',
      comment: 'Comment',
      hint: 'Other administrators see it; the subscriber does not.',
      confirm: 'Add comment',
      doing: 'Adding',
      discard: 'Discard request',
    },
  },

  done: {
    extend: (name: string, date: string) => `The subscription of ${name} now ends on ${date}.`,
    cancel: (name: string) => `The subscription of ${name} was cancelled.`,
    undo: (name: string) => `The cancellation for ${name} was undone.`,
    comment: (name: string) => `The comment on ${name} was added.`,
    refund: (name: string) => `The refund for ${name} is on its way.`,
    undoIt: 'Undo',
    view: 'View',
  },

  /** Said where the server said nothing; the first two are the specification's, to the letter. */
  failed: {
    extend: 'Error occured while setting new end date',
    comment: 'Error occured while adding a comment',
    cancel: 'The subscription could not be cancelled. Please try again.',
    undo: 'The cancellation could not be undone. Please try again.',
    refund: 'The payment could not be refunded. Please try again.',
  },
} as const
