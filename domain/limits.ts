/**
 * Limits of the specification's §9, and intervals and lifetimes. Times are in milliseconds unless the name says otherwise.
 * Days of grace and waiting are in domain/subscription-*.ts.
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
  /** Of the link that a start prints for an administrator without a password. */
  firstPasswordLink: DAY,
  unconfirmedAddress: 30 * DAY,
  /** From when it was given up; until then an administrator can have it sent after all. */
  undeliveredMail: 30 * DAY,
  /** How long emails, sign-ins and downloads are kept in a person's timeline. */
  activity: 400 * DAY,
  /** Of the link that proves a new address. */
  emailChangeLink: DAY,
  /** How long a change that an administrator asked for waits for the old address to cancel it. */
  emailChangeWait: DAY,
  /** Of the link by which the old address cancels a change that the person asked for, also once it is made. */
  emailRestoreLink: 7 * DAY,
  /** Of the link by which a person in review gives their date of birth. */
  birthDateLink: 30 * DAY,
  /** How long a processed report is stored, so that it is not processed again: Stripe repeats one for three days. */
  doneJob: 30 * DAY,
  sessionIdle: 30 * MINUTE,
  sessionAbsolute: 12 * HOUR,
  /** How long after a sign-in an administrator may do what needs a recent one. */
  confirmation: 15 * MINUTE,
  /** How long a browser is stored after a sign-in. */
  knownBrowser: 180 * DAY,
  downloadStart: 5 * MINUTE,
  downloadResume: 12 * HOUR,
  /** The lifetime of an API key: the default and the maximum. */
  apiKey: 365 * DAY,
  apiKeyLongest: 730 * DAY,
  /** How long a key works beside the one that replaces it. */
  apiKeyOverlap: DAY,
  /** How often the last use of a key is noted. */
  apiKeyUse: HOUR,
  /** How long a key that has ended stays in the list. */
  deadApiKey: 90 * DAY,
  /** How long a message stays in the event feed, with its deliveries. */
  message: 90 * DAY,
  /** Of the response to a request with an `Idempotency-Key`. */
  keptResponse: DAY,
} as const

/** Days before and after the end of a trial on which a reminder is sent. */
export const reminderDays = { soon: 7, tomorrow: 1, afterEnd: 14 } as const

export const requestLimits = {
  bodyBytes: 64 * 1024,
  /** Of a change of the brand: fifty questions with the longest answers, in any script, in four languages. */
  brandBytes: 2 * 1024 * 1024,
  urlBytes: 2048,
  /** Requests of one connection that may be without their response at a time. */
  unanswered: 8,
} as const

export const listLimits = {
  /** Rows of a page of a list; the first number unless asked for another. */
  page: 100,
  pageMost: 500,
  /** Where a count stops that was not asked to be exact. */
  countMost: 10_000,
  /** Saved views of an administrator, and the characters of a name and of an address. */
  views: 50,
  viewName: 60,
  viewQuery: 2_000,
  /** API keys that work at a time, and the characters of a name. */
  apiKeys: 100,
  apiKeyName: 60,
  /** Events of a page of the feed, at the most. */
  eventsMost: 1000,
} as const

/** Of webhooks. Times in milliseconds. */
export const webhookLimits = {
  endpoints: 20,
  urlLength: 1000,
  descriptionLength: 100,
  /** How long an attempt may take, and how much of its response is kept. */
  timeout: 15 * SECOND,
  responseBytes: 1024,
  /** How far attempts are spread around their time. */
  spread: 0.2,
  /** How long everything has to fail until an endpoint is failing, and until it is switched off after that. */
  failingAfter: DAY,
  offAfter: 5 * DAY,
  /** How long the secret before a rotation signs as well. */
  oldSecret: DAY,
  /** How many of those sign at most. */
  oldSecrets: 4,
  /** Messages a second that are sent again, or have waited. */
  pacePerSecond: 50,
} as const

/** A rate limit: at most `most` within `within`. Soft ones answer "not known", the others 429. */
export const rateLimits = {
  lookupPerVisitor: { max: 10, within: 10 * MINUTE },
  lookupPerAddress: { max: 30, within: HOUR },
  lookupHard: { max: 300, within: HOUR },
  registrationPerAddress: { max: 60, within: HOUR },
  mailsPerRecipient: { max: 5, within: HOUR },
  /** Of all addresses that differ in their `+tag` alone: most providers deliver them to one mailbox. */
  mailsPerMailbox: { max: 20, within: HOUR },
  /** Wrong passwords: for an account, from a browser that signed in to it before, and from a network. */
  signInPerAccount: { max: 10, within: 15 * MINUTE },
  signInPerBrowser: { max: 10, within: 15 * MINUTE },
  signInPerAddress: { max: 100, within: 15 * MINUTE },
  /** Wrong codes. */
  secondFactorPerAccount: { max: 10, within: 15 * MINUTE },
  authorizationPerAddress: { max: 300, within: 15 * MINUTE },
  backChannelPerAddress: { max: 600, within: 15 * MINUTE },
  passwordLinkPerAddress: { max: 20, within: HOUR },
  /** Each asks the screening, and may write evidence. */
  downloadLinkPerPerson: { max: 120, within: HOUR },
  reminderStopPerPerson: { max: 20, within: HOUR },
  /** Each sends an email to an address that the person names. */
  emailChangePerPerson: { max: 10, within: HOUR },
  /** Each tells the billing provider, and a correction is screened. */
  profileChangePerPerson: { max: 60, within: HOUR },
  checkoutPerAddress: { max: 120, within: HOUR },
  /** Programs that ask for a sign-in, from one network. */
  deviceRequestPerAddress: { max: 120, within: HOUR },
  /** Answers of programs to the welcome page's check. */
  clientCheckPerAddress: { max: 120, within: HOUR },
  /** Codes that a signed-in person types, guesses included. */
  deviceCodePerAccount: { max: 5, within: 10 * MINUTE },
  /** Each adds a device, and sends an email. */
  licenceFilePerPerson: { max: 20, within: HOUR },
  /** A program polls every five seconds for ten minutes at most. */
  licenceTokenPerDevice: { max: 200, within: 15 * MINUTE },
  /** A key costs nothing to make. Thousands of computers can share an address, and start work at the same time. */
  licenceTokenPerAddress: { max: 6_000, within: 15 * MINUTE },
  /** As many polls as all sign-ins that one network may begin in an hour can send. */
  licencePollPerAddress: { max: 15_000, within: 15 * MINUTE },
  /** Samples of emails that administrators send to themselves. */
  testMailsPerAccount: { max: 60, within: HOUR },
  requestsPerKey: { max: 600, within: MINUTE },
} as const

export type RateLimitName = keyof typeof rateLimits
