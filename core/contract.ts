import { z } from 'zod'
import { themes } from './preferences.ts'
import { systems } from './system.ts'
import { languages } from './words/language.ts'
import { billingRows } from './contract-billing.ts'
import { deskRows } from './contract-desk.ts'
import { reviewRows } from './contract-review.ts'
import { heldPlan, ownSubscriber, ownSubscription, row, slug, text, type Row } from './contract-row.ts'

/**
 * One row per API call, named by method and path: who may call it, what goes in, what comes out. The server's routes, the
 * browser's typed client (by type alone) and the OpenAPI document all derive from it. A row is there when it works.
 */
const empty = z.strictObject({})

export const planShape = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  product: z.string(),
  type: z.enum(['trial', 'subscription']),
  price: z.number(),
  currency: z.string(),
  recurringInterval: z.enum(['week', 'month', 'year']).nullable(),
  recurringIntervalCount: z.int().nullable(),
  durationInDays: z.int().nullable(),
  description: z.string().describe('base64 of UTF-8 text'),
  conditions: z.string().describe('base64 of UTF-8 text'),
  requiresAffirmation: z.boolean(),
})

const user = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(['SUBSCRIPTION_ADMIN']).nullable(),
  deniedCountry: z.boolean(),
  dplStatus: z.enum(['PASS', 'PENDING', 'FAIL']).nullable(),
})

const phone = z.strictObject({ countryCode: text.exactOptional(), phoneNumber: text.exactOptional() })

/** Every field may be missing here: which ones a plan asks for, and what they must be, core/registration.ts says. */
const profile = {
  email: text.exactOptional(),
  firstName: text.exactOptional(),
  lastName: text.exactOptional(),
  company: text.exactOptional(),
  country: text.exactOptional(),
  state: text.exactOptional(),
  phone: phone.exactOptional(),
  jobFunction: text.exactOptional(),
  industry: text.exactOptional(),
  otherIndustry: z.boolean().exactOptional(),
  termsAndConditions: z.boolean().exactOptional(),
  affirmation: z.boolean().exactOptional(),
}

const registration = z.strictObject(profile)
const { email: _email, ...profileWithoutEmail } = profile
const checkout = z.strictObject({ name: slug.exactOptional(), ...profileWithoutEmail })
const planName = z.object({ name: slug })
const redirectUrl = z.object({ redirectUrl: z.string() })
/** The file's name, size in bytes and SHA-256 are there where the shop itself keeps the file. */
const installer = z.object({
  fileName: z.string().optional(),
  size: z.int().optional(),
  sha256: z.string().optional(),
  /** The system it is for, the visitor’s own unless asked for another; null where one file suits all of them. */
  system: z.enum(systems).nullable(),
  systems: z.array(z.enum(systems)),
})
const link = installer.extend({ link: z.string() })
const forSystem = z.object({ system: z.enum(systems).optional() })

const checkoutRow = row({
  who: 'anyone',
  summary: 'Start a trial, as a signed-in person or with a registration’s one-time token, or go and pay for a plan',
  path: planName,
  headers: z.object({ 'x-trial-token': z.string().max(200).optional() }),
  body: checkout,
  form: true,
  output: redirectUrl,
})

const downloadRow = row({
  who: 'signed-in',
  summary: 'Take me to my subscription',
  path: planName,
  body: z.strictObject({ name: slug.optional() }),
  form: true,
  output: redirectUrl,
})

export const contract = {
  'GET /api/v1/plans': row({
    who: 'anyone',
    summary: 'The plans of the catalogue, in its order',
    query: z.strictObject({ type: z.enum(['paid', 'trial']).optional() }),
    output: z.array(planShape),
    caching: 'minute',
  }),
  'GET /api/v1/plans/active': row({
    who: 'signed-in',
    summary: 'The plans the signed-in person has at present',
    output: z.array(z.object({ name: z.string() })),
  }),
  'GET /api/v1/plans/{name}': row({
    who: 'anyone',
    summary: 'One plan',
    path: planName,
    output: planShape,
    caching: 'minute',
  }),
  'POST /api/v1/plans/{name}/checkout': row(checkoutRow),
  'POST /api/v1/products/{name}/checkout': row({ ...checkoutRow, summary: 'The same, for plain forms' }),
  'POST /api/v1/plans/{name}/download': row(downloadRow),
  'POST /api/v1/products/{name}/download': row({ ...downloadRow, summary: 'The same, for plain forms' }),
  'GET /api/v1/plans/{name}/installer': row({
    who: 'signed-in',
    summary:
      'The file name, size and checksum of the plan’s installer, or of the companion product’s; nothing is checked or recorded',
    path: planName,
    query: forSystem.extend({ companion: z.literal('yes').optional() }),
    output: installer,
  }),
  'GET /api/v1/plans/{name}/download/link': row({
    who: 'signed-in',
    summary: 'The address of the plan’s installer, signed for this person',
    path: planName,
    query: forSystem,
    output: link,
  }),
  'GET /api/v1/download/statistica': row({
    who: 'signed-in',
    summary: 'The address of the companion product’s installer, signed for this person',
    query: forSystem,
    output: link,
  }),
  'GET /api/v1/download/{product}': row({
    who: 'signed-in',
    summary: 'The address of a product’s installer, signed for this person',
    path: z.object({ product: slug }),
    query: forSystem,
    output: link,
  }),
  'GET /api/v1/users/userinfo': row({
    who: 'anyone',
    summary: 'Who is signed in',
    output: z.object({ user: z.union([z.literal('anonymousUser'), user]) }),
  }),
  'GET /api/v1/users/search/{email}': row({
    who: 'anyone',
    summary: 'Success means that an account exists',
    path: z.object({ email: z.string().max(400) }),
    output: z.object({ email: z.string() }),
  }),
  'POST /api/v1/users': row({
    who: 'anyone',
    summary: 'Register; the header names the plan the person came for',
    headers: z.object({ 'x-selected-product': slug.optional() }),
    body: registration,
    output: z.object({ email: z.string(), trialToken: z.string() }),
    status: 201,
  }),
  'GET /api/v1/subscriptions/user': row({
    who: 'signed-in',
    summary: 'Subscriber and subscriptions of the signed-in person, or of somebody else for an administrator',
    query: z.strictObject({ id: z.string().max(100).optional() }),
    output: z.object({
      subscriber: ownSubscriber.nullable(),
      subscriptions: z.array(z.object({ plan: heldPlan, subscription: ownSubscription })),
    }),
  }),
  'POST /api/v1/subscriptions/stop-renewal/{id}': row({
    who: 'signed-in',
    summary: 'Cancel the next payment: the subscription ends with its end date',
    path: z.object({ id: slug }),
    body: empty,
    form: true,
    output: ownSubscription,
  }),
  'POST /api/v1/subscriptions/resume-renewal/{id}': row({
    who: 'signed-in',
    summary: 'Let the subscription renew after all',
    path: z.object({ id: slug }),
    body: empty,
    form: true,
    output: ownSubscription,
  }),
  'GET /api/v1/orders/{id}': row({
    who: 'signed-in',
    summary: 'What became of a purchase; asks the payment provider when it is not known yet',
    path: z.object({ id: slug }),
    output: z.object({ state: z.enum(['waiting', 'done', 'closed']) }),
  }),
  'GET /api/v1/account/export': row({
    who: 'signed-in',
    summary: 'Everything the shop keeps about the signed-in person, as a file',
    output: z.record(z.string(), z.unknown()),
    navigation: true,
  }),
  'POST /api/v1/account/sign-out-everywhere': row({
    who: 'signed-in',
    summary: 'End all sessions of the signed-in person',
    body: empty,
    output: null,
  }),
  ...deskRows,
  ...billingRows,
  ...reviewRows,
  'GET /api/v1/config/tss': row({
    who: 'anyone',
    summary: 'The server the desktop client talks to',
    output: z.object({ tssUrl: z.string() }),
  }),
  'GET /api/v1/login': row({
    who: 'anyone',
    summary: 'Sign in and come back to a path of this site',
    query: z.object({ redirect_url: z.string().optional(), prompt: z.literal('create').optional() }),
    output: null,
    navigation: true,
  }),
  'POST /api/v1/preferences': row({
    who: 'anyone',
    summary: 'Remember in which language and which colours to show the shop; `back` is a path on this site',
    body: z.strictObject({
      language: z.enum(languages).exactOptional(),
      theme: z.enum(themes).exactOptional(),
      back: text.exactOptional(),
    }),
    form: true,
    output: null,
  }),
  'POST /logout': row({
    who: 'anyone',
    summary: 'Sign out here and at the identity provider',
    body: empty,
    form: true,
    output: redirectUrl,
  }),
} as const satisfies Record<string, Row>

export type Contract = typeof contract
export type CallName = keyof Contract

type Parsed<C extends CallName, Part extends string> =
  Contract[C] extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined

/** What a handler of a call receives, checked. */
export type Input<C extends CallName> = {
  path: Parsed<C, 'path'>
  query: Parsed<C, 'query'>
  headers: Parsed<C, 'headers'>
  body: Parsed<C, 'body'>
}

/** What a call answers. */
export type Output<C extends CallName> = Contract[C]['output'] extends infer S extends z.ZodType
  ? z.output<S>
  : undefined
