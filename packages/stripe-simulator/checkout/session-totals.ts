import { find, type Transaction } from '../state/transaction.ts'
import { discounted, netOf, reductionOf } from '../invoices/coupons.ts'
import type { PromotionCode, Session } from '../state/kinds.ts'
import { behaviorOf, exemptionOf, taxOn } from '../invoices/tax.ts'

export type BillingAddress = { country: string; taxId: string | null; promotion: PromotionCode | undefined }

/** Returns the amounts of the session for a buyer in that country with that promotion code. */
export function sessionTotals(tx: Transaction, session: Session, { country, taxId, promotion }: BillingAddress) {
  const order = find(tx, 'order', session.id)
  const customer = session.customer === null ? undefined : tx.get('customer', session.customer)
  const amount = order.items.reduce((sum, item) => sum + item.amount_subtotal, 0)
  const subtotal = order.trialDays > 0 ? 0 : amount
  const given = promotion ? [{ coupon: promotion.promotion.coupon, promotion: promotion.id }] : order.discounts
  const lasting = customer?.discount && given.length === 0 ? [reductionOf(customer.discount)] : []
  const reductions = [...given.map(({ coupon }) => ({ id: coupon, coupon })), ...lasting]
  const line = { amount: subtotal, currency: session.currency, discountable: true, discounts: [], discount_amounts: [] }
  const net = discounted(tx, [line], reductions).reduce((sum, one) => sum + netOf(one), 0)
  const [first] = order.items
  const behavior = session.automatic_tax.enabled && first ? behaviorOf(tx, first.price) : 'exclusive'
  const tax = session.automatic_tax.enabled
    ? taxOn(net, { country, hasTaxId: taxId !== null, exempt: exemptionOf(customer), behavior })
    : null
  const total = net + (tax?.behavior === 'exclusive' ? tax.amount : 0)
  const due = Math.max(0, total + (customer?.balance ?? 0))
  return { order, given, amount, subtotal, discount: subtotal - net, tax, total, due }
}
