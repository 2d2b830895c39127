import { find, type Transaction } from '../state/transaction.ts'
import { collect } from '../charging/collecting.ts'
import { redeem, redeemable } from '../invoices/coupons.ts'
import type { Reader } from '../api/form.ts'
import { draftInvoice } from '../invoices/invoice-drafts.ts'
import { lineFor } from '../invoices/invoice-lines.ts'
import type { Subscription } from '../state/kinds.ts'
import { billedAs, changeItem, isOther, prorationDate, type Proration } from './plan-switch.ts'
import { invalid, refuse } from '../api/refusal.ts'
import { refuseManaged } from './schedules.ts'
import { isEnded, itemOf, saveSubscription, withItem } from './subscriptions.ts'
import { behaviorOf, isLocated, locationFault } from '../invoices/tax.ts'

const twoYears = 2 * 366 * 86_400

/** POST /v1/subscriptions/:id */
export function updateSubscription(tx: Transaction, id: string, from: Reader): Subscription {
  const found = find(tx, 'subscription', id)
  if (isEnded(found)) throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const method = from.text('default_payment_method')
  if (method) find(tx, 'payment_method', method, 'default_payment_method')
  if (from.inner('automatic_tax').flag('enabled') === true) {
    behaviorOf(tx, itemOf(found).price)
    if (!isLocated(tx, find(tx, 'customer', found.customer).address)) throw refuse(400, locationFault)
  }
  let subscription = saveSubscription(tx, found, {
    ...stopping(tx, found, from),
    ...(from.has('pause_collection') && { pause_collection: pause(from) }),
    ...(method !== undefined && { default_payment_method: method }),
    ...(from.has('description') && { description: from.text('description') ?? null }),
    ...terms(found, from),
    ...(from.has('discounts') && { discounts: newDiscounts(tx, found, from) }),
    ...(from.inner('automatic_tax').has('enabled') && {
      automatic_tax: taxOf(from.inner('automatic_tax').flag('enabled') ?? false),
    }),
    metadata: from.metadata(found.metadata),
  })
  const proration =
    from.choice<Proration>('proration_behavior', ['create_prorations', 'always_invoice', 'none']) ?? 'create_prorations'
  const strict = from.text('payment_behavior') === 'error_if_incomplete'
  const anchor = from.inner('billing_cycle_anchor').choice('type', ['now', 'unchanged'])
  if (from.has('trial_end')) subscription = moveNextCharge(tx, subscription, from)
  const item = itemOf(subscription)
  const wanted = billedAs(tx, item, from.items('items')[0], 'items[0]')
  if (isOther(item, wanted) || anchor === 'now') {
    const since = from.has('proration_date') ? prorationDate(tx, subscription, from) : tx.at
    const { fault } = changeItem(tx, subscription, wanted, proration, anchor === 'now', since)
    if (fault && strict) throw refuse(402, fault)
  }
  return find(tx, 'subscription', id)
}

/** A request leaves no reason why Stripe turned tax off: https://docs.stripe.com/tax/customer-locations. */
function taxOf(enabled: boolean): Subscription['automatic_tax'] {
  return { disabled_reason: null, enabled, liability: enabled ? { type: 'self' } : null }
}

/**
 * Reads what a request changes about the end. In flexible billing mode an end set as a time is cleared as a time: the
 * flag does not change it. https://docs.stripe.com/billing/subscriptions/billing-mode/compare
 */
function stopping(tx: Transaction, subscription: Subscription, from: Reader): Partial<Subscription> {
  const atEnd = from.flag('cancel_at_period_end')
  if (atEnd === undefined && !from.has('cancel_at')) return {}
  refuseManaged(subscription)
  if (atEnd !== undefined && from.has('cancel_at'))
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  const comment =
    from.inner('cancellation_details').text('comment') ?? subscription.cancellation_details?.comment ?? null
  if (atEnd === true) return { ...stopAt(tx, subscription, null, comment), cancel_at_period_end: true }
  if (atEnd === false) return subscription.cancel_at_period_end ? keepGoing : {}
  const asked = from.text('cancel_at')
  if (asked === null) return subscription.cancel_at_period_end ? {} : keepGoing
  if (asked === 'min_period_end' || asked === 'max_period_end') return stopAt(tx, subscription, null, comment)
  const moment = from.integer('cancel_at') ?? 0
  if (moment <= tx.at) throw invalid('The timestamp for `cancel_at` must be in the future.', 'cancel_at')
  return stopAt(tx, subscription, moment, comment)
}

/**
 * Returns the changes when renewal is stopped at a time, or with the period. The portal, too, sets the time and leaves
 * `cancel_at_period_end` false.
 */
export function stopAt(
  tx: Transaction,
  subscription: Subscription,
  moment: number | null,
  comment: string | null,
): Partial<Subscription> {
  return {
    cancel_at: moment ?? itemOf(subscription).current_period_end,
    cancel_at_period_end: false,
    canceled_at: tx.at,
    cancellation_details: { comment, feedback: null, feedback_option: null, reason: 'cancellation_requested' },
  }
}

/** The changes when renewal is resumed. */
export const keepGoing: Partial<Subscription> = {
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
}

/** Charged automatically, or billed with days to pay. https://docs.stripe.com/billing/collection-method */
function terms(subscription: Subscription, from: Reader): Partial<Subscription> {
  const method = from.choice('collection_method', ['charge_automatically', 'send_invoice'])
  const days = from.integer('days_until_due')
  if ((method ?? subscription.collection_method) === 'charge_automatically') {
    if (days !== undefined)
      throw invalid('`days_until_due` goes with `collection_method` `send_invoice` alone.', 'days_until_due')
    return method ? { collection_method: method, days_until_due: null } : {}
  }
  if (method && days === undefined && subscription.days_until_due === null)
    throw invalid('`collection_method` `send_invoice` needs `days_until_due`.', 'days_until_due')
  return { collection_method: 'send_invoice', days_until_due: days ?? subscription.days_until_due }
}

/** Replaces the discounts with those of a request; an empty parameter removes them. */
function newDiscounts(tx: Transaction, { id, customer }: Subscription, from: Reader): string[] {
  return from.items('discounts').map((one, index) => {
    const promotion = one.text('promotion_code')
    const code = promotion && find(tx, 'promotion_code', promotion, `discounts[${index}][promotion_code]`)
    const coupon = code ? code.promotion.coupon : one.needed('coupon')
    redeemable(tx, coupon, `discounts[${index}][coupon]`)
    return redeem(tx, coupon, { customer, subscription: id, promotion: code ? code.id : null }).id
  })
}

function pause(from: Reader): Subscription['pause_collection'] {
  const asked = from.inner('pause_collection')
  if (!asked.has('behavior') && !asked.has('resumes_at')) return null
  asked.needed('behavior')
  const behavior = asked.choice('behavior', ['void', 'keep_as_draft', 'mark_uncollectible']) ?? 'void'
  return { behavior, resumes_at: asked.integer('resumes_at') ?? null }
}

/** Sets a trial until then: nothing is charged before, and the periods count from there. */
function moveNextCharge(tx: Transaction, subscription: Subscription, from: Reader): Subscription {
  const now = from.text('trial_end') === 'now'
  const end = now ? tx.at : (from.integer('trial_end') ?? 0)
  if (!now && end <= tx.at) throw invalid('The trial_end timestamp must be in the future.', 'trial_end')
  if (end > tx.at + twoYears) throw invalid('The trial_end can be at most two years in the future.', 'trial_end')
  if (now && subscription.status !== 'trialing') return subscription
  const moved = saveSubscription(tx, subscription, {
    billing_cycle_anchor: end,
    ...(subscription.cancel_at_period_end && { cancel_at: end }),
    items: withItem(subscription, { current_period_start: tx.at, current_period_end: end }),
    status: 'trialing',
    trial_end: end,
    trial_start: subscription.trial_start ?? tx.at,
  })
  if (now) return moved
  const { price } = itemOf(moved)
  const line = lineFor(tx, moved, price, { amount: 0, period: { start: tx.at, end }, part: 'trial' })
  const draft = draftInvoice(tx, moved, [line], 'subscription_update', { start: tx.at, end: tx.at })
  const saved = saveSubscription(tx, moved, { latest_invoice: draft.id })
  collect(tx, draft, { by: 'person' })
  return saved
}
