import { bulkPersonActs } from '../../domain/person/bulk-person-acts.ts'
import { z } from 'zod'
import { subscriberSorts } from '../../domain/subscription/subscription-list.ts'
import { keptKinds, removedKinds, sealedKinds } from '../../domain/retention.ts'
import { mailKinds, mailStates } from '../../domain/mail.ts'
import {
  byId,
  comment,
  endDate,
  ids,
  pageParams,
  pagedBothWays,
  search,
  empty,
  slug,
  sortParams,
} from '../rows/input.ts'
import { bulkResults, dplStatus, moment, status } from '../rows/response-schemas.ts'
import { byTheDay, row } from '../rows/row.ts'
import { adminSubscriber, subscriberShape } from '../shapes/person-shape.ts'
import { detailChange, reason } from '../shapes/reason-shape.ts'
import { invoices, subscriptionRow } from '../shapes/subscription-shape.ts'
import { correctedDetails, newEmail } from '../users.ts'

/** What an erasure removes and keeps, by kind. */
export const erasureCounts = {
  removed: z.array(z.object({ kind: z.enum(removedKinds), count: z.int() })),
  kept: z.array(z.object({ kind: z.enum(keptKinds), count: z.int() })),
  sealed: z.array(z.object({ kind: z.enum(sealedKinds), count: z.int(), until: z.iso.datetime() })),
}

/** The rows of subscribers. */
export const subscriberRows = {
  'GET /api/v1/subscribers': row({
    who: 'support',
    operation: 'listSubscribers',
    scope: 'subscribers:read',
    summary: 'List subscribers',
    description: 'The `Link` header has the next page.',
    errors: [],
    query: z.strictObject({ search, ...sortParams(subscriberSorts), ...pagedBothWays }),
    compressed: true,
    output: z.array(subscriberShape),
  }),
  'GET /api/v1/subscribers/{id}': row({
    who: 'support',
    operation: 'getSubscriber',
    scope: 'subscribers:read',
    summary: 'Get a subscriber',
    errors: [],
    path: byId,
    output: adminSubscriber,
  }),
  'DELETE /api/v1/subscribers/{id}': row({
    who: 'administrator',
    operation: 'eraseSubscriber',
    summary: 'Erase the data of a person',
    description: 'This cannot be undone. `Location` is the receipt.',
    errors: ['FORGET_ONESELF'],
    path: byId,
    output: null,
    confirmed: true,
  }),
  'POST /api/v1/subscribers/{id}/sign-out': row({
    who: 'support',
    operation: 'signOutSubscriber',
    summary: 'End every session of a person',
    description: 'The status is 409 for the own person, and 403 for an account with a role if support asks.',
    errors: ['SIGN_OUT_ONESELF'],
    path: byId,
    body: empty,
    output: null,
  }),
  'POST /api/v1/subscribers/bulk': row({
    who: 'support',
    operation: 'changeSubscribers',
    scope: 'subscribers:write',
    summary: 'End the sessions of up to 100 people, or resend their activation email',
    description: 'With one reason. Each result has its own status and code.',
    errors: [],
    body: z.strictObject({ action: z.enum(bulkPersonActs), ids, comment }),
    output: bulkResults,
  }),
  'POST /api/v1/subscribers/{id}/activation': row({
    who: 'support',
    operation: 'resendActivation',
    scope: 'subscribers:write',
    summary: 'Resend the activation email',
    description: 'To a person who has not confirmed their address. Older links end.',
    errors: ['CONFIRMED_ALREADY', 'MAIL_LIMIT', 'OWN_PERSON'],
    path: byId,
    body: empty,
    output: null,
  }),
  'POST /api/v1/subscribers/{id}/password-link': row({
    who: 'support',
    operation: 'sendPasswordLink',
    scope: 'subscribers:write',
    summary: 'Send a person a link to set a new password',
    description: 'The status is 409 if another identity provider keeps passwords.',
    errors: ['CONFIRMED_ALREADY', 'MAIL_LIMIT', 'NOT_CONFIRMED', 'OWN_PERSON', 'PASSWORDS_ELSEWHERE'],
    path: byId,
    body: empty,
    output: null,
  }),
  'POST /api/v1/subscribers/{id}/details': row({
    who: 'support',
    operation: 'correctSubscriber',
    scope: 'subscribers:write',
    summary: 'Correct a person’s name, company or country',
    description:
      'With a reason. They are screened again. While the person is not cleared, the correction waits for review.',
    errors: ['NOTHING_CHANGED', 'OWN_PERSON', 'PERSON_REFUSED', 'REFUSED_ALREADY', 'SCREENING_UNAVAILABLE'],
    path: byId,
    body: z.strictObject({ ...correctedDetails, comment }),
    output: adminSubscriber,
  }),
  'POST /api/v1/subscribers/{id}/correct-email': row({
    who: 'support',
    operation: 'correctSubscriberEmail',
    summary: 'Correct the email address of a person who has not confirmed it',
    description: 'With a reason. The activation email is sent to the corrected address, and older links end.',
    errors: [
      'CONFIRMED_ALREADY',
      'EMAIL_SAME',
      'EMAIL_TAKEN',
      'MAIL_LIMIT',
      'OWN_PERSON',
      'REFUSED_ALREADY',
      'SCREENING_UNAVAILABLE',
    ],
    path: byId,
    body: z.strictObject({ email: newEmail, comment }),
    output: adminSubscriber,
  }),
  'POST /api/v1/subscribers/{id}/email': row({
    who: 'administrator',
    operation: 'changeSubscriberEmail',
    summary: 'Request another email address for a person',
    description:
      'With a reason. It takes effect once the new address is confirmed, and 24 hours have passed or it was agreed to from the old address. It can be cancelled from there. Another request replaces it. The status is 409 for an account with a role.',
    errors: ['EMAIL_HAS_ROLE', 'EMAIL_SAME', 'EMAIL_TAKEN', 'MAIL_LIMIT', 'NOT_CONFIRMED', 'OWN_PERSON'],
    path: byId,
    body: z.strictObject({ email: newEmail, comment }),
    output: adminSubscriber,
    confirmed: true,
  }),
  'POST /api/v1/subscribers/{id}/grants': row({
    who: 'support',
    operation: 'grantPlan',
    scope: 'subscriptions:write',
    summary: 'Give a person a paid plan without charge',
    description: 'Until a day, with a reason. It does not renew.',
    errors: ['END_DATE_PAST', 'FORGOTTEN', 'NOT_CLEARED', 'OTHER_LIVE', 'OWN_PERSON'],
    path: byId,
    body: byTheDay((now) => z.strictObject({ plan: slug, endDate: endDate(now), comment })),
    output: subscriptionRow,
    confirmed: true,
  }),
  'GET /api/v1/subscribers/{id}/activity': row({
    who: 'support',
    operation: 'listActivity',
    scope: 'subscribers:read',
    summary: 'List the activity of a person',
    description:
      'Emails with their text, sign-ins, downloads, checks and administrators’ acts, newest first. The `Link` header has the next page.',
    errors: [],
    path: byId,
    query: z.strictObject(pageParams),
    output: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        kind: z.enum(['mail', 'sign-in', 'download', 'act', 'check']),
        /** An administrator’s address, `system`, or null if the person did it. */
        by: z.string().nullable(),
        /** For an email: its text, null if it contains a personal link. */
        mail: z
          .object({
            kind: z.enum([...mailKinds, 'other']),
            to: z.string(),
            subject: z.string(),
            text: z.string().nullable(),
            state: z.enum(mailStates),
          })
          .optional(),
        download: z.object({ product: z.string(), system: z.string().nullable() }).optional(),
        check: z.object({ occasion: z.string(), outcome: dplStatus, repeats: z.int() }).optional(),
        act: z.string().optional(),
        comment: z.string().nullable().optional(),
        /** For a change of address: the new address. */
        email: z.string().optional(),
        device: z.object({ product: z.string(), name: z.string() }).optional(),
        changes: z.array(detailChange).optional(),
      }),
    ),
  }),
  'GET /api/v1/subscribers/{id}/forget-preview': row({
    who: 'administrator',
    operation: 'previewErasure',
    summary: 'Preview what erasing a person removes',
    description: 'With what it ends, and what stays sealed until when.',
    errors: [],
    path: byId,
    output: z.object({ ...erasureCounts, ended: z.array(z.object({ id: z.string(), plan: z.string(), status })) }),
  }),
  'GET /api/v1/subscribers/{id}/checks': row({
    who: 'support',
    operation: 'listChecks',
    summary: 'List the checks of a person',
    description: 'Against lists, countries and domains, newest first. The `Link` header has the next page.',
    errors: [],
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
        /** When a check last had the same result with the same lists, and how often since this one. */
        lastCheckedAt: moment,
        repeats: z.int(),
        /** For a decision: the date of birth that the person had given for it. */
        birthDate: z.string().nullable(),
      }),
    ),
  }),
  'GET /api/v1/subscribers/{id}/invoices': row({
    who: 'support',
    operation: 'listSubscriberInvoices',
    scope: 'invoices:read',
    summary: 'List the invoices of a subscriber',
    description: 'Newest first. The status is 503 while the billing provider is unreachable.',
    errors: ['PAYMENTS_UNAVAILABLE'],
    path: byId,
    output: invoices,
  }),
} as const
