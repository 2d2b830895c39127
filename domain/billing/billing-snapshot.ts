/**
 * What the billing provider stores about one subscription, in our own terms. Entitlement follows the provider's
 * subscription item: its price determines the plan, its status and period determine access. Payment is a separate fact.
 */
import type { Interval } from '../catalogue/interval.ts'
import type { PaymentCard } from './payments/payment-card.ts'

/** The status of the provider's subscription: docs.stripe.com/api/subscriptions/object, `status`. */
export type BillingStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused'

/** What the provider does at the end of the period: charge again, bill nothing for now, or end. */
export type Charging = 'on' | 'paused' | 'off'

export type Period = { start: Date; end: Date }

/** An invoice of the subscription. Amounts are in minor units of `currency`. */
export type BillingInvoice = {
  id: string
  number: string | null
  /** `void`: no longer owed. `uncollectible`: still owed, but no longer collected. */
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  createdAt: Date
  /** The period that its lines for the subscription's item pay for; null if it bills something else. */
  period: Period | null
  currency: string
  /** What it credits for unused time, and the end of the credited period; absent or null for nothing. */
  credit?: { amount: number; periodEnd: Date } | null
  /** After discounts, with tax, before the customer's credit. Negative if the customer gains credit. */
  total: number
  tax: number
  amountDue: number
  amountPaid: number
  /** How often the provider has tried to collect it, and when it will try next. */
  attempts: number
  nextAttempt: Date | null
  /** Set if the customer pays by invoice instead of with a stored payment method. */
  dueDate: Date | null
  /** The provider could not finalise it, for example because it could not calculate the tax. */
  finalizationFailed: boolean
  paidAt: Date | null
  /** The provider's id of its payment (`pi_…`); null if nothing was collected. */
  payment: string | null
  /** The page on which the customer can pay it. */
  url: string | null
}

export type BillingRefund = {
  id: string
  amount: number
  at: Date
  status: 'pending' | 'succeeded' | 'failed'
  /** Our own id of the request, if the shop made it. */
  request: string | null
}
/** `answerBy`: the deadline of an inquiry, if the provider states one. */
export type BillingDispute = { id: string; amount: number; at: Date; status: DisputeStatus; answerBy?: Date | null }

/** The states of a dispute that took no money: a bank inquires, its inquiry was answered, or it was closed. */
export const disputesWithoutMoney = ['inquiry', 'answered', 'closed'] as const
/** `open`: the bank has taken the money back until it is decided. */
export type DisputeStatus = 'open' | 'won' | 'lost' | (typeof disputesWithoutMoney)[number]

/** The state of one payment, read if a rule needs it. Amounts are in minor units. */
export type BillingPayment = {
  id: string
  status: 'succeeded' | 'processing' | 'requires_action' | 'unpaid'
  received: number
  refunded: number
  refunds: readonly BillingRefund[]
  disputes: readonly BillingDispute[]
  /** Absent or null if no card paid. */
  card?: PaymentCard | null
  /** When the last attempt failed and the code of the reason; absent or null if it did not. */
  failure?: { at: Date; reason: string | null } | null
}

/**
 * `amount` is the remainder after tax, `discount` and `credit`. Minor units; null if the provider cannot state it.
 * `otherPlan` is set if a change of plan is scheduled for that time: the new plan, or null for a price without one.
 */
export type NextCharge = {
  at: Date
  otherPlan?: string | null
  amount: number | null
  discount: number | null
  credit: number | null
  currency: string
}

export type PriceTerms = {
  priceMinor: number
  currency: string
  recurringInterval: Interval
  recurringIntervalCount: number
}

/** A snapshot of the provider's side of one subscription. */
export type BillingSnapshot = {
  id: string
  customer: string
  /** The order with which it began; null for one that the shop did not sell. */
  order: string | null
  status: BillingStatus
  charging: Charging
  /** True if the provider pauses it because a payment failed. */
  pausedByFailure?: boolean
  /** The price of its item, and the plan to which it belongs; null for a price without a plan. */
  price: string
  plan: string | null
  /** The amount of that price; absent or null if it is not one amount for weeks, months or years. */
  priced?: PriceTerms | null
  /** The charged quantity; absent or null if it is not counted. */
  quantity?: number | null
  /** Why the provider no longer calculates tax for it although the vendor has tax on, its own code; null if it does. */
  taxStopped?: string | null
  /** The number of items besides the plan that are charged with it; none by default. */
  otherItems?: number
  period: Period
  endedAt: Date | null
  /** Newest first. */
  invoices: readonly BillingInvoice[]
  payments: readonly BillingPayment[]
  /** The next charge; null if there is none. */
  next?: NextCharge | null | undefined
}

/** A second is the precision of the provider's times. */
const sameMoment = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime()) < 1000

/**
 * Whether the invoice bills the current period, and not one of an earlier plan that happens to end at the same time.
 */
export function covers(invoice: BillingInvoice, { start, end }: Period): boolean {
  return invoice.period !== null && sameMoment(invoice.period.end, end) && invoice.period.start >= start
}

export function hasEnded({ status, endedAt }: Pick<BillingSnapshot, 'status' | 'endedAt'>): boolean {
  return endedAt !== null || status === 'canceled' || status === 'incomplete_expired'
}

/** Whether any of the payments that were read is disputed now. */
export function hasOpenDispute({ payments }: Pick<BillingSnapshot, 'payments'>): boolean {
  return payments.some(({ disputes }) => disputes.some(({ status }) => status === 'open'))
}

/** Whether all of a payment was returned, by refunds or a lost dispute. */
export function returnedInFull(payment: BillingPayment): boolean {
  const { received, refunded } = payment
  return received > 0 && refunded + lostIn(payment) >= received
}

/** Returns what lost disputes took of a payment. */
export function lostIn({ disputes }: Pick<BillingPayment, 'disputes'>): number {
  return disputes.filter(({ status }) => status === 'lost').reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns the id to which a refund refers: of the payment, or of the invoice if the customer's credit paid it. */
export function paymentOf(invoice: BillingInvoice): string | null {
  return invoice.payment ?? (invoice.total > 0 ? invoice.id : null)
}
