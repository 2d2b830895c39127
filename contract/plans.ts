import { z } from 'zod'
import { redirectUrl } from './rows/response-schemas.ts'
import { row } from './rows/row.ts'
import { slug } from './rows/input.ts'
import { profile } from './users.ts'
import { systems } from '../domain/catalogue/system.ts'
import { intervals } from '../domain/catalogue/interval.ts'
import { subscriptionTypes } from '../domain/catalogue/plan.ts'

/** The rows of plans: which plans exist, checkout, and the installers of owned plans. */
const planShape = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  product: z.string(),
  productTitle: z.string(),
  productPicture: z.string().nullable().describe('An https address, or the name of a drawing of the sample shop'),
  type: z.enum(subscriptionTypes),
  price: z.number(),
  currency: z.string(),
  recurringInterval: z.enum(intervals).nullable(),
  recurringIntervalCount: z.int().nullable(),
  durationInDays: z.int().nullable(),
  description: z.string().describe('base64 of UTF-8 text'),
  conditions: z.string().describe('base64 of UTF-8 text'),
  requiresAffirmation: z.boolean(),
  purchasable: z.boolean().describe('False while the plan cannot be bought'),
  recommended: z.boolean().describe('Whether the pricing page recommends it: one plan at most'),
})

/** Every field is optional, because the required ones depend on what is known of the person. */
const checkout = z.strictObject({ name: slug.exactOptional(), ...profile })
const planName = z.object({ name: slug })
/** The file's name, size in bytes and SHA-256 are present if the shop itself stores the file. */
const installer = z.object({
  fileName: z.string().optional(),
  size: z.int().optional(),
  sha256: z.string().optional(),
  /** Its system: the visitor’s own unless another was requested; null if one file suits all of them. */
  system: z.enum(systems).nullable(),
  systems: z.array(z.enum(systems)),
})
/**
 * `product` is the key of the product that it installs, `title` its name. `files`: every installer of the product that
 * the shop stores, the offered one first; a large file’s checksum is added later.
 */
const installerFiles = installer.extend({
  product: z.string(),
  title: z.string(),
  /** Whether the person is asked for the affirmation first. */
  asksAffirmation: z.boolean(),
  files: z.array(
    z.object({
      fileName: z.string(),
      system: z.enum(systems).nullable(),
      sha256: z.string().nullable(),
    }),
  ),
})
const link = installer.extend({ link: z.string() })
const forSystem = z.object({ system: z.enum(systems).optional() })

const linkErrors = [
  'NOT_ENTITLED',
  'ACCOUNT_ON_HOLD',
  'NO_INSTALLER',
  'SCREENING_UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'UNKNOWN_PRODUCT',
] as const

const checkoutRow = row({
  who: 'anyone',
  operation: 'startCheckout',
  summary: 'Start a trial, or start paying for a plan',
  description: 'As a signed-in person, or for a trial with the one-time token of a registration.',
  errors: [
    'COUNTRY_DENIED',
    'EMAIL_TAKEN',
    'FORGOTTEN',
    'IN_REVIEW',
    'ORDER_REPLACED',
    'OTHER_CURRENCY',
    'PAYMENTS_UNAVAILABLE',
    'PERSON_REFUSED',
    'PLAN_NOT_SOLD',
    'SCREENING_UNAVAILABLE',
    'SIGN_IN_NEEDED',
    'SUBSCRIPTION_EXISTS',
    'TOO_MANY_REQUESTS',
    'TRIAL_EXISTS',
    'TRIAL_EXPIRED',
    'TRIAL_TOKEN',
    'UNKNOWN_PLAN',
  ],
  path: planName,
  // Any text: a token that is not valid is refused with TRIAL_TOKEN.
  headers: z.object({ 'x-trial-token': z.string().optional() }),
  body: checkout,
  form: true,
  idempotent: true,
  // 204 for a trial by token, and 303 for one of a signed-in person.
  also: [204, 303],
  output: redirectUrl,
})

const downloadRow = row({
  who: 'signed-in',
  operation: 'openSubscription',
  summary: 'Get the URL of the own subscription',
  description:
    'For a paid plan, the customer portal of the payment provider, or the account page of a person who never paid; for a trial, the confirmation page.',
  errors: ['BILLING_PAGE_REFUSED', 'NOT_ENTITLED', 'PAYMENTS_UNAVAILABLE', 'UNKNOWN_PLAN'],
  path: planName,
  body: z.strictObject({ name: slug.optional() }),
  form: true,
  output: redirectUrl,
})

export const planRows = {
  'GET /api/v1/plans': row({
    who: 'anyone',
    operation: 'listPlans',
    summary: 'List the plans',
    description: 'In the order of the catalogue.',
    errors: [],
    query: z.strictObject({ type: z.enum(['paid', 'trial']).optional() }),
    output: z.array(planShape),
    caching: 'minute',
  }),
  'GET /api/v1/plans/active': row({
    who: 'signed-in',
    operation: 'listActivePlans',
    summary: 'List the active plans of the signed-in person',
    errors: [],
    output: z.array(z.object({ name: z.string() })),
  }),
  'GET /api/v1/plans/{name}': row({
    who: 'anyone',
    operation: 'getPlan',
    summary: 'Get a plan',
    errors: ['UNKNOWN_PLAN'],
    path: planName,
    output: planShape,
    caching: 'minute',
  }),
  'GET /api/v1/questions': row({
    who: 'anyone',
    operation: 'listQuestions',
    summary: 'List the questions and answers of the pricing page',
    description: 'They come from the brand file, in the language of the visitor.',
    errors: [],
    output: z.array(z.object({ question: z.string(), answer: z.string() })),
  }),
  'POST /api/v1/plans/{name}/checkout': row(checkoutRow),
  'POST /api/v1/products/{name}/checkout': row({
    ...checkoutRow,
    operation: 'startCheckoutByForm',
    summary: 'Start a checkout from a plain form',
  }),
  'POST /api/v1/plans/{name}/download': row(downloadRow),
  'POST /api/v1/products/{name}/download': row({
    ...downloadRow,
    operation: 'openSubscriptionByForm',
    summary: 'Open the own subscription from a plain form',
  }),
  'GET /api/v1/plans/{name}/installer': row({
    who: 'signed-in',
    operation: 'getInstaller',
    summary: 'Get file name, size and checksum of the installer of a plan',
    description:
      'With `companion`, of the companion product; without a companion, of the own product as well. Nothing is checked or recorded.',
    errors: ['NOT_ENTITLED', 'ACCOUNT_ON_HOLD', 'NO_INSTALLER', 'UNKNOWN_PLAN', 'UNKNOWN_PRODUCT'],
    path: planName,
    query: forSystem.extend({ companion: z.literal('yes').optional() }),
    output: installerFiles,
  }),
  'GET /api/v1/plans/{name}/download/link': row({
    who: 'signed-in',
    operation: 'getInstallerLink',
    summary: 'Get a signed URL of the installer of a plan',
    description: 'The URL is valid for the signed-in person only.',
    errors: [
      'NOT_ENTITLED',
      'ACCOUNT_ON_HOLD',
      'NO_INSTALLER',
      'SCREENING_UNAVAILABLE',
      'TOO_MANY_REQUESTS',
      'UNKNOWN_PLAN',
      'UNKNOWN_PRODUCT',
    ],
    path: planName,
    query: forSystem,
    output: link,
  }),
  'GET /api/v1/download/statistica': row({
    who: 'signed-in',
    operation: 'getCompanionLink',
    summary: 'Get a signed URL of the installer of the companion product',
    description:
      'The URL is valid for the signed-in person only. `affirmation=yes` records that the person affirmed what plans of the product require.',
    errors: linkErrors,
    query: forSystem.extend({ affirmation: z.literal('yes').optional() }),
    output: link,
  }),
  'GET /api/v1/download/{product}': row({
    who: 'signed-in',
    operation: 'getProductLink',
    summary: 'Get a signed URL of the installer of a product',
    description: 'The URL is valid for the signed-in person only.',
    errors: linkErrors,
    path: z.object({ product: slug }),
    query: forSystem,
    output: link,
  }),
} as const
