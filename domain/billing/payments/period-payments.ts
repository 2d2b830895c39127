/**
 * What was paid for one period, and what was returned. A period may be paid for more than once: a change of plan or
 * quantity within it is charged separately. Its payments count together. Amounts are in minor units.
 */
import type { RefundOutcome } from '../refunds/refund-outcome.ts'

export type PeriodPayment = {
  /** The provider's id; null if it was paid outside the provider or by credit, so that it cannot be refunded. */
  payment: string | null
  amount: number
  returned: number
}

/** The payments of one period, oldest first, and the credit that plan changes gave for it. */
export type PaidPeriod<P extends PeriodPayment = PeriodPayment> = {
  end: Date | null
  payments: readonly P[]
  credited: number
}

export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const leftOfOne = ({ amount, returned }: PeriodPayment) => Math.max(0, amount - returned)

/** Returns the remainder of a period's payments, at least 0. */
export function leftOf({ payments, credited }: PaidPeriod): number {
  return Math.max(0, sum(payments.map(leftOfOne)) - credited)
}

/** Returns the refundable part: payments outside the provider are not included. */
export function refundableOf(period: PaidPeriod): number {
  const refundable = period.payments.filter(({ payment }) => payment !== null)
  return Math.min(leftOf(period), sum(refundable.map(leftOfOne)))
}

/**
 * Whether a period is fully refunded: money was returned, and nothing refundable is left. If the larger part was paid
 * by credit or outside the provider, the period is kept.
 */
export function isReturned(period: PaidPeriod): boolean {
  const paid = (own: boolean) =>
    sum(period.payments.filter(({ payment }) => (payment !== null) === own).map(({ amount }) => amount))
  return isRefunded(period) && refundableOf(period) === 0 && paid(true) >= paid(false)
}

/**
 * Returns the payments from which a refund is taken, with amounts: a single one if it is large enough, newest first.
 * The amount is at most `refundableOf` the period.
 */
export function shareOut<P extends PeriodPayment>(
  period: PaidPeriod<P>,
  amount: number,
): { from: P; amount: number }[] {
  const open = period.payments.filter((one) => one.payment !== null && leftOfOne(one) > 0).toReversed()
  const alone = open.find((one) => leftOfOne(one) >= amount)
  if (alone) return [{ from: alone, amount }]
  let rest = amount
  return open.flatMap((from) => {
    const part = Math.min(rest, leftOfOne(from))
    rest -= part
    return part > 0 ? [{ from, amount: part }] : []
  })
}

export const paymentKinds = ['charge', 'failure', 'refund', 'credit', 'dispute'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** A row of a subscription's payments, as far as these sums need it. */
export type PaymentRecord = {
  kind: PaymentKind
  state: string
  payment: string | null
  invoice: string | null
  invoice_number: string | null
  amount: number
  period_end: Date | null
  at: Date
  /** For a refund by an administrator: their decision about the subscription; null for none. */
  outcome?: RefundOutcome | null
}

/** A charge with what was or will be returned of it: refunds other than failed ones, and lost disputes. */
export type Charge<R extends PaymentRecord = PaymentRecord> = PeriodPayment & { record: R }

/** Returns the record of a payment, or of an invoice that the customer's credit paid; undefined for none. */
export function paymentRecordOf<R extends PaymentRecord>(records: readonly R[], payment: string | null): R | undefined {
  return records.find(
    ({ kind, payment: id, invoice }) =>
      (kind === 'charge' || kind === 'credit') && payment !== null && (id === payment || invoice === payment),
  )
}

/** The period that a payment or an invoice paid for, from the records of its subscription, oldest first; null for none. */
export function paidPeriodOf<R extends PaymentRecord>(
  records: readonly R[],
  payment: string | null,
): PaidPeriod<Charge<R>> | null {
  const paid = paymentRecordOf(records, payment)
  if (!paid) return null
  const end = paid.period_end
  const charges = records.filter((one) => one.kind === 'charge' && (one === paid || isSameMoment(one.period_end, end)))
  const payments = charges.map((record) => ({
    payment: record.payment,
    amount: record.amount,
    returned: sum(records.filter((one) => isReturnOf(one, record)).map(({ amount }) => amount)),
    record,
  }))
  const [first] = charges
  const credits = records.filter(
    (one) =>
      one.kind === 'credit' && one.state === 'given' && first && isAfter(one, first) && (end === null || one.at < end),
  )
  return { end, payments, credited: sum(credits.map(({ amount }) => amount)) }
}

/**
 * Whether an invoice was paid after another. The provider's times are whole seconds. Within a second the higher number
 * is the later one: numbers are a sequence of the customer or of the account
 * (docs.stripe.com/invoicing/customize#account-numbering).
 */
export function isAfter(one: InvoicePaid, other: InvoicePaid): boolean {
  const apart = one.at.getTime() - other.at.getTime()
  if (apart !== 0 || one.invoice_number === null || other.invoice_number === null) return apart > 0
  return one.invoice_number.localeCompare(other.invoice_number, 'en', { numeric: true }) > 0
}

export type InvoicePaid = Pick<PaymentRecord, 'at' | 'invoice_number'>

export function isReturnOf({ kind, state, payment }: PaymentRecord, charge: PaymentRecord): boolean {
  const back = (kind === 'refund' && state !== 'failed') || (kind === 'dispute' && state === 'lost')
  return back && payment !== null && payment === charge.payment
}

export const isSameMoment = (one: Date | null, other: Date | null) => one !== null && one.getTime() === other?.getTime()

/** Whether a refund or a lost dispute took anything of a period's payments. */
export function isRefunded(period: PaidPeriod | null): boolean {
  return period?.payments.some(({ returned }) => returned > 0) ?? false
}
