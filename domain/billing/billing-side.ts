/** The stored state of the billing provider's side of a subscription. */
import type { Billing } from '../subscription/commands.ts'
import { entitledUntil, type PeriodStanding } from './standing.ts'
import { failureOf } from './news/billing-news.ts'
import { paymentStateOf } from './payments/payment-state.ts'
import { covers, hasOpenDispute, type BillingInvoice, type BillingSnapshot, type Charging } from './billing-snapshot.ts'
import { owedIn } from './payments/owed.ts'
import { isReturned, type PaidPeriod, type PaymentRecord } from './payments/period-payments.ts'
import { periodsIn } from './payments/periods-in-snapshot.ts'

export type BillingSide = {
  billingId: string
  /** The state last sent to the provider or last read from it; null while neither is known. */
  charging: Charging | null
  price: string | null
  /** The end of the latest period that was voided while renewal was stopped or the person on hold. */
  withheldUntil: Date | null
  /** The end of the latest period that was owed when renewal was stopped. */
  owedUntil: Date | null
  billing: Billing
}

/** A snapshot of the provider, and its evaluation. */
export type SideSeen = {
  snapshot: BillingSnapshot
  standing: PeriodStanding
  charging: Charging | null
  withheldUntil: Date | null
}

/**
 * Returns what is stored of a check. Amounts are in minor units. `paidBackUntil` is null if unchanged;
 * `paidBackBefore`: a mark beyond the current period no longer applies. `records`: the payments stored before.
 */
export function storedOf(
  { snapshot, standing, charging, withheldUntil }: SideSeen,
  records: readonly PaymentRecord[],
  now: Date,
) {
  const open = standing.kind === 'failed' || standing.kind === 'awaited' ? standing.invoice : null
  const { next } = snapshot
  return {
    billingId: snapshot.id,
    periodEnd: entitledUntil(snapshot, standing),
    endedAt: snapshot.endedAt,
    charging,
    price: snapshot.price,
    withheldUntil,
    owed: owedIn(snapshot, now),
    disputed: hasOpenDispute(snapshot),
    ...paidBackIn(snapshot, standing, records, now),
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
 * Returns the end of the current period if all of it was refunded. Refunds of earlier periods change nothing: once the
 * current period is paid, a refund of a longer one that a plan change cut short no longer applies (`paidBackBefore`).
 */
function paidBackIn(
  snapshot: BillingSnapshot,
  standing: PeriodStanding,
  records: readonly PaymentRecord[],
  now: Date,
): { paidBackUntil: Date | null; paidBackBefore: boolean } {
  const { invoices, period } = snapshot
  const isOf = ({ payments }: PaidPeriod, some: readonly BillingInvoice[]) =>
    some.some((invoice) => payments.some(({ payment }) => payment === invoice.payment))
  const running = invoices.filter((invoice) => covers(invoice, period))
  const periods = periodsIn(snapshot, records)
  const isKept = periods.some((one) => isOf(one, running) && !isReturned(one))
  const isBack = periods.some(
    (one) => one.end !== null && one.end > now && isReturned(one) && !(isKept && isOf(one, invoices)),
  )
  return { paidBackUntil: isBack ? entitledUntil(snapshot, standing) : null, paidBackBefore: isKept && !isBack }
}

/**
 * Whether a part of the period that ends at `periodEnd` was refunded. A renewal begins a new period without refunds.
 */
export const isPaidBack = (paidBackUntil: Date | null, periodEnd: Date): boolean =>
  paidBackUntil !== null && paidBackUntil >= periodEnd
