/** The stored state of the billing provider's side of a subscription. */
import type { Billing } from '../subscription/commands.ts'
import { entitledUntil, type PeriodStanding } from './standing.ts'
import { failureOf } from './news/billing-news.ts'
import { isAwaited, paymentStateOf, type PaymentState } from './payments/payment-state.ts'
import { covers, hasOpenDispute, type BillingInvoice, type BillingSnapshot, type Charging } from './billing-snapshot.ts'
import { owedIn } from './payments/owed.ts'
import { isReturned, type PaidPeriod, type PaymentRecord } from './payments/period-payments.ts'
import { periodsIn } from './payments/periods-in-snapshot.ts'

export type BillingSide = {
  billingId: string
  /** When a check was last stored or claimed. */
  askedAt: Date | null
  /** The state last sent to the provider or last read from it; null while neither is known. */
  charging: Charging | null
  price: string | null
  /** The end of the latest period that was voided while renewal was stopped or the person on hold. */
  withheldUntil: Date | null
  /** The end of the latest period that was owed when renewal was stopped. */
  owedUntil: Date | null
  /** The end of the latest period of which something was refunded. */
  paidBackUntil: Date | null
  billing: Billing
}

/** The stored values of which a side consists. */
export type StoredSide = Omit<BillingSide, 'billing'> & {
  periodEnd: Date
  endedAt: Date | null
  disputed: boolean
  paymentState: PaymentState | null
}

export function sideOf({ periodEnd, endedAt, disputed, paymentState, ...side }: StoredSide): BillingSide {
  const billing = {
    periodEnd,
    ended: endedAt !== null,
    paidBack: isPaidBack(side.paidBackUntil, periodEnd),
    disputed,
    awaited: isAwaited(paymentState),
  }
  return { ...side, billing }
}

/** A snapshot of the provider, and its evaluation. */
export type SideSeen = {
  snapshot: BillingSnapshot
  standing: PeriodStanding
  charging: Charging | null
  withheldUntil: Date | null
}

/** What is stored of a check. Amounts are in minor units. */
export type SideFound = ReturnType<typeof sideAfter>

/**
 * Returns what is stored of a check. `before` and `records` are the side and the payments stored before it; `before` is
 * null if a new subscription has none yet.
 */
export function sideAfter(
  before: Pick<BillingSide, 'paidBackUntil'> | null,
  { snapshot, standing, charging, withheldUntil }: SideSeen,
  records: readonly PaymentRecord[],
  now: Date,
) {
  const open = standing.kind === 'failed' || standing.kind === 'awaited' ? standing.invoice : null
  const { next } = snapshot
  return {
    billingId: snapshot.id,
    askedAt: now,
    periodEnd: entitledUntil(snapshot, standing),
    endedAt: snapshot.endedAt,
    charging,
    price: snapshot.price,
    withheldUntil,
    owed: owedIn(snapshot, now),
    disputed: hasOpenDispute(snapshot),
    paidBackUntil: paidBackAfter(before?.paidBackUntil ?? null, snapshot, standing, records, now),
    paymentState: paymentStateOf(snapshot, standing),
    retryAt: standing.kind === 'failed' ? failureOf(standing).retryAt : null,
    payUrl: standing.kind === 'failed' ? standing.invoice.url : null,
    // While an invoice is open, it is the next charge.
    next: open
      ? {
          at: open.nextAttempt ?? open.dueDate,
          amount: open.amountDue,
          discount: null,
          credit: null,
          currency: open.currency,
        }
      : next,
  }
}

/**
 * Returns the mark after a check: if all of the current period was refunded, its end or the later mark stored before;
 * otherwise the mark stored before. Refunds of earlier periods change nothing: once the current period is paid, a refund
 * of a longer one that a plan change cut short no longer applies.
 */
function paidBackAfter(
  before: Date | null,
  snapshot: BillingSnapshot,
  standing: PeriodStanding,
  records: readonly PaymentRecord[],
  now: Date,
): Date | null {
  const { invoices, period } = snapshot
  const isOf = ({ payments }: PaidPeriod, some: readonly BillingInvoice[]) =>
    some.some((invoice) => payments.some(({ payment }) => payment === invoice.payment))
  const running = invoices.filter((invoice) => covers(invoice, period))
  const periods = periodsIn(snapshot, records)
  const isKept = periods.some((one) => isOf(one, running) && !isReturned(one))
  const isBack = periods.some(
    (one) => one.end !== null && one.end > now && isReturned(one) && !(isKept && isOf(one, invoices)),
  )
  const end = entitledUntil(snapshot, standing)
  const isBeyond = before !== null && before > end
  if (isBack) return isBeyond ? before : end
  return isBeyond && isKept ? null : before
}

/**
 * Whether a part of the period that ends at `periodEnd` was refunded. A renewal begins a new period without refunds.
 */
export const isPaidBack = (paidBackUntil: Date | null, periodEnd: Date): boolean =>
  paidBackUntil !== null && paidBackUntil >= periodEnd
