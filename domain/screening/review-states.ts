/**
 * `held`: on hold until an administrator decides; `flagged`: to be reviewed, not on hold. The others need no decision:
 * their country is denied, or they have not followed the link in the activation email.
 */
export const reviewStates = ['held', 'flagged', 'denied', 'unconfirmed'] as const

/** What can be listed: everyone who awaits a decision, on hold or flagged, or the people in one state. */
export const reviewViews = ['waiting', ...reviewStates] as const
export type ReviewView = (typeof reviewViews)[number]

/**
 * `match`: people on hold before others, and of both the best list match first; then, as with `since`, the longest wait
 * first.
 */
export const reviewOrders = ['match', 'since'] as const
export type ReviewOrder = (typeof reviewOrders)[number]

/** Whether the people of a list need a decision. */
export const isDecidable = (view: ReviewView): view is 'waiting' | 'held' | 'flagged' =>
  view !== 'denied' && view !== 'unconfirmed'
