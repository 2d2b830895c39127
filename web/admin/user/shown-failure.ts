import type { Invoice, PaymentLine } from '../../billing/invoice-text.ts'

export type ShownFailure = { failure: PaymentLine; payUrl: string | null }

/**
 * Returns the newest failed attempt at an invoice that is still open, and the page on which that invoice can be paid.
 * `invoices` are all invoices of the subscriber. If they are undefined because the billing provider cannot be reached,
 * it returns the newest attempt without a page.
 */
export function shownFailure(
  payments: readonly PaymentLine[],
  invoices: readonly Invoice[] | undefined,
): ShownFailure | undefined {
  const failures = payments.filter(({ kind }) => kind === 'failure')
  if (!invoices) {
    const failure = failures.at(-1)
    return failure && { failure, payUrl: null }
  }
  const invoiceOf = ({ invoiceNumber }: PaymentLine) =>
    invoices.find(({ number, state }) => number !== null && number === invoiceNumber && state === 'open')
  const failure = failures.findLast((one) => invoiceOf(one))
  return failure && { failure, payUrl: invoiceOf(failure)?.url ?? null }
}
