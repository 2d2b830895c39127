/**
 * What was paid for one period, and what was returned. A period may be paid for more than once: a change of plan or
 * quantity within it is charged separately. Its payments count together. Amounts are in minor units.
 */
import type { RefundOutcome } from './refund-outcome.ts'
import { covers, lostIn, type BillingInvoice, type BillingPayment, type BillingSnapshot } from './billing-snapshot.ts'

export type PeriodPayment = {
  /** The provider's id; null if it was paid outside the provider or by credit, so that it cannot be refunded. */
  payment: string | null
  amount: number
  returned: number
}

/** The payments of one period, oldest first, and the credit that plan changes gave for it. */
export type Period<P extends PeriodPayment = PeriodPayment> = {
  end: Date | null
  payments: readonly P[]
  credited: number
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const leftOfOne = ({ amount, returned }: PeriodPayment) => Math.max(0, amount - returned)

/** Returns the remainder of a period's payments, at least 0. */
export function leftOf({ payments, credited }: Period): number {
  return Math.max(0, sum(payments.map(leftOfOne)) - credited)
}

/** Returns the refundable part: payments outside the provider are not included. */
export function refundableOf(period: Period): number {
  const refundable = period.payments.filter(({ payment }) => payment !== null)
  return Math.min(leftOf(period), sum(refundable.map(leftOfOne)))
}

/**
 * Whether a period is fully refunded: money was returned, and nothing refundable is left. If the larger part was paid
 * by credit or outside the provider, the period is kept.
 */
export function isReturned(period: Period): boolean {
  const paid = (own: boolean) =>
    sum(period.payments.filter(({ payment }) => (payment !== null) === own).map(({ amount }) => amount))
  return isRefunded(period) && refundableOf(period) === 0 && paid(true) >= paid(false)
}

/**
 * Returns the payments from which a refund is taken, with amounts: a single one if it is large enough, newest first.
 * The amount is at most `refundableOf` the period.
 */
export function shareOut<P extends PeriodPayment>(period: Period<P>, amount: number): { from: P; amount: number }[] {
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

/** A row of a subscription's payments, as far as these sums need it. */
export type PaymentRecord = {
  kind: 'charge' | 'failure' | 'refund' | 'credit' | 'dispute'
  state: string
  payment: string | null
  invoice: string | null
  amount: number
  period_end: Date | null
  at: Date
  /** For a refund by an administrator: their decision about the subscription; null for none. */
  outcome?: RefundOutcome | null
}

/** A charge with what was or will be returned of it: refunds other than failed ones, and lost disputes. */
export type Charge<R extends PaymentRecord = PaymentRecord> = PeriodPayment & { record: R }

/** The period that a payment or an invoice paid for, from the records of its subscription, oldest first; null for none. */
export function periodOf<R extends PaymentRecord>(
  records: readonly R[],
  payment: string | null,
): Period<Charge<R>> | null {
  const paid = records.find(
    ({ kind, payment: id, invoice }) =>
      (kind === 'charge' || kind === 'credit') && payment !== null && (id === payment || invoice === payment),
  )
  if (!paid) return null
  const end = paid.period_end
  const charges = records.filter((one) => one.kind === 'charge' && (one === paid || isSame(one.period_end, end)))
  const payments = charges.map((record) => ({
    payment: record.payment,
    amount: record.amount,
    returned: sum(records.filter((one) => isReturnOf(one, record)).map(({ amount }) => amount)),
    record,
  }))
  const [first] = charges
  const credits = records.filter(
    ({ kind, state, at }) =>
      kind === 'credit' && state === 'given' && first && at >= first.at && (end === null || at < end),
  )
  return { end, payments, credited: sum(credits.map(({ amount }) => amount)) }
}

function isReturnOf({ kind, state, payment }: PaymentRecord, charge: PaymentRecord): boolean {
  const back = (kind === 'refund' && state !== 'failed') || (kind === 'dispute' && state === 'lost')
  return back && payment !== null && payment === charge.payment
}

const isSame = (one: Date | null, other: Date | null) => one !== null && one.getTime() === other?.getTime()

/** Whether a refund or a lost dispute took anything of a period's payments. */
export function isRefunded(period: Period | null): boolean {
  return period?.payments.some(({ returned }) => returned > 0) ?? false
}

/**
 * Returns the periods of the payments that were read. A payment that was not read counts as kept. A payment by the
 * customer's credit has no id, like one outside the provider. `records` give the period of a payment whose invoice
 * belongs to a subscription that was bought again since.
 */
export function periodsIn(
  { invoices, payments, period: running }: BillingSnapshot,
  records: readonly PaymentRecord[] = [],
): Period[] {
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
      } = periodOf(records, payment.id) ?? { end: null, credited: 0, payments: [] }
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
  const began = Math.min(...paid.map(paidAt))
  const end = paid[0]?.period?.end.getTime() ?? Infinity
  const credits = invoices.filter(
    (one) => one.status === 'paid' && one.total < 0 && paidAt(one) >= began && paidAt(one) < end && paidAt(one) <= last,
  )
  return -sum(credits.map(({ total }) => total))
}

const paidAt = ({ paidAt: paid, createdAt }: BillingInvoice) => (paid ?? createdAt).getTime()

/**
 * Returns the newest payment of each period whose money was returned twice: by refunds, and by the credit of a plan
 * change for its unused time. Such a change ignores refunds.
 */
export function paidBackTwice(records: readonly PaymentRecord[], invoices: readonly BillingInvoice[]): string[] {
  const ids = new Set(records.flatMap(({ kind, payment }) => (kind === 'charge' && payment !== null ? [payment] : [])))
  const newest = new Set([...ids].map((id) => periodOf(records, id)?.payments.at(-1)?.payment ?? id))
  return [...newest].filter((id) => {
    const period = periodOf(records, id)
    return period !== null && isRefunded(period) && invoices.some((invoice) => gaveTwice(period, records, invoice))
  })
}

/**
 * Whether an invoice credits more than refunds had left of a period, or a later refund included what had been credited.
 */
function gaveTwice(period: Period<Charge>, records: readonly PaymentRecord[], invoice: BillingInvoice): boolean {
  const { status, total, credit } = invoice
  if (status !== 'paid' || !credit || !isSame(credit.periodEnd, period.end)) return false
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
  const isWithin = isSame(invoice.period?.end ?? null, period.end)
  const given = total < 0 ? -total : isWithin ? 0 : credit.amount
  const all = totals(Infinity)
  return given > 0 && all.back + given > all.paid
}
