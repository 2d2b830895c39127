import { z } from 'zod'
import { byId, pageParams } from '../input.ts'
import { empty, moment, row } from '../row.ts'
import { mailFaults, mailKinds } from '../../domain/mail.ts'

/** The rows of mails that could not be sent. */
export const mailRows = {
  'GET /api/v1/mails/undelivered': row({
    who: 'support',
    summary:
      'Mails that could not be sent, newest first: those tried again by themselves, and those given up; never what is in them. The next page is in the Link header',
    query: z.strictObject({
      state: z.enum(['waiting', 'given-up']).optional(),
      ...pageParams,
    }),
    output: z.array(
      z.object({
        id: z.string(),
        to: z.string(),
        kind: z.enum([...mailKinds, 'other']),
        subject: z.string(),
        /** Whose it is, by the address where the mail itself does not say. */
        subscriberId: z.string().nullable(),
        created: z.iso.datetime(),
        /** Since it was written, or since an administrator had it tried again. */
        attempts: z.int(),
        lastTried: moment,
        state: z.enum(['waiting', 'given-up']),
        /** When it is tried again; null for one given up, and for one that is due or under way. */
        nextTry: moment,
        fault: z.enum(mailFaults),
        /** What the mail server said, cut and without links; null where it said nothing. */
        answer: z.string().nullable(),
      }),
    ),
  }),
  'POST /api/v1/mails/send-again/{id}': row({
    who: 'support',
    summary:
      'Send an email of a person’s timeline once more, to the address they have now; 409 for one with a personal link',
    path: byId,
    body: empty,
    output: null,
  }),
  'POST /api/v1/mails/retry/{id}': row({
    who: 'support',
    summary: 'Have a mail that was given up sent after all; one that waits already is a 409',
    path: byId,
    body: empty,
    output: null,
  }),
} as const
