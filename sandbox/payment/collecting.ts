import { emit, find, type Act } from './act.ts'
import { saveCustomer } from './customers.ts'
import { finalise, markPaid, saveInvoice } from './invoices.ts'
import type { Invoice, Subscription } from './kinds.ts'
import { charge } from './payments.ts'
import type { Fault } from './refusal.ts'
import { endSubscription, isEnded, saveSubscription } from './subscriptions.ts'

export type Collected = { invoice: Invoice; fault: Fault | null }

/** The card that pays for the subscription: its own, or the customer's default. */
export function methodOf(act: Act, subscription: Subscription): string | null {
  const customer = act.get('customer', subscription.customer)
  const own = subscription.default_payment_method
  if (own !== null && act.get('payment_method', own)) return own
  return customer?.invoice_settings.default_payment_method ?? null
}

/**
 * Charges an open invoice and lets the subscription follow: paid makes it active; a failure makes it past due and names
 * the next try, and after the last one ends it. `first`: at the checkout, `by`: 'clock' for the tries of the schedule.
 */
export function collect(
  act: Act,
  open: Invoice,
  { method, first = false, by }: { method?: string | null; first?: boolean; by: 'clock' | 'person' },
): Collected {
  const invoice = open.status === 'draft' ? finalise(act, open) : open
  const subscription = find(act, 'subscription', invoice.parent.subscription_details.subscription)
  if (invoice.status === 'paid') {
    follow(act, subscription, invoice)
    return { invoice, fault: null }
  }
  const { fault } = charge(act, invoice, method ?? methodOf(act, subscription), first)
  const tried: Invoice = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 }
  if (!fault) {
    const paid = markPaid(act, tried)
    follow(act, subscription, paid)
    return { invoice: paid, fault }
  }
  const next = isEnded(subscription) ? null : nextTry(act, invoice)
  const failed = saveInvoice(
    act,
    tried,
    { next_payment_attempt: next, auto_advance: next !== null },
    'invoice.payment_failed',
  )
  emit(act, 'invoice.updated', failed, invoice)
  if (!isEnded(subscription) && !first) fail(act, subscription, by === 'clock' && next === null)
  return { invoice: failed, fault }
}

/** The next day of the schedule, counted from the day the invoice fell due. */
function nextTry(act: Act, invoice: Invoice): number | null {
  const days = act.settings.retryDays.map((days) => invoice.created + days * 86_400)
  return days.find((moment) => moment > act.at) ?? null
}

function follow(act: Act, subscription: Subscription, paid: Invoice): void {
  const { status, latest_invoice } = subscription
  const repaired = ['past_due', 'unpaid', 'incomplete'].includes(status) && latest_invoice === paid.id
  if (!repaired) return
  saveSubscription(act, subscription, { status: 'active' })
  const customer = find(act, 'customer', subscription.customer)
  if (customer.delinquent) saveCustomer(act, customer, { delinquent: false })
}

function fail(act: Act, subscription: Subscription, last: boolean): void {
  const customer = find(act, 'customer', subscription.customer)
  if (!customer.delinquent) saveCustomer(act, customer, { delinquent: true })
  if (!last) saveSubscription(act, subscription, { status: 'past_due' })
  else if (act.settings.afterRetries === 'canceled') endSubscription(act, subscription, 'payment_failed')
  else saveSubscription(act, subscription, { status: act.settings.afterRetries })
}

/** Tries what is open of a customer's subscriptions again, oldest first; the first fault ends it. */
export function collectOpen(act: Act, customer: string): Fault | null {
  const open = act.all('invoice').filter((one) => one.customer === customer && one.status === 'open')
  for (const invoice of open) {
    const subscription = find(act, 'subscription', invoice.parent.subscription_details.subscription)
    if (isEnded(subscription)) continue
    const { fault } = collect(act, invoice, { by: 'person' })
    if (fault) return fault
  }
  return null
}
