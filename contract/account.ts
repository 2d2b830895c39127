import { z } from 'zod'
import { languageCode } from './shapes/language.ts'
import { addressFault, neededInAddress, type AddressField } from '../domain/registration/invoice-details.ts'
import { approvalRequirements } from '../domain/screening/approval.ts'
import { fieldLimits } from '../domain/limits.ts'
import { byId, reportFault, requiredError, empty, slug, trimmedText } from './rows/input.ts'
import { correctedDetails, newEmail, presentPassword } from './users.ts'
import { invoices } from './shapes/subscription-shape.ts'
import { moment } from './rows/response-schemas.ts'
import { ownSubscriber } from './shapes/person-shape.ts'
import { row } from './rows/row.ts'

const line = (field: AddressField) =>
  z
    .string({ error: requiredError })
    .superRefine((value, context) => reportFault(addressFault(field, value), context))
    .meta({
      maxLength: fieldLimits.nameLength - 1,
      ...(neededInAddress.has(field)
        ? { minLength: 1, pattern: '^(?=[\\s\\S]*\\S)[^\\p{Cc}\\p{Cs}\\uFFFD]+$' }
        : { pattern: '^[^\\p{Cc}\\p{Cs}\\uFFFD]*$' }),
    })

/** The country and state are those of the subscriber. */
const address = z.strictObject({
  line1: line('line1'),
  line2: line('line2').default(''),
  postalCode: line('postalCode').default(''),
  city: line('city'),
})

const settings = z.object({
  /** The language of the emails. */
  language: z.string(),
  /** Invoice details besides name, company and country; null for an account that has never registered. */
  invoices: z
    .object({
      address: z.object({ line1: z.string(), line2: z.string(), postalCode: z.string(), city: z.string() }).nullable(),
      vatId: z.string(),
    })
    .nullable(),
  /** Whether people sign in to programs on their computers here. */
  hasDevices: z.boolean(),
  /** Whether there are licence files for computers without a network. */
  hasLicenceFiles: z.boolean(),
  /** A new address that awaits confirmation by its owner. */
  newEmail: z.string().nullable(),
  /** When the person asked to be erased; null if they did not. */
  erasureRequested: moment,
  /** The host of the identity provider that stores email address and password; null if this shop does. */
  otherIssuer: z.string().nullable(),
})

/** The rows of the account page's calls. */
export const accountRows = {
  'GET /api/v1/account/invoices': row({
    who: 'signed-in',
    operation: 'listOwnInvoices',
    summary: 'List the own invoices',
    description: 'Newest first. The status is 503 while the billing provider is unreachable.',
    errors: ['NOT_FOUND', 'PAYMENTS_UNAVAILABLE'],
    output: invoices,
  }),
  'POST /api/v1/account/details': row({
    who: 'signed-in',
    operation: 'correctOwnDetails',
    summary: 'Correct the own name, company or country',
    description: 'Invoices name them. While the account is not cleared, the correction waits for review.',
    errors: ['NOT_FOUND', 'PERSON_REFUSED', 'SCREENING_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
    body: z.strictObject(correctedDetails),
    output: ownSubscriber,
  }),
  'GET /api/v1/account/settings': row({
    who: 'signed-in',
    operation: 'getSettings',
    summary: 'Get the settings of the own account',
    errors: [],
    output: settings,
  }),
  'GET /api/v1/account/approval': row({
    who: 'signed-in',
    operation: 'getApprovalRequirements',
    summary: 'Get what the own approval requires',
    description: 'Only if that is the email address or the company; other reasons are not told.',
    errors: [],
    output: z.object({ requirements: z.array(z.enum(approvalRequirements)) }),
  }),
  'POST /api/v1/account/profile': row({
    who: 'signed-in',
    operation: 'changeProfile',
    summary: 'Change the own invoice address, VAT id or language',
    description: 'Fields that are left out stay. An address of null and an empty VAT id are removed.',
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    body: z.strictObject({
      address: address.nullable().exactOptional(),
      vatId: trimmedText.exactOptional(),
      language: languageCode.exactOptional(),
    }),
    output: settings,
  }),
  'POST /api/v1/account/email': row({
    who: 'signed-in',
    operation: 'changeOwnEmail',
    summary: 'Request a new own email address',
    description:
      'Requires the password. The new address is sent a link and takes effect once the link is followed; the old address gets a link to cancel, valid for 7 days. The response is the same if the new address already has an account; its owner is notified instead.',
    errors: [
      'EMAIL_ELSEWHERE',
      'EMAIL_SAME_OWN',
      'MAIL_LIMIT',
      'NOT_CONFIRMED',
      'NOT_FOUND',
      'TOO_MANY_REQUESTS',
      'WRONG_PASSWORD',
    ],
    body: z.strictObject({ email: newEmail, password: presentPassword }),
    output: null,
    confirmed: true,
  }),
  'GET /api/v1/account/sessions': row({
    who: 'signed-in',
    operation: 'listSessions',
    summary: 'List the own sessions',
    description: 'Last used first.',
    errors: [],
    output: z.array(
      z.object({
        id: z.string(),
        /** True for the session that makes the call. */
        current: z.boolean(),
        /** Browser and system; null if the browser did not send them. */
        browser: z.string().nullable(),
        began: z.iso.datetime(),
        lastSeen: z.iso.datetime(),
      }),
    ),
  }),
  'POST /api/v1/account/sessions/end': row({
    who: 'signed-in',
    operation: 'endSessions',
    summary: 'End one of the own sessions',
    description: 'Without `id`, all but the one that asks, also at the built-in identity provider.',
    errors: ['NOT_FOUND'],
    body: z.strictObject({ id: slug.exactOptional() }),
    output: null,
  }),
  'POST /api/v1/account/erasure/request': row({
    who: 'signed-in',
    operation: 'requestErasure',
    summary: 'Request erasure of the own data',
    description: 'An administrator sees the request and erases. The status is 409 for a second request.',
    errors: ['ERASURE_REQUESTED', 'MAIL_LIMIT', 'NOT_FOUND'],
    body: empty,
    output: null,
  }),
  'POST /api/v1/account/erasure/withdraw': row({
    who: 'signed-in',
    operation: 'withdrawErasure',
    summary: 'Withdraw the request for erasure',
    errors: ['ERASURE_NOT_REQUESTED', 'NOT_FOUND'],
    body: empty,
    output: null,
  }),
  'GET /api/v1/account/export': row({
    who: 'signed-in',
    operation: 'exportOwnData',
    summary: 'Export all data about the signed-in person',
    description: 'A JSON file; with `format=html`, a page to read.',
    errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    query: z.strictObject({ format: z.enum(['json', 'html']).default('json') }),
    file: 'text/html',
    output: z.record(z.string(), z.unknown()),
    navigation: true,
  }),
  'POST /api/v1/account/sign-out-everywhere': row({
    who: 'signed-in',
    operation: 'signOutEverywhere',
    summary: 'End all own sessions',
    errors: [],
    body: empty,
    output: null,
  }),
  'GET /api/v1/orders/{id}': row({
    who: 'signed-in',
    operation: 'getOrder',
    summary: 'Get the state of a purchase',
    description:
      'Asks the payment provider while the state is unknown, at most once in ten seconds. `processing`: the payment takes days, as a bank debit does. `failed`: it was returned. `bought` is the plan that was ordered, the subscription that its payment started or continued, and the number of its invoice, null until it is known; null if there is none. The plan may have changed since.',
    errors: [],
    path: byId,
    output: z.object({
      state: z.enum(['waiting', 'processing', 'done', 'closed', 'failed']),
      bought: z
        .object({
          plan: z.object({ name: z.string(), title: z.string() }),
          subscription: z.uuid(),
          invoiceNumber: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
} as const
