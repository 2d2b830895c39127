import { Stripe } from 'stripe'
import type { Refund } from '../port.ts'
import { isUnsupported } from './faults.ts'
import { refundRequest } from './payments.ts'
import { idOf } from './values.ts'

/**
 * Refunds a payment, by a credit note if its invoice is known, so that the books are consistent:
 * docs.stripe.com/invoicing/integration/programmatic-credit-notes. What the customer's credit paid becomes credit
 * again.
 */
export async function refundPayment(
  stripe: Stripe,
  key: string,
  refund: Refund,
): Promise<{ refund: string | null; made: boolean }> {
  const { payment, invoice, amount, request } = refund
  const before = await refundMadeBefore(stripe, refund)
  if (before !== undefined) return { refund: before, made: true }
  if (!payment.startsWith('pi_')) {
    if (amount === null) await creditWhole(stripe, key, payment, request)
    return { refund: null, made: amount === null }
  }
  const left = amount ?? (await leftOf(stripe, payment))
  if (left <= 0) return { refund: null, made: false }
  if (invoice !== null) {
    try {
      const credit = amount === null ? await creditIn(stripe, invoice) : 0
      return { refund: await byCreditNote(stripe, key, { ...refund, invoice, amount: left }, credit), made: true }
    } catch (error) {
      // The refund matters more than how it is booked.
      if (!isUnsupported(error) && !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    }
  }
  const params = { payment_intent: payment, amount: left, metadata: { [refundRequest]: request } }
  try {
    // A key is for one kind of request: docs.stripe.com/api/idempotent_requests.
    const { id } = await stripe.refunds.create(params, { idempotencyKey: `${key}-refund` })
    return { refund: id, made: true }
  } catch (error) {
    if (isRefundedAlready(error)) return { refund: null, made: false }
    throw error
  }
}

/** Returns what the customer's credit paid of an invoice without credit notes. */
async function creditIn(stripe: Stripe, invoice: string): Promise<number> {
  const {
    total,
    amount_paid: paid,
    post_payment_credit_notes_amount: credited,
  } = await stripe.invoices.retrieve(invoice)
  return credited === 0 ? Math.max(0, total - paid) : 0
}

/** Finds a refund whose response was lost or an error, because it may have been performed nevertheless. */
async function refundMadeBefore(
  stripe: Stripe,
  { payment, invoice, request }: Refund,
): Promise<string | null | undefined> {
  if (payment.startsWith('pi_')) {
    const { data } = await stripe.refunds.list({ payment_intent: payment, limit: 100 })
    const found = data.find(({ metadata }) => metadata?.[refundRequest] === request)
    if (found) return found.id
  }
  const noted = invoice ?? (payment.startsWith('in_') ? payment : null)
  if (noted === null) return undefined
  const notes = await stripe.creditNotes.list({ invoice: noted, limit: 100 }).catch((error: unknown) => {
    if (!isUnsupported(error)) throw error
    return { data: [] }
  })
  const note = notes.data.find(({ metadata }) => metadata?.[refundRequest] === request)
  return note ? refundOf(note) : undefined
}

async function leftOf(stripe: Stripe, payment: string): Promise<number> {
  const { amount_received: received } = await stripe.paymentIntents.retrieve(payment)
  const { data } = await stripe.refunds.list({ payment_intent: payment, limit: 100 })
  const gone = data.filter(({ status }) => status !== 'failed' && status !== 'canceled')
  return received - gone.reduce((sum, { amount }) => sum + amount, 0)
}

async function byCreditNote(
  stripe: Stripe,
  key: string,
  { invoice, amount, comment, request }: Refund & { invoice: string; amount: number },
  credit: number,
): Promise<string | null> {
  const note = await stripe.creditNotes.create(
    {
      invoice,
      amount: amount + credit,
      refund_amount: amount,
      ...(credit > 0 ? { credit_amount: credit } : {}),
      reason: 'order_change',
      // The shop emails each refund itself; Stripe's default is `credit_note`: docs.stripe.com/api/credit_notes/create
      email_type: 'none',
      ...(comment ? { memo: comment } : {}),
      metadata: { [refundRequest]: request },
    },
    { idempotencyKey: key },
  )
  return refundOf(note)
}

function refundOf(note: Stripe.CreditNote): string | null {
  const [one] = note.refunds
  return one ? idOf(one.refund) : null
}

/** Credits an invoice that the customer's credit paid in full and that has no payment. */
async function creditWhole(stripe: Stripe, key: string, invoice: string, request: string): Promise<void> {
  const { total, post_payment_credit_notes_amount: credited } = await stripe.invoices.retrieve(invoice)
  const left = total - credited
  if (left <= 0) return
  await stripe.creditNotes.create(
    { invoice, amount: left, credit_amount: left, email_type: 'none', metadata: { [refundRequest]: request } },
    { idempotencyKey: key },
  )
}

function isRefundedAlready(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'
}
