/**
 * A small model of Stripe Billing, written from its documentation and not from this project's adapter: subscriptions in
 * flexible billing mode, their invoices and payments. Pure, in memory, with a clock of its own that counts hours.
 */

/** Stripe finally refuses a change (400), with its own message. */
export class StripeRefusal extends Error {}

export type PlanName = 'weekly' | 'monthly' | 'plus' | 'annual'
export const prices: Record<PlanName, number> = { weekly: 1900, monthly: 9900, plus: 14_900, annual: 118_800 }

/** Moments are hours since the model’s first hour; amounts are in cents. */
export type StripeInvoice = {
  id: string
  subscription: string
  plan: PlanName
  /** `trial`: of zero, for the time until a trial ends. */
  reason: 'create' | 'cycle' | 'update' | 'trial'
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  created: number
  start: number
  end: number
  /** The price of its period, before credit for another plan. */
  price: number
  total: number
  /** The part that the customer’s balance paid. */
  fromBalance: number
  /** When Stripe finalizes it; null once that has happened, or if it never will. */
  finalizeAt: number | null
  attempts: number
  nextAttempt: number | null
  paidAt: number | null
  payment: string | null
  /** When a change of plan credited the rest of its period. */
  credited: number | null
  /** A change of plan within its period credited the rest of it, and charged the rest of the period again. */
  superseded: boolean
  /** The credit for unused time, and the end of the credited period. */
  credit: { amount: number; end: number } | null
  /**
   * What credit notes returned of it since it was paid, and the part of that which became the customer’s credit again.
   */
  creditNoted: number
  creditedBack: number
}

/** `refund` is the refund that it made; `request` identifies the request. */
export type StripeCreditNote = {
  id: string
  invoice: string
  amount: number
  refund: string | null
  request: string | null
}

/** A page on which an order is paid; `subscription` is the result. */
export type StripeSession = {
  id: string
  order: string
  plan: PlanName
  state: 'open' | 'complete' | 'expired'
  subscription: string | null
}

export type StripePayment = {
  id: string
  invoice: string
  received: number
  at: number
  refunds: { id: string; amount: number; request: string | null; at: number }[]
  dispute: 'none' | 'open' | 'won' | 'lost'
  /** The customer paid the invoice on its own page. */
  byHand: boolean
}

export type StripeSubscription = {
  id: string
  order: string
  plan: PlanName
  status: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled'
  start: number
  end: number
  /** Periods are counted from here. */
  anchor: number
  cycles: number
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
  /** `pause_collection` with the behaviour `void`. */
  paused: boolean
  /** The plan that a schedule applies at the end of the period. */
  schedule: PlanName | null
  /** The number of further invoices for which a coupon of 100 % is valid. */
  freeInvoices: number
  retriesOver: boolean
  endedAt: number | null
  created: number
  /** The card with which it was bought. */
  boughtWith: number
  /** The same, until it is cleared: then the customer’s default is charged. */
  ownCard: number | null
}

/** The operator's settings at Stripe, and details in which accounts differ. */
export type StripeSettings = {
  /** Hours between one attempt and the next. */
  retries: readonly number[]
  afterRetries: 'past_due' | 'unpaid' | 'canceled'
  /** Whether a moved end of trial creates an invoice of zero. */
  trialInvoices: boolean
}

export type StripeMessage = { subscription: string } | { payment: string } | { checkout: string }

export type Stripe = {
  now: number
  settings: StripeSettings
  /** The customer’s cards, numbered in order: when each was stored, the default, and the last one that is declined. */
  cards: number[]
  defaultCard: number | null
  declined: number
  /** The customer’s credit. */
  balance: number
  subscriptions: Map<string, StripeSubscription>
  invoices: StripeInvoice[]
  payments: Map<string, StripePayment>
  creditNotes: StripeCreditNote[]
  sessions: Map<string, StripeSession>
  /** Reports not delivered yet. */
  messages: StripeMessage[]
  /** Counts changes. */
  version: number
}

export function newStripe(settings: StripeSettings): Stripe {
  return {
    now: 12,
    settings,
    cards: [12],
    defaultCard: null,
    declined: -1,
    balance: 0,
    subscriptions: new Map(),
    invoices: [],
    payments: new Map(),
    creditNotes: [],
    sessions: new Map(),
    messages: [],
    version: 0,
  }
}

export const epoch = Date.UTC(2026, 10, 20)
export const dateOf = (hour: number): Date => new Date(epoch + hour * 3_600_000)
export const hourOf = (date: Date): number => Math.round((date.getTime() - epoch) / 3_600_000)

export function report(stripe: Stripe, message: StripeMessage): void {
  stripe.version += 1
  stripe.messages.push(message)
}

export function subscriptionOf(stripe: Stripe, id: string): StripeSubscription {
  const found = stripe.subscriptions.get(id)
  if (!found) throw new StripeRefusal(`No such subscription: ${id}`)
  return found
}

/** Returns its invoices, newest first, as the API lists them. */
export function invoicesOf(stripe: Stripe, id: string): StripeInvoice[] {
  return stripe.invoices.filter(({ subscription }) => subscription === id).toReversed()
}

export function invoiceOf(stripe: Stripe, id: string): StripeInvoice {
  const found = stripe.invoices.find((one) => one.id === id)
  if (!found) throw new StripeRefusal(`No such invoice: ${id}`)
  return found
}

export function paymentOf(stripe: Stripe, id: string): StripePayment {
  const found = stripe.payments.get(id)
  if (!found) throw new StripeRefusal(`No such payment_intent: ${id}`)
  return found
}

export function sessionOf(stripe: Stripe, id: string): StripeSession {
  const found = stripe.sessions.get(id)
  if (!found) throw new StripeRefusal(`No such checkout.session: ${id}`)
  return found
}

export const refundedOf = ({ refunds }: Pick<StripePayment, 'refunds'>): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Returns the end of a period. Months are counted from the anchor, limited to the end of the month:
 * docs.stripe.com/billing/subscriptions/billing-cycle.
 */
export function cycleEnd(plan: PlanName, anchor: number, cycles: number): number {
  if (plan === 'weekly') return anchor + cycles * 168
  const from = dateOf(anchor)
  const month = from.getUTCMonth() + cycles * (plan === 'annual' ? 12 : 1)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), lastDay)
  return hourOf(new Date(Date.UTC(from.getUTCFullYear(), month, day, from.getUTCHours())))
}

/**
 * Creates an invoice for the subscription’s current period. A pause voids it:
 * docs.stripe.com/billing/subscriptions/pause-payment.
 */
export function bill(
  stripe: Stripe,
  subscription: StripeSubscription,
  invoice: Pick<StripeInvoice, 'reason' | 'price' | 'total'> & Partial<Pick<StripeInvoice, 'start' | 'credit'>>,
): StripeInvoice {
  const made: StripeInvoice = {
    id: `in_${stripe.invoices.length + 1}`,
    subscription: subscription.id,
    plan: subscription.plan,
    status: subscription.paused && invoice.reason !== 'trial' ? 'void' : 'draft',
    created: stripe.now,
    start: subscription.start,
    end: subscription.end,
    fromBalance: 0,
    finalizeAt: null,
    attempts: 0,
    nextAttempt: null,
    paidAt: null,
    payment: null,
    credited: null,
    superseded: false,
    credit: null,
    creditNoted: 0,
    creditedBack: 0,
    ...invoice,
  }
  stripe.invoices.push(made)
  if (made.status === 'void') setStatus(stripe, subscription)
  report(stripe, { subscription: subscription.id })
  return made
}

/** Opens a draft; the customer’s balance pays first: docs.stripe.com/billing/customer/balance. */
export function finalize(stripe: Stripe, invoice: StripeInvoice): void {
  invoice.status = 'open'
  invoice.finalizeAt = null
  if (invoice.total <= 0) stripe.balance -= invoice.total
  else {
    invoice.fromBalance = Math.min(stripe.balance, invoice.total)
    stripe.balance -= invoice.fromBalance
  }
  if (dueOf(invoice) === 0) settle(stripe, invoice)
  report(stripe, { subscription: invoice.subscription })
}

/** Returns what the provider does at the end of the period. */
export function chargingOf({ cancelAtPeriodEnd, cancelAt, paused }: StripeSubscription): 'on' | 'paused' | 'off' {
  return cancelAtPeriodEnd || cancelAt !== null ? 'off' : paused ? 'paused' : 'on'
}

export const dueOf = ({ total, fromBalance }: StripeInvoice): number => Math.max(0, total - fromBalance)

/** Whether a card of the customer is charged; without a number, the last one that they stored. */
export function cardPays({ cards, declined }: Stripe, card: number | null = cards.length - 1): boolean {
  return card !== null && card > declined
}

/** Charges the card. A failed charge is tried again: docs.stripe.com/billing/revenue-recovery/smart-retries. */
export function attempt(stripe: Stripe, invoice: StripeInvoice): void {
  if (invoice.status !== 'open') return
  invoice.attempts += 1
  const subscription = subscriptionOf(stripe, invoice.subscription)
  // docs.stripe.com/api/subscriptions/object, `default_payment_method`
  if (cardPays(stripe, subscription.ownCard ?? stripe.defaultCard)) return settle(stripe, invoice)
  // Each number is the wait after the previous attempt.
  const wait = subscription.endedAt === null ? stripe.settings.retries[invoice.attempts - 1] : undefined
  invoice.nextAttempt = wait === undefined ? null : stripe.now + wait
  if (wait === undefined && subscription.endedAt === null) {
    subscription.retriesOver = true
    if (stripe.settings.afterRetries === 'canceled') end(stripe, subscription)
  }
  setStatus(stripe, subscription)
  report(stripe, { subscription: subscription.id })
}

/** Marks the invoice as paid, with a payment if anything is due. */
export function settle(stripe: Stripe, invoice: StripeInvoice, byHand = false): void {
  invoice.status = 'paid'
  invoice.paidAt = stripe.now
  invoice.nextAttempt = null
  const received = dueOf(invoice)
  if (received > 0) {
    invoice.payment = `pi_${stripe.payments.size + 1}`
    const payment = { id: invoice.payment, invoice: invoice.id, received, at: stripe.now, refunds: [], byHand }
    stripe.payments.set(payment.id, { ...payment, dispute: 'none' })
  }
  setStatus(stripe, subscriptionOf(stripe, invoice.subscription))
  report(stripe, { subscription: invoice.subscription })
}

/**
 * Sets the status by the latest finalized invoice:
 * docs.stripe.com/billing/subscriptions/overview#subscription-statuses.
 */
export function setStatus(stripe: Stripe, subscription: StripeSubscription): void {
  if (subscription.endedAt !== null || subscription.status === 'trialing') return
  const latest = invoicesOf(stripe, subscription.id).find(({ status }) => status !== 'draft')
  const failed = latest?.status === 'open' && latest.attempts > 0
  if (!failed) subscription.retriesOver = false
  const unpaid = subscription.retriesOver && stripe.settings.afterRetries === 'unpaid'
  subscription.status = failed ? (unpaid ? 'unpaid' : 'past_due') : 'active'
}

/**
 * Ends the subscription. Stripe stops collecting finalized invoices, but they stay payable:
 * docs.stripe.com/api/subscriptions/cancel.
 */
export function end(stripe: Stripe, subscription: StripeSubscription): void {
  subscription.status = 'canceled'
  subscription.endedAt = stripe.now
  subscription.schedule = null
  for (const invoice of invoicesOf(stripe, subscription.id)) invoice.nextAttempt = null
  report(stripe, { subscription: subscription.id })
}

/**
 * At the end of a period, ends the subscription, or bills the next period by a draft that is finalized an hour later.
 */
function turn(stripe: Stripe, subscription: StripeSubscription): void {
  if (subscription.cancelAtPeriodEnd) return end(stripe, subscription)
  const { schedule, status } = subscription
  if (schedule || status === 'trialing') Object.assign(subscription, { anchor: subscription.end, cycles: 0 })
  if (schedule) Object.assign(subscription, { plan: schedule, schedule: null })
  if (status === 'trialing') subscription.status = 'active'
  subscription.start = subscription.end
  subscription.cycles += 1
  subscription.end = cycleEnd(subscription.plan, subscription.anchor, subscription.cycles)
  const price = nextPrice(subscription)
  if (subscription.freeInvoices > 0) subscription.freeInvoices -= 1
  const invoice = bill(stripe, subscription, { reason: 'cycle', price, total: price })
  // While it is unpaid its invoices stay drafts: docs.stripe.com/billing/subscriptions/overview#subscription-statuses.
  if (invoice.status === 'draft' && subscription.status !== 'unpaid') invoice.finalizeAt = stripe.now + 1
}

export function nextPrice({ plan, schedule, freeInvoices }: StripeSubscription): number {
  return freeInvoices > 0 ? 0 : prices[schedule ?? plan]
}

/** Returns the time of the next automatic act. */
export function nextHour(stripe: Stripe): number {
  let next = Number.POSITIVE_INFINITY
  for (const { endedAt, cancelAt, end: over } of stripe.subscriptions.values()) {
    if (endedAt === null) next = Math.min(next, over, cancelAt ?? over)
  }
  for (const { status, finalizeAt, nextAttempt } of stripe.invoices) {
    if (status === 'draft' && finalizeAt !== null) next = Math.min(next, finalizeAt)
    if (status === 'open' && nextAttempt !== null) next = Math.min(next, nextAttempt)
  }
  return next
}

/** Performs the automatic acts up to this hour, in order. */
export function advance(stripe: Stripe, to: number): void {
  for (let hour = nextHour(stripe); hour <= to; hour = nextHour(stripe)) {
    stripe.now = Math.max(stripe.now, hour)
    for (const invoice of stripe.invoices) {
      if (invoice.status === 'draft' && invoice.finalizeAt !== null && invoice.finalizeAt <= stripe.now) {
        finalize(stripe, invoice)
        attempt(stripe, invoice)
      } else if (invoice.status === 'open' && invoice.nextAttempt !== null && invoice.nextAttempt <= stripe.now) {
        attempt(stripe, invoice)
      }
    }
    for (const subscription of stripe.subscriptions.values()) {
      if (subscription.endedAt !== null) continue
      if (subscription.cancelAt !== null && subscription.cancelAt <= stripe.now) end(stripe, subscription)
      else if (subscription.end <= stripe.now) turn(stripe, subscription)
    }
  }
  stripe.now = Math.max(stripe.now, to)
}
