import { z } from 'zod'
import { keptKinds, removedKinds, sealedKinds } from './forgetting.ts'
import { mailFaults, mailKinds } from './mail.ts'
import { deskSubscriber, heldPlan, moment, payment, row, slug, status, subscriberShape, text } from './contract-row.ts'

/** The rows of the administrators' desk. */

/** What a list is narrowed to. `filters` are statuses, types and `past_due` with commas between; `include` is `subscribers` or left out. */
const narrowed = { search: text.optional(), filters: z.string().max(200).optional() }
const included = { include: z.string().max(100).optional() }
const ordered = { sort: z.string().max(30).optional(), order: z.string().max(4).optional() }
/** `cursor` is where a `Link` header's next page begins; `before` the same for the page before. */
const paged = {
  limit: z.string().max(10).optional(),
  cursor: z.string().max(1500).optional(),
  before: z.string().max(1500).optional(),
}

const id = z.object({ id: slug })
const comment = z.strictObject({ comment: text.optional() })
const endDate = z.union([z.string().max(100), z.number()]).optional()

/** A line of the desk's list. One of a subscriber without a subscription has `id` and all that is a subscription's null. */
export const deskSubscription = z.object({
  id: z.string().nullable(),
  status: status.nullable(),
  createdDate: moment,
  startDate: moment,
  endDate: moment,
  renews: z.boolean(),
  payment: payment.nullable(),
  latestComment: z.string().nullable(),
  plan: heldPlan.nullable(),
  subscriber: subscriberShape,
})

const act = (summary: string, body: z.ZodObject = comment) =>
  row({ who: 'administrator', summary, path: id, body, output: deskSubscription })

export const deskRows = {
  'GET /api/v1/subscriptions': row({
    who: 'administrator',
    summary:
      'Subscriptions, and with include=subscribers also those who have none; the next page is in the Link header',
    query: z.strictObject({ ...narrowed, ...included, ...ordered, ...paged }),
    output: z.array(deskSubscription),
  }),
  'GET /api/v1/subscriptions/count': row({
    who: 'administrator',
    summary: 'How many lines such a list has; with a limit, counting stops there',
    query: z.strictObject({ ...narrowed, ...included, limit: z.string().max(10).optional() }),
    output: z.object({ count: z.int(), exact: z.boolean() }),
  }),
  'GET /api/v1/subscriptions/facets': row({
    who: 'administrator',
    summary: 'How many lines a search has of each type and status; with a limit, counting stops there',
    query: z.strictObject({ search: text.optional(), ...included, limit: z.string().max(10).optional() }),
    output: z.object({
      counts: z.array(
        z.object({ type: z.enum(['trial', 'subscription']).nullable(), status: status.nullable(), count: z.int() }),
      ),
      exact: z.boolean(),
    }),
  }),
  'GET /api/v1/subscriptions/{id}': row({
    who: 'signed-in',
    summary: 'One subscription: one’s own, or anybody’s for an administrator',
    path: id,
    output: deskSubscription.extend({ latestComment: z.string().nullable().optional() }),
  }),
  'GET /api/v1/subscriptions/events/{id}': row({
    who: 'administrator',
    summary: 'What happened to a subscription, oldest first',
    path: id,
    output: z.array(
      z.object({
        type: z.string(),
        timestamp: z.iso.datetime(),
        addedBy: z.string(),
        data: z.object({ endDate: z.iso.datetime().optional(), comment: z.string().optional() }),
      }),
    ),
  }),
  'POST /api/v1/subscriptions/cancel/{id}': act('Cancel an active subscription, with a reason'),
  'POST /api/v1/subscriptions/revive/{id}': act('Undo a cancellation, with a reason'),
  'POST /api/v1/subscriptions/extend/{id}': act(
    'Set another end date (a UTC midnight), with a reason',
    z.strictObject({ endDate, comment: text.optional() }),
  ),
  'POST /api/v1/subscriptions/comment/{id}': act('Add a comment'),
  'POST /api/v1/subscriptions/bulk': row({
    who: 'administrator',
    summary: 'The same act on up to 100 subscriptions, each for itself; each answers its own status',
    body: z.strictObject({
      action: z.enum(['cancel', 'revive', 'extend', 'comment']),
      ids: z.array(slug).min(1).max(100),
      endDate,
      comment: text.optional(),
    }),
    output: z.array(z.object({ id: z.string(), status: z.int(), message: z.string().optional() })),
  }),
  'GET /api/v1/subscribers': row({
    who: 'administrator',
    summary: 'Subscribers by name; the next page is in the Link header',
    query: z.strictObject({ search: text.optional(), ...paged }),
    output: z.array(subscriberShape),
  }),
  'GET /api/v1/subscribers/{id}': row({
    who: 'administrator',
    summary: 'One subscriber',
    path: id,
    output: deskSubscriber,
  }),
  'DELETE /api/v1/subscribers/{id}': row({
    who: 'administrator',
    summary: 'Forget a person: it cannot be undone',
    path: id,
    output: null,
  }),
  'POST /api/v1/subscribers/{id}/sign-out': row({
    who: 'administrator',
    summary: 'End every session of a person, in every browser; about oneself a 409',
    path: id,
    body: z.strictObject({}),
    output: null,
  }),
  'GET /api/v1/subscribers/{id}/forget-preview': row({
    who: 'administrator',
    summary: 'What forgetting a person removes, what it ends, and what stays sealed until when',
    path: id,
    output: z.object({
      /** Kinds of things and how many of each; the words for them are the desk’s. */
      removed: z.array(z.object({ kind: z.enum(removedKinds), count: z.int() })),
      ended: z.array(z.object({ id: z.string(), plan: z.string(), status })),
      kept: z.array(z.object({ kind: z.enum(keptKinds), count: z.int() })),
      sealed: z.array(z.object({ kind: z.enum(sealedKinds), count: z.int(), until: z.iso.datetime() })),
    }),
  }),
  'GET /api/v1/mails/undelivered': row({
    who: 'administrator',
    summary:
      'Mails that could not be sent, newest first: those tried again by themselves, and those given up; never what is in them. The next page is in the Link header',
    query: z.strictObject({
      state: z.enum(['waiting', 'given-up']).optional(),
      limit: paged.limit,
      cursor: z.string().max(200).optional(),
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
  'POST /api/v1/mails/retry/{id}': row({
    who: 'administrator',
    summary: 'Have a mail that was given up sent after all; one that waits already is a 409',
    path: id,
    body: z.strictObject({}),
    output: null,
  }),
  'GET /api/v1/audit': row({
    who: 'administrator',
    summary: 'What administrators did, newest first; the next page is in the Link header',
    query: z.strictObject({ limit: z.string().max(10).optional(), cursor: z.string().max(200).optional() }),
    output: z.array(
      z.object({
        at: z.iso.datetime(),
        by: z.string(),
        act: z.string(),
        subscriberId: z.string().nullable(),
        subscriptionId: z.string().nullable(),
        /** Whose account at the built-in provider it is about, where a role was given or taken. */
        account: z.string().nullable(),
      }),
    ),
  }),
  'GET /api/v1/export/csv': row({
    who: 'administrator',
    summary:
      'All lines of the list as a spreadsheet reads them: CSV with a byte order mark; columns=all adds plan, price, currency, country, renewal and paid until',
    query: z.strictObject({ ...narrowed, ...included, ...ordered, columns: z.string().max(10).optional() }),
    output: null,
    navigation: true,
  }),
} as const
