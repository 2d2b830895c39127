import { emit, find, newId, type Transaction } from '../state/transaction.ts'
import type { Reader } from '../api/form.ts'
import type { Charge, Dispute } from '../state/kinds.ts'
import { invalid } from '../api/refusal.ts'

const day = 86_400
const evidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/**
 * Opens a dispute: the customer questions a payment with their bank, which takes the money until it is decided.
 * Stripe's setting that cancels the subscription stays off. An inquiry comes before that: no money moves, and the
 * payment can still be refunded. https://docs.stripe.com/disputes/how-disputes-work
 */
export function openDispute(tx: Transaction, charge: Charge, kind: 'chargeback' | 'inquiry' = 'chargeback'): Dispute {
  if (!charge.paid || charge.disputed) throw invalid(`Charge ${charge.id} can’t be disputed.`)
  const inquiry = kind === 'inquiry'
  const dispute: Dispute = {
    id: newId('du_1', 23),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: tx.at,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence,
    evidence_details: {
      due_by: tx.at + 9 * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: kind,
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: '10.4',
      },
    },
    reason: inquiry ? 'general' : 'fraudulent',
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  }
  tx.put('dispute', dispute)
  const disputed = { ...charge, disputed: true }
  tx.put('charge', disputed)
  emit(tx, 'charge.updated', disputed, charge)
  emit(tx, 'charge.dispute.created', dispute)
  if (!inquiry) emit(tx, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/**
 * POST /v1/disputes/:id: Stripe's test mode decides by the words in the evidence.
 * https://docs.stripe.com/testing#evidence
 */
export function answerDispute(tx: Transaction, id: string, from: Reader): Dispute {
  const found = find(tx, 'dispute', id)
  const words = from.inner('evidence').text('uncategorized_text')
  if (from.flag('submit') === false || !words?.endsWith('_evidence')) return found
  if (words === 'escalate_inquiry_evidence' && isInquiry(found)) return moveDispute(tx, id, 'needs_response')
  if (words !== 'winning_evidence' && words !== 'losing_evidence') return found
  return closeDispute(tx, id, words === 'winning_evidence' ? 'won' : 'lost')
}

/** The states between the first and the last that a dispute passes through. https://docs.stripe.com/disputes/arbitration */
export const betweenStates = [
  'warning_under_review',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
] as const

/** Moves a dispute one step without deciding it; an inquiry that becomes a dispute takes the money. */
export function moveDispute(tx: Transaction, id: string, status: (typeof betweenStates)[number]): Dispute {
  const before = find(tx, 'dispute', id)
  if (isClosed(before)) throw invalid('This dispute is already closed.')
  const escalated = isInquiry(before) && status !== 'warning_under_review'
  if (escalated && status !== 'needs_response') throw invalid('An inquiry becomes a dispute that needs a response.')
  if (!isInquiry(before) && status === 'warning_under_review') throw invalid('A dispute does not become an inquiry.')
  const moved: Dispute = { ...before, ...(escalated && { is_charge_refundable: false }), status }
  tx.put('dispute', moved)
  emit(tx, 'charge.dispute.updated', moved, before)
  if (escalated) emit(tx, 'charge.dispute.funds_withdrawn', moved)
  return moved
}

export function isInquiry({ status }: Dispute): boolean {
  return status.startsWith('warning_')
}

export function isClosed({ status }: Dispute): boolean {
  return status === 'won' || status === 'lost' || status === 'warning_closed'
}

/**
 * Decides a dispute. An inquiry is closed either way, and moves no money. https://docs.stripe.com/disputes/measuring
 */
export function closeDispute(tx: Transaction, id: string, outcome: 'won' | 'lost'): Dispute {
  const before = find(tx, 'dispute', id)
  if (isClosed(before)) throw invalid('This dispute is already closed.')
  if (isInquiry(before)) {
    const over: Dispute = { ...before, status: 'warning_closed' }
    tx.put('dispute', over)
    emit(tx, 'charge.dispute.closed', over)
    return over
  }
  const reviewed: Dispute = {
    ...before,
    evidence_details: { ...before.evidence_details, has_evidence: outcome === 'won', submission_count: 1 },
    status: 'under_review',
  }
  if (outcome === 'won') emit(tx, 'charge.dispute.updated', reviewed, before)
  const closed: Dispute = { ...(outcome === 'won' ? reviewed : before), status: outcome }
  tx.put('dispute', closed)
  if (outcome === 'won') emit(tx, 'charge.dispute.funds_reinstated', closed)
  emit(tx, 'charge.dispute.closed', closed)
  return closed
}
