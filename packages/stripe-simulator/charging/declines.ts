import type { Fault } from '../api/refusal.ts'

const refusals: Record<string, { code: string; message: string }> = {
  card_declined: { code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: { code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  stolen_card: { code: 'stolen_card', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  debit_not_authorized: {
    code: 'debit_not_authorized',
    message: 'The customer has notified their bank that this payment was unauthorized.',
  },
}

/**
 * After these codes the payment is not retried on the same card.
 * https://docs.stripe.com/billing/revenue-recovery/smart-retries#non-retryable-decline-codes
 */
export const hardDeclines: ReadonlySet<string> = new Set([
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'stolen_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'authentication_required',
  'highest_risk_level',
  'transaction_not_allowed',
])

const ownCodes = new Set(['expired_card', 'processing_error', 'debit_not_authorized'])

/** Returns Stripe's error object for a refused payment. */
export function faultOf(reason: string, chargeId?: string): Fault {
  const { code, message } = refusals[reason] ?? { code: 'generic_decline', message: 'Your card was declined.' }
  return {
    type: 'card_error',
    code: ownCodes.has(reason) ? reason : 'card_declined',
    decline_code: code,
    message,
    ...(chargeId && { charge: chargeId }),
  }
}

/**
 * The response to an attempt that needs the customer's confirmation at their bank. https://docs.stripe.com/error-codes
 */
export const actionFault: Fault = {
  type: 'invalid_request_error',
  code: 'invoice_payment_intent_requires_action',
  message:
    'Payment for this invoice requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
}
