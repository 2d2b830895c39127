import { z } from 'zod'
import { subscriberShape } from './person-shape.ts'
import { paymentStates } from '../../domain/billing/payments/payment-state.ts'
import { intervals } from '../../domain/catalogue/interval.ts'
import { subscriptionTypes } from '../../domain/catalogue/plan.ts'
import { moment, status } from '../rows/response-schemas.ts'

const planType = z.enum(subscriptionTypes)

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
  /** Whether a stopped renewal can be resumed; of a subscription that renews, whether it could be after a stop. */
  resumable: z.boolean(),
  /** When the billing provider retries an overdue payment automatically. */
  retryAt: moment,
  /** For administrators only: the subscription at the billing provider. */
  providerUrl: z.string().nullable().optional(),
  /** For administrators only: whether something that was paid can be refunded. */
  refundable: z.boolean().optional(),
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
  /**
   * In `GET /api/v1/subscriptions/user` only: whether its end date includes days of grace, after a renewal that was not
   * paid.
   */
  inGrace: z.boolean().optional(),
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

/** Amounts in major units of `currency`. */
export const invoices = z.array(
  z.object({
    number: z.string().nullable(),
    date: z.iso.datetime(),
    periodStart: moment,
    periodEnd: moment,
    total: z.number(),
    tax: z.number(),
    /** What was returned, by refunds and lost disputes. */
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
