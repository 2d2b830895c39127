import type { Change } from '../registration/details.ts'
import type { Reason } from './screening.ts'

/** The values in the sentence of a reason; its kind is the code. */
type Parameters = {
  /** `whole`: the names are equal. `expired`: the day on which the order ended. */
  list: { whole: boolean; entry: string; list: string; expired: string | undefined }
  'personal-email': { domain: string }
  'disposable-email': { domain: string }
  domain: { domain: string }
  /** `region`: the stated one, empty if none was stated; undefined if the form requests none. */
  'country-look': { country: string; region: string | undefined }
  /** The key in domain/screening/regions.ts, or of a region added by the operator. */
  region: { region: string }
  unscreened: null
  unfinished: null
  unreadable: null
  /** An approval that was withdrawn. */
  withdrawn: null
  correction: { changes: readonly Change[] }
}

/** The sentence of each kind of reason, in one language. */
export type ReasonMessages = {
  readonly [K in keyof Parameters]: Parameters[K] extends null ? string : (parameters: Parameters[K]) => string
}

/** A reason with the sentence that administrators and auditors read. */
export type WordedReason = Reason & { text: string }

/** Returns a reason with its sentence. */
export function wordReason(reason: Reason, messages: ReasonMessages): WordedReason {
  return { ...reason, text: sentenceOf(reason, messages) ?? '' }
}

function sentenceOf({ kind, key, list, entry, score, expired, compared, changes }: Reason, messages: ReasonMessages) {
  switch (kind) {
    case 'unscreened':
    case 'unfinished':
    case 'unreadable':
    case 'withdrawn':
      return messages[kind]
    case 'list':
      if (list === undefined || entry === undefined || score === undefined) return undefined
      return messages.list({ whole: score === 1, entry, list, expired })
    case 'correction':
      return changes && messages.correction({ changes })
    case 'personal-email':
    case 'disposable-email':
    case 'domain': {
      const domain = subjectOf(key)
      return domain === undefined ? undefined : messages[kind]({ domain })
    }
    case 'country-look': {
      const country = subjectOf(key)
      return country === undefined ? undefined : messages[kind]({ country, region: compared })
    }
    case 'region': {
      const region = subjectOf(key)
      return region === undefined ? undefined : messages[kind]({ region })
    }
  }
}

/** `personal-email:gmail.com:northwind` is about gmail.com. */
const subjectOf = (key: string) => key.split(':')[1] || undefined
