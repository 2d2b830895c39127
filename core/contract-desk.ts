import { z } from 'zod'
import { keptKinds, removedKinds, sealedKinds } from './forgetting.ts'
import { mailFaults, mailKinds } from './mail.ts'
import { heldPlan, moment, row, slug, status, subscriberShape, text } from './contract-row.ts'

/** The rows of the administrators' desk. */

/** What a list is narrowed to. `filters` are statuses and types with commas between; `include` is `subscribers` or left out. */
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
/** `since` is what the queue said when it was looked at (null: not waiting); another one meanwhile is a 409. Left out: not asked. */
const review = z.strictObject({
  comment: text.optional(),
  since: moment.optional(),
  /** The keys of the reasons that were shown: whoever approves clears of nothing else, and something new is a 409. */
  seen: z.array(text).max(1000).optional(),
})
const endDate = z.union([z.string().max(100), z.number()]).optional()

/** A line of the desk's list. One of a subscriber without a subscription has `id` and all that is a subscription's null. */
export const deskSubscription = z.object({
  id: z.string().nullable(),
  status: status.nullable(),
  createdDate: moment,
  startDate: moment,
  endDate: moment,
  renews: z.boolean(),
  latestComment: z.string().nullable(),
  plan: heldPlan.nullable(),
  subscriber: subscriberShape,
})

const dplStatus = z.enum(['PASS', 'PENDING', 'FAIL'])

const deskSubscriber = subscriberShape.extend({
  registeredDate: z.iso.datetime(),
  emailVerified: z.boolean(),
  dplStatus,
  deniedCountry: z.boolean(),
})

/** Why somebody waits, or was let through. What a list says is as it was on the day of the check; older checks say less. */
const reason = z.object({
  kind: z.string(),
  /** Names what was found, the same each time. */
  key: z.string(),
  /** Whether it holds the person, or is only to be looked at. */
  holds: z.boolean(),
  text: z.string(),
  list: z.string().optional(),
  listDate: z.string().optional(),
  entry: z.string().optional(),
  entryKind: z.string().optional(),
  /** The entry's first name, where another one of its names was matched. */
  entryName: z.string().optional(),
  programmes: z.array(z.string()).readonly().optional(),
  /** The listed name, the person's or company's that was compared with it, and which words of both were taken for the same. */
  alias: z.string().optional(),
  compared: z.string().optional(),
  matched: z
    .array(
      z.object({
        compared: z.array(z.string()),
        listed: z.array(z.string()),
        likeness: z.number(),
        weight: z.number(),
      }),
    )
    .optional(),
  /** How alike the names are, from 0 to 1, and what made it: shares taken off, or added for `spelling`. */
  score: z.number().optional(),
  breakdown: z
    .object({
      matched: z.number(),
      unlike: z.number(),
      contradicting: z.number(),
      askedOnly: z.number(),
      listedOnly: z.number(),
      common: z.number(),
      spelling: z.number(),
    })
    .optional(),
  /** The day on which the entry's order ended. */
  expired: z.string().optional(),
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
  'GET /api/v1/subscribers/{id}/checks': row({
    who: 'administrator',
    summary: 'Every check of a person against lists, countries and domains, newest first',
    path: id,
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
      }),
    ),
  }),
  'GET /api/v1/reviews': row({
    who: 'administrator',
    summary: 'Who waits for approval or for a look, longest first, and why; the next page is in the Link header',
    query: z.strictObject({
      search: text.optional(),
      subscriber: slug.optional(),
      limit: paged.limit,
      cursor: z.string().max(200).optional(),
    }),
    output: z.array(
      z.object({
        subscriber: deskSubscriber,
        since: z.iso.datetime(),
        reasons: z.array(reason),
      }),
    ),
  }),
  'POST /api/v1/reviews/approve/{subscriberId}': row({
    who: 'administrator',
    summary: 'Let a person in who waits, with a reason; subscriptions that waited begin or go on',
    path: z.object({ subscriberId: slug }),
    body: review,
    output: deskSubscriber,
  }),
  'POST /api/v1/reviews/refuse/{subscriberId}': row({
    who: 'administrator',
    summary: 'Refuse a person, with a reason; what they have is cancelled',
    path: z.object({ subscriberId: slug }),
    body: review,
    output: deskSubscriber,
  }),
  'GET /api/v1/matters': row({
    who: 'administrator',
    summary: 'Payments somebody has to look at, oldest first',
    output: z.array(
      z.object({
        id: z.string(),
        about: z.string(),
        at: z.iso.datetime(),
        payment: z.string().nullable(),
        subscription: z.object({ id: z.string(), plan: z.string() }).nullable(),
        subscriber: z.object({ id: z.string(), email: z.string() }).nullable(),
      }),
    ),
  }),
  'POST /api/v1/matters/settle/{id}': row({
    who: 'administrator',
    summary: 'Say that a matter has been dealt with, and how',
    path: id,
    body: comment,
    output: null,
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
      }),
    ),
  }),
  'GET /api/v1/screening': row({
    who: 'administrator',
    summary: 'The denied-party lists in force, what was refused of them, and how far everybody is screened again',
    output: z.object({
      /** `sample`: made-up names of the sandbox; `off`: the operator compares names with no list. */
      kind: z.enum(['lists', 'sample', 'off']),
      /** Whether people can be screened now. */
      working: z.boolean(),
      lists: z.array(
        z.object({
          name: z.string(),
          hash: z.string(),
          date: z.string(),
          files: z.array(z.object({ file: z.string(), rows: z.int() })),
          entries: z.int().nullable(),
          readAt: moment,
          note: z.string().nullable(),
          acceptedBy: z.string().nullable(),
        }),
      ),
      faults: z.array(
        z.object({
          file: z.string(),
          hash: z.string(),
          at: z.iso.datetime(),
          text: z.string(),
          /** What an administrator can do about it: take the file all the same, or let its list go. */
          accept: z.enum(['take', 'let-go']).nullable(),
          /** Somebody has done so, and it will be seen to in a moment. */
          accepted: z.boolean(),
        }),
      ),
      run: z
        .object({
          beganAt: z.iso.datetime(),
          endedAt: moment,
          total: z.int(),
          people: z.int(),
          changed: z.int(),
        })
        .nullable(),
      thresholds: z.object({ hold: z.number(), look: z.number() }),
      countries: z.object({ denied: z.array(z.string()), look: z.array(z.string()) }),
    }),
  }),
  'POST /api/v1/screening/lists/accept': row({
    who: 'administrator',
    summary:
      'Take a list file that is suspicious by its length alone, or let a list go whose file is gone; with a reason',
    body: z.strictObject({ hash: z.string().max(100).optional(), comment: text.optional() }),
    output: null,
  }),
  'GET /api/v1/export/screening': row({
    who: 'administrator',
    summary:
      'Every check ever made, of one person or of all, also of the forgotten while sealed: CSV with a byte order mark',
    query: z.strictObject({ subscriber: slug.optional() }),
    output: null,
    navigation: true,
  }),
  'GET /api/v1/export/csv': row({
    who: 'administrator',
    summary: 'All lines of the list as a spreadsheet reads them: CSV with a byte order mark',
    query: z.strictObject({ ...narrowed, ...included, ...ordered }),
    output: null,
    navigation: true,
  }),
} as const
