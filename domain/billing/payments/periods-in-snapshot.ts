import { covers, lostIn, type BillingInvoice, type BillingPayment, type BillingSnapshot } from '../billing-snapshot.ts'
import {
  isAfter,
  paidPeriodOf,
  isReturned,
  sum,
  type PaymentRecord,
  type PaidPeriod,
  type PeriodPayment,
} from './period-payments.ts'

/**
 * Returns the periods of the payments that were read. A payment that was not read counts as kept. A payment by the
 * customer's credit has no id, like one outside the provider. `records` give the period of a payment whose invoice
 * belongs to a subscription that was bought again since.
 */
export function periodsIn(
  { invoices, payments, period: running }: BillingSnapshot,
  records: readonly PaymentRecord[] = [],
): PaidPeriod[] {
  const periods = new Map<number, BillingInvoice[]>()
  for (const invoice of invoices.toReversed()) {
    if (invoice.status !== 'paid' || !invoice.period || invoice.total <= 0) continue
    // An earlier plan may happen to end with the current period.
    const key = covers(invoice, running) ? Infinity : invoice.period.end.getTime()
    periods.set(key, [...(periods.get(key) ?? []), invoice])
  }
  const known = new Set(invoices.map(({ payment }) => payment))
  const unlisted = payments.filter(({ id }) => !known.has(id))
  return [
    ...unlisted.map((payment) => {
      const {
        end,
        credited,
        payments: paid,
      } = paidPeriodOf(records.filter(hasMoved), payment.id) ?? { end: null, credited: 0, payments: [] }
      const others = paid.filter((one) => one.payment !== payment.id)
      return { end, credited, payments: [...others, asRead(payment)].map((one) => readOf(one, payments)) }
    }),
    ...[...periods.values()].map((paid) => ({
      end: paid[0]?.period?.end ?? null,
      payments: paid.map((invoice) => paymentFor(invoice, payments)),
      credited: creditBefore(paid, invoices, payments),
    })),
  ]
}

/**
 * Whether a dispute about a payment was lost while a part of its period's payments is left, so that a person must
 * decide about the access.
 */
export function isPartlyLost(snapshot: BillingSnapshot, payment: string): boolean {
  const read = snapshot.payments.find(({ id }) => id === payment)
  if (!read || lostIn(read) === 0) return false
  return periodsIn(snapshot).some((one) => one.payments.some((paid) => paid.payment === payment) && !isReturned(one))
}

/** A refund that is still to be made leaves its payment kept: it may fail. */
const hasMoved = ({ kind, state }: PaymentRecord) => kind !== 'refund' || state !== 'pending'

const asRead = ({ id, received, ...read }: BillingPayment): PeriodPayment => ({
  payment: id,
  amount: received,
  returned: read.refunded + lostIn(read),
})

function readOf(one: PeriodPayment, read: BillingSnapshot['payments']): PeriodPayment {
  const found = read.find(({ id }) => id === one.payment)
  return found ? asRead(found) : one
}

function paymentFor({ payment, amountPaid, total }: BillingInvoice, read: BillingSnapshot['payments']): PeriodPayment {
  return readOf({ payment, amount: amountPaid > 0 ? amountPaid : total, returned: 0 }, read)
}

/**
 * Returns the credit that plan changes gave for a period before its last refund; later credit does not belong to it.
 */
function creditBefore(
  paid: readonly BillingInvoice[],
  invoices: readonly BillingInvoice[],
  read: BillingSnapshot['payments'],
): number {
  const ids = new Set(paid.map(({ payment }) => payment))
  const returns = read
    .filter(({ id }) => ids.has(id))
    .flatMap(({ refunds, disputes }) => [...refunds, ...disputes.filter(({ status }) => status === 'lost')])
  const last = Math.max(...returns.map(({ at }) => at.getTime()))
  const end = paid[0]?.period?.end.getTime() ?? Infinity
  const credits = invoices.filter(
    (one) =>
      one.status === 'paid' &&
      one.total < 0 &&
      paid.some((other) => isAfter(asPaid(one), asPaid(other))) &&
      paidAt(one) < end &&
      paidAt(one) <= last,
  )
  return -sum(credits.map(({ total }) => total))
}

const asPaid = (invoice: BillingInvoice) => ({ at: new Date(paidAt(invoice)), invoice_number: invoice.number })

export const paidAt = ({ paidAt: paid, createdAt }: BillingInvoice) => (paid ?? createdAt).getTime()
