/** What an administrator can do to several people at once, besides what can be done to their subscriptions. */
export const bulkPersonActs = ['sign-out', 'activation'] as const
export type BulkPersonAct = (typeof bulkPersonActs)[number]
