import type { Output } from '../../../../contract/contract.ts'
import { refuse } from '../../../../contract/errors.ts'
import { majorUnits } from '../../../../domain/catalogue/plan.ts'
import { isUnknown, type CustomerInvoice, type Payments } from '../../../adapters/payments/port.ts'
import { lostOfInvoices } from '../../../store/billing/payments.ts'
import { findSubscriber } from '../../../store/subscribers/subscribers.ts'
import type { Db } from '../../../store/tables.ts'

type Invoices = Output<'GET /api/v1/account/invoices'>

/** Returns the invoices of a subscriber from the billing provider, newest first. */
export function createInvoices(db: Db, payments: Payments): (subscriberId: string) => Promise<Invoices> {
  return async (subscriberId) => {
    const subscriber = (await findSubscriber(db, subscriberId)) ?? refuse('NOT_FOUND')
    const customer = subscriber.payment_customer
    if (!customer) return []
    try {
      const [invoices, lost] = await Promise.all([payments.readInvoices(customer), lostOfInvoices(db, subscriberId)])
      return invoices.map((invoice) => viewInvoice(invoice, lost.get(invoice.number) ?? 0))
    } catch (error) {
      const fault = payments.faultOf(error)
      if (fault.kind === 'own') throw error
      // The customer was deleted there, with the invoices.
      return isUnknown(fault) ? [] : refuse('PAYMENTS_UNAVAILABLE')
    }
  }
}

/** `lost`: what lost disputes took of it. */
function viewInvoice(invoice: CustomerInvoice, lost: number): Invoices[number] {
  const { number, currency, card, state, url, pdfUrl } = invoice
  return {
    number,
    date: invoice.date.toISOString(),
    periodStart: invoice.periodStart?.toISOString() ?? null,
    periodEnd: invoice.periodEnd?.toISOString() ?? null,
    total: majorUnits(invoice.total, currency),
    tax: majorUnits(invoice.tax, currency),
    refunded: majorUnits(invoice.refunded + lost, currency),
    currency,
    card,
    state,
    url,
    pdfUrl,
  }
}
