import { hasEnded, type BillingSnapshot, type Period } from '../billing-snapshot.ts'

/**
 * What remains payable when renewal is stopped: an invoice whose payment is being processed, or that is not due yet.
 * `until` is the end of the period it pays for. In minor units; times as they are stored.
 */
export type OwedAmount = { amount: number; currency: string; until: string; processing: boolean; dueAt: string | null }

export function owedIn(snapshot: BillingSnapshot, now: Date): OwedAmount | null {
  const { invoices, payments } = snapshot
  for (const { status, payment, dueDate, period, amountDue, amountPaid, currency } of invoices) {
    if (status !== 'open' || !period) continue
    const processing = payments.some(({ id, status: state }) => id === payment && state === 'processing')
    // When its subscription ends, an invoice is voided unless it is being paid.
    const notDue = dueDate !== null && dueDate > now && !hasEnded(snapshot)
    if (!processing && !notDue) continue
    const dueAt = notDue ? dueDate.toISOString() : null
    return { amount: amountDue - amountPaid, currency, until: period.end.toISOString(), processing, dueAt }
  }
  return null
}

/** Whether less than half of a period is left. */
export const isMostlyOver = ({ start, end }: Period, now: Date): boolean =>
  now.getTime() - start.getTime() > end.getTime() - now.getTime()
