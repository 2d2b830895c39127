import { settleOrder, settleSubscription } from '../actions/settle-subscription.ts'
import type { Payments, ProviderEvent } from '../adapters/payments/port.ts'
import type { Shop } from '../shop.ts'
import { findByProvider } from '../store/billing.ts'
import { findOrderBySession } from '../store/orders.ts'
import { eventsFailed, eventsHandled, leaseEvents, type StoredEvent } from '../store/provider-events.ts'
import { delayAfter } from './drain-outbox.ts'

const lease = 2 * 60_000
const batch = 200

/**
 * Works off what the provider reported. Many events about one thing cost one question to it, as the thing is asked for afresh:
 * order and repetition of deliveries do not matter.
 */
export async function handleEvents(
  shop: Shop,
  payments: Payments,
  log: (entry: object, message: string) => void,
): Promise<void> {
  for (;;) {
    const now = shop.now()
    const due = await leaseEvents(shop.db, now, new Date(now.getTime() + lease), batch)
    const bySubject = Map.groupBy(due, (event) => JSON.stringify(event.about))
    for (const events of bySubject.values()) await handle(shop, payments, events, log)
    if (due.length < batch) return
  }
}

async function handle(
  shop: Shop,
  payments: Payments,
  events: readonly StoredEvent[],
  log: (entry: object, message: string) => void,
): Promise<void> {
  const ids = events.map((event) => event.id)
  try {
    await settle(shop, payments, events[0]?.about ?? null)
    await eventsHandled(shop.db, ids, shop.now())
  } catch (error) {
    log(
      { events: ids.length, reason: error instanceof Error ? error.message : 'unknown' },
      'a report of the provider will be looked at again',
    )
    const attempts = Math.max(...events.map((event) => event.attempts))
    await eventsFailed(shop.db, ids, new Date(shop.now().getTime() + delayAfter(attempts)))
  }
}

async function settle(shop: Shop, payments: Payments, about: ProviderEvent['about']): Promise<void> {
  if (!about) return
  if ('checkout' in about) {
    const order = await findOrderBySession(shop.db, about.checkout)
    if (order) await settleOrder(shop, payments, order)
  } else if ('subscription' in about) {
    await settleSubscription(shop, payments, about.subscription)
  } else if ('payment' in about) {
    const subscription = await findByProvider(shop.db, 'payment', about.payment)
    if (subscription) await settleSubscription(shop, payments, subscription.provider)
  }
}
