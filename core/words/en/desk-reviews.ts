/** Every word of the list of those who wait, of its dialogs, and of the payments to look at. */
export const reviewWords = {
  heading: 'Reviews',
  lead: 'People whom a check holds back or wants looked at, longest first.',
  loading: 'Loading',
  close: 'Close',
  more: 'Show more',
  loadingMore: 'Loading',
  waiting: {
    heading: 'Waiting for approval',
    empty: 'Nobody waits',
    emptyHint:
      'People whom a check holds back will stand here, with the reasons and buttons to approve or refuse them.',
  },
  since: (days: number) => (days === 0 ? 'Since today' : days === 1 ? 'Since yesterday' : `For ${days} days`),
  sinceDate: 'Since',
  /** What is to be decided, by the person's screening status. */
  states: {
    PASS: 'To be looked at, nothing is held',
    PENDING: 'Waits for approval',
    FAIL: 'Refused, can still be approved',
  },
  unconfirmed: 'They can be approved once they have confirmed their email address.',
  noReasons: 'No reason is on record.',

  kinds: new Map([
    ['list', 'Denied-party list'],
    ['personal-email', 'Personal email'],
    ['disposable-email', 'Throw-away email'],
    ['domain', 'Email domain'],
    ['country-look', 'Country to look at'],
    ['unscreened', 'Not checked'],
    ['administrator', 'Administrator'],
  ]),
  otherKind: 'Other',
  match: (parts: { entry?: string | undefined; list?: string | undefined }) =>
    [parts.entry && `entry ${parts.entry}`, parts.list && `on ${parts.list}`].filter(Boolean).join(' '),
  alias: (alias: string) => `as “${alias}”`,
  score: (percent: number) => `${percent}% alike`,

  approve: {
    button: 'Approve',
    title: (name: string) => `Approve ${name}?`,
    text: 'Subscriptions that waited begin or go on, and the person gets a mail. The same reasons will not hold them again.',
    doing: 'Approving',
    done: (name: string) => `${name} is approved.`,
    failed: 'The person could not be approved.',
  },
  refuse: {
    button: 'Refuse',
    title: (name: string) => `Refuse ${name}?`,
    text: 'Whatever they have is cancelled. What was paid and never started is paid back, unless a list entry forbids it.',
    doing: 'Refusing',
    done: (name: string) => `${name} is refused.`,
    failed: 'The person could not be refused.',
  },
  reason: 'Reason',
  reasonHint: 'Kept with the check, for those who look later.',
  discard: 'Not now',

  matters: {
    heading: 'Payments to look at',
    empty: 'No payments to look at',
    emptyHint: 'Money that the shop could not settle by itself will stand here, oldest first.',
    abouts: new Map([
      ['refund-forbidden', 'A payment should go back, but a list entry forbids sending this person money.'],
      ['refused-person-paid', 'A refused person has paid.'],
      ['payment-without-use', 'A payment came that no subscription uses.'],
      ['ended-before-start', 'The provider ended a paid subscription before it started.'],
      ['returned-before-start', 'A payment was returned before its subscription started.'],
    ]),
    other: 'A payment needs a look.',
    payment: 'Payment',
    noSubscriber: 'Nobody the shop still knows',
    settle: 'Mark as dealt with',
    title: 'Mark as dealt with?',
    text: 'Say what was done. The line leaves this list and stays on record.',
    comment: 'What was done',
    doing: 'Marking',
    done: 'Marked as dealt with.',
    failed: 'It could not be marked as dealt with.',
  },
}
