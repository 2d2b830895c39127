import { emit, find, type Transaction } from '../state/transaction.ts'
import { emptyAddress, keepCard, type Card } from '../customers/cards.ts'
import { sessionTotals } from './session-totals.ts'
import { redeem } from '../invoices/coupons.ts'
import { createCustomer, saveCustomer } from '../customers/customers.ts'
import { read } from '../api/form.ts'
import type { Customer, Invoice, PromotionCode, Session } from '../state/kinds.ts'
import { invalid, refuse } from '../api/refusal.ts'
import { billFirst } from '../subscriptions/create-subscription.ts'
import { newSubscription, saveSubscription } from '../subscriptions/subscriptions.ts'
import { keepTaxId, taxIdsOf, typeOfTaxId } from '../customers/tax-ids.ts'

export type Buyer = {
  card: Card
  email: string
  name: string
  country: string
  postalCode: string | null
  taxId: string | null
  promotion: PromotionCode | undefined
  /** Whether the customer's bank has confirmed the payment. */
  confirmed: boolean
}

/** Takes the payment of an open session. Throws for a refused card, and then nothing has changed. */
export function completeSession(tx: Transaction, id: string, buyer: Buyer): Session {
  const session = find(tx, 'session', id)
  const { order, given } = sessionTotals(tx, session, buyer)
  const [line] = order.items
  if (session.status !== 'open' || !line) throw invalid('This Checkout Session is no longer open.')
  const customer = buyerAsCustomer(tx, session, buyer)
  const method = keepCard(tx, buyer.card, { ...buyer, customer: customer.id, address: customer.address })
  const enabled = session.automatic_tax.enabled
  const bare = newSubscription(tx, { order, line, customer: customer.id, method: method.id, automaticTax: enabled })
  const discounts = given.map(
    (one) =>
      redeem(tx, one.coupon, { customer: customer.id, subscription: bare.id, session: id, promotion: one.promotion })
        .id,
  )
  const made = saveSubscription(tx, bare, { discounts })
  const { invoice, fault } = billFirst(tx, made, line, method.id, buyer.confirmed ? 'confirmed' : 'checkout')
  if (fault) throw refuse(402, fault)
  const done: Session = {
    ...session,
    amount_subtotal: invoice.subtotal,
    amount_total: invoice.total,
    automatic_tax: { ...session.automatic_tax, status: enabled ? 'complete' : null },
    customer: customer.id,
    discounts: given.map(({ coupon, promotion }) => ({ coupon: promotion ? null : coupon, promotion_code: promotion })),
    customer_details: {
      address: customer.address,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: buyer.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: taxIdsOf(tx, customer.id).map(({ type, value }) => ({ type, value })),
    },
    invoice: invoice.id,
    payment_status: statusOf(invoice),
    status: 'complete',
    subscription: made.id,
    total_details: {
      amount_discount: sumOf(invoice.total_discount_amounts),
      amount_shipping: 0,
      amount_tax: sumOf(invoice.total_taxes),
    },
    url: null,
  }
  tx.put('session', done)
  emit(tx, 'checkout.session.completed', done)
  return done
}

/** A debit in progress counts as unpaid. https://docs.stripe.com/payments/checkout/fulfill-orders */
function statusOf({ amount_due: due, status }: Invoice): Session['payment_status'] {
  if (due === 0) return 'no_payment_required'
  return status === 'paid' ? 'paid' : 'unpaid'
}

function sumOf(amounts: readonly { amount: number }[] | null): number {
  return amounts?.reduce((sum, { amount }) => sum + amount, 0) ?? 0
}

function buyerAsCustomer(tx: Transaction, session: Session, buyer: Buyer): Customer {
  const known = session.customer === null ? undefined : tx.get('customer', session.customer)
  const before = known ?? createCustomer(tx, read({ email: buyer.email, name: buyer.name }))
  const address = { ...(before.address ?? emptyAddress), country: buyer.country, postal_code: buyer.postalCode }
  const saved = saveCustomer(tx, before, { address, name: before.name ?? buyer.name })
  const type = buyer.taxId === null ? null : typeOfTaxId(buyer.taxId, buyer.country)
  const given = taxIdsOf(tx, saved.id).some(({ value }) => value === buyer.taxId)
  if (type && buyer.taxId && !given) keepTaxId(tx, saved.id, type, buyer.taxId)
  return saved
}
