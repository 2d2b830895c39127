import { settleOrder, settleSubscription } from '../actions/settle-subscription.ts'
import type { Payments } from '../adapters/payments/port.ts'
import type { Shop } from '../shop.ts'
import { notAskedSince } from '../store/billing.ts'
import { ordersNotAskedSince } from '../store/orders.ts'

const hour = 3_600_000

/**
 * Asks the provider about whatever has been waiting for an hour, or a day where nothing is awaited: reports get lost. One
 * that cannot be settled is reported and does not hold up the others; a provider that cannot be reached ends the run.
 */
export async function sweepProvider(shop: Shop, payments: Payments, report: (error: unknown) => void): Promise<void> {
  const before = (ms: number) => new Date(shop.now().getTime() - ms)
  const next = (error: unknown) => {
    if (payments.isTemporary(error)) throw error
    report(error)
  }
  for (const order of await ordersNotAskedSince(shop.db, before(hour))) {
    await settleOrder(shop, payments, order).catch(next)
  }
  for (const { provider } of await notAskedSince(shop.db, before(24 * hour))) {
    await settleSubscription(shop, payments, provider).catch(next)
  }
}
