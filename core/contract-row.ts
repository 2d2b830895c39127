import { z } from 'zod'
import { paymentStates } from './billing-news.ts'

/** What a row of the contract says of a call, and the shapes that several rows share. */
export type Who = 'anyone' | 'signed-in' | 'administrator'

/** How an answer may be kept: plans for a minute with an ETag, everything else not at all. */
export type Caching = 'minute' | 'never'

export type Row = {
  who: Who
  summary: string
  path?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  /** `form` rows also take the body as a form with the hidden field `_csrf`. */
  body?: z.ZodType
  form?: true
  /** The JSON answered; null answers 204. */
  output: z.ZodType | null
  status?: number
  caching?: Caching
  /** Rows a browser may navigate to; the others refuse to be opened as a document. */
  navigation?: true
}

export const row = <const R extends Row>(definition: R): R => definition

export const text = z.string().max(10_000)
export const slug = z.string().max(100)
export const moment = z.iso.datetime().nullable()
export const status = z.enum(['active', 'pending', 'expired', 'cancelled'])

export const subscriberShape = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  country: z.string(),
  state: z.string().nullable(),
  phone: z.object({ countryCode: z.string(), phoneNumber: z.string() }).nullable(),
  industry: z.string().nullable(),
  jobTitle: z.string().nullable(),
})

/** A subscriber as they see themselves. */
export const ownSubscriber = subscriberShape.extend({
  /** While a correction waits for review: the details as they will be. */
  correction: subscriberShape
    .pick({ firstName: true, lastName: true, company: true, country: true, state: true })
    .optional(),
})

export const heldPlan = z.object({
  name: z.string(),
  title: z.string(),
  product: z.string(),
  type: z.enum(['trial', 'subscription']),
  durationInDays: z.int().nullable(),
})

/** How the payment of a subscription stands. Amounts in major units of `currency`; null where unknown. */
export const payment = z.object({
  /** The first that matches; `none` for trials and complimentary subscriptions. */
  state: z.enum(paymentStates),
  nextChargeAt: moment,
  /** What the billing provider will charge then, after tax, discount and credit. */
  nextAmount: z.number().nullable(),
  /** What a discount and credit from an earlier payment take off that charge. */
  nextDiscount: z.number().nullable(),
  nextCredit: z.number().nullable(),
  currency: z.string().nullable(),
  lastPaidAt: moment,
  /** The last day of access while a payment is overdue. */
  graceUntil: moment,
  /** When the billing provider tries an overdue payment again by itself. */
  retryAt: moment,
  /** To administrators only: the subscription at the billing provider. */
  providerUrl: z.string().nullable().optional(),
  /** To its owner only: the page on which an overdue payment can be made or confirmed. */
  payUrl: z.string().nullable().optional(),
})

export const ownSubscription = z.object({
  id: z.string(),
  status,
  createdDate: z.iso.datetime(),
  startDate: moment,
  endDate: moment,
  renews: z.boolean(),
  payment,
  /** To administrators only. */
  latestComment: z.string().nullable().optional(),
})

export const dplStatus = z.enum(['PASS', 'PENDING', 'FAIL'])

/** A subscriber as administrators see them. */
export const deskSubscriber = subscriberShape.extend({
  registeredDate: z.iso.datetime(),
  emailVerified: z.boolean(),
  dplStatus,
  deniedCountry: z.boolean(),
})
