import { apply, type SubscriptionEvent } from '../../../domain/subscription/events.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'

/** Returns the state after a whole history; null for an empty one. Proves that events and state agree. */
export function replay(events: readonly SubscriptionEvent[]): Subscription | null {
  return events.reduce<Subscription | null>(apply, null)
}
