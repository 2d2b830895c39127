import { longDate } from '../../../../domain/calendar.ts'
import type { ReasonMessages } from '../../../../domain/screening/reason-words.ts'
import { fieldWords } from '../../forms/person-fields.ts'
import { locale } from '../../locale.ts'

const many = new Intl.NumberFormat(locale)
const people = (amount: number) => (amount === 1 ? '1 person' : `${many.format(amount)} people`)
const percent = (share: number) => `${Math.round(share * 100)}%`

/** The regions that the product knows, by their key; an operator's own have no translation. */
export const regionNames = new Map([
  ['crimea', 'Crimea'],
  ['sevastopol', 'Sevastopol'],
  ['donetsk', 'Donetsk'],
  ['luhansk', 'Luhansk'],
])

const countryNames = new Intl.DisplayNames(locale, { type: 'region' })

/** The sentences of reasons, for the server. */
export const reasonMessages: ReasonMessages = {
  list: ({ whole, entry, list, expired }) =>
    `${whole ? 'Same name as' : 'Similar to'} entry ${entry} on ${list}${expired === undefined ? '' : `, an order that ended on ${longDate(expired, locale)}`}`,
  'personal-email': ({ domain }) => `${domain} is a personal email provider`,
  'disposable-email': ({ domain }) => `${domain} is a disposable email provider`,
  domain: ({ domain }) => `${domain} does not match the company`,
  'country-look': ({ country, region }) =>
    `Sanctions in ${countryNames.of(country)} depend on the region${region === undefined ? '' : region === '' ? '. No region was given' : `. Region given: ${region}`}`,
  region: ({ region }) => `${regionNames.get(region) ?? region} is a sanctioned region`,
  unscreened: 'The screening check could not be run',
  unfinished: 'The screening check did not finish in time',
  unreadable: 'The name could not be read, so it was not compared with the lists',
  withdrawn: 'The approval was withdrawn',
  correction: ({ changes }) =>
    `Corrected details: ${changes.map(({ field, before, after }) => `${fieldWords[field].toLowerCase()} from “${before}” to “${after}”`).join(', ')}`,
}

/** Words of the reviews page, its dialogs, and the payment issues. */
export const reviewWords = {
  heading: 'Reviews',
  lead: 'People on hold or flagged for review, and waiting corrections. List matches on hold come first.',

  loading: 'Loading',
  /** The label of the filter by state. */
  show: 'Show',
  shown: {
    waiting: 'All waiting',
    held: 'On hold',
    flagged: 'Flagged',
    denied: 'Denied countries',
    unconfirmed: 'Unconfirmed addresses',
  },
  headings: {
    waiting: 'Awaiting approval',
    held: 'On hold',
    flagged: 'Flagged for review',
    denied: 'In a denied country',
    unconfirmed: 'Address not confirmed',
  },
  empties: {
    waiting: 'No one is awaiting approval',
    held: 'No one is on hold',
    flagged: 'No one is flagged for review',
    denied: 'No one is in a denied country',
    unconfirmed: 'Everyone has confirmed their address',
  },
  emptyHints: {
    waiting: 'People on hold or flagged for review appear here, with the reasons.',
    held: 'People who cannot start or use anything until someone decides appear here, with the reasons.',
    flagged: 'People who keep what they have, but should be checked, appear here, with the reasons.',
    denied: 'People who register from a denied country appear here. They cannot be approved.',
    unconfirmed: 'People appear here from their registration until they follow the link in the activation email.',
  },
  noMatch: 'No one matches this search and these filters',
  noMatchHint: 'Others may still be waiting. Change the search or the filters to see them.',
  arrange: 'Order and grouping',
  amount: (amount: number) => many.format(amount),
  filters: {
    list: 'List match',
    domain: 'Email domain',
    country: 'Country',
    correction: 'Correction',
    other: 'Other',
  },
  longestFirst: 'Longest wait first',
  grouped: 'Group by domain',
  domain: (domain: string, amount: number) => `${domain}: ${people(amount)}`,
  columns: {
    select: 'Select',
    who: 'Name and company',
    state: 'State',
    why: 'Reason',
    since: 'Waiting',
    answer: 'Decision',
  },
  approveOne: (name: string) => `Approve ${name}`,
  refuseOne: (name: string) => `Refuse ${name}`,
  keys: 'In the table: J and K move down and up, A approves, R refuses.',
  since: (days: number) =>
    days === 0 ? 'Since today' : days === 1 ? 'Since yesterday' : `For ${many.format(days)} days`,
  sinceDate: 'Since',
  /** What must be decided, by the person's screening status. */
  states: {
    PASS: 'Flagged for review, not on hold',
    PENDING: 'Awaiting approval',
    FAIL: 'Refused (you can still approve)',
  },
  /** The labels in the table. */
  stateWords: { PASS: 'Flagged', PENDING: 'On hold', FAIL: 'Refused' },
  correctionWaits: 'A correction is awaiting review',
  changed: (before: string, after: string) => `from ${before || 'none'} to ${after || 'none'}`,
  unconfirmed: 'They can be approved once they have confirmed their email address.',
  /** If two administrators must approve a list match. */
  two: {
    first: (by: string, at: string, comment: string) => `First approval by ${by} on ${at}: “${comment}”`,
    own: 'You gave the first approval. Another administrator must confirm it or refuse the person.',
    confirm: 'Confirm approval',
    waits: 'Approved once',
    firstWords: {
      button: 'Approve',
      title: (name: string) => `Give the first approval for ${name}?`,
      text: 'Another administrator has to confirm the approval. Until then nothing changes.',
      doing: 'Approving',
      done: (name: string) => `Your approval of ${name} must be confirmed by another administrator.`,
      failed: 'The person could not be approved.',
    },
  },
  product: (title: string, classification: string | null) =>
    `${title}: ${classification ?? 'no export classification'}`,
  noReasons: 'No reason is on record.',

  kinds: new Map([
    ['list', 'Denied-party list'],
    ['personal-email', 'Personal email'],
    ['disposable-email', 'Disposable email'],
    ['domain', 'Email domain'],
    ['country-look', 'Country to review'],
    ['region', 'Sanctioned region'],
    ['unscreened', 'Not checked'],
    ['unfinished', 'Check not finished'],
    ['unreadable', 'Name not readable'],
    ['administrator', 'Administrator'],
    ['correction', 'Correction'],
    ['withdrawn', 'Approval withdrawn'],
  ]),
  /** In the table: the score of the best match with a list. */
  listScore: (share: number) => `Denied-party list, ${percent(share)}`,
  otherKind: 'Other',
  /** The page's note on a reason; `text` is the server's sentence. */
  text: ({ kind, text }: { kind: string; text: string }): string =>
    kind === 'unfinished'
      ? 'The check did not finish in time. Compare the name and the company with the lists yourself.'
      : kind === 'correction'
        ? 'The subscriber has corrected their details.'
        : text,
  holds: 'On hold',
  looks: 'Flagged for review',
  score: (share: number) => `${percent(share)} match`,
  /** Opens the names, the score and the entry of a folded match. */
  compared: 'Comparison',
  /** A match with an entry, fact by fact. */
  facts: {
    given: 'Name given',
    listed: 'Name on the list',
    matched: 'Matching words',
    score: 'Score',
    entry: 'Entry',
    entryName: 'Primary name of the entry',
    programmes: (amount: number) => (amount === 1 ? 'Programme' : 'Programmes'),
    list: 'List',
    order: 'Order',
    place: 'Stated',
    addresses: 'Addresses',
    birthDates: 'Born',
    birthPlaces: 'Birthplace',
    nationalities: 'Nationality',
    linkedTo: 'Linked to',
    remarks: 'Remarks',
    country: 'Country',
    publisher: 'Publisher',
    ownership: 'Ownership',
  },
  /** Whether the person's country supports the match; `share` of the list's entries contain it. */
  country: (verdict: 'supports' | 'contradicts' | 'differs', countries: readonly string[], share: string) => {
    const named = countries.join(', ')
    if (verdict === 'supports')
      return `Supports the match: the entry names the same country, as do ${share} of this list’s entries. The entry names ${named}. Not part of the score.`
    return `${verdict === 'contradicts' ? 'Contradicts the match: the' : 'The'} entry names ${named}. Not part of the score.`
  },
  /** The date of birth that a reviewer requests. */
  birthDate: {
    button: 'Ask for the date of birth',
    again: 'Ask again for the date of birth',
    asked: (by: string, at: string) => `Asked for the date of birth on ${at}${by ? ` by ${by}` : ''}. No answer yet.`,
    given: (date: string, at: string) => `Date of birth: ${date}, given on ${at}.`,
    verdicts: {
      agrees: 'Agrees with the date of birth that the person gave',
      contradicts: 'Contradicts the match: the person gave another date of birth',
      unknown: 'Neither agrees with the date of birth that the person gave nor contradicts it',
    },
    dialog: {
      title: (name: string) => `Ask ${name} for the date of birth?`,
      text: 'The person gets an email with a link that works once, for 30 days at most. The answer appears here, is saved with your decision, and is deleted with the person.',
      confirm: 'Send email',
      doing: 'Sending',
      done: 'The person has been asked for their date of birth.',
      failed: 'The person could not be asked.',
    },
  },
  /** The field of an entry that contains a country. */
  countryFields: new Map([
    ['addresses', 'address'],
    ['nationalities', 'nationality'],
    ['birthPlaces', 'birthplace'],
  ]),
  entryPage: 'Entry on the publisher’s website',
  listPage: 'List on the publisher’s website',
  ownership:
    'A company owned 50% or more by listed people or companies is also blocked, even if it is not on a list (OFAC’s 50 Percent Rule). Ask who owns the company.',
  ownershipLink: 'OFAC’s FAQ on this rule',
  /** Matching words of both names; `alike` is null if they are equal. */
  pair: (given: string, listed: string, alike: number | null) =>
    given.toLowerCase() === listed.toLowerCase()
      ? given
      : `${given} for ${listed}${alike === null ? '' : ` (${percent(alike)} match)`}`,
  initials: (short: string, long: string) => `${short}: initials of ${long}`,
  /** A name in another script, in Latin letters as it was compared. */
  reading: (latin: string) => `compared as “${latin}”`,
  entry: (id: string, kind: string | undefined) => (kind ? `${id}, ${kind}` : id),
  entryKinds: new Map([
    ['person', 'a person'],
    ['company', 'a company'],
    ['vessel', 'a ship'],
    ['aircraft', 'an aircraft'],
    ['other', 'person or company, not specified'],
  ]),
  listOf: (list: string, date: string | null) => (date ? `${list} of ${date}` : list),
  ended: (date: string) => `An order that ended on ${date}`,
  /** The parts of a score, each with its share. */
  madeOf: {
    unlike: 'words spelt differently',
    contradicting: 'each name has words the other lacks',
    askedOnly: 'more words in the name given',
    listedOnly: 'more words in the listed name',
    common: 'only common words match',
    spelling: 'similar spelling overall',
  },
  lost: (what: string, share: number) => `${what} −${percent(share)}`,
  gained: (what: string, share: number) => `${what} +${percent(share)}`,
  scoreOf: (score: number, made: readonly string[]) =>
    `${percent(score)} match: ${made.length > 0 ? made.join(', ') : 'the same words'}`,

  together: {
    /** Shown once for the whole list. */
    hint: 'People on hold only for their email domain can be approved together. Review list matches individually.',
    select: (name: string) => `Select ${name}`,
    selectAll: (amount: number) => `Select all ${many.format(amount)}`,
    button: (amount: number) => (amount === 0 ? 'Approve selected' : `Approve ${people(amount)}`),
    title: (amount: number) => `Approve ${people(amount)}?`,
    text: 'Each person is approved for their email domain only, with the same reason. People with a new reason are not approved.',
    doing: (done: number, all: number) => `Approving ${many.format(done)} of ${many.format(all)}`,
    results: 'Results',
    approved: 'Approved',
    failed: 'Not approved',
    close: 'Close',
    done: (amount: number) => `${people(amount)} approved`,
  },

  approve: {
    button: 'Approve',
    title: (name: string) => `Approve ${name}?`,
    text: 'Waiting subscriptions start or continue. A person on hold is emailed. They will not be put on hold again for the same reasons.',
    doing: 'Approving',
    done: (name: string) => `${name} is approved.`,
    failed: 'The person could not be approved.',
  },
  refuse: {
    button: 'Refuse',
    title: (name: string) => `Refuse ${name}?`,
    text: 'All their subscriptions will be cancelled. Payments for subscriptions that never started are refunded, unless a list entry forbids it.',
    doing: 'Refusing',
    done: (name: string) => `${name} is refused.`,
    failed: 'The person could not be refused.',
  },
  'apply-correction': {
    button: 'Approve',
    title: (name: string) => `Approve the correction by ${name}?`,
    text: 'The corrected details take effect and are screened. The person is approved if nothing is found; otherwise they stay in this list with what was found.',
    doing: 'Approving',
    done: (name: string) => `The correction by ${name} is approved.`,
    failed: 'The correction could not be approved.',
  },
  'discard-correction': {
    button: 'Refuse',
    title: (name: string) => `Refuse the correction by ${name}?`,
    text: 'The correction is discarded. The details, the account and the subscriptions stay as they are.',
    doing: 'Refusing',
    done: (name: string) => `The correction by ${name} is refused.`,
    failed: 'The correction could not be refused.',
  },
  withdraw: {
    button: 'Withdraw approval',
    title: (name: string) => `Withdraw the approval of ${name}?`,
    text: (by: string, at: string) =>
      `${by} approved this person on ${at}. They will be on hold again, with everything they have, until someone decides. If they have a running trial or subscription, they get one email that gives no reason.`,
    doing: 'Withdrawing',
    done: (name: string) => `${name} is on hold again.`,
    failed: 'The approval could not be withdrawn.',
  },
  /** Added to the text of a refusal if a correction is waiting too. */
  withCorrection: 'The correction is discarded as well.',
  templates: 'Templates',
  templatesOf: {
    approve: [
      'Different date of birth',
      'Different country and address',
      'Different person: confirmed by the company’s website',
      'Company confirmed by telephone',
      'Email domain belongs to the company',
    ],
    refuse: [
      'Same name, date of birth and country as the listed entry',
      'Listed company, or owned by one',
      'No answer to our questions about identity',
      'In a sanctioned region',
    ],
  },
  reasonHint: 'Saved with the check.',

  paymentIssues: {
    heading: 'Payment issues',
    empty: 'No payment issues',
    emptyHint: 'Payments that need your decision appear here, oldest first.',
    erasedSubscriber: 'Erased subscriber',
    noSubscriber: 'Not linked to a subscriber',
    since: 'Since',
    comment: 'Comment',
    retry: {
      button: 'Retry',
      title: 'Retry the request?',
      text: 'The request is sent to the billing provider again. If it is refused again, the issue reappears.',
      doing: 'Sending',
      done: 'Retrying',
      failed: 'The request could not be sent again. Please try again.',
    },
    resolve: {
      button: 'Mark as resolved',
      title: 'Mark as resolved?',
      text: 'Describe how you resolved it. The issue leaves this list and stays on record.',
      doing: 'Saving',
      done: 'Marked as resolved.',
      failed: 'The issue could not be marked as resolved. Please try again.',
    },
  },
}
