/**
 * Limits of the specification's §9, and intervals and lifetimes. Times are in milliseconds unless the name says
 * otherwise. Days of grace are in domain/catalogue/interval.ts.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const fieldLimits = {
  /** Lengths in Unicode code points; a text must be shorter than the number. */
  emailLength: 256,
  emailLocalLength: 65,
  nameLength: 100,
  commentLength: 251,
  searchLength: 256,
  phoneDigitsMin: 5,
  phoneDigitsMax: 13,
  passwordLengthMin: 10,
  passwordLength: 129,
} as const

export const interfaceLimits = {
  searchDebounce: 300,
  loaderDelay: 400,
  pickerTypeAheadReset: 500,
  toastHide: 500,
  toastShown: 6 * SECOND,
  clientDetectionAttempts: 5,
  clientDetectionInterval: 2 * SECOND,
  emailShown: 40,
  emailShownNarrow: 25,
  narrowBelow: 768,
  adminNameShown: 13,
  columnWidthMin: 50,
  historyHeightMax: 300,
  dialogWidth: 576,
  tooltipWidthMax: 352,
  skeletonRows: 10,
  prerenderDepth: 20,
} as const

export const lifetimes = {
  trialToken: 10 * MINUTE,
  activationLink: 7 * DAY,
  resetLink: HOUR,
  /** The lifetime of the link that a start prints for an administrator without a password. */
  firstPasswordLink: DAY,
  unconfirmedAddress: 30 * DAY,
  /** Counted from the time it was given up; until then an administrator can have it sent after all. */
  undeliveredMail: 30 * DAY,
  /** How long emails, sign-ins and downloads are kept in a person's timeline. */
  activity: 400 * DAY,
  /** The lifetime of the link that confirms a new address. */
  emailChangeLink: DAY,
  /** How long a change requested by an administrator waits, so that the old address can cancel it. */
  emailChangeWait: DAY,
  /** The lifetime of the link with which the old address cancels the person's own change, also after it took effect. */
  emailRestoreLink: 7 * DAY,
  /** The lifetime of the link with which a person in review gives their date of birth. */
  birthDateLink: 30 * DAY,
  /** How long a processed report is stored, so that it is not processed again: Stripe repeats one for three days. */
  doneJob: 30 * DAY,
  sessionIdle: 30 * MINUTE,
  sessionAbsolute: 12 * HOUR,
  /** How recent a sign-in must be for acts that require a recent one. */
  confirmation: 15 * MINUTE,
  /** How long a browser counts as known after a sign-in. */
  knownBrowser: 180 * DAY,
  downloadStart: 5 * MINUTE,
  downloadResume: 12 * HOUR,
  /** The lifetime of an API key: the default and the maximum. */
  apiKey: 365 * DAY,
  apiKeyMax: 730 * DAY,
  /** How long a key works beside its replacement. */
  apiKeyOverlap: DAY,
  /** How often the last use of a key is recorded. */
  apiKeyUse: HOUR,
  /** How long a key that has ended stays in the list. */
  deadApiKey: 90 * DAY,
  /** How long a message stays in the event feed, with its deliveries. */
  message: 90 * DAY,
  /** How long the response to a request with an `Idempotency-Key` is stored. */
  keptResponse: DAY,
} as const

/** Days before and after the end of a trial on which a reminder is sent. */
export const reminderDays = { soon: 7, tomorrow: 1, afterEnd: 14 } as const

export const requestLimits = {
  bodyBytes: 64 * 1024,
  /** Of a change of the brand: fifty questions with the longest answers, in any script, in four languages. */
  brandBytes: 2 * 1024 * 1024,
  urlBytes: 2048,
  /**
   * Of the URL with which the identity provider returns a person: some codes exceed 2 kB, and the standard names no
   * limit.
   */
  callbackUrlBytes: 8 * 1024,
  /** The maximum of concurrent unanswered requests on one connection. */
  unanswered: 8,
} as const

export const listLimits = {
  /** Rows on a page of a list; the first number is the default. */
  page: 100,
  pageMax: 500,
  /** Where a count stops by default. */
  countMax: 10_000,
  /** Saved views per administrator, and the maximum characters of a name and of an address. */
  views: 50,
  viewName: 60,
  viewQuery: 2_000,
  /** Working API keys at a time, and the maximum characters of a name. */
  apiKeys: 100,
  apiKeyName: 60,
  /** The maximum of events on a page of the feed. */
  eventsMax: 1000,
} as const

/** Limits of webhooks. Times are in milliseconds. */
export const webhookLimits = {
  endpoints: 20,
  urlLength: 1000,
  descriptionLength: 100,
  /** How long an attempt can take, and how much of its response is stored. */
  timeout: 15 * SECOND,
  responseBytes: 1024,
  /** How far attempts are spread around their time. */
  spread: 0.2,
  /** How long everything must fail until an endpoint counts as failing, and from then until it is switched off. */
  failingAfter: DAY,
  offAfter: 5 * DAY,
  /** How long the secret before a rotation also signs. */
  oldSecret: DAY,
  /** The maximum of such secrets. */
  oldSecrets: 4,
  /** The maximum per second of messages that are sent again or have waited. */
  pacePerSecond: 50,
} as const

const limit = (max: number, within: number, what: string) => ({ max, within, what })

/** Rate limits: at most `max` of `what` within `within`. Beyond a limit the response is 429, unless `what` says otherwise. */
export const rateLimits = {
  lookupPerVisitor: limit(10, 10 * MINUTE, 'email look-ups of a visitor; beyond it the answer is "not known"'),
  lookupPerAddress: limit(30, HOUR, 'email look-ups of a network address; beyond it the answer is "not known"'),
  lookupHard: limit(300, HOUR, 'email look-ups of a network address, before a 429'),
  registrationPerAddress: limit(60, HOUR, 'registrations of a network address'),
  mailsPerRecipient: limit(5, HOUR, 'emails that visitors can cause to an address; beyond it none is sent'),
  /** Most providers deliver all `+tag` addresses to one mailbox. */
  mailsPerMailbox: limit(20, HOUR, 'the same for all addresses that differ in their +tag only'),
  signInPerAccount: limit(10, 15 * MINUTE, 'wrong passwords for an account'),
  signInPerBrowser: limit(10, 15 * MINUTE, 'wrong passwords from a browser that has signed in to the account before'),
  signInPerAddress: limit(100, 15 * MINUTE, 'wrong passwords from a network address'),
  secondFactorPerAccount: limit(10, 15 * MINUTE, 'wrong codes for an account'),
  authorizationPerAddress: limit(300, 15 * MINUTE, 'starts of a sign-in from a network address'),
  backChannelPerAddress: limit(600, 15 * MINUTE, 'refused back-channel sign-outs from a network address'),
  passwordLinkPerAddress: limit(20, HOUR, 'requests for a password link from a network address'),
  /** Each one screens the person, and may write evidence. */
  downloadLinkPerPerson: limit(120, HOUR, 'download links of a person'),
  reminderStopPerPerson: limit(20, HOUR, 'unsubscriptions from reminders of a person'),
  /** Each sends an email to an address that the person names. */
  emailChangePerPerson: limit(10, HOUR, 'requests of a person to change their email address'),
  /** Each one calls the billing provider, and a correction is screened. */
  profileChangePerPerson: limit(60, HOUR, 'corrections of a person to their details'),
  providerCallPerPerson: limit(
    120,
    HOUR,
    'a person’s requests for their invoices, and for their page at the billing provider',
  ),
  checkoutPerAddress: limit(120, HOUR, 'checkouts of a network address'),
  clientCheckPerAddress: limit(
    120,
    HOUR,
    'answers of programs to the check of the welcome page from a network address',
  ),
  deviceRequestPerAddress: limit(120, HOUR, 'requests of programs to sign in from a network address'),
  /** Including guesses. */
  deviceCodePerAccount: limit(5, 10 * MINUTE, 'codes that an account types to sign a computer in'),
  /** Each adds a device, and sends an email. */
  licenceFilePerPerson: limit(20, HOUR, 'licence files of a person'),
  /** A program polls every five seconds for ten minutes at most. */
  licenceTokenPerDevice: limit(200, 15 * MINUTE, 'token requests of a device'),
  /** A key costs nothing to make. The renewals of devices are not counted: thousands can share an address, and start work together. */
  licenceTokenPerAddress: limit(
    6_000,
    15 * MINUTE,
    'token requests from a network address, without polls and the renewals of devices',
  ),
  /** The number of polls that all sign-ins begun by one network in an hour can send. */
  licencePollPerAddress: limit(
    15_000,
    15 * MINUTE,
    'polls of all programs that wait for a sign-in, from a network address',
  ),
  testMailsPerAccount: limit(60, HOUR, 'test emails that an administrator sends to themselves'),
  requestsPerKey: limit(600, MINUTE, 'requests with an API key'),
} as const

export type RateLimitName = keyof typeof rateLimits
