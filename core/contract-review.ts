import { z } from 'zod'
import { correctableFields } from './details.ts'
import { deskSubscriber, dplStatus, moment, row, slug, text } from './contract-row.ts'

/** The rows of screening: who waits and why, what each check found, and the lists in force. */

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
  /** Of a correction that waits for review: what it changes. */
  changes: z.array(z.object({ field: z.enum(correctableFields), before: z.string(), after: z.string() })).optional(),
})

/** `since` is what the queue said when it was looked at (null: not waiting); another one meanwhile is a 409. Left out: not asked. */
const review = z.strictObject({
  comment: text.optional(),
  since: moment.optional(),
  /** The keys of the reasons that were shown: whoever approves clears of nothing else, and something new is a 409. */
  seen: z.array(text).max(1000).optional(),
})
export const reviewRows = {
  'GET /api/v1/subscribers/{id}/checks': row({
    who: 'administrator',
    summary:
      'The checks of a person against lists, countries and domains, newest first; the next page is in the Link header',
    path: z.object({ id: slug }),
    query: z.strictObject({ limit: z.string().max(10).optional(), cursor: z.string().max(200).optional() }),
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
      }),
    ),
  }),
  'GET /api/v1/reviews': row({
    who: 'administrator',
    summary: 'Who waits for approval or for a look, longest first, and why; the next page is in the Link header',
    query: z.strictObject({
      search: text.optional(),
      subscriber: slug.optional(),
      limit: z.string().max(10).optional(),
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
    summary:
      'Let a person in who waits, with a reason; subscriptions that waited begin or go on. While a correction waits: apply it, and screen the person again',
    path: z.object({ subscriberId: slug }),
    body: review,
    output: deskSubscriber,
  }),
  'POST /api/v1/reviews/refuse/{subscriberId}': row({
    who: 'administrator',
    summary:
      'Refuse a person, with a reason; what they have is cancelled. Where nothing but a correction waits: discard it, and nothing else',
    path: z.object({ subscriberId: slug }),
    body: review,
    output: deskSubscriber,
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
} as const
