import type { Output } from '../../../contract/contract.ts'

type Trial = Output<'GET /api/v1/overview'>['trials'][number]['outcomes'][number]['outcome']

const outcomes: Record<Trial, string> = {
  converted: 'Bought a plan',
  running: 'Running',
  onHold: 'On hold after the start',
  ended: 'Ended without a purchase',
  unconfirmed: 'Address not confirmed',
  review: 'Awaiting approval',
  denied: 'Country denied',
  refused: 'Refused',
  notStarted: 'Cancelled before the start',
  erased: 'Erased before the start',
}

/** The overview of revenue and trials. */
export const overviewWords = {
  heading: 'Overview',
  lead: 'Calculated from this shop’s own events, in UTC. The figures contain no personal data.',
  computed: (when: string) => `Updated ${when}`,
  notYet: 'The figures are being computed for the first time. This page updates automatically.',
  failed: 'The figures could not be loaded.',
  table: 'Show the table',
  hideTable: 'Hide the table',
  csv: 'Download CSV',
  csvOf: (table: string) => `Download CSV: ${table}`,
  currency: 'Currency',
  month: 'Month',
  week: 'Week starting',
  day: 'Day',
  plan: 'Plan',
  count: 'Number',
  amount: 'Amount',
  subscriptions: 'Subscriptions',

  headline: {
    label: 'The month in figures',
    revenue: (currency: string) => `Monthly recurring revenue, ${currency}`,
    churn: 'Churn',
    trials: 'New trials',
    conversion: 'Conversion of these trials',
    before: (text: string) => `Month before: ${text}`,
    soFar: (month: string) => `${month}, so far`,
  },
  revenue: {
    heading: 'Monthly recurring revenue',
    empty: 'Revenue appears here once a paid subscription is active.',
    definition:
      'The list prices of active paid subscriptions per month, without tax and before discounts: a year counts as 12 months or 52 weeks. A subscription counts until its access ends, even if renewal is stopped or a payment is overdue, but not while it is on hold. A subscription that begins and ends on the same day does not count. Stripe’s dashboard subtracts discounts, and counts by its own rules when a subscription is cancelled, so its figures differ.',
    chart: (currency: string) => `Changes of monthly recurring revenue by month, in ${currency}`,
    start: 'Start',
    new: 'New',
    reactivation: 'Reactivation',
    expansion: 'Expansion',
    contraction: 'Contraction',
    churn: 'Churn',
    end: 'End',
    churnRate: 'Churn rate',
    byPlan: 'By plan',
  },
  trials: {
    heading: 'Trials',
    empty: 'Trials of the last 13 months appear here.',
    by: 'Trials by',
    units: { month: 'Month', week: 'Week' },
    definition:
      'Trials by the month or week in which they were requested. Confirmed: the person confirmed their email address. Cleared: approved by screening. Converted: the same person has paid for a plan of the same product since.',
    chart: {
      month: 'Trials by month: converted, started without a purchase, and not started',
      week: 'Trials by week: converted, started without a purchase, and not started',
    },
    registered: 'Registered',
    confirmed: 'Confirmed',
    cleared: 'Cleared',
    started: 'Started',
    converted: 'Converted',
    startedOnly: 'Started, not converted',
    notStarted: 'Not started',
    rate: 'Conversion',
    reasons: 'Results',
    outcomes,
  },
  due: {
    heading: 'Next 30 days',
    empty: 'Nothing renews or ends in the next 30 days.',
    definition:
      'Active subscriptions on the day of their next charge, with the amount that Stripe will charge if it is known, and trials on their last day.',
    chart: 'Renewals and trials ending by day',
    renewals: 'Renewals',
    trials: 'Trials ending',
    charges: 'Charges',
  },
  cohorts: {
    heading: 'Retention',
    empty: 'Cohorts appear here once a paid subscription has begun.',
    definition:
      'The share of the paid subscriptions begun in a month that are still active at the end of that month and of each later month. A subscription that ended on the day it began, for example because it was refunded, does not count. The current month is incomplete.',
    began: 'Began',
    after: (months: number) => `+${months}`,
    afterLabel: (months: number) => (months === 1 ? 'After 1 month' : `After ${months} months`),
  },
  returned: {
    heading: 'Refunds and disputes',
    empty: 'No refunds and no disputes in the last 13 months.',
    definition: 'Counted in the month of the refund or dispute. Failed and cancelled refunds are excluded.',
    kind: 'Kind',
    kinds: { refund: 'Refund', dispute: 'Dispute' },
  },
}
