import type { MessageData, MessageType } from '../../../domain/messages/message-types.ts'
import type { Json } from './json.ts'
import type { Generated, GeneratedAlways } from 'kysely'

export const jobKinds = ['email', 'billing', 'billing-event', 'erasure-log', 'rescreening'] as const
export type JobKind = (typeof jobKinds)[number]

/** Work that is done after the commit of the transaction that wrote it. */
export type JobsTable = {
  id: string
  kind: JobKind
  /** The object of the job: a subscription, an object of the billing provider. */
  subject: string | null
  subscriber_id: string | null
  payload: Json<unknown>
  created_at: Date
  run_at: Date
  /** Since it was queued, or put back; a job that runs now counts. */
  attempts: Generated<number>
  /** How many attempts got a response from the other service: an idempotency key is used again only when the response was lost. */
  answered: Generated<number>
  leased_until: Generated<Date | null>
  /** A new one each time it is leased: what an earlier holder reports is ignored. */
  lease: Generated<string | null>
  /** Why the last attempt failed: an email's fault, an error's code, or a sentence. Fit to be shown to administrators. */
  last_error: Generated<string | null>
  /** The other service's response to the last attempt, safe to show. */
  answer: Generated<string | null>
  tried_at: Generated<Date | null>
  given_up_at: Generated<Date | null>
  /** Only jobs that are kept when they are done have it: a billing event that comes again is ignored. */
  done_at: Generated<Date | null>
  /** In the order in which they were written. */
  number: GeneratedAlways<number>
}

export type RateLimitsTable = { key: string; window_start: Date; count: number }

/** What other systems are told. Only added to: connect/ numbers, sends and removes them. */
export type MessagesTable = { id: string; type: MessageType; subject: string | null; at: Date; data: Json<MessageData> }

export type ClockTable = { id: number; latest: Date }
