import type { ScreenName } from '../../contract/screens.ts'

/** The document title of every page: `{title} | {brand}`. The specification's texts, word for word. */
export const screenTitles = {
  trial: 'Try',
  plans: 'Buy',
  orderSummary: 'Order summary',
  confirmation: 'Confirmation',
  failure: 'Something has gone wrong',
  busy: 'Busy',
  forbidden: 'No access',
  pending: 'Pending approval',
  notApproved: 'Not approved',
  notFound: 'Not found',
  account: 'Subscriptions',
  administration: 'Subscribers',
  users: 'Subscribers',
  userDetails: 'Details',
  overview: 'Overview',
  catalogue: 'Catalogue',
  audit: 'Audit log',
  reviews: 'Reviews',
  screening: 'Screening',
  queue: 'Queue',
  connect: 'Integrations',
  settings: 'Settings',
  help: 'Help',
} satisfies Record<ScreenName, string>

/** Titles of a state instead of a route, shown while that state lasts. */
export const stateTitles = {
  checkInbox: 'Almost ready! Please check your inbox.',
  registerToBuy: 'Register for an account to purchase',
  trialRunning: 'You already have a trial',
  trialOver: 'Your trial has expired',
}
