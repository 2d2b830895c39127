import { closingOf, type PlacedOrder } from '../../../domain/billing/payments/order-plan.ts'
import type { BillingTransaction } from './store/port.ts'

/**
 * Closes the orders of a person who may not buy now, and their payment pages. A payment that is being processed was made
 * before; its result is decided when it arrives.
 */
export async function closeUnpaidOrders(db: BillingTransaction, orders: readonly PlacedOrder[]): Promise<void> {
  for (const order of orders) if (order.processingAt === null) await closeOrder(db, order)
}

/** Closes an order that will not be paid, and its payment page. */
export async function closeOrder(db: BillingTransaction, order: PlacedOrder): Promise<void> {
  const { change, steps } = closingOf(order)
  await db.changeOrder(order.id, change)
  await db.write(null, steps)
}
