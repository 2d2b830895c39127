import type { Stripe } from 'stripe'
import type { PaymentProviderEvent } from '../../../domain/billing/payment-provider-event.ts'

/** Returns the object of an event that concerns the shop; the event's own copy of it is not used. */
export function eventSubject(event: Stripe.Event): PaymentProviderEvent['about'] {
  const object = event.data.object as unknown as { object: string; id?: string } & Record<string, unknown>
  const reference = (value: unknown) =>
    typeof value === 'string' ? value : ((value as { id?: string } | null)?.id ?? null)
  switch (object.object) {
    case 'checkout.session':
      return object.id ? { checkout: object.id } : null
    case 'subscription':
      return object.id ? { subscription: object.id } : null
    case 'subscription_schedule':
    case 'invoice': {
      const parent = object['parent'] as { subscription_details?: { subscription?: unknown } } | null
      // An endpoint on an API version before 2025-03-31 states the subscription in the invoice itself.
      const subscription = reference(parent?.subscription_details?.subscription) ?? reference(object['subscription'])
      return subscription ? { subscription } : null
    }
    case 'charge':
    case 'dispute':
    case 'refund': {
      const payment = reference(object['payment_intent'])
      return payment ? { payment } : null
    }
    case 'credit_note': {
      const customer = reference(object['customer'])
      return customer ? { customer } : null
    }
    case 'customer':
      return object.id ? { customer: object.id } : null
    default:
      return null
  }
}
