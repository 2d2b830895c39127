import { fieldLimits, lifetimes, listLimits, rateLimits, requestLimits } from '../../domain/limits.ts'
import { personFieldNames, rowOf } from '../../domain/person/fields.ts'
import { fieldWords } from '../../i18n/en/forms/person-fields.ts'
import { generatedNotice, table } from './markdown.ts'

/** Each limit in words. Does not compile if one is missing. */
const ofTimes: Record<keyof typeof lifetimes, string> = {
  trialToken: 'one-time token of a registration, with which its trial starts',
  activationLink: 'activation link',
  resetLink: 'password link',
  firstPasswordLink: 'link for the first administrator that a start prints',
  unconfirmedAddress: 'an unconfirmed registration, before it is erased',
  undeliveredMail: 'an email that failed permanently, before it is deleted',
  activity: 'emails, sign-ins and downloads in the timeline of a person',
  emailChangeLink: 'link that confirms a new email address',
  emailChangeWait:
    'wait of a change that an administrator requested, during which it can be cancelled from the old address',
  emailRestoreLink: 'link to the old address that cancels a change that the person requested',
  birthDateLink: 'link by which a person in review gives a date of birth',
  doneJob: 'memory of a processed report of Stripe, so that a repetition has no effect',
  sessionIdle: 'session without use',
  sessionAbsolute: 'session, and the time until the password must be entered again',
  confirmation: 'time after a sign-in in which an administrator can do what needs a recent one',
  knownBrowser: 'memory of a browser after a sign-in',
  downloadStart: 'download link, until the download must have started',
  downloadResume: 'download link, while the download can be resumed',
  apiKey: 'API key, unless another day is chosen',
  apiKeyMax: 'API key, at most',
  apiKeyOverlap: 'API key that was rotated, beside the new one',
  apiKeyUse: 'time between two records of the last use of an API key',
  deadApiKey: 'expired or revoked API key in the list',
  message: 'message in the event feed, with its deliveries',
  keptResponse: 'response to a request with an `Idempotency-Key`, which a repetition gets again',
}

const ofFields: Record<keyof typeof fieldLimits, string> = {
  emailLength: 'email address, shorter than',
  emailLocalLength: 'part of the address before the @, shorter than',
  nameLength: 'names and other short texts, shorter than',
  commentLength: 'comments and reasons, shorter than',
  searchLength: 'search, shorter than',
  phoneDigitsMin: 'digits of a phone number, at least',
  phoneDigitsMax: 'digits of a phone number, at most',
  passwordLengthMin: 'password, at least',
  passwordLength: 'password, shorter than',
}

const ofLists: Record<keyof typeof listLimits, string> = {
  page: 'rows of a page of a list, unless `limit` says otherwise',
  pageMax: 'rows of a page of a list, at most',
  countMax: 'rows up to which a count is exact unless asked for',
  views: 'saved views of an administrator',
  viewName: 'characters of the name of a saved view',
  viewQuery: 'characters of the address of a saved view',
  apiKeys: 'API keys that are neither expired nor revoked',
  apiKeyName: 'characters of the name of an API key',
  eventsMax: 'events of a page of the event feed, at most',
}

/** Returns the fields of a person with a length of their own. */
const ownLengths = () =>
  personFieldNames.flatMap((field) => {
    const { shorterThan = fieldLimits.nameLength } = rowOf(field).rule
    return shorterThan === fieldLimits.nameLength ? [] : [[`${fieldWords[field]}, shorter than`, String(shorterThan)]]
  })

/** Returns a time in the largest unit that divides it. */
function duration(ms: number): string {
  const units: [string, number][] = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ]
  const [unit = 'ms', size = 1] = units.find(([, size]) => ms % size === 0) ?? []
  return `${ms / size} ${unit}${ms / size === 1 ? '' : 's'}`
}

const rowsOf = <Name extends string>(words: Record<Name, string>, value: (name: Name) => string) =>
  (Object.keys(words) as Name[]).map((name) => [words[name], value(name)])

/** `docs/reference/limits.md`. */
export function limitsPage(): string {
  const rates = Object.values(rateLimits).map(({ what, max, within }) => [what, `${max} in ${duration(within)}`])
  return `# Limits

${generatedNotice}

## Requests
- A request body has at most ${requestLimits.bodyBytes / 1024} KB, that of a change of the brand ${requestLimits.brandBytes / 1024 / 1024} MB, a URL at most ${requestLimits.urlBytes / 1024} KB, the callback URL of the identity provider at most ${requestLimits.callbackUrlBytes / 1024} KB.
- Headers must arrive within 4 s, complete requests within 6 s.
- ${requestLimits.unanswered} requests of a connection may be unanswered; another one ends the connection.
- While the server is busy, requests wait and clients take turns. A client is a network address, as the rate limits count it.
- A connection whose client reads nothing of its response for 5 s is closed (an installer: 60 s, an export: 30 s).
- An instance uses ten database connections, and briefly an eleventh to check whether the database responds.
- The embedded database is for one process on one machine. [Scale](../scale.md) has figures for larger installations.

## Rate limits
They are counted in the database, so all instances share them. A network address is an IPv4 address, an IPv6 /64 and, with four times the limit, an IPv6 /48. Counts start again at fixed times, those of 15 minutes for example at every quarter of an hour, so that around such a time twice the number can pass. Beyond a limit the response is 429; where it has a header Retry-After, that states the seconds until then. [Call the API from a script](../how-to/call-the-api.md#stay-within-the-limit) explains the headers that programs get.

${table(['What', 'Limit'], rates)}

## Lifetimes
${table(
  ['What', 'Time'],
  rowsOf(ofTimes, (name) => duration(lifetimes[name])),
)}

## Fields
Lengths are Unicode code points.

${table(['What', 'Limit'], [...rowsOf(ofFields, (name) => String(fieldLimits[name])), ...ownLengths()])}

## Lists
${table(
  ['What', 'Limit'],
  rowsOf(ofLists, (name) => String(listLimits[name])),
)}
`
}
