import { invalid } from '../api/refusal.ts'
import type { Customer } from '../state/kinds.ts'
import type { Transaction } from '../state/transaction.ts'
import { isEnded } from '../subscriptions/subscriptions.ts'

/**
 * Refuses another currency than that of what a customer has, in Stripe's words. A schedule and an invoice item end with
 * their subscription, and there are no quotes.
 * https://docs.stripe.com/invoicing/multiple-currencies
 * https://github.com/Automattic/woocommerce-payments/issues/7732
 */
export function requireCurrency(tx: Transaction, customer: Customer, currency: string): void {
  const other = currenciesOf(tx, customer).find((one) => one !== currency)
  if (other === undefined) return
  throw invalid(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, invoice item or active subscription mode checkout session with currency ${other}.`,
  )
}

function currenciesOf(tx: Transaction, { id, discount }: Customer): string[] {
  const coupon = discount ? tx.get('coupon', discount.source.coupon) : undefined
  return [
    ...tx.all('subscription').filter((one) => one.customer === id && !isEnded(one)),
    ...tx.all('session').filter((one) => one.customer === id && one.status === 'open'),
    ...(coupon ? [coupon] : []),
  ].flatMap((one) => one.currency ?? [])
}
