/** The calls that the shop makes, as Stripe’s API answers them. A repeated call is executed once, or refused. */
import {
  bill,
  end,
  finalize,
  invoiceOf,
  paymentOf,
  refundedOf,
  report,
  sessionOf,
  setStatus,
  settle,
  StripeRefusal,
  subscriptionOf,
  type Stripe,
  type StripeCreditNote,
  type StripeInvoice,
  type StripePayment,
  type StripeSession,
} from './stripe-model.ts'

export type SubscriptionChanges = {
  cancelAtPeriodEnd?: boolean
  /** An empty `cancel_at`. */
  cancelAt?: null
  paused?: boolean
  trialEnd?: number
  /** An empty `default_payment_method`. */
  ownCard?: null
}

/** The latest end of a trial, in hours from now. */
export const twoYears = 730 * 24

/** docs.stripe.com/api/subscriptions/update; with `proration_behavior: none`. */
export function updateSubscription(stripe: Stripe, id: string, changes: SubscriptionChanges): void {
  const subscription = subscriptionOf(stripe, id)
  if (subscription.endedAt !== null) throw new StripeRefusal('A canceled subscription can only update its metadata.')
  const { cancelAtPeriodEnd, trialEnd } = changes
  // docs.stripe.com/billing/subscriptions/subscription-schedules
  if (subscription.schedule && (cancelAtPeriodEnd !== undefined || 'cancelAt' in changes || trialEnd !== undefined)) {
    throw new StripeRefusal('The subscription is managed by the subscription schedule `sub_sched_1`.')
  }
  if (cancelAtPeriodEnd !== undefined && 'cancelAt' in changes) {
    throw new StripeRefusal('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  }
  // The flag leaves a `cancel_at` unchanged: docs.stripe.com/billing/subscriptions/billing-mode/compare.
  if (cancelAtPeriodEnd !== undefined) subscription.cancelAtPeriodEnd = cancelAtPeriodEnd
  if ('cancelAt' in changes) subscription.cancelAt = null
  // Existing invoices are collected nevertheless: docs.stripe.com/billing/subscriptions/pause-payment.
  if (changes.paused !== undefined) subscription.paused = changes.paused
  if ('ownCard' in changes) subscription.ownCard = null
  if (trialEnd !== undefined) setTrialEnd(stripe, id, trialEnd)
  report(stripe, { subscription: id })
}

/** Nothing is charged until then, and periods begin there: docs.stripe.com/billing/subscriptions/trials. */
export function setTrialEnd(stripe: Stripe, id: string, trialEnd: number): void {
  const subscription = subscriptionOf(stripe, id)
  if (trialEnd <= stripe.now)
    throw new StripeRefusal('Invalid timestamp: must be an integer Unix timestamp in the future.')
  if (trialEnd > stripe.now + twoYears) throw new StripeRefusal('The maximum trial period is 2 years (730 days).')
  Object.assign(subscription, { status: 'trialing', start: stripe.now, end: trialEnd })
  if (!stripe.settings.trialInvoices) return
  finalize(stripe, bill(stripe, subscription, { reason: 'trial', price: 0, total: 0 }))
}

/** docs.stripe.com/api/customers/update, `invoice_settings.default_payment_method` */
export function setDefaultCard(stripe: Stripe, method: string): void {
  const card = Number(method.replace('pm_', ''))
  if (!(card in stripe.cards)) throw new StripeRefusal(`No such PaymentMethod: '${method}'`)
  stripe.defaultCard = card
}

/** docs.stripe.com/api/subscriptions/cancel */
export function cancelSubscription(stripe: Stripe, id: string): void {
  const subscription = subscriptionOf(stripe, id)
  if (subscription.endedAt !== null) throw new StripeRefusal(`No such subscription: ${id}`)
  if (subscription.schedule)
    throw new StripeRefusal('The subscription is managed by the subscription schedule `sub_sched_1`.')
  end(stripe, subscription)
}

/** docs.stripe.com/api/subscription_schedules/release: the subscription stays as it is. */
export function releaseSchedule(stripe: Stripe, id: string): void {
  subscriptionOf(stripe, id).schedule = null
  report(stripe, { subscription: id })
}

/**
 * With `auto_advance: false`, so it is not collected. Stripe does not delete a subscription’s draft:
 * docs.stripe.com/api/invoices/delete.
 */
export function finalizeInvoice(stripe: Stripe, id: string): StripeInvoice {
  const invoice = invoiceOf(stripe, id)
  if (invoice.status !== 'draft') throw new StripeRefusal('This invoice is already finalized.')
  finalize(stripe, invoice)
  return invoice
}

/** docs.stripe.com/api/invoices/void: the part that the balance paid returns to it. */
export function voidInvoice(stripe: Stripe, id: string): void {
  const invoice = invoiceOf(stripe, id)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw new StripeRefusal(`You can only void an open or uncollectible invoice; this one is ${invoice.status}.`)
  }
  invoice.status = 'void'
  invoice.nextAttempt = null
  stripe.balance += invoice.fromBalance
  setStatus(stripe, subscriptionOf(stripe, invoice.subscription))
  report(stripe, { subscription: invoice.subscription })
}

/** docs.stripe.com/api/refunds/create; `amount` null for the rest. */
export function refundPayment(
  stripe: Stripe,
  id: string,
  amount: number | null,
  request: string | null,
): StripePayment['refunds'][number] {
  const payment = paymentOf(stripe, id)
  if (payment.dispute === 'open' || payment.dispute === 'lost') {
    throw new StripeRefusal('This charge has been charged back and cannot be refunded.')
  }
  const left = payment.received - refundedOf(payment)
  if ((amount ?? left) > left || left === 0) throw new StripeRefusal('The refund is greater than what is left.')
  const refund = { id: `re_${id}_${payment.refunds.length}`, amount: amount ?? left, request, at: stripe.now }
  payment.refunds.push(refund)
  report(stripe, { payment: id })
  return refund
}

/**
 * docs.stripe.com/api/credit_notes/create, of a paid invoice: `refund` of its payment and `credit` to the customer’s
 * balance add up to the amount, which is at most the rest of the invoice.
 */
export function createCreditNote(
  stripe: Stripe,
  note: { invoice: string; amount: number; refund: number; credit: number; request: string | null },
): StripeCreditNote {
  const invoice = invoiceOf(stripe, note.invoice)
  const { amount, refund, credit, request } = note
  if (invoice.status !== 'paid') throw new StripeRefusal('Credit notes need a finalized invoice.')
  if (amount !== refund + credit) throw new StripeRefusal('The sum of credit and refund must equal the amount.')
  if (amount > invoice.total - invoice.creditNoted) throw new StripeRefusal('The amount is greater than what is left.')
  const made = refund > 0 ? refundPayment(stripe, invoice.payment ?? '', refund, null) : null
  invoice.creditNoted += amount
  invoice.creditedBack += credit
  stripe.balance += credit
  const id = `cn_${stripe.creditNotes.length + 1}`
  const created = { id, invoice: invoice.id, amount, refund: made?.id ?? null, request }
  stripe.creditNotes.push(created)
  return created
}

/** docs.stripe.com/api/checkout/sessions/expire: only an open one. */
export function expireSession(stripe: Stripe, id: string): StripeSession {
  const session = sessionOf(stripe, id)
  if (session.state !== 'open')
    throw new StripeRefusal(`Only open sessions can be expired; this one is ${session.state}.`)
  session.state = 'expired'
  return session
}

/** The customer pays on the invoice’s own page, possibly after the subscription has ended. */
export function payInvoice(stripe: Stripe, id: string): void {
  const invoice = invoiceOf(stripe, id)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return
  settle(stripe, invoice, true)
}
