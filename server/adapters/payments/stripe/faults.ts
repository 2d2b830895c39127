import { Stripe } from 'stripe'
import type { BillingFault, BillingFaultKind } from '../port.ts'

const { StripeError, StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
const { StripeIdempotencyError, StripeAuthenticationError, StripeInvalidRequestError } = Stripe.errors

/** A plan without a matching price. The message can be shown to administrators. */
export class PlanNotSold extends Error {}

/** Interprets an error of the adapter's calls. */
export function billingFault(error: unknown): BillingFault {
  if (error instanceof PlanNotSold) return { kind: 'plan-not-sold', sentence: error.message }
  if (!(error instanceof StripeError)) return { kind: 'own', sentence: 'An unexpected error occurred.' }
  return { kind: kindOf(error), sentence: withoutAddresses(error.message) }
}

/**
 * Stripe stores its first response under a request key, including errors, so an attempt after a response uses another
 * key: docs.stripe.com/api/idempotent_requests.
 */
function kindOf(error: InstanceType<typeof StripeError>): BillingFaultKind {
  // With 409, another request with the same key is running: its response is the one to await.
  if (error instanceof StripeConnectionError || error.statusCode === 409) return 'no-response'
  const isUnavailable =
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError ||
    error instanceof StripeIdempotencyError ||
    // The operator must replace a revoked key; the work waits until then.
    error instanceof StripeAuthenticationError ||
    error.code === 'lock_timeout'
  if (isUnavailable) return 'unavailable'
  if (isMissing(error)) return /No such customer/i.test(error.message) ? 'unknown-customer' : 'unknown-object'
  return isOtherCurrency(error) ? 'other-currency' : 'refused'
}

function withoutAddresses(message: string): string {
  return message.replaceAll(/(?<![^\s@'"])[^\s@'"]+@[^\s@'"]+/g, '…')
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
 * (docs.stripe.com/invoicing/multi-currency-customers: no two active subscriptions with different currencies). Its
 * other sentence is for a price that lacks the customer's currency: github.com/civitai/civitai/pull/4945.
 */
function isOtherCurrency(error: unknown): boolean {
  return (
    error instanceof StripeInvalidRequestError && /cannot combine currencies|expected currency/i.test(error.message)
  )
}

/** Whether Stripe, or its simulator, does not offer a call at all. */
export function isUnsupported(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripePermissionError) return true
  return error instanceof StripeInvalidRequestError && error.statusCode === 404 && error.code === undefined
}
