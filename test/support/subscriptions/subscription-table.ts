import type { Command } from '../../../domain/subscription/commands.ts'
import type { EventType } from '../../../domain/subscription/events.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'

const created = 'SUBSCRIPTION_CREATED INITIAL_END_DATE_SET'
const ended = 'END_DATE_CHANGED STATUS_CHANGED'
/** A further purchase continues the row. */
const again = 'END_DATE_CHANGED RENEWAL_RESUMED'
const switched = 'PLAN_CHANGED END_DATE_CHANGED'

/**
 * The table, row by row: the command, the states before and after, and the events in order. Nothing else may happen.
 */
export const table: Record<Command['kind'], Record<string, string[]>> = {
  'start-trial': { 'none > waiting': ['PENDING_SUBSCRIPTION_CREATED'], 'none > active': [created] },
  grant: { 'none > active': [created] },
  'payment-confirmed': {
    'none > waiting': ['PENDING_SUBSCRIPTION_CREATED'],
    'none > cancelled': ['PENDING_SUBSCRIPTION_CREATED SUBSCRIPTION_CANCELLED'],
    'none > active': [created],
    'active > active': [again, `PLAN_CHANGED ${again}`],
    'held > held': [again, `PLAN_CHANGED ${again}`],
    'expired > active': [`${again} STATUS_CHANGED`, `PLAN_CHANGED ${again} STATUS_CHANGED`],
    'expired > held': [`${again} SUBSCRIPTION_MARKED_PENDING`, `PLAN_CHANGED ${again} SUBSCRIPTION_MARKED_PENDING`],
  },
  'clearance-changed': {
    'waiting > active': ['SUBSCRIPTION_ACTIVATED INITIAL_END_DATE_SET'],
    'active > held': ['SUBSCRIPTION_MARKED_PENDING'],
    'held > active': ['SUBSCRIPTION_ACTIVATED END_DATE_CHANGED', 'SUBSCRIPTION_ACTIVATED'],
  },
  'address-unconfirmed': { 'waiting > cancelled': ['SUBSCRIPTION_CANCELLED'] },
  'person-refused': from(['waiting', 'active', 'held'], 'cancelled', 'SUBSCRIPTION_CANCELLED'),
  'second-trial': from(['waiting', 'active', 'held'], 'cancelled', 'SUBSCRIPTION_CANCELLED'),
  // On hold or in waiting only together with a refund.
  cancel: from(['waiting', 'active', 'held'], 'cancelled', 'SUBSCRIPTION_CANCELLED'),
  undo: {
    'cancelled > active': ['SUBSCRIPTION_UNDO_CANCELLATION', 'SUBSCRIPTION_UNDO_CANCELLATION INITIAL_END_DATE_SET'],
    'cancelled > expired': ['SUBSCRIPTION_UNDO_CANCELLATION'],
  },
  'end-date-over': { 'active > expired': ['STATUS_CHANGED'] },
  extend: { 'active > active': ['END_DATE_CHANGED'], 'expired > active': [ended] },
  'extend-trial': { 'active > active': ['END_DATE_CHANGED'] },
  'renewal-paid': {
    'active > active': ['END_DATE_CHANGED'],
    'held > held': ['END_DATE_CHANGED'],
    'expired > active': [ended],
    'expired > held': ['END_DATE_CHANGED SUBSCRIPTION_MARKED_PENDING'],
  },
  'past-period-paid': {},
  'renewal-failed': { 'active > active': ['END_DATE_CHANGED'] },
  'failure-settled': { 'active > active': ['END_DATE_CHANGED'] },
  'ended-by-provider': {
    ...from(['active', 'held'], 'expired', ended),
    // Granted days stay.
    'active > active': ['RENEWAL_STOPPED', 'END_DATE_CHANGED RENEWAL_STOPPED'],
    'held > held': ['RENEWAL_STOPPED', 'END_DATE_CHANGED RENEWAL_STOPPED'],
  },
  'payment-returned': {
    ...from(['active', 'held'], 'expired', ended),
    'waiting > cancelled': ['SUBSCRIPTION_CANCELLED'],
  },
  'stop-renewal': from(['active', 'held'], 'same', 'RENEWAL_STOPPED'),
  'resume-renewal': from(['active', 'held'], 'same', 'RENEWAL_RESUMED'),
  'stopped-in-portal': from(['waiting', 'active', 'held'], 'same', 'RENEWAL_STOPPED'),
  // An expired subscription that its owner had paused is paid for next.
  'resumed-in-portal': from(['waiting', 'active', 'held', 'expired'], 'same', 'RENEWAL_RESUMED'),
  'dispute-changed': {},
  'plan-changed': {
    // Without the end of a period it is not paid yet.
    'waiting > waiting': ['PLAN_CHANGED'],
    'active > active': [switched, 'PLAN_CHANGED', 'END_DATE_CHANGED'],
    'held > held': [switched, 'PLAN_CHANGED', 'END_DATE_CHANGED'],
    'expired > active': [`${switched} STATUS_CHANGED`, ended],
    'expired > held': [`${switched} SUBSCRIPTION_MARKED_PENDING`, 'END_DATE_CHANGED SUBSCRIPTION_MARKED_PENDING'],
  },
  'price-changed': from(['waiting', 'active', 'held'], 'same', 'PLAN_CHANGED'),
  comment: from(['waiting', 'active', 'held', 'expired', 'cancelled'], 'same', 'COMMENT_ADDED'),
  'person-forgotten': from(['waiting', 'active', 'held'], 'cancelled', 'SUBSCRIPTION_CANCELLED'),
}

function from(states: string[], to: string, events: string): Record<string, string[]> {
  return Object.fromEntries(states.map((state) => [`${state} > ${to === 'same' ? state : to}`, [events]]))
}

/** Returns the state of a subscription in the table. */
export function stateOf(subscription: Subscription | undefined): string {
  if (!subscription) return 'none'
  if (subscription.status === 'pending') return subscription.startDate ? 'held' : 'waiting'
  return subscription.status
}

/** The properties that each event may change. */
export const speaksFor: Partial<Record<keyof Subscription, EventType[]>> = {
  status: [
    'SUBSCRIPTION_ACTIVATED',
    'SUBSCRIPTION_MARKED_PENDING',
    'SUBSCRIPTION_CANCELLED',
    'SUBSCRIPTION_UNDO_CANCELLATION',
    'STATUS_CHANGED',
  ],
  startDate: ['INITIAL_END_DATE_SET'],
  endDate: ['INITIAL_END_DATE_SET', 'END_DATE_CHANGED'],
  plan: ['PLAN_CHANGED'],
  renewal: ['RENEWAL_STOPPED', 'RENEWAL_RESUMED', 'STATUS_CHANGED', 'SUBSCRIPTION_UNDO_CANCELLATION'],
  paidUntil: ['END_DATE_CHANGED', 'PLAN_CHANGED'],
  payment: ['END_DATE_CHANGED', 'PLAN_CHANGED'],
  grantedUntil: ['INITIAL_END_DATE_SET', 'END_DATE_CHANGED'],
  extendedByOwner: ['END_DATE_CHANGED'],
  id: [],
  createdDate: [],
}
