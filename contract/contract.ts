import type { z } from 'zod'
import { accountRows } from './account.ts'
import { auditRows } from './admin/audit.ts'
import { eventRows } from './admin/events.ts'
import { catalogueRows } from './admin/catalogue.ts'
import { deviceRows } from './devices.ts'
import { keyRows } from './admin/keys.ts'
import { mailRows } from './admin/mails.ts'
import { paymentIssueRows } from './admin/payment-issues.ts'
import { overviewRows } from './admin/overview.ts'
import { planRows } from './plans.ts'
import { queueRows } from './admin/queue.ts'
import { retainedEvidenceRows } from './admin/retained-evidence.ts'
import { reviewRows } from './admin/reviews.ts'
import type { BodyRules, Row } from './rows/row.ts'
import { settingsRows } from './admin/settings.ts'
import { screeningRows } from './admin/screening.ts'
import { sessionRows } from './session.ts'
import { subscriberRows } from './admin/subscribers.ts'
import { subscriptionRows } from './subscriptions.ts'
import { viewRows } from './admin/views.ts'
import { webhookRows } from './admin/webhooks.ts'
import { userRows } from './users.ts'

/** The resources, with the tag that each has in the OpenAPI document. */
export const resources = {
  Plans: planRows,
  Users: userRows,
  Subscriptions: subscriptionRows,
  Subscribers: subscriberRows,
  Reviews: reviewRows,
  Screening: screeningRows,
  'Payment issues': paymentIssueRows,
  Emails: mailRows,
  Queue: queueRows,
  Audit: auditRows,
  'Retained evidence': retainedEvidenceRows,
  Overview: overviewRows,
  Catalogue: catalogueRows,
  Views: viewRows,
  Settings: settingsRows,
  'API keys': keyRows,
  Events: eventRows,
  Webhooks: webhookRows,
  Account: accountRows,
  Devices: deviceRows,
  Session: sessionRows,
} as const

/** Describes the calls of each resource. */
export const resourceDescriptions: Record<keyof typeof resources, string> = {
  Plans: 'The plans of the catalogue, checkouts and downloads.',
  Users: 'Registration, and the user who is signed in.',
  Subscriptions: 'The subscriptions of all people, and what administrators do with them.',
  Subscribers: 'The people in the shop, and what administrators do for them.',
  Reviews: 'People whom screening has put on hold, or flagged for a decision.',
  Screening: 'The denied-party lists, and the checks against them.',
  'Payment issues': 'Payments that need a decision.',
  Emails: 'Emails that could not be sent, and emails that are sent again.',
  Queue: 'What waits for an administrator: failed jobs, and people who asked to be erased.',
  Audit: 'What administrators and API keys did.',
  'Retained evidence': 'Evidence about erased people that the law requires to keep.',
  Overview: 'The figures of the admin area.',
  Catalogue: 'The catalogue as the shop has read it.',
  Views: 'Saved filters of the list of users.',
  Settings: 'Settings of the shop, its emails and the administrators.',
  'API keys': 'Keys with which other programs call the API.',
  Events: 'Messages about changes, in the order of writing.',
  Webhooks: 'Endpoints that receive the same messages, and their deliveries.',
  Account: 'What signed-in people do with their own account.',
  Devices: 'Computers on which people are signed in to a licensed program.',
  Session: 'Signing in and out, and the preferences of a browser.',
}

/**
 * One row per API call, named by method and path: who can call it, its input and its output. The server's routes, the
 * browser's typed client (through types only) and the OpenAPI document derive from it. A row is added when its call
 * works. The rows of each resource are in a separate file.
 */
export const contract = {
  ...planRows,
  ...userRows,
  ...subscriptionRows,
  ...subscriberRows,
  ...reviewRows,
  ...screeningRows,
  ...paymentIssueRows,
  ...mailRows,
  ...queueRows,
  ...auditRows,
  ...retainedEvidenceRows,
  ...overviewRows,
  ...catalogueRows,
  ...viewRows,
  ...settingsRows,
  ...keyRows,
  ...eventRows,
  ...webhookRows,
  ...accountRows,
  ...deviceRows,
  ...sessionRows,
} as const satisfies Record<string, Row>

export type Contract = typeof contract
export type CallName = keyof Contract

type ShapeOf<Part> = Part extends z.ZodType ? Part : Part extends BodyRules<infer Shape> ? Shape : never
type PartOf<C extends CallName, Part extends string> =
  Contract[C] extends Record<Part, infer S> ? ShapeOf<S> : undefined
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : undefined
type SchemaInput<S> = S extends z.ZodType ? z.input<S> : undefined

/** The validated input that a handler of a call receives. */
export type Input<C extends CallName> = {
  path: SchemaOutput<PartOf<C, 'path'>>
  query: SchemaOutput<PartOf<C, 'query'>>
  headers: SchemaOutput<PartOf<C, 'headers'>>
  body: SchemaOutput<PartOf<C, 'body'>>
}

/** What a caller sends: only the parts that the call takes. */
export type CallInput<C extends CallName> = {
  [
    Part in 'path' | 'query' | 'headers' | 'body' as Contract[C] extends Record<Part, unknown> ? Part : never
  ]?: SchemaInput<PartOf<C, Part>>
}

/** A complete registration. */
export type RegistrationBody = NonNullable<CallInput<'POST /api/v1/users'>['body']>

/** The output of a call. */
export type Output<C extends CallName> = Contract[C]['output'] extends infer S extends z.ZodType
  ? z.output<S>
  : undefined
