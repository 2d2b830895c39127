import { closingOf } from '../../../domain/billing/payments/order-plan.ts'
import type { AppContext } from '../../context.ts'
import { changeOrder, placedOrder, type Order } from '../../store/billing/orders.ts'
import type { Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { writeSteps } from './reconcile/write-steps.ts'

/** Closes an order that will not be paid, and its payment page. */
export async function closeOrder(db: Trx, context: AppContext, order: Order, subscriber: Subscriber): Promise<void> {
  const { change, steps } = closingOf(placedOrder(order))
  await changeOrder(db, order.id, change)
  await writeSteps(db, context, { id: null, subscriber }, steps)
}
