import type { BillingInvoice } from '../billing-snapshot.ts'
import {
  paidPeriodOf,
  isRefunded,
  isSameMoment,
  isReturnOf,
  sum,
  type PaymentRecord,
  type PaidPeriod,
  type Charge,
} from './period-payments.ts'
import { paidAt } from './periods-in-snapshot.ts'

/**
 * Returns the newest payment of each period whose money was returned twice: by refunds, and by the credit of a plan
 * change for its unused time. Such a change ignores refunds.
 */
export function paidBackTwice(records: readonly PaymentRecord[], invoices: readonly BillingInvoice[]): string[] {
  const ids = new Set(records.flatMap(({ kind, payment }) => (kind === 'charge' && payment !== null ? [payment] : [])))
  const newest = new Set([...ids].map((id) => paidPeriodOf(records, id)?.payments.at(-1)?.payment ?? id))
  return [...newest].filter((id) => {
    const period = paidPeriodOf(records, id)
    return period !== null && isRefunded(period) && invoices.some((invoice) => gaveTwice(period, records, invoice))
  })
}

/**
 * Whether an invoice credits more than refunds had left of a period, or a later refund included what had been credited.
 */
function gaveTwice(period: PaidPeriod<Charge>, records: readonly PaymentRecord[], invoice: BillingInvoice): boolean {
  const { status, total, credit } = invoice
  if (status !== 'paid' || !credit || !isSameMoment(credit.periodEnd, period.end)) return false
  const totals = (before: number) => {
    const charges = period.payments.filter(({ record }) => record.at.getTime() < before).map(({ record }) => record)
    const returns = records.filter(
      (one) => one.at.getTime() < before && charges.some((charge) => isReturnOf(one, charge)),
    )
    const [paid, back] = [charges, returns].map((some) => sum(some.map(({ amount }) => amount)))
    return { paid: paid ?? 0, back: back ?? 0 }
  }
  const before = totals(paidAt(invoice))
  if (before.back > 0 && before.back + credit.amount > before.paid) return true
  // Charges on the invoice for the same days belong to the period; charges for other days were paid with the credit.
  const isWithin = isSameMoment(invoice.period?.end ?? null, period.end)
  const given = total < 0 ? -total : isWithin ? 0 : credit.amount
  const all = totals(Infinity)
  return given > 0 && all.back + given > all.paid
}
