import { emit, find, type Transaction } from '../state/transaction.ts'
import { saveCustomer } from '../customers/customers.ts'
import { finalise, markPaid, saveInvoice } from '../invoices/invoices.ts'
import type { Invoice, Subscription } from '../state/kinds.ts'
import { charge, isHopeless, type Presence } from './payments.ts'
import type { Fault } from '../api/refusal.ts'
import { pauseAfterFailure, pausedByFailure, unpause } from '../subscriptions/pauses.ts'
import { endSubscription, isEnded, saveSubscription } from '../subscriptions/subscriptions.ts'

export type CollectionResult = { invoice: Invoice; fault: Fault | null }
type How = { method?: string | null; presence?: Presence; by: 'clock' | 'person' }

const day = 86_400

/** Returns the card that pays for the subscription: its own, or the customer's default. */
export function methodOf(tx: Transaction, subscription: Subscription): string | null {
  const customer = tx.get('customer', subscription.customer)
  const own = subscription.default_payment_method
  if (own !== null && tx.get('payment_method', own)) return own
  return customer?.invoice_settings.default_payment_method ?? null
}

/**
 * Charges an open invoice and updates the subscription: a payment makes it active; a failure makes it past due with a
 * next attempt, and the last one ends it. `by`: 'clock' for scheduled attempts.
 */
export function collect(tx: Transaction, open: Invoice, { method, presence = 'away', by }: How): CollectionResult {
  const invoice = open.status === 'draft' ? finalise(tx, open) : open
  const subscription = subscriptionOf(tx, invoice)
  if (invoice.status === 'paid') return { invoice: follow(tx, subscription, invoice), fault: null }
  if (invoice.collection_method === 'send_invoice' && by === 'clock') return { invoice, fault: null }
  const payer = method ?? methodOf(tx, subscription)
  // Only the first attempt and those of the schedule count.
  const counts = by === 'clock' || invoice.attempt_count === 0
  const tried: Invoice = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + (counts ? 1 : 0) }
  if (by === 'clock' && isHopeless(tx, invoice, payer))
    return { invoice: skipTry(tx, tried, subscription), fault: null }
  const { outcome, fault } = charge(tx, invoice, payer, presence)
  if (outcome === 'paid') return { invoice: follow(tx, subscription, markPaid(tx, tried)), fault }
  if (outcome === 'processing') {
    if (subscription.status === 'incomplete')
      saveSubscription(tx, subscription, { status: tx.settings.firstDebitPending })
    return { invoice: saveInvoice(tx, invoice, { ...tried, next_payment_attempt: null }), fault }
  }
  const next = counts ? nextTry(tx, tried, subscription) : invoice.next_payment_attempt
  const failed = saveInvoice(
    tx,
    tried,
    { next_payment_attempt: next, auto_advance: next !== null },
    'invoice.payment_failed',
  )
  if (outcome === 'action') emit(tx, 'invoice.payment_action_required', failed)
  emit(tx, 'invoice.updated', failed, invoice)
  if (presence !== 'checkout') fail(tx, subscription, failed, by === 'clock' && next === null)
  return { invoice: failed, fault }
}

/** Collects what a person pays on their invoice's page. */
export function payByHand(
  tx: Transaction,
  invoice: Invoice,
  method: string | null,
  confirmed: boolean,
): CollectionResult {
  return collect(tx, invoice, { method, presence: confirmed ? 'confirmed' : 'away', by: 'person' })
}

/** Returns the next attempt, counted from this one. https://docs.stripe.com/billing/revenue-recovery/smart-retries */
export function nextTry(
  tx: Transaction,
  { attempt_count: count, collection_method: how }: Invoice,
  subscription: Subscription,
): number | null {
  const gap = tx.settings.retryDays[count - 1]
  return gap === undefined || how === 'send_invoice' || isEnded(subscription) ? null : tx.at + gap * day
}

/**
 * Records an attempt that is not made because the card was declined permanently: it counts all the same.
 * https://docs.stripe.com/api/invoices/object#invoice_object-attempt_count
 */
function skipTry(tx: Transaction, tried: Invoice, subscription: Subscription): Invoice {
  const next = nextTry(tx, tried, subscription)
  const skipped = saveInvoice(tx, find(tx, 'invoice', tried.id), {
    ...tried,
    next_payment_attempt: next,
    auto_advance: next !== null,
  })
  if (next === null) fail(tx, subscription, skipped, true)
  return skipped
}

export function subscriptionOf(tx: Transaction, invoice: Invoice): Subscription {
  return find(tx, 'subscription', invoice.parent.subscription_details.subscription)
}

/**
 * Makes a subscription active again if its latest invoice has nothing left to pay; an ended one stays ended. One that
 * was paused because that invoice was not paid is resumed by its payment, if the account's settings say so.
 */
export function follow(tx: Transaction, subscription: Subscription, invoice: Invoice): Invoice {
  const { status, latest_invoice: latest } = subscription
  if (pausedByFailure(subscription) && latest === invoice.id && invoice.status !== 'void' && tx.settings.resumeWhenPaid)
    unpause(tx, subscription)
  if (!['past_due', 'unpaid', 'incomplete'].includes(status) || latest !== invoice.id) return invoice
  saveSubscription(tx, subscription, { status: 'active' })
  const customer = find(tx, 'customer', subscription.customer)
  if (customer.delinquent) saveCustomer(tx, customer, { delinquent: false })
  return invoice
}

/**
 * Voiding the latest invoice reverts the effect of its failure. https://docs.stripe.com/billing/subscriptions/overview
 */
export function followVoid(tx: Transaction, invoice: Invoice): Invoice {
  return follow(tx, subscriptionOf(tx, invoice), invoice)
}

/** Resumes a subscription that a failed payment has paused, also if its invoice is written off by hand. */
export function followWrittenOff(tx: Transaction, invoice: Invoice): Invoice {
  const subscription = subscriptionOf(tx, invoice)
  return pausedByFailure(subscription) ? follow(tx, subscription, invoice) : invoice
}

/** Marks an invoice with a due date as overdue. https://docs.stripe.com/billing/collection-method */
export function overdue(tx: Transaction, id: string): void {
  tx.remove('coming', `overdue:${id}`)
  const invoice = find(tx, 'invoice', id)
  if (invoice.status === 'open') fail(tx, subscriptionOf(tx, invoice), invoice, false)
}

export function fail(tx: Transaction, subscription: Subscription, invoice: Invoice, last: boolean): void {
  if (isEnded(subscription)) return
  const customer = find(tx, 'customer', subscription.customer)
  if (!customer.delinquent) saveCustomer(tx, customer, { delinquent: true })
  // Open invoices are collected during a pause, which stays: https://docs.stripe.com/billing/subscriptions/pause
  if (subscription.status === 'paused' || pauseAfterFailure(tx, subscription, invoice, last)) return
  const { afterRetries } = tx.settings
  // A subscription that cannot be paused is cancelled instead.
  if (last && (afterRetries === 'canceled' || afterRetries === 'paused'))
    endSubscription(tx, subscription, 'payment_failed')
  else if (last) saveSubscription(tx, subscription, { status: afterRetries })
  else if (subscription.latest_invoice === invoice.id) saveSubscription(tx, subscription, { status: 'past_due' })
}
