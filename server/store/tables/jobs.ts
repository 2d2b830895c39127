import type { MessageData, MessageType } from '../../../domain/messages/message-types.ts'
import type { Json } from './json.ts'
import type { Generated, GeneratedAlways } from 'kysely'

export const jobKinds = ['email', 'billing', 'billing-event', 'erasure-log', 'rescreening'] as const
export type JobKind = (typeof jobKinds)[number]

export type JobsTables = {
  /** Work that is done after the commit of the transaction that wrote it. */
  jobs: {
    id: string
    kind: JobKind
    /** The object of the job: a subscription, an object of the billing provider. */
    subject: string | null
    subscriber_id: string | null
    payload: Json<unknown>
    created_at: Date
    run_at: Date
    /** Counted since it was queued or rescheduled; includes a running attempt. */
    attempts: Generated<number>
    /**
     * The number of attempts with a response from the other service: an idempotency key is reused only if the response
     * was lost.
     */
    answered: Generated<number>
    leased_until: Generated<Date | null>
    /** A new one at each lease: reports of an earlier holder are ignored. */
    lease: Generated<string | null>
    /** Why the last attempt failed: an email's fault, an error's code, or a sentence. Can be shown to administrators. */
    last_error: Generated<string | null>
    /** The other service's response to the last attempt, safe to show. */
    answer: Generated<string | null>
    tried_at: Generated<Date | null>
    given_up_at: Generated<Date | null>
    /** Set only for jobs that are kept when they are done: a repeated billing event is ignored. */
    done_at: Generated<Date | null>
    /** In the order in which they were written. */
    number: GeneratedAlways<number>
  }
  rate_limits: { key: string; window_start: Date; count: number }
  /** Messages for other systems. The shop only adds them: connect/ numbers, sends and removes them. */
  messages: { id: string; type: MessageType; subject: string | null; at: Date; data: Json<MessageData> }
  clock: { id: number; latest: Date }
}
