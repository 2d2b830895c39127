import { closingOf, type PlacedOrder } from '../../../domain/billing/payments/order-plan.ts'
import type { BillingTransaction } from './store/port.ts'

/** Closes an order that will not be paid, and its payment page. */
export async function closeOrder(db: BillingTransaction, order: PlacedOrder): Promise<void> {
  const { change, steps } = closingOf(order)
  await db.changeOrder(order.id, change)
  await db.write(null, steps)
}
