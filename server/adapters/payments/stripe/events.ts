import type { Stripe } from 'stripe'
import type { PaymentProviderEvent } from '../../../../domain/billing/payments/payment-provider-event.ts'
import { unprintable } from '../../../../domain/registration/printable.ts'

/** Returns the object of an event that concerns the shop; the event's own copy of it is not used. */
function eventSubject(event: Stripe.Event): PaymentProviderEvent['about'] {
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

/** In seconds. */
const tolerance = 300

/** Returns the event in a request of Stripe's webhook; null if it was not signed with this secret, or not just now. */
export function verified(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  secret: string,
  now: Date,
): PaymentProviderEvent | null {
  // The library rejects old signatures and accepts future ones: docs.stripe.com/webhooks, "Preventing replay attacks".
  const signedAt = Math.max(...[...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds)))
  if (signedAt * 1000 > now.getTime() + tolerance * 1000) return null
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now.getTime())
    const createdAt = new Date(event.created * 1000)
    const about = eventSubject(event)
    // A database cannot store U+0000, so Stripe would send such a report for days.
    if ([event.id, event.type, ...Object.values(about ?? {})].some((text) => unprintable.test(text))) return null
    return { id: event.id, type: event.type, createdAt, about }
  } catch {
    return null
  }
}
