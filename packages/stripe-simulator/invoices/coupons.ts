import { emit, find, newId, type Transaction } from '../state/transaction.ts'
import type { Reader } from '../api/form.ts'
import type { Coupon, Discount, DiscountAmount, InvoiceLine, PromotionCode, Subscription } from '../state/kinds.ts'
import { periodAt } from '../state/periods.ts'
import { invalid } from '../api/refusal.ts'

/** POST /v1/coupons */
export function createCoupon(tx: Transaction, from: Reader): Coupon {
  const id = from.text('id') ?? newId('', 8)
  if (tx.get('coupon', id)) throw invalid('Coupon already exists.', 'id', 'resource_already_exists')
  const percent = from.text('percent_off')
  const amount = from.integer('amount_off')
  const share = percent ? Number(percent) : null
  if ((share === null) === (amount === undefined))
    throw invalid('You must pass either `percent_off` or `amount_off`, but not both.')
  if (share !== null && !(share > 0 && share <= 100)) throw invalid('Invalid percent_off', 'percent_off')
  const duration = from.choice('duration', ['once', 'repeating', 'forever']) ?? 'once'
  const months = from.integer('duration_in_months') ?? null
  if ((duration === 'repeating') !== (months !== null))
    throw invalid('`duration_in_months` goes with `duration=repeating`.', 'duration_in_months')
  const coupon: Coupon = {
    id,
    object: 'coupon',
    amount_off: amount ?? null,
    created: tx.at,
    currency: amount === undefined ? null : from.needed('currency').toLowerCase(),
    duration,
    duration_in_months: months,
    livemode: false,
    max_redemptions: from.integer('max_redemptions') ?? null,
    metadata: from.metadata(),
    name: from.text('name') ?? null,
    percent_off: share,
    redeem_by: from.integer('redeem_by') ?? null,
    times_redeemed: 0,
    valid: true,
  }
  tx.put('coupon', coupon)
  emit(tx, 'coupon.created', coupon)
  return coupon
}

/** POST /v1/promotion_codes */
export function createPromotionCode(tx: Transaction, from: Reader): PromotionCode {
  const promotion = from.inner('promotion')
  promotion.needed('type')
  const coupon = find(tx, 'coupon', promotion.needed('coupon'), 'promotion[coupon]').id
  const code = from.text('code') ?? newId('', 8).toUpperCase()
  if (tx.all('promotion_code').some((one) => one.active && one.code.toUpperCase() === code.toUpperCase()))
    throw invalid('An active promotion code with `code: ' + code + '` already exists.', 'code')
  const restrictions = from.inner('restrictions')
  const made: PromotionCode = {
    id: newId('promo_1', 23),
    object: 'promotion_code',
    active: from.flag('active') ?? true,
    code,
    created: tx.at,
    customer: from.text('customer') ?? null,
    customer_account: null,
    expires_at: from.integer('expires_at') ?? null,
    livemode: false,
    max_redemptions: from.integer('max_redemptions') ?? null,
    metadata: from.metadata(),
    promotion: { coupon, type: 'coupon' },
    restrictions: {
      first_time_transaction: restrictions.flag('first_time_transaction') ?? false,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
    times_redeemed: 0,
  }
  tx.put('promotion_code', made)
  emit(tx, 'promotion_code.created', made)
  return made
}

/** Returns the code that a buyer entered, if that customer can use it now. */
export function usableCode(tx: Transaction, typed: string, customer: string | null): PromotionCode | undefined {
  return tx
    .all('promotion_code')
    .find(
      (one) =>
        one.active &&
        one.code.toUpperCase() === typed.trim().toUpperCase() &&
        (one.customer === null || one.customer === customer) &&
        (one.expires_at === null || one.expires_at > tx.at) &&
        (one.max_redemptions === null || one.times_redeemed < one.max_redemptions) &&
        isValid(tx, find(tx, 'coupon', one.promotion.coupon)),
    )
}

function isValid(tx: Transaction, { redeem_by, max_redemptions, times_redeemed }: Coupon): boolean {
  return (redeem_by === null || redeem_by > tx.at) && (max_redemptions === null || times_redeemed < max_redemptions)
}

/** Returns the coupon with that id; refuses one that can no longer be redeemed. */
export function redeemable(tx: Transaction, id: string, param: string): Coupon {
  const coupon = find(tx, 'coupon', id, param)
  if (!isValid(tx, coupon)) throw invalid(`Coupon expired: ${id}`, param, 'coupon_expired')
  return coupon
}

/** Gives the coupon to a customer or one subscription from now on. */
export function redeem(
  tx: Transaction,
  couponId: string,
  to: { customer: string; subscription?: string; promotion?: string | null; session?: string },
): Discount {
  const coupon = find(tx, 'coupon', couponId)
  const { duration, duration_in_months: months } = coupon
  const monthly = { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }
  const discount: Discount = {
    id: newId('di_1', 23),
    object: 'discount',
    checkout_session: to.session ?? null,
    customer: to.customer,
    customer_account: null,
    end: duration === 'repeating' && months ? periodAt(tx.at, monthly as never, months) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: to.promotion ?? null,
    source: { coupon: couponId, type: 'coupon' },
    start: tx.at,
    subscription: to.subscription ?? null,
    subscription_item: null,
  }
  tx.put('coupon', { ...coupon, times_redeemed: coupon.times_redeemed + 1 })
  const promotion = to.promotion && tx.get('promotion_code', to.promotion)
  if (promotion) tx.put('promotion_code', { ...promotion, times_redeemed: promotion.times_redeemed + 1 })
  tx.put('discount', discount)
  emit(tx, 'customer.discount.created', discount)
  return discount
}

/** Returns the discounts on a subscription's next invoice: its own, otherwise the customer's. */
export function discountsOf(tx: Transaction, subscription: Subscription): Discount[] {
  const own = subscription.discounts.map((id) => tx.get('discount', id))
  const customers = tx.get('customer', subscription.customer)?.discount
  return (own.length > 0 ? own : [customers]).filter(
    (one): one is Discount => one !== undefined && one !== null && (one.end === null || one.end > tx.at),
  )
}

/** A coupon applied to an invoice, by the id of its discount. */
export type Reduction = { id: string; coupon: string }
type Discountable = Pick<InvoiceLine, 'amount' | 'currency' | 'discountable' | 'discounts' | 'discount_amounts'>

export function reductionOf({ id, source }: Discount): Reduction {
  return { id, coupon: source.coupon }
}

/** Returns the lines with each coupon's discount; an amount is spread over them, and none falls below zero. */
export function discounted<T extends Discountable>(tx: Transaction, lines: T[], reductions: Reduction[]): T[] {
  let result = lines
  for (const { id, coupon } of reductions) {
    const { percent_off: percent, amount_off: amount, currency } = find(tx, 'coupon', coupon)
    let rest = percent === null ? (amount ?? 0) : Infinity
    result = result.map((line) => {
      const left = netOf(line)
      if (!line.discountable || left <= 0 || (currency !== null && currency !== line.currency)) return line
      const off = Math.min(left, rest, percent === null ? left : Math.round((left * percent) / 100))
      if (off === 0) return line
      rest -= off
      const taken: DiscountAmount = { amount: off, discount: id }
      return { ...line, discounts: [...line.discounts, id], discount_amounts: [...line.discount_amounts, taken] }
    })
  }
  return result
}

/** The amount of a line after its discounts. */
export function netOf(line: Pick<InvoiceLine, 'amount' | 'discount_amounts'>): number {
  return line.amount - line.discount_amounts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Returns the total of each discount on the lines. */
export function discountAmounts(lines: Pick<InvoiceLine, 'discount_amounts'>[]): DiscountAmount[] {
  const sums = new Map<string, number>()
  for (const { discount, amount } of lines.flatMap((line) => line.discount_amounts))
    sums.set(discount, (sums.get(discount) ?? 0) + amount)
  return [...sums].map(([discount, amount]) => ({ amount, discount }))
}

/**
 * Whether a coupon for one invoice was used by an invoice that it reduced.
 * https://docs.stripe.com/billing/subscriptions/coupons
 */
export function isUsedUp(tx: Transaction, { id, source, end }: Discount, taken: DiscountAmount[]): boolean {
  if (end !== null && end <= tx.at) return true
  return find(tx, 'coupon', source.coupon).duration === 'once' && taken.some(({ discount }) => discount === id)
}

/** Removes the discount from its customers and subscriptions; invoices still name it. */
export function dropDiscount(tx: Transaction, discount: Discount): void {
  const subscription = discount.subscription ? tx.get('subscription', discount.subscription) : undefined
  if (subscription) {
    const discounts = subscription.discounts.filter((id) => id !== discount.id)
    tx.put('subscription', { ...subscription, discounts })
  }
  const customer = discount.customer ? tx.get('customer', discount.customer) : undefined
  if (customer?.discount?.id === discount.id) tx.put('customer', { ...customer, discount: null })
  emit(tx, 'customer.discount.deleted', discount)
}
