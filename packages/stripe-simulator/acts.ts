import { find, type Transaction } from './state/transaction.ts'
import { updateSubscription } from './subscriptions/changes.ts'
import { debitAnswered } from './charging/debits.ts'
import { createCoupon, dropDiscount, redeem } from './invoices/coupons.ts'
import { createPrice } from './customers/catalogue.ts'
import { saveCustomer } from './customers/customers.ts'
import { betweenStates, closeDispute, moveDispute, openDispute } from './charging/disputes.ts'
import { read, type Form, type Reader } from './api/form.ts'
import { giveUp } from './charging/give-up.ts'
import { finalise } from './invoices/invoices.ts'
import type { Subscription } from './state/kinds.ts'
import { periodAt } from './state/periods.ts'
import { invalid } from './api/refusal.ts'
import { failRefund, refundCharge } from './charging/refunds.ts'
import { saveSettings } from './save-settings.ts'
import { cancelNow, pauseSubscription, resumeSubscription } from './subscriptions/subscription-states.ts'
import { itemOf, recurringOf, saveSubscription } from './subscriptions/subscriptions.ts'

/**
 * What a vendor does in Stripe's dashboard, and what banks do: by the forms of the simulator's pages, and as `POST
 * /v1/sandbox/{name}` with the same fields.
 */
export const acts: Readonly<Record<string, (tx: Transaction, from: Reader) => object>> = {
  settings: saveSettings,
  'free-month': (tx, from) => {
    const subscription = find(tx, 'subscription', from.needed('subscription'))
    const { current_period_end: end } = itemOf(subscription)
    const month = { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }
    return change(tx, subscription.id, {
      trial_end: String(periodAt(end, month as never, 1)),
      proration_behavior: 'none',
    })
  },
  discount: giveDiscount,
  'net-terms': (tx, from) => {
    const days = from.integer('days') ?? 0
    const terms = { collection_method: 'send_invoice', days_until_due: String(days) }
    return change(tx, from.needed('subscription'), days > 0 ? terms : { collection_method: 'charge_automatically' })
  },
  'pause-collection': (tx, from) =>
    change(tx, from.needed('subscription'), { pause_collection: { behavior: from.text('behavior') ?? 'void' } }),
  'resume-collection': (tx, from) => change(tx, from.needed('subscription'), { pause_collection: '' }),
  quantity: (tx, from) =>
    change(tx, from.needed('subscription'), {
      items: { 0: { quantity: from.needed('quantity') } },
      proration_behavior: 'always_invoice',
    }),
  'move-price': movePrice,
  pause: (tx, from) => pauseSubscription(tx, from.needed('subscription'), from),
  resume: (tx, from) => resumeSubscription(tx, from.needed('subscription'), from),
  cancel: (tx, from) => cancelNow(tx, find(tx, 'subscription', from.needed('subscription')), from),
  finalise: (tx, from) => finalise(tx, find(tx, 'invoice', from.needed('invoice'))),
  void: (tx, from) => giveUp(tx, find(tx, 'invoice', from.needed('invoice')), 'void'),
  uncollectible: (tx, from) => giveUp(tx, find(tx, 'invoice', from.needed('invoice')), 'uncollectible'),
  refund: (tx, from) => refundCharge(tx, find(tx, 'charge', from.needed('charge')), { amount: from.integer('amount') }),
  'fail-refund': (tx, from) => failRefund(tx, from.needed('refund')),
  dispute: (tx, from) => openDispute(tx, find(tx, 'charge', from.needed('charge'))),
  inquiry: (tx, from) => openDispute(tx, find(tx, 'charge', from.needed('charge')), 'inquiry'),
  'move-dispute': (tx, from) => {
    const status = from.choice('status', betweenStates)
    if (!status) throw invalid('Missing required param: status.', 'status')
    return moveDispute(tx, from.needed('dispute'), status)
  },
  'close-dispute': (tx, from) => {
    from.needed('outcome')
    return closeDispute(tx, from.needed('dispute'), from.choice('outcome', ['won', 'lost']) ?? 'lost')
  },
  debit: (tx, from) => {
    const intent = find(tx, 'payment_intent', from.needed('payment_intent'))
    if (intent.status !== 'processing') throw invalid('This payment is not processing.', 'payment_intent')
    debitAnswered(tx, intent.id, from.choice('outcome', ['paid', 'failed']) === 'paid')
    return find(tx, 'payment_intent', intent.id)
  },
  'resend-events': resendEvents,
}

/** Sends every unacknowledged event again now, instead of at its next scheduled time. */
function resendEvents(tx: Transaction): object {
  const waiting = tx.all('delivery')
  for (const delivery of waiting) tx.put('delivery', { ...delivery, due: tx.at })
  return { object: 'list', data: waiting.map(({ id }) => id) }
}

function change(tx: Transaction, subscription: string, form: Form): Subscription {
  return updateSubscription(tx, subscription, read(form))
}

/**
 * Creates a price of the same product and interval with another amount, and moves the subscription to it: a price's own
 * amount never changes (https://docs.stripe.com/products-prices/manage-prices). With `transfer_lookup_key` it becomes
 * the plan's price. The next invoice is the first with that amount, unless `proration_behavior` says otherwise.
 */
function movePrice(tx: Transaction, from: Reader): Subscription {
  const { id, items } = find(tx, 'subscription', from.needed('subscription'))
  const [item] = items.data
  if (!item) throw invalid('This subscription has no item.', 'subscription')
  const { product, currency, nickname, lookup_key: key } = item.price
  const { interval, interval_count: count } = recurringOf(item.price)
  const price = createPrice(
    tx,
    read({
      product,
      currency,
      unit_amount: from.needed('unit_amount'),
      recurring: { interval, interval_count: String(count) },
      ...(nickname && { nickname }),
      ...(key && from.flag('transfer_lookup_key') && { lookup_key: key, transfer_lookup_key: 'true' }),
    }),
  )
  return change(tx, id, {
    items: { 0: { price: price.id, quantity: String(item.quantity) } },
    proration_behavior: from.text('proration_behavior') ?? 'none',
  })
}

/** Creates a coupon for a subscription, or for a customer, where it applies to all their subscriptions. */
function giveDiscount(tx: Transaction, from: Reader): object {
  const percent = from.text('percent_off')
  const subscription = from.text('subscription')
  const of = subscription ? find(tx, 'subscription', subscription) : undefined
  const customer = find(tx, 'customer', of?.customer ?? from.needed('customer'), 'customer')
  const coupon = createCoupon(
    tx,
    read({
      ...(percent
        ? { percent_off: percent }
        : { amount_off: from.needed('amount_off'), currency: of?.currency ?? customer.currency ?? 'usd' }),
      duration: from.text('duration') ?? 'once',
      ...(from.text('duration') === 'repeating' && { duration_in_months: String(from.integer('months') ?? 3) }),
      name: percent ? `${percent}% off` : 'Amount off',
    }),
  )
  const discount = redeem(tx, coupon.id, { customer: customer.id, ...(of && { subscription: of.id }) })
  if (of) return saveSubscription(tx, of, { discounts: [...of.discounts, discount.id] })
  if (customer.discount) dropDiscount(tx, customer.discount)
  return saveCustomer(tx, find(tx, 'customer', customer.id), { discount })
}
