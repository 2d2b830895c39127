import { emit, find, type Act } from '../state/act.ts'
import { saveCustomer } from '../customers/customers.ts'
import { finalise, markPaid, saveInvoice } from '../invoices/invoices.ts'
import type { Invoice, Subscription } from '../state/kinds.ts'
import { charge, isHopeless, type Presence } from './payments.ts'
import type { Fault } from '../api/refusal.ts'
import { pauseAfterFailure, pausedByFailure, unpause } from '../subscriptions/pauses.ts'
import { endSubscription, isEnded, saveSubscription } from '../subscriptions/subscriptions.ts'

export type Collected = { invoice: Invoice; fault: Fault | null }
type How = { method?: string | null; presence?: Presence; by: 'clock' | 'person' }

const day = 86_400

/** Returns the card that pays for the subscription: its own, or the customer's default. */
export function methodOf(act: Act, subscription: Subscription): string | null {
  const customer = act.get('customer', subscription.customer)
  const own = subscription.default_payment_method
  if (own !== null && act.get('payment_method', own)) return own
  return customer?.invoice_settings.default_payment_method ?? null
}

/**
 * Charges an open invoice and updates the subscription: a payment makes it active; a failure makes it past due with a
 * next attempt, and the last one ends it. `by`: 'clock' for scheduled attempts.
 */
export function collect(act: Act, open: Invoice, { method, presence = 'away', by }: How): Collected {
  const invoice = open.status === 'draft' ? finalise(act, open) : open
  const subscription = subscriptionOf(act, invoice)
  if (invoice.status === 'paid') return { invoice: follow(act, subscription, invoice), fault: null }
  if (invoice.collection_method === 'send_invoice' && by === 'clock') return { invoice, fault: null }
  const payer = method ?? methodOf(act, subscription)
  // Only the first attempt and those of the schedule count.
  const counts = by === 'clock' || invoice.attempt_count === 0
  const tried: Invoice = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + (counts ? 1 : 0) }
  if (by === 'clock' && isHopeless(act, invoice, payer))
    return { invoice: skipTry(act, tried, subscription), fault: null }
  const { outcome, fault } = charge(act, invoice, payer, presence)
  if (outcome === 'paid') return { invoice: follow(act, subscription, markPaid(act, tried)), fault }
  if (outcome === 'processing') {
    if (subscription.status === 'incomplete')
      saveSubscription(act, subscription, { status: act.settings.firstDebitPending })
    return { invoice: saveInvoice(act, invoice, { ...tried, next_payment_attempt: null }), fault }
  }
  const next = counts ? nextTry(act, tried, subscription) : invoice.next_payment_attempt
  const failed = saveInvoice(
    act,
    tried,
    { next_payment_attempt: next, auto_advance: next !== null },
    'invoice.payment_failed',
  )
  if (outcome === 'action') emit(act, 'invoice.payment_action_required', failed)
  emit(act, 'invoice.updated', failed, invoice)
  if (presence !== 'checkout') fail(act, subscription, failed, by === 'clock' && next === null)
  return { invoice: failed, fault }
}

/** Collects what a person pays on their invoice's page. */
export function payByHand(act: Act, invoice: Invoice, method: string | null, confirmed: boolean): Collected {
  return collect(act, invoice, { method, presence: confirmed ? 'confirmed' : 'away', by: 'person' })
}

/** Returns the next attempt, counted from this one. https://docs.stripe.com/billing/revenue-recovery/smart-retries */
export function nextTry(
  act: Act,
  { attempt_count: count, collection_method: how }: Invoice,
  subscription: Subscription,
): number | null {
  const gap = act.settings.retryDays[count - 1]
  return gap === undefined || how === 'send_invoice' || isEnded(subscription) ? null : act.at + gap * day
}

/**
 * Records an attempt that is not made because the card was declined permanently: it counts all the same.
 * https://docs.stripe.com/api/invoices/object#invoice_object-attempt_count
 */
function skipTry(act: Act, tried: Invoice, subscription: Subscription): Invoice {
  const next = nextTry(act, tried, subscription)
  const skipped = saveInvoice(act, find(act, 'invoice', tried.id), {
    ...tried,
    next_payment_attempt: next,
    auto_advance: next !== null,
  })
  if (next === null) fail(act, subscription, skipped, true)
  return skipped
}

export function subscriptionOf(act: Act, invoice: Invoice): Subscription {
  return find(act, 'subscription', invoice.parent.subscription_details.subscription)
}

/**
 * Makes a subscription active again if its latest invoice has nothing left to pay; an ended one stays ended. One that
 * was paused because that invoice was not paid is resumed by its payment, if the account's settings say so.
 */
export function follow(act: Act, subscription: Subscription, invoice: Invoice): Invoice {
  const { status, latest_invoice: latest } = subscription
  if (
    pausedByFailure(subscription) &&
    latest === invoice.id &&
    invoice.status !== 'void' &&
    act.settings.resumeWhenPaid
  )
    unpause(act, subscription)
  if (!['past_due', 'unpaid', 'incomplete'].includes(status) || latest !== invoice.id) return invoice
  saveSubscription(act, subscription, { status: 'active' })
  const customer = find(act, 'customer', subscription.customer)
  if (customer.delinquent) saveCustomer(act, customer, { delinquent: false })
  return invoice
}

/**
 * Voiding the latest invoice reverts the effect of its failure. https://docs.stripe.com/billing/subscriptions/overview
 */
export function followVoid(act: Act, invoice: Invoice): Invoice {
  return follow(act, subscriptionOf(act, invoice), invoice)
}

/** Resumes a subscription that a failed payment has paused, also if its invoice is written off by hand. */
export function followWrittenOff(act: Act, invoice: Invoice): Invoice {
  const subscription = subscriptionOf(act, invoice)
  return pausedByFailure(subscription) ? follow(act, subscription, invoice) : invoice
}

/** Marks an invoice with a due date as overdue. https://docs.stripe.com/billing/collection-method */
export function overdue(act: Act, id: string): void {
  act.remove('coming', `overdue:${id}`)
  const invoice = find(act, 'invoice', id)
  if (invoice.status === 'open') fail(act, subscriptionOf(act, invoice), invoice, false)
}

export function fail(act: Act, subscription: Subscription, invoice: Invoice, last: boolean): void {
  if (isEnded(subscription)) return
  const customer = find(act, 'customer', subscription.customer)
  if (!customer.delinquent) saveCustomer(act, customer, { delinquent: true })
  // Open invoices are collected during a pause, which stays: https://docs.stripe.com/billing/subscriptions/pause
  if (subscription.status === 'paused' || pauseAfterFailure(act, subscription, invoice, last)) return
  const { afterRetries } = act.settings
  // A subscription that cannot be paused is cancelled instead.
  if (last && (afterRetries === 'canceled' || afterRetries === 'paused'))
    endSubscription(act, subscription, 'payment_failed')
  else if (last) saveSubscription(act, subscription, { status: afterRetries })
  else if (subscription.latest_invoice === invoice.id) saveSubscription(act, subscription, { status: 'past_due' })
}
