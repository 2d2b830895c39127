import type { BillingSide } from '../../../domain/billing/billing-side.ts'
import type { BillingInvoice, BillingSnapshot } from '../../../domain/billing/billing-snapshot.ts'
import { on } from '../subscriptions/given-subscription.ts'

/** Returns the provider's side of what `given` creates: monthly, its first period paid. */
export function snapshot(over: Partial<BillingSnapshot>): BillingSnapshot {
  const period = { start: on('11-20'), end: on('12-20') }
  return {
    id: 'sub_1',
    customer: 'cus_1',
    order: 'order-1',
    status: 'active',
    charging: 'on',
    price: 'price_monthly',
    plan: 'analytics-monthly',
    period,
    endedAt: null,
    invoices: [invoice({ period, status: 'paid', payment: 'in_1' })],
    payments: [],
    ...over,
  }
}

/** Returns an invoice of 99 dollars, open and not tried yet. */
export function invoice(over: Partial<BillingInvoice>): BillingInvoice {
  return {
    id: 'in_1',
    number: null,
    status: 'open',
    createdAt: over.period?.start ?? on('11-20'),
    period: null,
    currency: 'usd',
    total: 9900,
    tax: 0,
    amountDue: 9900,
    amountPaid: over.status === 'paid' ? 9900 : 0,
    attempts: over.status === 'paid' ? 1 : 0,
    nextAttempt: null,
    dueDate: null,
    finalizationFailed: false,
    paidAt: over.status === 'paid' ? (over.period?.start ?? on('11-20')) : null,
    payment: null,
    url: null,
    ...over,
  }
}

/** Returns the invoice of the period after the first. */
export function covering(over: Partial<BillingInvoice>): BillingInvoice {
  return invoice({ id: 'in_2', payment: over.status === 'paid' ? 'pi_2' : null, ...over })
}

/** Returns its stored state: it charges, and no payment of it is disputed or refunded. */
export function side(over: Partial<BillingSide>): BillingSide {
  return {
    billingId: 'sub_1',
    askedAt: on('11-20'),
    charging: 'on',
    price: 'price_monthly',
    withheldUntil: null,
    owedUntil: null,
    paidBackUntil: null,
    billing: { periodEnd: on('12-20'), ended: false, paidBack: false, disputed: false, awaited: false },
    ...over,
  }
}
