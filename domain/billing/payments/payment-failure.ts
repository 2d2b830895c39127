import type { PaymentCard } from './payment-card.ts'

/** Why an attempt to collect an invoice failed: the bank's code where there is one, the card, and which attempt it was. */
export type PaymentFailure = { reason: string | null; card: PaymentCard | null; attempt: number }

/**
 * The codes of docs.stripe.com/declines/codes and docs.stripe.com/error-codes that have a separate sentence, and those
 * with the same meaning.
 */
const reasons = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  card_velocity_exceeded: 'limit_exceeded',
  expired_card: 'expired_card',
  incorrect_number: 'incorrect_details',
  incorrect_cvc: 'incorrect_details',
  invalid_cvc: 'incorrect_details',
  invalid_expiry_month: 'incorrect_details',
  invalid_expiry_year: 'incorrect_details',
  incorrect_zip: 'incorrect_details',
  lost_card: 'lost_or_stolen',
  stolen_card: 'lost_or_stolen',
  pickup_card: 'lost_or_stolen',
  fraudulent: 'suspected_fraud',
  card_not_supported: 'not_supported',
  currency_not_supported: 'not_supported',
  transaction_not_allowed: 'not_supported',
  authentication_required: 'authentication_required',
  authentication_not_handled: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_required',
  processing_error: 'processing_error',
  issuer_not_available: 'processing_error',
  try_again_later: 'processing_error',
  // The bank declined without a reason.
  card_declined: 'declined',
  generic_decline: 'declined',
  do_not_honor: 'declined',
  call_issuer: 'declined',
  no_action_taken: 'declined',
  restricted_card: 'declined',
  revocation_of_all_authorizations: 'declined',
  revocation_of_authorization: 'declined',
  security_violation: 'declined',
  service_not_allowed: 'declined',
  stop_payment_order: 'declined',
} as const

export type FailureReason = (typeof reasons)[keyof typeof reasons] | 'unknown'

const byCode = new Map<string, FailureReason>(Object.entries(reasons))

/** Returns the reason to display; 'unknown' if the provider gives none, or one that is not in the table. */
export const failureReason = (code: string | null): FailureReason => byCode.get(code ?? '') ?? 'unknown'
