/**
 * Calculates which payments an administrator's refund is taken from, and its effect on the subscription. Pure. Amounts
 * are in minor units.
 */
import { isLive, type Subscription } from '../subscription/subscription.ts'
import type { BillingPayment } from './billing-snapshot.ts'
import { periodOf, refundableOf, shareOut, type Charge, type PaymentRecord, type Period } from './period-payments.ts'
import type { RefundOutcome } from './refund-outcome.ts'

/** A payment record with the fields that a refund needs. */
type RefundRecord = PaymentRecord & { invoice_number: string | null; currency: string }

/**
 * What can be refunded of one invoice, or of the current period. `present`: the period on which access depends, if it
 * is that one.
 */
export type Refundable<R extends RefundRecord = RefundRecord> = {
  period: Period<Charge<R>>
  currency: string
  left: number
  present: Period<Charge<R>> | null
  disputed: boolean
}

type Asked = {
  /** The number of an invoice; null for the payments of the current period. */
  invoice: string | null
  /** The payment on which access depends. */
  payment: string | null
  paidUntil: Date | null
}

/** Returns the payments that a refund concerns; null if nothing refundable was paid. */
export function refundableFor<R extends RefundRecord>(
  records: readonly R[],
  { invoice, payment, paidUntil }: Asked,
  now: Date,
): Refundable<R> | null {
  const present = periodOf(records, payment)
  const isOver = present !== null && wasFollowed(present.end, paidUntil, now)
  if (invoice === null) {
    const currency = present?.payments.at(-1)?.record.currency
    if (!present || !currency || isOver) return null
    return { period: present, currency, left: refundableOf(present), present, disputed: isDisputed(records, present) }
  }
  const charge = records.find(({ kind, invoice_number: number }) => kind === 'charge' && number === invoice)
  const whole = charge && periodOf(records, charge.payment ?? charge.invoice)
  if (!charge || !whole) return null
  const isPresent = !isOver && present?.payments.some(({ record }) => record === charge)
  const period = { ...whole, payments: whole.payments.filter(({ record }) => record === charge), credited: 0 }
  // Credit that a plan change gave for the period was returned already.
  const left = Math.min(refundableOf(period), refundableOf(whole))
  const disputed = isDisputed(records, period)
  return { period, currency: charge.currency, left, present: isPresent ? present : null, disputed }
}

/** Whether a payment paid for the period on which access depends; one without a recorded period counts as such. */
export function isOfPresent(
  records: readonly PaymentRecord[],
  paid: string,
  { payment, paidUntil }: Omit<Asked, 'invoice'>,
  now: Date,
): boolean {
  const period = periodOf(records, paid)
  if (!period) return true
  const isCurrent = period.payments.some((one) => one.payment !== null && one.payment === payment)
  return isCurrent && !wasFollowed(period.end, paidUntil, now)
}

/** Whether a later free period has replaced the charged one. */
const wasFollowed = (end: Date | null, paidUntil: Date | null, now: Date): boolean =>
  end !== null && end <= now && paidUntil !== null && paidUntil > end

const isDisputed = (records: readonly PaymentRecord[], { payments }: Period): boolean =>
  records.some(
    ({ kind, state, payment }) =>
      kind === 'dispute' && state === 'open' && payments.some((one) => one.payment !== null && one.payment === payment),
  )

/** Returns the paid invoices of a subscription, newest first, each with its refundable amount. */
export function paidInvoices<R extends RefundRecord>(
  records: readonly R[],
  subscription: Omit<Asked, 'invoice'>,
  now: Date,
): { charge: R; refunded: number; refundable: Refundable<R> }[] {
  const charges = records.filter(({ kind }) => kind === 'charge').toReversed()
  return charges.flatMap((charge) => {
    const { invoice_number: invoice } = charge
    const refundable = invoice === null ? null : refundableFor(records, { ...subscription, invoice }, now)
    const refunded = refundable?.period.payments[0]?.returned ?? 0
    return refundable ? [{ charge, refunded, refundable }] : []
  })
}

/** Returns the payments from which an amount is taken, newest first; `amount` is at most what is left. */
export function refundsOf<R extends RefundRecord>({ period }: Refundable<R>, amount: number) {
  return shareOut(period, amount).flatMap(({ from: { record, payment }, amount: part }) =>
    payment === null ? [] : [{ charge: record, payment, amount: part }],
  )
}

/**
 * Returns what an administrator's decision requires besides the refund; null for nothing. Without a decision, a full
 * refund of the current period ends access automatically once the provider has made it.
 */
export function afterRefund(
  outcome: RefundOutcome | null,
  subscription: Pick<Subscription, 'status' | 'renewal'>,
): 'cancel' | 'stop-renewal' | null {
  if (outcome === 'end') return 'cancel'
  return outcome === 'end-of-period' && isLive(subscription) && subscription.renewal === 'on' ? 'stop-renewal' : null
}

type StoredRefund = PaymentRecord & { provider_id?: string | null }

/**
 * Whether access stays after a full refund, because the administrator who refunded last decided so. After a later refund or lost
 * dispute at the billing provider, the rule for full refunds applies.
 */
export function isKept(records: readonly StoredRefund[], payments: readonly BillingPayment[]): boolean {
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
