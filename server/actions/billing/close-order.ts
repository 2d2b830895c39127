import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { setOrder, type Order } from '../../store/billing/orders.ts'
import { queueTask } from '../../store/jobs/jobs.ts'
import type { Trx } from '../../store/tables.ts'

/**
 * Closes an order that is not to be paid any more, and the page it is paid on. What is being paid already ends over there when
 * the order is reconciled next.
 */
export async function closeOrder(db: Trx, context: AppContext, order: Order): Promise<void> {
  await setOrder(db, order.id, { state: 'closed', left_over: order.processing_at !== null })
  if (!order.session) return
  await queueTask(
    db,
    randomUUID(),
    order.subscriber_id,
    { task: 'close-checkout', session: order.session },
    context.now(),
  )
}
