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

/** A rate limit: at most `max` within `within`. Beyond the lookups per visitor and address the response is "not known", beyond others 429. */
export const rateLimits = {
  lookupPerVisitor: { max: 10, within: 10 * MINUTE },
  lookupPerAddress: { max: 30, within: HOUR },
  lookupHard: { max: 300, within: HOUR },
  registrationPerAddress: { max: 60, within: HOUR },
  mailsPerRecipient: { max: 5, within: HOUR },
  /** Counts all addresses that differ only in their `+tag`: most providers deliver them to one mailbox. */
  mailsPerMailbox: { max: 20, within: HOUR },
  /** Wrong passwords: for an account, from a browser that has signed in to it before, and from a network. */
  signInPerAccount: { max: 10, within: 15 * MINUTE },
  signInPerBrowser: { max: 10, within: 15 * MINUTE },
  signInPerAddress: { max: 100, within: 15 * MINUTE },
  /** Wrong codes of a second factor. */
  secondFactorPerAccount: { max: 10, within: 15 * MINUTE },
  authorizationPerAddress: { max: 300, within: 15 * MINUTE },
  backChannelPerAddress: { max: 600, within: 15 * MINUTE },
  passwordLinkPerAddress: { max: 20, within: HOUR },
  /** Each one screens the person, and may write evidence. */
  downloadLinkPerPerson: { max: 120, within: HOUR },
  reminderStopPerPerson: { max: 20, within: HOUR },
  /** Each sends an email to an address that the person names. */
  emailChangePerPerson: { max: 10, within: HOUR },
  /** Each one calls the billing provider, and a correction is screened. */
  profileChangePerPerson: { max: 60, within: HOUR },
  /** Each one reads the billing provider, or opens a page there. */
  providerCallPerPerson: { max: 120, within: HOUR },
  checkoutPerAddress: { max: 120, within: HOUR },
  /** Programs that request a sign-in, from one network. */
  deviceRequestPerAddress: { max: 120, within: HOUR },
  /** Programs' answers to the check of the welcome page. */
  clientCheckPerAddress: { max: 120, within: HOUR },
  /** Codes that a signed-in person enters, including guesses. */
  deviceCodePerAccount: { max: 5, within: 10 * MINUTE },
  /** Each adds a device, and sends an email. */
  licenceFilePerPerson: { max: 20, within: HOUR },
  /** A program polls every five seconds for ten minutes at most. */
  licenceTokenPerDevice: { max: 200, within: 15 * MINUTE },
  /** A key costs nothing to make. The renewals of devices are not counted: thousands can share an address, and start work together. */
  licenceTokenPerAddress: { max: 6_000, within: 15 * MINUTE },
  /** The number of polls that all sign-ins begun by one network in an hour can send. */
  licencePollPerAddress: { max: 15_000, within: 15 * MINUTE },
  /** Samples of emails that administrators send to themselves. */
  testMailsPerAccount: { max: 60, within: HOUR },
  requestsPerKey: { max: 600, within: MINUTE },
} as const

export type RateLimitName = keyof typeof rateLimits
