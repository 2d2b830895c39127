import { Stripe } from 'stripe'
import type { BillingFault } from '../port.ts'

const { StripeError, StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
const { StripeIdempotencyError, StripeAuthenticationError, StripeInvalidRequestError } = Stripe.errors

/**
 * Interprets one of Stripe's errors. Stripe stores its first response under a request key, including errors, so an
 * attempt after a response uses another key: docs.stripe.com/api/idempotent_requests.
 */
export function billingFault(error: unknown): BillingFault {
  const sentence = error instanceof StripeError ? withoutAddresses(error.message) : 'An unexpected error occurred.'
  if (!(error instanceof StripeError)) return { temporary: true, answered: false, sentence }
  if (error instanceof StripeConnectionError) return { temporary: true, answered: false, sentence }
  // Another request with the same key is running: its response is the one to await.
  if (error.statusCode === 409) return { temporary: true, answered: false, sentence }
  const temporary =
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError ||
    error instanceof StripeIdempotencyError ||
    // The operator must replace a revoked key; the work waits until then.
    error instanceof StripeAuthenticationError ||
    error.code === 'lock_timeout'
  return { temporary, answered: true, sentence }
}

function withoutAddresses(message: string): string {
  return message.replaceAll(/[^\s@'"]+@[^\s@'"]+/g, '…')
}

export function isMissing(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof StripeInvalidRequestError && error.code === 'resource_missing'
}

/** Ignores that the object of a call no longer exists: it needs no change. */
export function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

/** Whether Stripe refuses a change of a subscription because a schedule manages it. */
export function isScheduled(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && /subscription schedule/i.test(error.message)
}

/**
 * Whether Stripe refuses because the customer is billed in another currency, which has no code of its own
 * (docs.stripe.com/invoicing/multi-currency-customers: no two active subscriptions with different currencies).
 */
export function isOtherCurrency(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError && /cannot combine currencies/i.test(error.message)
}

/** Whether Stripe, or its simulator, does not offer a call at all. */
export function isUnsupported(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripePermissionError) return true
  return error instanceof StripeInvalidRequestError && error.statusCode === 404 && error.code === undefined
}
