import { z } from 'zod'
import { redirectUrl, row, slug, text } from './row.ts'
import { profile } from './users.ts'
import { systems } from '../domain/catalogue/system.ts'
import { intervals, subscriptionTypes } from '../domain/catalogue/plan.ts'

/** The rows of plans: what there is to have, how to come by it, and the installers of what one has. */
const planShape = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  product: z.string(),
  productTitle: z.string(),
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

/** Every field may be left out: which ones are asked for depends on what is known of the person already. */
const checkout = z.strictObject({ name: slug.exactOptional(), ...profile })
const planName = z.object({ name: slug })
/** The file's name, size in bytes and SHA-256 are there where the shop itself keeps the file. */
const installer = z.object({
  fileName: z.string().optional(),
  size: z.int().optional(),
  sha256: z.string().optional(),
  /** The system it is for, the visitor’s own unless asked for another; null where one file suits all of them. */
  system: z.enum(systems).nullable(),
  systems: z.array(z.enum(systems)),
})
/** `files`: every installer of the product that the shop itself keeps, the one offered first; a large file’s checksum comes later. */
const installerFiles = installer.extend({
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

const checkoutRow = row({
  who: 'anyone',
  summary: 'Start a trial, as a signed-in person or with a registration’s one-time token, or go and pay for a plan',
  path: planName,
  headers: z.object({ 'x-trial-token': text.max(200).optional() }),
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

export const planRows = {
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
  'GET /api/v1/questions': row({
    who: 'anyone',
    summary: 'Questions and answers of the pricing page, from the brand file, in the language of the visitor',
    output: z.array(z.object({ question: z.string(), answer: z.string() })),
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
    output: installerFiles,
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
} as const
