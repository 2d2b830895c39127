import { emit, find, newId, type Act } from '../state/act.ts'
import type { Reader } from '../api/form.ts'
import type { Coupon, Discount, DiscountAmount, InvoiceLine, PromotionCode, Subscription } from '../state/kinds.ts'
import { periodAt } from '../state/periods.ts'
import { invalid } from '../api/refusal.ts'

/** POST /v1/coupons */
export function createCoupon(act: Act, from: Reader): Coupon {
  const id = from.text('id') ?? newId('', 8)
  if (act.get('coupon', id)) throw invalid('Coupon already exists.', 'id', 'resource_already_exists')
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
    created: act.at,
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
  act.put('coupon', coupon)
  emit(act, 'coupon.created', coupon)
  return coupon
}

/** POST /v1/promotion_codes */
export function createPromotionCode(act: Act, from: Reader): PromotionCode {
  const promotion = from.inner('promotion')
  promotion.needed('type')
  const coupon = find(act, 'coupon', promotion.needed('coupon'), 'promotion[coupon]').id
  const code = from.text('code') ?? newId('', 8).toUpperCase()
  if (act.all('promotion_code').some((one) => one.active && one.code.toUpperCase() === code.toUpperCase()))
    throw invalid('An active promotion code with `code: ' + code + '` already exists.', 'code')
  const restrictions = from.inner('restrictions')
  const made: PromotionCode = {
    id: newId('promo_1', 23),
    object: 'promotion_code',
    active: from.flag('active') ?? true,
    code,
    created: act.at,
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
  act.put('promotion_code', made)
  emit(act, 'promotion_code.created', made)
  return made
}

/** Returns the code that a buyer entered, if that customer can use it now. */
export function usableCode(act: Act, typed: string, customer: string | null): PromotionCode | undefined {
  return act
    .all('promotion_code')
    .find(
      (one) =>
        one.active &&
        one.code.toUpperCase() === typed.trim().toUpperCase() &&
        (one.customer === null || one.customer === customer) &&
        (one.expires_at === null || one.expires_at > act.at) &&
        (one.max_redemptions === null || one.times_redeemed < one.max_redemptions) &&
        isValid(act, find(act, 'coupon', one.promotion.coupon)),
    )
}

function isValid(act: Act, { redeem_by, max_redemptions, times_redeemed }: Coupon): boolean {
  return (redeem_by === null || redeem_by > act.at) && (max_redemptions === null || times_redeemed < max_redemptions)
}

/** Returns the coupon with that id; refuses one that can no longer be redeemed. */
export function redeemable(act: Act, id: string, param: string): Coupon {
  const coupon = find(act, 'coupon', id, param)
  if (!isValid(act, coupon)) throw invalid(`Coupon expired: ${id}`, param, 'coupon_expired')
  return coupon
}

/** Gives the coupon to a customer or one subscription from now on. */
export function redeem(
  act: Act,
  couponId: string,
  to: { customer: string; subscription?: string; promotion?: string | null; session?: string },
): Discount {
  const coupon = find(act, 'coupon', couponId)
  const { duration, duration_in_months: months } = coupon
  const monthly = { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }
  const discount: Discount = {
    id: newId('di_1', 23),
    object: 'discount',
    checkout_session: to.session ?? null,
    customer: to.customer,
    customer_account: null,
    end: duration === 'repeating' && months ? periodAt(act.at, monthly as never, months) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: to.promotion ?? null,
    source: { coupon: couponId, type: 'coupon' },
    start: act.at,
    subscription: to.subscription ?? null,
    subscription_item: null,
  }
  act.put('coupon', { ...coupon, times_redeemed: coupon.times_redeemed + 1 })
  const promotion = to.promotion && act.get('promotion_code', to.promotion)
  if (promotion) act.put('promotion_code', { ...promotion, times_redeemed: promotion.times_redeemed + 1 })
  act.put('discount', discount)
  emit(act, 'customer.discount.created', discount)
  return discount
}

/** Returns the discounts on a subscription's next invoice: its own, otherwise the customer's. */
export function discountsOf(act: Act, subscription: Subscription): Discount[] {
  const own = subscription.discounts.map((id) => act.get('discount', id))
  const customers = act.get('customer', subscription.customer)?.discount
  return (own.length > 0 ? own : [customers]).filter(
    (one): one is Discount => one !== undefined && one !== null && (one.end === null || one.end > act.at),
  )
}

/** A coupon applied to an invoice, by the id of its discount. */
export type Reduction = { id: string; coupon: string }
type Discountable = Pick<InvoiceLine, 'amount' | 'currency' | 'discountable' | 'discounts' | 'discount_amounts'>

export function reductionOf({ id, source }: Discount): Reduction {
  return { id, coupon: source.coupon }
}

/** Returns the lines with each coupon's discount; an amount is spread over them, and none falls below zero. */
export function discounted<T extends Discountable>(act: Act, lines: T[], reductions: Reduction[]): T[] {
  let result = lines
  for (const { id, coupon } of reductions) {
    const { percent_off: percent, amount_off: amount, currency } = find(act, 'coupon', coupon)
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
export function isUsedUp(act: Act, { id, source, end }: Discount, taken: DiscountAmount[]): boolean {
  if (end !== null && end <= act.at) return true
  return find(act, 'coupon', source.coupon).duration === 'once' && taken.some(({ discount }) => discount === id)
}

/** Removes the discount from its customers and subscriptions; invoices still name it. */
export function dropDiscount(act: Act, discount: Discount): void {
  const subscription = discount.subscription ? act.get('subscription', discount.subscription) : undefined
  if (subscription) {
    const discounts = subscription.discounts.filter((id) => id !== discount.id)
    act.put('subscription', { ...subscription, discounts })
  }
  const customer = discount.customer ? act.get('customer', discount.customer) : undefined
  if (customer?.discount?.id === discount.id) act.put('customer', { ...customer, discount: null })
  emit(act, 'customer.discount.deleted', discount)
}
