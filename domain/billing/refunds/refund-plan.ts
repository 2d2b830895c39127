/**
 * Calculates which payments an administrator's refund is taken from, and its effect on the subscription. Pure. Amounts
 * are in minor units.
 */
import { renews, type Subscription } from '../../subscription/subscription.ts'
import type { BillingPayment } from '../billing-snapshot.ts'
import type { BillingStep } from '../billing-steps.ts'
import type { StoredPayment } from '../payments/payment-entries.ts'
import {
  paidPeriodOf,
  refundableOf,
  shareOut,
  type Charge,
  type PaymentRecord,
  type PaidPeriod,
} from '../payments/period-payments.ts'
import { outcomesFor, refundRefusal, type RefundOutcome } from './refund-outcome.ts'

/** A payment record with the fields that a refund needs. */
type RefundRecord = PaymentRecord & { currency: string }

/**
 * What can be refunded of one invoice, or of the current period. `present`: the period on which access depends, if it
 * is that one. `disputed`: nothing of it can be refunded, because its own payment is disputed, or because it is of the
 * current period and another payment is.
 */
export type Refundable<R extends RefundRecord = RefundRecord> = {
  period: PaidPeriod<Charge<R>>
  currency: string
  left: number
  present: PaidPeriod<Charge<R>> | null
  disputed: boolean
}

type RefundSubject = {
  /** The number of an invoice; null for the payments of the current period. */
  invoice: string | null
  /** The payment on which access depends. */
  payment: string | null
  paidUntil: Date | null
  /** Whether one of the subscription's payments is disputed. */
  disputed: boolean
}

/** Returns the payments that a refund concerns; null if nothing refundable was paid. */
export function refundableFor<R extends RefundRecord>(
  records: readonly R[],
  { invoice, payment, paidUntil, disputed }: RefundSubject,
  now: Date,
): Refundable<R> | null {
  const present = paidPeriodOf(records, payment)
  const isOver = present !== null && wasFollowed(present.end, paidUntil, now)
  if (invoice === null) {
    const currency = present?.payments.at(-1)?.record.currency
    if (!present || !currency || isOver) return null
    const left = refundableOf(present)
    return { period: present, currency, left, present, disputed: disputed || isDisputed(records, present) }
  }
  const charge = records.find(({ kind, invoice_number: number }) => kind === 'charge' && number === invoice)
  const whole = charge && paidPeriodOf(records, charge.payment ?? charge.invoice)
  if (!charge || !whole) return null
  const isPresent = !isOver && present?.payments.some(({ record }) => record === charge)
  const period = { ...whole, payments: whole.payments.filter(({ record }) => record === charge), credited: 0 }
  // Credit that a plan change gave for the period was returned already.
  const left = Math.min(refundableOf(period), refundableOf(whole))
  const isBarred = (isPresent && disputed) || isDisputed(records, period)
  return { period, currency: charge.currency, left, present: isPresent ? present : null, disputed: isBarred }
}

/** Whether a payment paid for the period on which access depends; one without a recorded period counts as such. */
export function isOfPresent(
  records: readonly PaymentRecord[],
  paid: string,
  { payment, paidUntil }: Pick<RefundSubject, 'payment' | 'paidUntil'>,
  now: Date,
): boolean {
  const period = paidPeriodOf(records, paid)
  if (!period) return true
  const isCurrent = period.payments.some((one) => one.payment !== null && one.payment === payment)
  return isCurrent && !wasFollowed(period.end, paidUntil, now)
}

/** Whether a later free period has replaced the charged one. */
const wasFollowed = (end: Date | null, paidUntil: Date | null, now: Date): boolean =>
  end !== null && end <= now && paidUntil !== null && paidUntil > end

const isDisputed = (records: readonly PaymentRecord[], { payments }: PaidPeriod): boolean =>
  records.some(
    ({ kind, state, payment }) =>
      kind === 'dispute' && state === 'open' && payments.some((one) => one.payment !== null && one.payment === payment),
  )

/** Returns the paid invoices of a subscription, newest first, each with its refundable amount. */
export function refundableInvoices<R extends RefundRecord>(
  records: readonly R[],
  subscription: Omit<RefundSubject, 'invoice'>,
  now: Date,
): { charge: R; refunded: number; refundable: Refundable<R> }[] {
  return records.toReversed().flatMap((charge) => {
    const refundable = refundableOfCharge(records, charge, subscription, now)
    const refunded = refundable?.period.payments[0]?.returned ?? 0
    return refundable ? [{ charge, refunded, refundable }] : []
  })
}

/** Whether something of a subscription's paid invoices can be refunded. Of most, it can be of the newest. */
export const isRefundable = (
  records: readonly RefundRecord[],
  subscription: Omit<RefundSubject, 'invoice'>,
  now: Date,
): boolean =>
  records.toReversed().some((charge) => {
    const refundable = refundableOfCharge(records, charge, subscription, now)
    return refundable !== null && refundRefusal(refundable) === null
  })

function refundableOfCharge<R extends RefundRecord>(
  records: readonly R[],
  { kind, invoice_number: invoice }: R,
  subscription: Omit<RefundSubject, 'invoice'>,
  now: Date,
): Refundable<R> | null {
  return kind !== 'charge' || invoice === null ? null : refundableFor(records, { ...subscription, invoice }, now)
}

/** Returns the payments from which an amount is taken, newest first; `amount` is at most what is left. */
export function refundsOf<R extends RefundRecord>({ period }: Refundable<R>, amount: number) {
  return shareOut(period, amount).flatMap(({ from: { record, payment }, amount: part }) =>
    payment === null ? [] : [{ charge: record, payment, amount: part }],
  )
}

/**
 * Plans a refund that an administrator requested: the rows to add, one for each payment that it is taken from, and what
 * follows. `amount` is at most what is left.
 */
export function planRefund<R extends StoredPayment>(
  refundable: Refundable<R>,
  amount: number,
  newId: () => string,
  now: Date,
) {
  const parts = refundsOf(refundable, amount).map((part) => ({ ...part, id: newId() }))
  const rows = parts.map(({ charge, id, amount: part }) => {
    const row = { id, kind: 'refund', state: 'pending', provider_id: null, amount: part, tax: null } as const
    return { ...charge, ...row, failure: null, at: now }
  })
  const steps = parts.map(({ charge: { invoice }, payment, amount: part, id }): BillingStep => {
    return { step: 'queue', task: { task: 'refund', payment, invoice, amount: part, refund: id } }
  })
  if (refundable.present) steps.push({ step: 'mark-paid-back', paidBack: true })
  return { rows, steps }
}

/**
 * Returns what an administrator's decision requires besides the refund; null for nothing. Without a decision, a full
 * refund of the current period ends access automatically once the provider has made it.
 */
export function afterRefund(
  outcome: RefundOutcome | null,
  subscription: Pick<Subscription, 'status' | 'startDate' | 'renewal'>,
): 'cancel' | 'stop-renewal' | null {
  if (outcome === null || outcome === 'keep') return null
  if (!outcomesFor({ ...subscription, renews: renews(subscription) }).includes(outcome)) return null
  return outcome === 'end' ? 'cancel' : 'stop-renewal'
}

type StoredRefund = PaymentRecord & { provider_id?: string | null }

/**
 * Whether access stays after a full refund, because the administrator who refunded last decided so. After a later refund or lost
 * dispute at the billing provider, the rule for full refunds applies.
 */
export function keepsAccess(records: readonly StoredRefund[], payments: readonly BillingPayment[]): boolean {
  const ids = new Set(payments.map(({ id }) => id))
  const stored = records.filter(
    ({ kind, state, payment }) => kind === 'refund' && state !== 'failed' && payment !== null && ids.has(payment),
  )
  // The provider may report a refund before it answers the request; the report then has a row of its own for a moment.
  const requested = stored.filter(({ state, provider_id: id }) => state === 'pending' && !id)
  const known = new Set(stored.map(({ provider_id: id }) => id))
  const elsewhere = payments.flatMap(({ refunds, disputes }) => [
    ...refunds.filter(({ id, status }) => status !== 'failed' && !known.has(id)),
    ...disputes.filter(({ status }) => status === 'lost'),
  ])
  const returns = requested.length > 0 ? requested : [...stored, ...elsewhere]
  const [last] = returns.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const outcome = last && 'outcome' in last ? last.outcome : null
  return outcome === 'keep' || outcome === 'end-of-period'
}
