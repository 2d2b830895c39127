import { z } from 'zod'
import { comment, id, pageParams, search, empty, slug, text } from '../rows/input.ts'
import { reviewReasons, type ReviewReason } from '../../domain/screening/review-reasons.ts'
import { reviewOrders, reviewStates } from '../../domain/screening/review-states.ts'
import { adminSubscriber } from '../shapes/person-shape.ts'
import { moment } from '../rows/response-schemas.ts'
import { reason } from '../shapes/reason-shape.ts'
import { row } from '../rows/row.ts'

/** The rows of reviews: who awaits a decision, and why. */

const filters = {
  search,
  /** People with such a reason; `other` counts people with none of the other reasons. */
  reason: z.enum(reviewReasons).optional(),
}

/**
 * `since` is the start of the wait that the queue showed, null if the person was not waiting. If it has changed, the
 * call returns 409. Optional.
 */
const review = z.strictObject({
  comment,
  since: moment.optional(),
  /** The keys of the reasons that were shown: an approval clears only these, and a new reason is a 409. */
  seen: z.array(text).max(1000).optional(),
})

const reasonCounts = {
  list: z.int(),
  domain: z.int(),
  country: z.int(),
  correction: z.int(),
  other: z.int(),
} satisfies Record<ReviewReason, z.ZodInt>

export const reviewRows = {
  'GET /api/v1/reviews': row({
    who: 'support',
    operation: 'listReviews',
    summary: 'List people who wait for a decision, with the reasons',
    description: 'List matches on hold first, or longest wait first. The `Link` header has the next page.',
    errors: [],
    query: z.strictObject({
      ...filters,
      subscriber: slug.optional(),
      /** Omitted: everyone who awaits a decision, on hold or flagged. */
      state: z.enum(reviewStates).optional(),
      /** `match`: people on hold before others, and of both the best list match first. People who need no decision are ordered by time. */
      order: z.enum(reviewOrders).default('match'),
      ...pageParams,
    }),
    compressed: true,
    output: z.array(
      z.object({
        subscriber: adminSubscriber,
        since: z.iso.datetime(),
        reasons: z.array(reason),
        /**
         * The person's current or pending products; `classification` is EAR99 or an ECCN, null if the catalogue has
         * none.
         */
        products: z.array(z.object({ title: z.string(), classification: z.string().nullable() })),
        /**
         * Whether two administrators must approve: `first` is the approval that awaits another administrator's. Null if
         * one is enough.
         */
        approval: z
          .object({ first: z.object({ by: z.string(), at: z.iso.datetime(), comment: z.string() }).nullable() })
          .nullable(),
        /** The date of birth that a reviewer asked for; `date` is null until the person answers. Null if no reviewer asked. */
        birthDate: z
          .object({ askedBy: z.string(), askedAt: z.iso.datetime(), date: z.string().nullable(), answeredAt: moment })
          .nullable(),
      }),
    ),
  }),
  'GET /api/v1/reviews/counts': row({
    who: 'support',
    operation: 'countReviews',
    summary: 'Count people who wait, by reason and by state',
    description:
      'Under the same search and filters as the list: each reason within the state, each state within the reason.',
    errors: [],
    query: z.strictObject({ ...filters, state: z.enum(reviewStates).extract(['held', 'flagged']).optional() }),
    output: z.object({
      counts: z.object({
        reasons: z.object(reasonCounts),
        states: z.object({ held: z.int(), flagged: z.int() }),
      }),
    }),
  }),
  'POST /api/v1/reviews/ask-birth-date/{subscriberId}': row({
    who: 'support',
    operation: 'askBirthDate',
    summary: 'Ask a person in review for their date of birth',
    description:
      'By an email with a link that is valid for 30 days; only if a matching entry has a date. A new request replaces one without a response.',
    errors: [
      'DONE_ALREADY',
      'BIRTH_DATE_GIVEN',
      'MAIL_LIMIT',
      'NOTHING_TO_REVIEW',
      'NO_LISTED_BIRTH_DATE',
      'OWN_PERSON',
    ],
    path: z.object({ subscriberId: id }),
    body: empty,
    output: null,
  }),
  'POST /api/v1/reviews/approve/{subscriberId}': row({
    who: 'support',
    operation: 'approvePerson',
    summary: 'Approve a person, with a reason',
    description:
      'Subscriptions that waited start or continue. If a correction waits, it is applied and the person is screened again.',
    errors: [
      'ADMINISTRATORS_ONLY',
      'CONFIRM_OWN',
      'FOUND_MEANWHILE',
      'NOTHING_TO_REVIEW',
      'OWN_PERSON',
      'REVIEWED_MEANWHILE',
      'SCREENING_UNAVAILABLE',
    ],
    path: z.object({ subscriberId: id }),
    body: review,
    output: adminSubscriber,
    confirmed: true,
  }),
  'POST /api/v1/reviews/withdraw/{subscriberId}': row({
    who: 'support',
    operation: 'withdrawApproval',
    summary: 'Withdraw an approval, with a reason',
    description:
      'The person is on hold again until an administrator decides, whatever checks find in the meantime. The status is 409 without an approval.',
    errors: ['NO_APPROVAL', 'OWN_PERSON'],
    path: z.object({ subscriberId: id }),
    body: z.strictObject({ comment }),
    output: adminSubscriber,
    confirmed: true,
  }),
  'POST /api/v1/reviews/refuse/{subscriberId}': row({
    who: 'support',
    operation: 'refusePerson',
    summary: 'Refuse a person, with a reason',
    description:
      'Their subscriptions are cancelled. If only a correction waits, it is discarded and nothing else changes.',
    errors: ['FOUND_MEANWHILE', 'OWN_PERSON', 'REFUSED_ALREADY', 'REVIEWED_MEANWHILE', 'SCREENING_UNAVAILABLE'],
    path: z.object({ subscriberId: id }),
    body: review,
    output: adminSubscriber,
    confirmed: true,
  }),
} as const
