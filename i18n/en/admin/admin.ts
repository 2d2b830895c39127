import { locale } from '../locale.ts'

/** Every word of the administrators' list and of the acts it offers; the details page uses the acts too. */
const many = new Intl.NumberFormat(locale)

export const adminWords = {
  users: 'Users',
  /** Shown in place of a missing value. */
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
  /** Columns of the list that are hidden by default, and cannot be sorted by. */
  furtherColumns: {
    plan: 'Plan',
    country: 'Country',
    ends: 'Ends',
    renewal: 'Renewal',
    nextCharge: 'Next charge',
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
    searchHint: 'Name, email, phone, plan, country, invoice',
    clearSearch: 'Clear search',
    filterStatus: 'Status',
    filterType: 'Type',
    filterPayment: 'Payment',
    pastDue: 'Payment failed',
    filters: 'Filters',
    moreFilters: 'More filters',
    columns: 'Columns',
    plan: 'Plan or product',
    anyPlan: 'Any plan',
    allOf: 'All plans',
    country: 'Country',
    anyCountry: 'Any country',
    ends: 'Ends',
    anyEnd: 'Any time',
    endsWithin: (days: number) => `Within ${days} days`,
    filterRenewal: 'Renewal',
    filterWaiting: 'Waiting',
    renews: 'Renews',
    stopped: 'Does not renew',
    unconfirmed: 'Unconfirmed',
    review: 'Waiting for review',
    export: 'Export to CSV',
    exportAll: 'All columns',
    exportAllLabel: 'All columns as CSV',
    resize: (column: string) => `Resize ${column}`,
    width: (pixels: number) => `${pixels} pixels`,
    actions: (name: string) => `Actions for ${name}`,
  },

  view: 'View details',
} as const
