import { failedJobStates } from '../../domain/job.ts'
import { z } from 'zod'
import { byId, pageParams, empty } from '../rows/input.ts'
import { moment } from '../rows/response-schemas.ts'
import { row } from '../rows/row.ts'
import { mailFaults, mailKinds } from '../../domain/mail.ts'

/** The rows of emails that could not be sent. */
export const mailRows = {
  'GET /api/v1/mails/undelivered': row({
    who: 'support',
    operation: 'listUndeliveredMails',
    summary: 'List emails that could not be sent',
    description:
      'Newest first: those that are still retried, and those given up. Without their text. The `Link` header has the next page.',
    errors: [],
    query: z.strictObject({
      state: z.enum(failedJobStates).optional(),
      ...pageParams,
    }),
    output: z.array(
      z.object({
        id: z.string(),
        to: z.string(),
        kind: z.enum([...mailKinds, 'other']),
        subject: z.string(),
        /** The owner of the address, if the email itself does not name a subscriber. */
        subscriberId: z.string().nullable(),
        created: z.iso.datetime(),
        /** Counted since it was written, or since an administrator last retried it. */
        attempts: z.int(),
        lastTried: moment,
        state: z.enum(failedJobStates),
        /** When it is retried; null if it was given up, is due, or is being sent. */
        nextTry: moment,
        fault: z.enum(mailFaults),
        /** The mail server's reply, shortened and without links; null if it sent none. */
        answer: z.string().nullable(),
      }),
    ),
  }),
  'POST /api/v1/mails/send-again/{id}': row({
    who: 'support',
    operation: 'sendMailAgain',
    summary: 'Send an email of a person’s timeline again',
    description:
      'To the address they have now. The status is 409 for an email with a personal link, and for a reminder to a person who has unsubscribed.',
    errors: ['MAIL_LIMIT', 'MAIL_PERSONAL', 'MAIL_WAITS_ALREADY', 'OWN_PERSON', 'REMINDERS_STOPPED'],
    path: byId,
    body: empty,
    output: null,
  }),
  'POST /api/v1/mails/retry/{id}': row({
    who: 'support',
    operation: 'retryMail',
    summary: 'Retry an email that was given up',
    description: 'The status is 409 if it is still retried.',
    errors: ['MAIL_WAITS_ALREADY', 'OWN_PERSON'],
    path: byId,
    body: empty,
    output: null,
  }),
} as const
