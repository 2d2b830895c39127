/** The columns by which the list of subscriptions can be sorted. */
export const listSorts = [
  'name',
  'email',
  'company',
  'type',
  'industry',
  'status',
  'startDate',
  'endDate',
  'latestComment',
] as const

/** The columns by which the list of subscribers can be sorted. */
export const subscriberSorts = ['name', 'email', 'company', 'industry'] as const satisfies (typeof listSorts)[number][]

/** Further columns of an exported list, before those that are a person's (domain/person/fields.ts). */
export const moreCsvColumns = ['plan', 'price', 'currency', 'country', 'renews', 'paidUntil'] as const

/**
 * Filters by revenue: `paying` is what the overview counts as recurring revenue, `complimentary` was granted without
 * payment.
 */
export const revenueFilters = ['paying', 'complimentary'] as const
/** Whether a paid subscription will be charged again. */
export const renewalFilters = ['renews', 'stopped'] as const
/** The pending step: the person confirms their address, or an administrator reviews them. */
export const waitingFilters = ['unconfirmed', 'review'] as const

/** Days ahead of the filter by end date. */
export const maxEndsWithin = 3660
/** The maximum of lines for one call. */
export const maxBulk = 100
/** The maximum of lines that an administrator can select for an act, which is then sent in several calls. */
export const maxSelected = 1000
