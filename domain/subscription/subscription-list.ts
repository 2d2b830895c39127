/** What the list of subscriptions can be sorted by. */
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

/** Whether what is paid will be charged again. */
export const renewalFilters = ['renews', 'stopped'] as const
/** What a person waits for: that they confirm their address, or that somebody looks. */
export const waitingFilters = ['unconfirmed', 'review'] as const

/** Days ahead of the filter by end date. */
export const maxEndsWithin = 3660
/** Lines that one act may be for. */
export const maxBulk = 100
