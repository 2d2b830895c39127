import { z } from 'zod'
import { keptKinds, removedKinds, sealedKinds } from '../../domain/retention.ts'
import { mailKinds } from '../../domain/mail.ts'
import { byId, comment, endDate, ids, pageParams, pagedBothWays, search } from '../input.ts'
import {
  bulkResults,
  byTheDay,
  adminSubscriber,
  detailChange,
  dplStatus,
  empty,
  invoices,
  moment,
  reason,
  row,
  slug,
  status,
  subscriberShape,
  subscriptionRow,
} from '../row.ts'
import { correctedDetails, newEmail } from '../users.ts'

/** The rows of subscribers. */
export const subscriberRows = {
  'GET /api/v1/subscribers': row({
    who: 'support',
    summary: 'Subscribers by name; the next page is in the Link header',
    query: z.strictObject({ search, ...pagedBothWays }),
    output: z.array(subscriberShape),
  }),
  'GET /api/v1/subscribers/{id}': row({
    who: 'support',
    summary: 'One subscriber',
    path: byId,
    output: adminSubscriber,
  }),
  'DELETE /api/v1/subscribers/{id}': row({
    who: 'administrator',
    summary: 'Forget a person: it cannot be undone',
    path: byId,
    output: null,
    confirmed: true,
  }),
  'POST /api/v1/subscribers/{id}/sign-out': row({
    who: 'support',
    summary:
      'End every session of a person, in every browser; about oneself a 409, and about an account with a role a 403 for support',
    path: byId,
    body: empty,
    output: null,
  }),
  'POST /api/v1/subscribers/bulk': row({
    who: 'support',
    summary:
      'End the sessions of up to 100 people, or send each the activation email again, with one reason; each answers its own status',
    body: z.strictObject({ action: z.enum(['sign-out', 'activation']), ids, comment }),
    output: bulkResults,
  }),
  'POST /api/v1/subscribers/{id}/activation': row({
    who: 'support',
    summary: 'Send the activation email again, to a person who has not confirmed their address; older links end',
    path: byId,
    body: empty,
    output: null,
  }),
  'POST /api/v1/subscribers/{id}/password-link': row({
    who: 'support',
    summary: 'Send a person a link to set a new password; 409 where another identity provider keeps passwords',
    path: byId,
    body: empty,
    output: null,
  }),
  'POST /api/v1/subscribers/{id}/details': row({
    who: 'support',
    summary:
      'Correct a person’s name, company or country, with a reason; they are screened again. While the person is not cleared, the correction waits for review',
    path: byId,
    body: z.strictObject({ ...correctedDetails, comment }),
    output: adminSubscriber,
  }),
  'POST /api/v1/subscribers/{id}/email': row({
    who: 'administrator',
    summary:
      'Request another email address for a person, with a reason: it takes effect once the new address is confirmed, and 24 hours have passed or the old address has agreed. The old address can cancel it. A further request replaces it. 409 for an account with a role',
    path: byId,
    body: z.strictObject({ email: newEmail, comment }),
    output: adminSubscriber,
    confirmed: true,
  }),
  'POST /api/v1/subscribers/{id}/grants': row({
    who: 'support',
    summary: 'Give a person a paid plan without charge until a day, with a reason; it does not renew',
    path: byId,
    body: byTheDay((now) => z.strictObject({ plan: slug, endDate: endDate(now), comment })),
    output: subscriptionRow,
    confirmed: true,
  }),
  'GET /api/v1/subscribers/{id}/activity': row({
    who: 'support',
    summary:
      'Emails sent to a person with their text, sign-ins, downloads, checks, and what administrators did, newest first; the next page is in the Link header',
    path: byId,
    query: z.strictObject(pageParams),
    output: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        kind: z.enum(['mail', 'sign-in', 'download', 'act', 'check']),
        /** An administrator’s address, `system`, or null where the person did it. */
        by: z.string().nullable(),
        /** Of an email: its text, null where it holds a personal link. */
        mail: z
          .object({
            kind: z.enum([...mailKinds, 'other']),
            to: z.string(),
            subject: z.string(),
            text: z.string().nullable(),
            state: z.enum(['sent', 'waiting', 'failed']),
          })
          .optional(),
        download: z.object({ product: z.string(), system: z.string().nullable() }).optional(),
        check: z.object({ occasion: z.string(), outcome: dplStatus, repeats: z.int() }).optional(),
        act: z.string().optional(),
        comment: z.string().nullable().optional(),
        /** Of a change of address: the new one. */
        email: z.string().optional(),
        changes: z.array(detailChange).optional(),
      }),
    ),
  }),
  'GET /api/v1/subscribers/{id}/forget-preview': row({
    who: 'administrator',
    summary: 'What forgetting a person removes, what it ends, and what stays sealed until when',
    path: byId,
    output: z.object({
      /** Kinds of things and how many of each; the words for them are the admin area’s. */
      removed: z.array(z.object({ kind: z.enum(removedKinds), count: z.int() })),
      ended: z.array(z.object({ id: z.string(), plan: z.string(), status })),
      kept: z.array(z.object({ kind: z.enum(keptKinds), count: z.int() })),
      sealed: z.array(z.object({ kind: z.enum(sealedKinds), count: z.int(), until: z.iso.datetime() })),
    }),
  }),
  'GET /api/v1/subscribers/{id}/checks': row({
    who: 'support',
    summary:
      'The checks of a person against lists, countries and domains, newest first; the next page is in the Link header',
    path: byId,
    query: z.strictObject(pageParams),
    output: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        occasion: z.string(),
        outcome: dplStatus,
        lists: z.array(z.object({ name: z.string(), hash: z.string(), date: z.string().nullable().optional() })),
        reasons: z.array(reason),
        decidedBy: z.string(),
        comment: z.string().nullable(),
        /** When a check last found the same against the same lists, and how often since this one. */
        lastCheckedAt: moment,
        repeats: z.int(),
        /** Of a decision: the date of birth that the person had given for it. */
        birthDate: z.string().nullable(),
      }),
    ),
  }),
  'GET /api/v1/subscribers/{id}/invoices': row({
    who: 'support',
    summary: 'The invoices of a subscriber, newest first; 503 while the billing provider cannot be reached',
    path: byId,
    output: invoices,
  }),
} as const
