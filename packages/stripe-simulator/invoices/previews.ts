import { find, newId, type Transaction } from '../state/transaction.ts'
import { billedAs, isOther, prorationDate, switchLines, type BilledItem } from '../subscriptions/plan-switch.ts'
import type { Reader } from '../api/form.ts'
import { composeInvoice } from './invoice-drafts.ts'
import { lineFor } from './invoice-lines.ts'
import type { Invoice, InvoiceLine, Subscription } from '../state/kinds.ts'
import { periodAfter } from '../state/periods.ts'
import { refuse } from '../api/refusal.ts'
import { scheduleOf } from '../subscriptions/schedules.ts'
import { isEnded, itemOf, recurringOf } from '../subscriptions/subscriptions.ts'

/**
 * POST /v1/invoices/create_preview: returns the invoice of a subscription's next period, or of an immediate change.
 * Stores nothing. https://docs.stripe.com/api/invoices/create_preview
 */
export function previewInvoice(tx: Transaction, from: Reader): Invoice {
  const found = find(tx, 'subscription', from.needed('subscription'), 'subscription')
  const details = from.inner('subscription_details')
  const subscription: Subscription = {
    ...found,
    ...(details.has('cancel_at') && { cancel_at: details.integer('cancel_at') ?? null }),
    ...(details.has('cancel_at_period_end') && {
      cancel_at_period_end: details.flag('cancel_at_period_end') ?? false,
      cancel_at: details.flag('cancel_at_period_end') ? itemOf(found).current_period_end : null,
    }),
    ...(details.has('trial_end') && withTrialUntil(found, details.integer('trial_end') ?? tx.at)),
  }
  const [asked] = details.items('items')
  const wanted = billedAs(tx, itemOf(found), asked, 'subscription_details[items][0]')
  const invoicedNow = details.text('proration_behavior') === 'always_invoice'
  if (isOther(itemOf(found), wanted) && invoicedNow) {
    const restart = details.inner('billing_cycle_anchor').choice('type', ['now', 'unchanged']) === 'now'
    return previewSwitchNow(tx, subscription, wanted, restart, prorationDate(tx, subscription, details))
  }
  return upcoming(tx, subscription, asked ? wanted : undefined)
}

function withTrialUntil(subscription: Subscription, end: number): Partial<Subscription> {
  const [item] = subscription.items.data
  const items = item ? [{ ...item, current_period_end: end }] : []
  return { billing_cycle_anchor: end, items: { ...subscription.items, data: items } }
}

function previewSwitchNow(
  tx: Transaction,
  subscription: Subscription,
  wanted: BilledItem,
  restart: boolean,
  since: number,
): Invoice {
  const { lines } = switchLines(tx, subscription, wanted, 'always_invoice', restart, since)
  return composeInvoice(tx, subscription, lines, {
    id: newId('upcoming_in_1', 23),
    reason: 'upcoming',
    period: { start: tx.at, end: tx.at },
    at: tx.at,
  })
}

function upcoming(tx: Transaction, subscription: Subscription, wanted: BilledItem | undefined): Invoice {
  const item = itemOf(subscription)
  const start = item.current_period_end
  const stops = subscription.cancel_at !== null && subscription.cancel_at <= start
  if (isEnded(subscription) || subscription.status === 'paused' || stops)
    throw refuse(404, {
      type: 'invalid_request_error',
      code: 'invoice_upcoming_none',
      message: `No upcoming invoices for customer: ${subscription.customer}`,
    })
  const scheduled = scheduleOf(tx, subscription)?.phases.find(({ start_date: begins }) => begins === start)?.items[0]
  const price = wanted?.price ?? find(tx, 'price', scheduled?.price ?? item.price.id)
  const anchor = scheduled ? start : subscription.billing_cycle_anchor
  const end = periodAfter(anchor, recurringOf(price), start)
  const waiting: InvoiceLine[] = tx.get('pending', subscription.id)?.lines ?? []
  const quantity = wanted?.quantity ?? scheduled?.quantity ?? item.quantity
  const amount = price.unit_amount * quantity
  const line = lineFor(tx, subscription, price, { amount, quantity, period: { start, end } })
  // Coupons that end before then no longer apply.
  const then: Transaction = { ...tx, at: start }
  return composeInvoice(then, subscription, [...waiting, line], {
    id: newId('upcoming_in_1', 23),
    reason: 'upcoming',
    period: { start: item.current_period_start, end: start },
    at: start,
  })
}
