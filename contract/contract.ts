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

/** The resources: their tags in the OpenAPI document, what their calls are for, and the rows of the calls. */
export const resources = {
  Plans: { rows: planRows, description: 'The plans of the catalogue, checkouts and downloads.' },
  Users: { rows: userRows, description: 'Registration, and the user who is signed in.' },
  Subscriptions: {
    rows: subscriptionRows,
    description: 'The subscriptions of all people, and what administrators do with them.',
  },
  Subscribers: { rows: subscriberRows, description: 'The people in the shop, and what administrators do for them.' },
  Reviews: { rows: reviewRows, description: 'People whom screening has put on hold, or flagged for a decision.' },
  Screening: { rows: screeningRows, description: 'The denied-party lists, and the checks against them.' },
  'Payment issues': { rows: paymentIssueRows, description: 'Payments that need a decision.' },
  Emails: { rows: mailRows, description: 'Emails that could not be sent, and emails that are sent again.' },
  Queue: {
    rows: queueRows,
    description: 'What waits for an administrator: failed jobs, and people who asked to be erased.',
  },
  Audit: { rows: auditRows, description: 'What administrators and API keys did.' },
  'Retained evidence': {
    rows: retainedEvidenceRows,
    description: 'Evidence about erased people that the law requires to keep.',
  },
  Overview: { rows: overviewRows, description: 'The figures of the admin area.' },
  Catalogue: { rows: catalogueRows, description: 'The catalogue as the shop has read it.' },
  Views: { rows: viewRows, description: 'Saved filters of the list of users.' },
  Settings: { rows: settingsRows, description: 'Settings of the shop, its emails and the administrators.' },
  'API keys': { rows: keyRows, description: 'Keys with which other programs call the API.' },
  Events: { rows: eventRows, description: 'Messages about changes, in the order of writing.' },
  Webhooks: { rows: webhookRows, description: 'Endpoints that receive the same messages, and their deliveries.' },
  Account: { rows: accountRows, description: 'What signed-in people do with their own account.' },
  Devices: { rows: deviceRows, description: 'Computers on which people are signed in to a licensed program.' },
  Session: { rows: sessionRows, description: 'Signing in and out, and the preferences of a browser.' },
} as const satisfies Record<string, { rows: Record<string, Row>; description: string }>

type EachRows = (typeof resources)[keyof typeof resources]['rows']
type AllOf<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void ? All : never
/** The rows of all resources in one type. */
type Merged = { [Name in keyof AllOf<EachRows>]: AllOf<EachRows>[Name] }

/**
 * One row per API call, named by method and path: who can call it, its input and its output. The server's routes, the
 * browser's typed client (through types only) and the OpenAPI document derive from it. A row is added when its call
 * works. The rows of each resource are in a separate file.
 */
export const contract = Object.assign({}, ...Object.values(resources).map(({ rows }) => rows)) as Merged

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
