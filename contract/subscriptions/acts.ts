import { z } from 'zod'
import type { ErrorCode } from '../error-codes.ts'
import { byId, comment, endDate, ids, empty, lines, slug } from '../rows/input.ts'
import { bulkResults, status } from '../rows/response-schemas.ts'
import { byTheDay, row, type Row } from '../rows/row.ts'
import { ownSubscription, subscriptionRow } from '../shapes/subscription-shape.ts'
import { acts, bulkReasonActs, type ReasonAct, type SubscriptionAct } from '../../domain/subscription/acts.ts'

const reason = z.strictObject({ comment })
/** The end date that was shown. */
export const seen = z.iso
  .datetime()
  .transform((moment) => new Date(moment))
  .nullable()
  .optional()
/** What a list showed for each subscription, by its id. */
const shown = z
  .record(
    slug,
    z.strictObject({
      status,
      endDate: seen.unwrap(),
      renews: z.boolean(),
      latestComment: lines.nullable(),
    }),
  )
  .optional()

/** Returns who can make the call of an act, and whether it needs a recent sign-in. */
export function permissionOf(act: SubscriptionAct): Pick<Row, 'who' | 'confirmed'> {
  const { who, confirmed } = acts[act]
  return { who: who === 'owner' ? 'signed-in' : who, ...(confirmed ? { confirmed } : {}) }
}
const actRow = (act: ReasonAct, operation: string, summary: string, errors: readonly ErrorCode[]) =>
  row({
    ...permissionOf(act),
    scope: 'subscriptions:write',
    operation,
    summary,
    errors,
    path: byId,
    body: reason,
    output: subscriptionRow,
  })

const bulk = (now: Date) =>
  z.discriminatedUnion('action', [
    z.strictObject({ action: z.enum(bulkReasonActs.map((act) => acts[act].wire)), ids, shown, comment }),
    z.strictObject({ action: z.literal('extend'), ids, shown, endDate: endDate(now), comment }),
    z.strictObject({ action: z.literal('extend-by'), ids, shown, days: z.int().min(1).max(365), comment }),
  ])

/** The acts on a subscription that move no money. */
export const actRows = {
  'POST /api/v1/subscriptions/cancel/{id}': actRow(
    'cancel',
    'cancelSubscription',
    'Cancel an active subscription, with a reason',
    ['CANCEL_NOT_ACTIVE', 'FORGOTTEN', 'NO_SUBSCRIPTION', 'OWN_PERSON'],
  ),
  'POST /api/v1/subscriptions/revive/{id}': actRow('undo', 'undoCancellation', 'Undo a cancellation, with a reason', [
    'FORGOTTEN',
    'NOT_CLEARED',
    'NO_SUBSCRIPTION',
    'OTHER_LIVE',
    'OWN_PERSON',
    'PAID_BACK',
    'UNDO_NOT_CANCELLED',
  ]),
  'POST /api/v1/subscriptions/extend/{id}': row({
    ...permissionOf('extend'),
    operation: 'extendSubscription',
    scope: 'subscriptions:write',
    summary: 'Set another end date',
    description:
      'A UTC midnight, with a reason. `seen` is the end date that was shown: if it has changed since, the status is 409.',
    errors: [
      'DONE_ALREADY',
      'END_DATE_MEANWHILE',
      'END_DATE_PAST',
      'EXTEND_NOT_OPEN',
      'FORGOTTEN',
      'NOT_CLEARED',
      'NO_SUBSCRIPTION',
      'OTHER_LIVE',
      'OWN_PERSON',
      'PAID_SHORTENED',
    ],
    path: byId,
    body: byTheDay((now) => z.strictObject({ endDate: endDate(now), comment, seen })),
    output: subscriptionRow,
  }),
  'POST /api/v1/subscriptions/comment/{id}': actRow('comment', 'addComment', 'Add a comment', [
    'FORGOTTEN',
    'NO_SUBSCRIPTION',
  ]),
  'POST /api/v1/subscriptions/bulk': row({
    who: 'support',
    operation: 'changeSubscriptions',
    scope: 'subscriptions:write',
    summary: 'Do the same act on up to 100 subscriptions',
    description:
      'Each result has its own status and code. `extend-by` counts the days from each end date, or from today if that is over. `shown` is what was shown of each: if one has changed since, also by the same request, its status is 409.',
    errors: [],
    body: byTheDay(bulk),
    output: bulkResults,
    confirmed: true,
  }),
  'POST /api/v1/subscriptions/stop-renewal/{id}': row({
    ...permissionOf('stop-renewal'),
    operation: 'stopRenewal',
    scope: 'subscriptions:write',
    summary: 'Stop renewal',
    description: 'Nothing more is charged; the subscription ends on its end date.',
    errors: ['FORGOTTEN', 'NEVER_RENEWS', 'NOT_RUNNING', 'NO_SUBSCRIPTION', 'OWN_PERSON', 'RENEWAL_ALREADY_STOPPED'],
    path: byId,
    body: empty,
    form: true,
    output: ownSubscription,
  }),
  'POST /api/v1/subscriptions/resume-renewal/{id}': row({
    ...permissionOf('resume-renewal'),
    operation: 'resumeRenewal',
    scope: 'subscriptions:write',
    summary: 'Resume renewal',
    errors: [
      'FORGOTTEN',
      'NEVER_RENEWS',
      'NOT_RUNNING',
      'NO_SUBSCRIPTION',
      'OWN_PERSON',
      'PAYMENT_DISPUTED',
      'PERIOD_OVER',
      'RENEWAL_NOT_STOPPED',
    ],
    path: byId,
    body: empty,
    form: true,
    output: ownSubscription,
  }),
  'POST /api/v1/subscriptions/extend-trial/{id}': row({
    who: 'signed-in',
    operation: 'extendTrial',
    summary: 'Extend the own running trial, once',
    description: 'The new end date is `extendableTo`. The status is 409 if the catalogue offers no extension.',
    errors: [
      'EXTENDED_ALREADY',
      'EXTENSION_NOT_OFFERED',
      'FORGOTTEN',
      'NOT_RUNNING',
      'NO_SUBSCRIPTION',
      'SUBSCRIPTION_EXISTS',
      'TRIAL_EXPIRED',
    ],
    path: byId,
    body: empty,
    form: true,
    output: ownSubscription,
  }),
} as const
