/** Words of the queue: open work besides reviews. */
export const queueWords = {
  heading: 'Queue',
  lead: 'Payment issues, requests for deletion, failed emails and failed jobs, each with what you can do.',
  /** In the header, beside the name of a page. */
  waiting: (amount: number) => (amount >= 1000 ? '999+' : `${amount}`),
  erasures: {
    heading: 'Requests for deletion',
    empty: 'No requests for deletion',
    emptyHint: 'People who ask for their account to be deleted appear here.',
    age: (days: number) => (days === 0 ? 'today' : days === 1 ? '1 day ago' : `${days} days ago`),
  },
  jobs: {
    heading: 'Failed jobs',
    empty: 'No failed jobs',
    emptyHint: 'Background jobs that have failed five times, or failed permanently, appear here.',
    kinds: {
      billing: 'Request to the billing provider',
      'billing-event': 'Event from the billing provider',
      'erasure-log': 'Entry in the erasure log',
      rescreening: 'Screening everyone again',
    },
    givenUp: 'Failed',
    waiting: 'Retrying',
    next: (moment: string) => `Next attempt ${moment}`,
    created: (moment: string) => `Created ${moment}`,
    tried: (amount: number, moment: string) =>
      `${amount === 1 ? 'Tried once' : `Tried ${amount} times`}, last ${moment}`,
    retry: 'Retry now',
    retried: 'Retrying.',
    retryFailed: 'The job could not be retried. Please try again.',
    resolve: {
      button: 'Mark as resolved',
      title: 'Mark as resolved?',
      text: 'The job is removed and will not run again.',
      doing: 'Marking',
      done: 'Marked as resolved.',
      failed: 'The job could not be marked as resolved. Please try again.',
    },
  },
}
