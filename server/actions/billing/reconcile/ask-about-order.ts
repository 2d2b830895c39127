import { mayAskProvider } from '../../../../domain/billing/payments/payment-pauses.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { AppContext } from '../../../context.ts'
import { claimAsking, placedOrder, type Order } from '../../../store/billing/orders.ts'
import { billingStore } from '../store/billing-store.ts'
import { reconcileOrder } from './reconcile-order.ts'

/** Like `reconcileOrder`, at most once in ten seconds per order, over all callers. */
export async function askAboutOrder(context: AppContext, payments: Payments, order: Order): Promise<void> {
  const { asked_at: askedAt, created_at: createdAt } = order
  if (!order.session || !mayAskProvider({ askedAt, createdAt }, context.now())) return
  if (await claimAsking(context.db, order, context.now()))
    await reconcileOrder(billingStore(context), payments, placedOrder(order))
}
