/**
 * What the billing provider stores about one subscription, in our own terms, and the payment state of its current
 * period. Entitlement follows the provider's subscription item: its price determines the plan, its status and period
 * determine access. Payment is a separate fact.
 */

import type { Interval } from '../catalogue/interval.ts'
import type { PaymentCard } from './payment-card.ts'

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

/** `amount` is the remainder after tax, `discount` and `credit`. Minor units; null if the provider cannot state it. */
export type NextCharge = {
  at: Date
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
  period: Period
  endedAt: Date | null
  /** Newest first. */
  invoices: readonly BillingInvoice[]
  payments: readonly BillingPayment[]
  /** The next charge; null if there is none. */
  next?: NextCharge | null | undefined
}

/** The payment state of the current period at the provider. */
export type Standing =
  /** Paid, free, or a trial. */
  | { kind: 'given'; invoice: BillingInvoice | null }
  /** Its invoice is a draft, not yet due, or its payment is being processed. */
  | { kind: 'awaited'; invoice: BillingInvoice; processing: boolean }
  /** Its payment failed, or the due date of its invoice has passed. */
  | { kind: 'failed'; invoice: BillingInvoice; due: Date; periodEnd: Date; actionRequired: boolean }
  /** Nothing is owed for it. `withheld`: it gives no access, because renewal was stopped or the person was on hold. */
  | { kind: 'void'; withheld: boolean }
  /** The subscription ended before the period was paid. */
  | { kind: 'ended' }

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

/** `withheldUntil` is the end of the latest period that was voided while renewal was stopped or the person on hold. */
export function standingOf(snapshot: BillingSnapshot, withheldUntil: Date | null, now: Date): Standing {
  const { invoices, period, status } = snapshot
  const covering = invoices.filter((invoice) => covers(invoice, period))
  const paid = covering.find((invoice) => invoice.status === 'paid')
  if (hasEnded(snapshot)) return paid ? { kind: 'given', invoice: paid } : { kind: 'ended' }
  if (status === 'trialing') return { kind: 'given', invoice: paid ?? null }
  const unpaid = oldestUnpaid(snapshot)
  // A paid period stays paid while the invoice of a change of plan within it is still open.
  if (paid && (status === 'active' || !unpaid)) return { kind: 'given', invoice: paid }
  if (unpaid) return standingOfUnpaid(snapshot, unpaid, now)
  const withheld = withheldUntil !== null && period.end <= withheldUntil
  if (covering.length > 0) return { kind: 'void', withheld }
  // Without an invoice the vendor gave the period away, for example by a switch without proration.
  return status === 'active' && !withheld ? { kind: 'given', invoice: null } : { kind: 'void', withheld: true }
}

/** Returns the oldest invoice that is still payable and not superseded by a later paid period. */
function oldestUnpaid({ invoices, period }: BillingSnapshot): BillingInvoice | undefined {
  const lastPaid = invoices
    .filter((invoice) => invoice.status === 'paid' && invoice.period && invoice.period.end <= period.end)
    .reduce((latest, { period: one }) => Math.max(latest, one?.start.getTime() ?? 0), 0)
  return invoices.findLast(
    (invoice) =>
      (invoice.status === 'open' || invoice.status === 'draft' || invoice.status === 'uncollectible') &&
      invoice.period !== null &&
      (invoice.period.start.getTime() > lastPaid || covers(invoice, period)),
  )
}

function standingOfUnpaid(snapshot: BillingSnapshot, invoice: BillingInvoice, now: Date): Standing {
  const payment = snapshot.payments.find(({ id }) => id === invoice.payment)
  const processing = payment?.status === 'processing'
  const actionRequired = payment?.status === 'requires_action'
  const notYetDue = invoice.dueDate !== null && invoice.dueDate > now
  const untried = invoice.status === 'open' && invoice.dueDate === null && invoice.attempts === 0 && !actionRequired
  const { start, end } = invoice.period ?? snapshot.period
  // After its retries, a provider set to "unpaid" leaves new invoices as drafts, which will not be charged.
  const draft = invoice.status === 'draft' && snapshot.status !== 'unpaid'
  if (draft || processing || notYetDue || untried) return { kind: 'awaited', invoice, processing }
  return { kind: 'failed', invoice, due: invoice.dueDate ?? start, periodEnd: end, actionRequired }
}

/** Whether any of the subscription's payments is disputed now, and whether a dispute about one was lost. */
export function disputesIn({ payments }: Pick<BillingSnapshot, 'payments'>): readonly BillingDispute[] {
  return payments.flatMap(({ disputes }) => disputes)
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
