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
