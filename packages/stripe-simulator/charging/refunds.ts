import { emit, find, newId, type Transaction } from '../state/transaction.ts'
import type { Reader } from '../api/form.ts'
import { closeDispute, isClosed, isInquiry } from './disputes.ts'
import type { Charge, Refund } from '../state/kinds.ts'
import { money } from '../state/money.ts'
import { invalid } from '../api/refusal.ts'

/**
 * POST /v1/refunds: for a charge or a payment intent's charge, whole or in part.
 * https://docs.stripe.com/api/refunds/create
 */
export function createRefund(tx: Transaction, from: Reader): Refund {
  return refundCharge(tx, refundable(tx, from), {
    amount: from.integer('amount'),
    metadata: from.metadata(),
    reason: from.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
  })
}

/** Refunds an amount, or all that is left. */
export function refundCharge(
  tx: Transaction,
  charge: Charge,
  asked: { amount?: number | undefined; metadata?: Refund['metadata']; reason?: Refund['reason'] },
): Refund {
  const left = charge.amount_captured - charge.amount_refunded
  const dispute = tx.all('dispute').findLast((one) => one.charge === charge.id)
  if (dispute && dispute.status !== 'won' && !isInquiry(dispute))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed')
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  const amount = asked.amount ?? left
  if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > left)
    throw invalid(
      `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(left, charge.currency)})`,
      'amount',
    )
  const refund: Refund = {
    id: newId('re_1', 23),
    object: 'refund',
    amount,
    balance_transaction: newId('txn_1', 23),
    charge: charge.id,
    created: tx.at,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: asked.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: asked.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  const refunded = charge.amount_refunded + amount
  const after: Charge = {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
    refunds: { ...charge.refunds, data: [refund, ...charge.refunds.data] },
  }
  tx.put('refund', refund)
  tx.put('charge', after)
  emit(tx, 'refund.created', refund)
  emit(tx, 'charge.refunded', after, charge)
  // A full refund closes the inquiry about the payment: https://docs.stripe.com/disputes/how-disputes-work
  if (dispute && isInquiry(dispute) && !isClosed(dispute) && after.refunded) closeDispute(tx, dispute.id, 'won')
  return refund
}

/**
 * The customer's bank returns the money days after the refund was made: it is on the vendor's balance again.
 * https://docs.stripe.com/refunds#failed-refunds
 */
export function failRefund(tx: Transaction, id: string): Refund {
  const before = find(tx, 'refund', id)
  if (before.status !== 'succeeded') throw invalid('This refund has not succeeded.', 'refund')
  const charge = find(tx, 'charge', before.charge)
  const failed: Refund = {
    ...before,
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
    failure_balance_transaction: newId('txn_1', 23),
  }
  const refunds = charge.refunds.data.map((one) => (one.id === id ? failed : one))
  tx.put('refund', failed)
  tx.put('charge', {
    ...charge,
    amount_refunded: charge.amount_refunded - before.amount,
    refunded: false,
    refunds: { ...charge.refunds, data: refunds },
  })
  emit(tx, 'refund.updated', failed, before)
  emit(tx, 'refund.failed', failed)
  return failed
}

function refundable(tx: Transaction, from: Reader): Charge {
  const chargeId = from.text('charge')
  const intentId = from.text('payment_intent')
  if (!chargeId && !intentId)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.')
  if (chargeId) return paid(find(tx, 'charge', chargeId, 'charge'))
  const intent = find(tx, 'payment_intent', intentId ?? '', 'payment_intent')
  if (intent.latest_charge === null)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, 'payment_intent')
  return paid(find(tx, 'charge', intent.latest_charge, 'payment_intent'))
}

function paid(charge: Charge): Charge {
  if (!charge.paid) throw invalid(`Charge ${charge.id} was not successful and can’t be refunded.`, 'charge')
  return charge
}
