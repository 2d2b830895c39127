import type { Stripe } from 'stripe'

/**
 * The events that Stripe's webhook endpoint must send: each may change who has access, what is charged, or the payments
 * of a subscription. docs/how-to/stripe.md lists them. `invoice.created` is excluded: Stripe would finalise no renewal
 * until the shop has responded to it, for up to 72 hours (docs.stripe.com/invoicing/integration/workflow-transitions).
 */
export const webhookEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  // The customer's balance pays part of the next charge. Sent for every property of a customer
  // (docs.stripe.com/api/events/types).
  'customer.updated',
  'customer.deleted',
  'invoice.finalized',
  'invoice.finalization_failed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.updated',
  'invoice.overdue',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'credit_note.created',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'subscription_schedule.canceled',
  'subscription_schedule.completed',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]
