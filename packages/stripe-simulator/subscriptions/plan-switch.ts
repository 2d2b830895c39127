import { find, type Transaction } from '../state/transaction.ts'
import type { Reader } from '../api/form.ts'
import { collect, type CollectionResult } from '../charging/collecting.ts'
import { netOf } from '../invoices/coupons.ts'
import { withhold } from '../charging/give-up.ts'
import { draftInvoice, totals } from '../invoices/invoice-drafts.ts'
import { lineFor } from '../invoices/invoice-lines.ts'
import type { InvoiceLine, Price, Subscription, SubscriptionItem } from '../state/kinds.ts'
import { periodAround, periodAt } from '../state/periods.ts'
import { invalid, type Fault } from '../api/refusal.ts'
import { itemOf, recurringOf, saveSubscription, withItem } from './subscriptions.ts'

export type Proration = 'create_prorations' | 'always_invoice' | 'none'
/** What an item bills from now on. */
export type BilledItem = Pick<SubscriptionItem, 'price' | 'quantity'>

/**
 * Returns the price and quantity that a request sets for an item: another price alone sets the quantity to 1.
 * https://docs.stripe.com/api/subscriptions/update#update_subscription-items-price
 */
export function billedAs(tx: Transaction, item: SubscriptionItem, from: Reader | undefined, param: string): BilledItem {
  const asked = from?.text('price')
  const price = asked ? find(tx, 'price', asked, `${param}[price]`) : item.price
  const quantity = from?.integer('quantity') ?? (price.id === item.price.id ? item.quantity : 1)
  if (quantity < 0) throw invalid('Invalid non-negative integer', `${param}[quantity]`, 'parameter_invalid_integer')
  return { price, quantity }
}

/** Whether the price or the quantity differs from the billed one. */
export function isOther({ price, quantity }: SubscriptionItem, wanted: BilledItem): boolean {
  return price.id !== wanted.price.id || quantity !== wanted.quantity
}

/**
 * Returns the period and lines of a switch to that price and quantity now, with the unused time counted from `since`:
 * with the time of a preview the change costs what was previewed.
 * https://docs.stripe.com/billing/subscriptions/prorations
 */
export function switchLines(
  tx: Transaction,
  subscription: Subscription,
  { price, quantity }: BilledItem,
  proration: Proration,
  restart: boolean,
  since = tx.at,
) {
  const item = itemOf(subscription)
  const [old, fresh] = [recurringOf(item.price), recurringOf(price)]
  if (price.currency !== subscription.currency)
    throw invalid(`The price specified only supports \`${price.currency}\`.`, 'items[0][price]')
  // An archived price takes no new subscriptions: https://docs.stripe.com/products-prices/manage-prices#archive-price
  if (!price.active && price.id !== item.price.id)
    throw invalid('The price specified is inactive.', 'items[0][price]', 'price_inactive')
  const isSame = old.interval === fresh.interval && old.interval_count === fresh.interval_count
  // In flexible billing mode only the request resets the anchor, also if the interval changes:
  // https://docs.stripe.com/billing/subscriptions/billing-mode/compare
  const { start, end } = restart
    ? { start: tx.at, end: periodAt(tx.at, fresh, 1) }
    : isSame
      ? { start: item.current_period_start, end: item.current_period_end }
      : periodAround(subscription.billing_cycle_anchor, fresh, tx.at)
  const from = Math.max(since, start)
  const rest = (end - from) / (end - start)
  const left = { start: since, end: item.current_period_end }
  const lines: InvoiceLine[] = []
  const share = (amount: number) => Math.round(amount * quantity * rest)
  // A period that was not charged, because it was free, a trial or unpaid, has nothing unused to credit.
  const worthless = proration === 'none' || subscription.status === 'trialing'
  const unused = worthless ? 0 : unusedOf(tx, subscription, since)
  if (unused > 0) lines.push(lineFor(tx, subscription, item.price, { amount: -unused, period: left, part: 'unused' }))
  if (restart) {
    const amount = price.unit_amount * quantity
    lines.push(lineFor(tx, subscription, price, { amount, quantity, period: { start: tx.at, end } }))
  } else if (proration !== 'none') {
    const amount = share(price.unit_amount)
    lines.push(lineFor(tx, subscription, price, { amount, quantity, period: { start: from, end }, part: 'remaining' }))
  }
  return { start, end, lines }
}

/**
 * Returns the unused part, from that time, of the latest debit for the item's current period. Flexible billing mode
 * credits what was debited, not what the plan costs:
 * https://docs.stripe.com/billing/subscriptions/billing-mode/compare. A debit pending for the next invoice is credited
 * too: https://docs.stripe.com/billing/subscriptions/prorations#credit-prorations
 */
export function unusedOf(tx: Transaction, subscription: Subscription, since: number): number {
  const { price, current_period_end: end } = itemOf(subscription)
  const paid = tx
    .all('invoice')
    .filter((one) => one.status === 'paid' && one.parent.subscription_details.subscription === subscription.id)
  const billed = [...paid.flatMap(({ lines }) => lines.data), ...(tx.get('pending', subscription.id)?.lines ?? [])]
  const line = billed.findLast(
    (one) => one.amount > 0 && one.period.end === end && one.pricing.price_details.price === price.id,
  )
  if (!line) return 0
  const { start } = line.period
  return Math.round((netOf(line) * Math.max(0, end - Math.max(since, start))) / (end - start))
}

/**
 * Returns the time from which a request counts the unused time; Stripe accepts one within the current period only.
 * https://docs.stripe.com/api/subscriptions/update#update_subscription-proration_date
 */
export function prorationDate(tx: Transaction, subscription: Subscription, from: Reader): number {
  const since = from.integer('proration_date') ?? tx.at
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  if (since >= start && since <= end) return since
  throw invalid('Invalid timestamp: can only prorate within the current period.', 'proration_date')
}

/** Whether a change of plan in the portal ends the trial: its days are not credited, and the new plan is charged. */
export function endsTrial({ settings }: Transaction, { status }: Subscription): boolean {
  return status === 'trialing' && settings.trialUpdateBehavior === 'end_trial'
}

/** Returns what the switch would cost now and when the new period would end. */
export function previewSwitch(tx: Transaction, subscription: Subscription, price: Price) {
  const restart = endsTrial(tx, subscription)
  const goesOn = subscription.status === 'trialing' && !restart
  const { quantity, current_period_end: until } = itemOf(subscription)
  const { lines, end } = goesOn
    ? { lines: [], end: until }
    : switchLines(tx, subscription, { price, quantity }, 'always_invoice', restart)
  return { ...totals(tx, subscription, lines), lines, end }
}

/**
 * Sets another price or quantity and bills the difference. A trial continues unless the periods restart; its end then
 * charges the new values.
 */
export function changeItem(
  tx: Transaction,
  subscription: Subscription,
  wanted: BilledItem,
  proration: Proration,
  restart: boolean,
  since?: number,
): { fault: Fault | null } {
  if (subscription.status === 'trialing' && !restart) {
    saveSubscription(tx, subscription, { items: withItem(subscription, wanted) })
    return { fault: null }
  }
  const { start, end, lines } = switchLines(tx, subscription, wanted, proration, restart, since)
  const changed = saveSubscription(tx, subscription, {
    ...(restart && {
      billing_cycle_anchor: tx.at,
      ...(subscription.status === 'trialing' && { status: 'active', trial_end: tx.at }),
    }),
    ...(restart && subscription.cancel_at_period_end && { cancel_at: end }),
    items: withItem(subscription, {
      ...wanted,
      current_period_start: start,
      current_period_end: end,
    }),
  })
  if (!restart && proration === 'create_prorations') {
    const waiting = tx.get('pending', changed.id)?.lines ?? []
    tx.put('pending', { id: changed.id, lines: [...waiting, ...lines] })
    return { fault: null }
  }
  if (lines.length === 0) return { fault: null }
  const draft = draftInvoice(tx, changed, lines, 'subscription_update', { start: tx.at, end: tx.at })
  saveSubscription(tx, changed, { latest_invoice: draft.id })
  if (withhold(tx, changed, draft)) return { fault: null }
  const { fault }: CollectionResult = collect(tx, draft, { by: 'person' })
  return { fault }
}
