import { settleOrder, settleSubscription } from '../actions/settle-subscription.ts'
import type { Payments } from '../adapters/payments/port.ts'
import type { Shop } from '../shop.ts'
import { notAskedSince } from '../store/billing.ts'
import { ordersNotAskedSince } from '../store/orders.ts'

const hour = 3_600_000

/** Asks the provider about whatever has been waiting for an hour, or a day where nothing is awaited: reports get lost. */
export async function sweepProvider(shop: Shop, payments: Payments): Promise<void> {
  const before = (ms: number) => new Date(shop.now().getTime() - ms)
  for (const order of await ordersNotAskedSince(shop.db, before(hour))) await settleOrder(shop, payments, order)
  for (const { provider } of await notAskedSince(shop.db, before(24 * hour))) await settleSubscription(shop, payments, provider)
}
