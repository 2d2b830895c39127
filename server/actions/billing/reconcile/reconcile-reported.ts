import type { PaymentProviderEvent } from '../../../../domain/billing/payments/payment-provider-event.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { BillingStore } from '../store/port.ts'
import { reconcileOrder } from './reconcile-order.ts'
import { reconcileSubscription } from './reconcile-subscription.ts'

/** Reconciles the object that the provider reported. Rejects if it cannot be read now. */
export async function reconcileReported(
  store: BillingStore,
  payments: Payments,
  about: PaymentProviderEvent['about'],
): Promise<void> {
  if (!about) return
  if ('checkout' in about) {
    const order = await store.orderOfSession(about.checkout)
    if (order) await reconcileOrder(store, payments, order)
  } else if ('subscription' in about) {
    await reconcileSubscription(store, payments, about.subscription)
  } else if ('payment' in about) {
    const billingId = await store.billedWith(about.payment)
    if (billingId) await reconcileSubscription(store, payments, billingId, [about.payment])
  } else {
    for (const billingId of await store.billedTo(about.customer))
      await reconcileSubscription(store, payments, billingId)
  }
}
