import { z } from 'zod'
import { addressFault, neededInAddress, type AddressField } from '../domain/registration/invoice-details.ts'
import { approvalRequirements } from '../domain/screening/approval.ts'
import { languages } from '../domain/language.ts'
import { fieldLimits } from '../domain/limits.ts'
import { byId, report, required } from './input.ts'
import { correctedDetails, newEmail, presentPassword } from './users.ts'
import { empty, invoices, moment, ownSubscriber, row, text, trimmedText } from './row.ts'

const line = (field: AddressField) =>
  z
    .string({ error: required })
    .max(10_000)
    .superRefine((value, context) => report(addressFault(field, value), context))
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
  /** Of the emails. */
  language: z.enum(languages),
  /** Invoice details besides name, company and country; null for an account that has never registered. */
  invoices: z
    .object({
      address: z.object({ line1: z.string(), line2: z.string(), postalCode: z.string(), city: z.string() }).nullable(),
      vatId: z.string(),
    })
    .nullable(),
  /** A new address that waits for its owner to prove it. */
  newEmail: z.string().nullable(),
  /** When one asked to be erased; null where one did not. */
  erasureRequested: moment,
  /** The host of the identity provider that keeps email address and password; null where this shop does. */
  otherIssuer: z.string().nullable(),
})

/** The rows of one's own account. */
export const accountRows = {
  'GET /api/v1/account/invoices': row({
    who: 'signed-in',
    summary: 'One’s own invoices, newest first; 503 while the billing provider cannot be reached',
    output: invoices,
  }),
  'POST /api/v1/account/details': row({
    who: 'signed-in',
    summary:
      'Correct one’s own name, company or country, which invoices name; while the account is not cleared, the correction waits for review',
    body: z.strictObject(correctedDetails),
    output: ownSubscriber,
  }),
  'GET /api/v1/account/settings': row({
    who: 'signed-in',
    summary: 'What one may change of one’s own account',
    output: settings,
  }),
  'GET /api/v1/account/approval': row({
    who: 'signed-in',
    summary:
      'What one’s own approval requires, where that is the email address or the company; of other reasons nothing is told',
    output: z.object({ requirements: z.array(z.enum(approvalRequirements)) }),
  }),
  'POST /api/v1/account/profile': row({
    who: 'signed-in',
    summary:
      'Change the address and VAT id on one’s own invoices, and the language of emails; what is left out stays, an address of null and an empty VAT id are removed',
    body: z.strictObject({
      address: address.nullable().exactOptional(),
      vatId: trimmedText.exactOptional(),
      language: z.enum(languages).exactOptional(),
    }),
    output: settings,
  }),
  'POST /api/v1/account/email': row({
    who: 'signed-in',
    summary:
      'Request a new email address, with one’s password: it is sent a link and takes effect once the link is followed; the old address gets a link to cancel, valid for 7 days. The response is the same if the new address already has an account; its owner is notified instead',
    body: z.strictObject({ email: newEmail, password: presentPassword }),
    output: null,
    confirmed: true,
  }),
  'GET /api/v1/account/sessions': row({
    who: 'signed-in',
    summary: 'Where one is signed in, the session used last first',
    output: z.array(
      z.object({
        id: z.string(),
        /** The one that asks. */
        current: z.boolean(),
        /** Browser and system; null where the browser did not say. */
        browser: z.string().nullable(),
        began: z.iso.datetime(),
        lastSeen: z.iso.datetime(),
      }),
    ),
  }),
  'POST /api/v1/account/sessions/end': row({
    who: 'signed-in',
    summary:
      'End one of one’s own sessions, or without `id` all but the one that asks, also at the built-in identity provider',
    body: z.strictObject({ id: text.exactOptional() }),
    output: null,
  }),
  'POST /api/v1/account/erasure/request': row({
    who: 'signed-in',
    summary: 'Ask to be erased: an administrator sees the request and erases; a second request is a 409',
    body: empty,
    output: null,
  }),
  'POST /api/v1/account/erasure/withdraw': row({
    who: 'signed-in',
    summary: 'Take the request to be erased back',
    body: empty,
    output: null,
  }),
  'GET /api/v1/account/export': row({
    who: 'signed-in',
    summary: 'Everything the shop keeps about the signed-in person: a JSON file, or with format=html a page to read',
    query: z.strictObject({ format: z.enum(['json', 'html']).default('json') }),
    output: z.record(z.string(), z.unknown()),
    navigation: true,
  }),
  'POST /api/v1/account/sign-out-everywhere': row({
    who: 'signed-in',
    summary: 'End all sessions of the signed-in person',
    body: empty,
    output: null,
  }),
  'GET /api/v1/orders/{id}': row({
    who: 'signed-in',
    summary:
      'What became of a purchase; asks the payment provider when it is not known yet, once in ten seconds. `processing`: the payment takes days, as a bank debit does; `failed`: it came back',
    path: byId,
    output: z.object({ state: z.enum(['waiting', 'processing', 'done', 'closed', 'failed']) }),
  }),
} as const
