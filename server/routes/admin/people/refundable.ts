import type { Output } from '../../../../contract/contract.ts'
import { refuse } from '../../../../contract/errors.ts'
import { majorUnits } from '../../../../domain/catalogue/plan.ts'
import { refundableInvoices } from '../../../../domain/billing/refunds/refund-plan.ts'
import type { CustomerInvoice, Payments } from '../../../adapters/payments/port.ts'
import type { AppContext } from '../../../context.ts'
import { billingSide } from '../../../store/billing/billing-side.ts'
import { paymentsOf } from '../../../store/billing/payments.ts'
import { findSubscriber } from '../../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../../store/subscriptions/subscriptions.ts'

/**
 * Returns the paid invoices of a subscription with their refundable amounts. The cards are read at the billing
 * provider.
 */
export async function readRefundable(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  payments: Payments,
  subscriptionId: string,
  withCards: boolean,
): Promise<Output<'GET /api/v1/subscriptions/refundable/{id}'>> {
  const subscription = (await findSubscription(db, subscriptionId)) ?? refuse('NOT_FOUND')
  if (subscription.subscriberId === null) refuse('NOT_FOUND')
  const side = await billingSide(db, subscriptionId)
  if (!side) return []
  const { disputed } = side.billing
  const invoices = refundableInvoices(await paymentsOf(db, subscriptionId), { ...subscription, disputed }, now())
  if (invoices.length === 0) return []
  const cards = withCards ? await cardsOf(db, payments, subscription.subscriberId) : new Map<string | null, null>()
  return invoices.map(({ charge, refunded, refundable }) => {
    const { left, present } = refundable
    const { invoice_number: invoice, currency } = charge
    return {
      invoice: invoice ?? '',
      date: charge.at.toISOString(),
      periodStart: charge.period_start?.toISOString() ?? null,
      periodEnd: charge.period_end?.toISOString() ?? null,
      paid: majorUnits(charge.amount, currency),
      refunded: majorUnits(refunded, currency),
      left: majorUnits(left, currency),
      currency,
      card: cards.get(invoice) ?? null,
      current: present !== null,
      disputed: refundable.disputed,
    }
  })
}

/**
 * Returns the cards that paid a subscriber's invoices, by number; none if the provider does not return them, because a
 * refund does not need them.
 */
async function cardsOf(
  db: AppContext['db'],
  payments: Payments,
  subscriberId: string | null,
): Promise<Map<string | null, CustomerInvoice['card']>> {
  const subscriber = subscriberId === null ? undefined : await findSubscriber(db, subscriberId)
  if (!subscriber?.payment_customer) return new Map()
  try {
    const invoices = await payments.readInvoices(subscriber.payment_customer)
    return new Map(invoices.map(({ number, card }) => [number, card]))
  } catch (error) {
    if (payments.faultOf(error).kind === 'own') throw error
    return new Map()
  }
}
