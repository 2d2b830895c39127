import { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
import type { KeyScope } from '../domain/api-key.ts'
import { subscriberShape, waitingDetails } from './person-shape.ts'
import { correctableFields } from '../domain/person/fields.ts'
import { printableLine, printableLines } from '../domain/registration/printable.ts'
import { paymentStates } from '../domain/billing/billing-news.ts'
import { intervals } from '../domain/catalogue/interval.ts'
import { type Plan, subscriptionTypes } from '../domain/catalogue/plan.ts'
import { subscriptionStatuses } from '../domain/subscription/subscription.ts'

/** The type of a row of the contract, and the shapes that several rows share. */
/** `support`: everyone with a role in the admin area. */
export type Who = 'anyone' | 'signed-in' | 'support' | 'administrator'

/** How a response can be cached: plans for a minute with an ETag, everything else not at all. */
export type Caching = 'minute' | 'never'

export type Row = {
  who: Who
  /** The name in generated clients: the `operationId` of OpenAPI. */
  operation: string
  summary: string
  description?: string
  /** The codes that are specific to the call; row-errors.ts adds those that follow from the row. */
  errors: readonly ErrorCode[]
  path?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  /** `form` rows also take the body as a form with the hidden field `_csrf`. */
  body?: z.ZodType | BodyRules
  form?: true
  /** The JSON of the response; null for 204, or a file. */
  output: z.ZodType | null
  /** The media type of the file that is returned. */
  file?: string
  /** Further statuses without a body. */
  also?: readonly (204 | 302 | 303)[]
  status?: number
  caching?: Caching
  /**
   * Compressed for clients that accept it. Only for lists without a secret, which compression could reveal by the
   * length (decision 26).
   */
  compressed?: true
  /** How many bytes a request's body has at most, where it is not the number for all calls. */
  bodyBytes?: number
  /** Rows a browser may navigate to; the others refuse to be opened as a document. */
  navigation?: true
  /** Requires a recent sign-in if roles need a second factor. */
  confirmed?: true
  /**
   * The scope, or one of several, with which an API key can make the call; without a scope the call accepts no keys.
   */
  scope?: KeyScope | readonly KeyScope[]
  /** Accepts an `Idempotency-Key` from a browser too. */
  idempotent?: true
}

export const idempotencyHeader = 'idempotency-key'

/** Whether a repeated call with the same `Idempotency-Key` is performed once. */
export const takesIdempotencyKey = ({ scope, idempotent }: Row, method: string): boolean =>
  method === 'POST' && (scope !== undefined || idempotent === true)

/** The scopes of which a key needs one. */
export const scopesOf = ({ scope = [] }: Row): readonly KeyScope[] => (typeof scope === 'string' ? [scope] : scope)

/** Whether an API key can make a call: one with its scope, or any key if every visitor can read it. */
export const takesKeys = ({ scope, who }: Row, method: string): boolean =>
  scope !== undefined || (who === 'anyone' && method === 'GET')

/** A body whose rules depend on the time, or on the plan of the call. `shapes` lists all possible shapes. */
export type BodyRules<Shape extends z.ZodType = z.ZodType> = {
  shapes: readonly Shape[]
  shapeFor: (circumstances: Circumstances) => Shape
}

export type Circumstances = {
  now: Date
  /** The plan that a registration is for: the named one, or the first trial. Refuses an unknown name. */
  plan: (name: string | undefined) => Pick<Plan, 'type' | 'requiresAffirmation'>
  headers: unknown
}

export const isBodyRules = (body: z.ZodType | BodyRules): body is BodyRules => 'shapeFor' in body

export const row = <const R extends Row>(definition: R): R => definition

/** A text of one line. Control characters are rejected in every text of a call. */
const line = z.string().regex(new RegExp(`^${printableLine}$`, 'u'), { error: 'invalidCharacters' })
export const text = line.max(10_000)
/** A line without surrounding blanks, such as a tab copied from a spreadsheet. zod runs the checks in this order. */
export const trimmedText = z
  .string()
  .trim()
  .regex(new RegExp(`^${printableLine}$`, 'u'), { error: 'invalidCharacters' })
  .max(10_000)
export const slug = line.max(100)
/** A text that may have several lines. */
export const lines = z
  .string()
  .regex(new RegExp(`^${printableLines}$`, 'u'), { error: 'invalidCharacters' })
  .max(10_000)
export const empty = z.strictObject({})
export const redirectUrl = z.object({ redirectUrl: z.string() })
export const moment = z.iso.datetime().nullable()
export const status = z.enum(subscriptionStatuses)
const planType = z.enum(subscriptionTypes)

/** A subscriber as they see themselves. */
export const ownSubscriber = subscriberShape.extend({
  /** While a correction awaits review: the new details. */
  correction: waitingDetails.optional(),
})

export const planTerms = z.object({
  name: z.string(),
  title: z.string(),
  product: z.string(),
  type: planType,
  durationInDays: z.int().nullable(),
})

/** A plan as its owner bought it: with the agreed price, excluding tax, and period. */
export const ownedPlan = planTerms.extend({
  price: z.number(),
  currency: z.string(),
  recurringInterval: z.enum(intervals).nullable(),
  recurringIntervalCount: z.int().nullable(),
})

/** The state of the payment of a subscription. Amounts in major units of `currency`; null if unknown. */
export const payment = z.object({
  /** The first state that matches; `none` for trials and complimentary subscriptions. */
  state: z.enum(paymentStates),
  nextChargeAt: moment,
  /** What the billing provider will charge then, after tax, discount and credit. */
  nextAmount: z.number().nullable(),
  /** The discount and the credit from an earlier payment that reduce that charge. */
  nextDiscount: z.number().nullable(),
  nextCredit: z.number().nullable(),
  currency: z.string().nullable(),
  lastPaidAt: moment,
  /** The last day of access while a payment is overdue. */
  graceUntil: moment,
  /** When the billing provider retries an overdue payment automatically. */
  retryAt: moment,
  /** For administrators only: the subscription at the billing provider. */
  providerUrl: z.string().nullable().optional(),
  /** For its owner only: the page on which an overdue payment can be made or confirmed. */
  payUrl: z.string().nullable().optional(),
  /**
   * For its owner only: an invoice that remains payable if renewal is stopped, because its payment is being processed
   * or it is due at `dueAt`; it is for the period until then.
   */
  owed: z
    .object({
      amount: z.number(),
      currency: z.string(),
      until: z.iso.datetime(),
      processing: z.boolean(),
      dueAt: moment,
    })
    .optional(),
})

export const ownSubscription = z.object({
  id: z.string(),
  status,
  createdDate: z.iso.datetime(),
  startDate: moment,
  endDate: moment,
  renews: z.boolean(),
  payment,
  /** For its owner only: the end date to which they can extend a trial once; null if they cannot. */
  extendableTo: moment.optional(),
  /** For administrators only. */
  latestComment: z.string().nullable().optional(),
})

/** A subscription and its owner. */
export const subscriptionRow = z.object({
  ...ownSubscription.shape,
  latestComment: z.string().nullable(),
  plan: planTerms,
  subscriber: subscriberShape,
})

/** The result for each id of a bulk action. */
export const bulkResults = z.array(
  z.object({ id: z.string(), status: z.int(), code: z.string().optional(), message: z.string().optional() }),
)

/** A new end date must lie between today and ten years ahead. */
export const byTheDay = <Shape extends z.ZodType>(shapeOn: (now: Date) => Shape): BodyRules<Shape> => ({
  shapes: [shapeOn(new Date(0))],
  shapeFor: ({ now }) => shapeOn(now),
})

export const dplStatus = z.enum(['PASS', 'PENDING', 'FAIL'])

/** A subscriber as administrators see them. */
export const adminSubscriber = subscriberShape.extend({
  /** A new address that awaits confirmation by its owner. */
  newEmail: z.string().nullable(),
  /** When they asked to be erased; null if they did not. */
  erasureRequested: moment,
  /** Details that await review. */
  correction: waitingDetails.optional(),
  registeredDate: z.iso.datetime(),
  emailVerified: z.boolean(),
  dplStatus,
  deniedCountry: z.boolean(),
  /**
   * Only in the response for one subscriber: who approved them last; null if no one did, or if a later decision
   * replaced the approval.
   */
  approved: z.object({ by: z.string(), at: z.iso.datetime() }).nullable().optional(),
})

/** Amounts in major units of `currency`. */
export const invoices = z.array(
  z.object({
    number: z.string().nullable(),
    date: z.iso.datetime(),
    periodStart: moment,
    periodEnd: moment,
    total: z.number(),
    tax: z.number(),
    refunded: z.number(),
    currency: z.string(),
    /** The card that paid; null if none did. */
    card: z.object({ brand: z.string(), lastDigits: z.string() }).nullable(),
    /** `paid`, `open`, `void` or `uncollectible`, as the billing provider has it. */
    state: z.string(),
    url: z.string().nullable(),
    pdfUrl: z.string().nullable(),
  }),
)

export const detailChange = z.object({ field: z.enum(correctableFields), before: z.string(), after: z.string() })

/** Why a person is on hold or was cleared. List entries are as on the day of the check; older checks contain less. */
export const reason = z.object({
  kind: z.string(),
  /** Identifies the finding, the same at each check. */
  key: z.string(),
  /** Whether it puts the person on hold, or only flags them for review. */
  holds: z.boolean(),
  /** In the language of the caller. */
  text: z.string(),
  list: z.string().optional(),
  listDate: z.string().optional(),
  entry: z.string().optional(),
  entryKind: z.string().optional(),
  /** The entry's primary name, if another one of its names matched. */
  entryName: z.string().optional(),
  programmes: z.array(z.string()).readonly().optional(),
  /** The listed name, the person's or company's name compared with it, and the matching words of both. */
  alias: z.string().optional(),
  compared: z.string().optional(),
  /** The two names in Latin letters as they were compared, if they are in another script. */
  readings: z.object({ compared: z.string().optional(), listed: z.string().optional() }).optional(),
  matched: z
    .array(
      z.object({
        compared: z.array(z.string()),
        listed: z.array(z.string()),
        likeness: z.number(),
        weight: z.number(),
      }),
    )
    .optional(),
  /** How similar the names are, from 0 to 1, and the parts of the score: deductions, or an addition for `spelling`. */
  score: z.number().optional(),
  breakdown: z
    .object({
      matched: z.number(),
      unlike: z.number(),
      contradicting: z.number(),
      askedOnly: z.number(),
      listedOnly: z.number(),
      common: z.number(),
      spelling: z.number(),
    })
    .optional(),
  /** The publisher's data on the entry other than its names, in its own words. */
  details: z
    .object({
      addresses: z.array(z.string()).readonly().optional(),
      birthDates: z.array(z.string()).readonly().optional(),
      birthPlaces: z.array(z.string()).readonly().optional(),
      nationalities: z.array(z.string()).readonly().optional(),
      linkedTo: z.array(z.string()).readonly().optional(),
      remarks: z.string().optional(),
      /** Two-letter codes. */
      countries: z.array(z.string()).readonly().optional(),
      /** Which field of the entry contains which of them. */
      countryFields: z
        .object({
          addresses: z.array(z.string()).readonly().optional(),
          nationalities: z.array(z.string()).readonly().optional(),
          birthPlaces: z.array(z.string()).readonly().optional(),
        })
        .optional(),
      url: z.string().optional(),
    })
    .optional(),
  /**
   * Whether the entry contains the person's country, and the share of the list's entries that do. Not part of the
   * score.
   */
  place: z.object({ agrees: z.boolean(), share: z.number() }).optional(),
  /** The day on which the entry's order ended. */
  expired: z.string().optional(),
  /** For a correction that awaits review: what it changes. */
  changes: z.array(detailChange).optional(),
})
