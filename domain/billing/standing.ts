import { covers, hasEnded, type BillingInvoice, type BillingSnapshot } from './billing-snapshot.ts'

/** The payment state of the current period at the provider. */
export type PeriodStanding =
  /** Paid, free, or a trial. */
  | { kind: 'given'; invoice: BillingInvoice | null }
  /** Its invoice is a draft, not yet due, or its payment is being processed. */
  | { kind: 'awaited'; invoice: BillingInvoice; processing: boolean }
  /** Its payment failed, or the due date of its invoice has passed. */
  | { kind: 'failed'; invoice: BillingInvoice; due: Date; periodEnd: Date; actionRequired: boolean }
  /** Nothing is owed for it. `withheld`: it gives no access, because renewal was stopped or the person was on hold. */
  | { kind: 'void'; withheld: boolean }
  /** The subscription ended before the period was paid. */
  | { kind: 'ended' }

/** `withheldUntil` is the end of the latest period that was voided while renewal was stopped or the person on hold. */
export function standingOf(snapshot: BillingSnapshot, withheldUntil: Date | null, now: Date): PeriodStanding {
  const { invoices, period, status } = snapshot
  const covering = invoices.filter((invoice) => covers(invoice, period))
  const paid = covering.find((invoice) => invoice.status === 'paid')
  if (hasEnded(snapshot)) return paid ? { kind: 'given', invoice: paid } : { kind: 'ended' }
  if (status === 'trialing') return { kind: 'given', invoice: paid ?? null }
  const unpaid = oldestUnpaid(snapshot)
  // A paid period stays paid while the invoice of a change of plan within it is still open.
  if (paid && (status === 'active' || !unpaid)) return { kind: 'given', invoice: paid }
  if (unpaid) return standingOfUnpaid(snapshot, unpaid, now)
  const withheld = withheldUntil !== null && period.end <= withheldUntil
  if (covering.length > 0) return { kind: 'void', withheld }
  // Without an invoice the vendor gave the period away, for example by a switch without proration.
  return status === 'active' && !withheld ? { kind: 'given', invoice: null } : { kind: 'void', withheld: true }
}

/** Returns the oldest invoice that is still payable and not superseded by a later paid period. */
function oldestUnpaid({ invoices, period }: BillingSnapshot): BillingInvoice | undefined {
  const lastPaid = invoices
    .filter((invoice) => invoice.status === 'paid' && invoice.period && invoice.period.end <= period.end)
    .reduce((latest, { period: one }) => Math.max(latest, one?.start.getTime() ?? 0), 0)
  return invoices.findLast(
    (invoice) =>
      (invoice.status === 'open' || invoice.status === 'draft' || invoice.status === 'uncollectible') &&
      invoice.period !== null &&
      (invoice.period.start.getTime() > lastPaid || covers(invoice, period)),
  )
}

function standingOfUnpaid(snapshot: BillingSnapshot, invoice: BillingInvoice, now: Date): PeriodStanding {
  const payment = snapshot.payments.find(({ id }) => id === invoice.payment)
  const processing = payment?.status === 'processing'
  const actionRequired = payment?.status === 'requires_action'
  const notYetDue = invoice.dueDate !== null && invoice.dueDate > now
  const untried = invoice.status === 'open' && invoice.dueDate === null && invoice.attempts === 0 && !actionRequired
  const { start, end } = invoice.period ?? snapshot.period
  // After its retries, a provider set to "unpaid" leaves new invoices as drafts, which will not be charged.
  const draft = invoice.status === 'draft' && snapshot.status !== 'unpaid'
  if (draft || processing || notYetDue || untried) return { kind: 'awaited', invoice, processing }
  return { kind: 'failed', invoice, due: invoice.dueDate ?? start, periodEnd: end, actionRequired }
}

export const isWithheld = (standing: PeriodStanding) => standing.kind === 'void' && standing.withheld
/** A period whose invoice the vendor voided was given away. */
export const givesAccess = (standing: PeriodStanding) =>
  standing.kind === 'given' || (standing.kind === 'void' && !standing.withheld)

/**
 * Returns the end of the last period at the provider that gives access: the current one, or the previous one while it
 * is unpaid.
 */
export function entitledUntil({ period }: BillingSnapshot, standing: PeriodStanding): Date {
  return givesAccess(standing) ? period.end : period.start
}
