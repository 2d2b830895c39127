import { randomUUID } from 'node:crypto'
import { standingOf, type BillingSnapshot } from '../../../domain/billing/billing-snapshot.ts'
import { paymentOf } from '../../../domain/billing/billing-news.ts'
import type { Report } from '../../../domain/subscription/commands.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { saveBillingSide } from '../../store/billing/billing.ts'
import { findOrder, lockOpenOrder, setOrder, type Order } from '../../store/billing/orders.ts'
import { queueTask } from '../../store/jobs/jobs.ts'
import { savePayments } from '../../store/billing/payments.ts'
import { lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { closeOrder } from './close-order.ts'
import { reconcileOwned } from './reconcile-owned.ts'

/**
 * Asks the provider what became of an order and acts on it: a paid one becomes a subscription, once, however often and in
 * whatever order this is asked for. Rejects when the provider cannot be asked.
 */
export async function reconcileOrder(context: AppContext, payments: Payments, order: Order): Promise<void> {
  if (!order.session) return
  const checkout = await payments.readCheckout(order.session)
  if (checkout.state !== 'paid') {
    const state = checkout.state === 'closed' && order.state === 'open' ? { state: 'closed' as const } : {}
    await setOrder(context.db, order.id, { ...state, asked_at: context.now() })
    return
  }
  const snapshot = await payments.readSubscription(checkout.subscription)
  const first = firstPeriod(snapshot, context.now())
  if (!first) return setOrder(context.db, order.id, { asked_at: context.now() })
  await context.transact(async (db) => {
    const subscriber = order.subscriber_id ? await lockSubscriber(db, order.subscriber_id) : undefined
    const fresh = await findOrder(db, order.id)
    if (!fresh || fresh.state === 'paid') return
    if (!subscriber) {
      // Forgotten meanwhile: there is no one to give anything to.
      await giveBack(db, context, snapshot.id, first.payment)
      return setOrder(db, order.id, { state: 'paid', asked_at: context.now() })
    }
    // Bought again, it takes the place of the one that will not be charged any more.
    const owned = (await lockSubscriptionsOf(db, subscriber.id)).find(({ id }) => id === order.subscription_id)
    const confirmed: Report = {
      kind: 'payment-confirmed',
      id: order.subscription_id,
      plan: order.terms,
      payment: first.payment,
      paidAt: first.paidAt,
      periodEnd: first.periodEnd,
      by: 'billing',
    }
    const changed = await changeSubscription(db, context, subscriber, owned?.id ?? null, confirmed, {
      billingId: snapshot.id,
      invoices: first.invoice ? [first.invoice] : [],
      payments: snapshot.payments,
    })
    if (!('refused' in changed) && changed.events > 0) {
      // It began with renewal on and nothing disputed; what changed since is found when it is reconciled below.
      const standing = standingOf(snapshot, null, context.now())
      await saveBillingSide(
        db,
        order.subscription_id,
        { snapshot: { ...snapshot, payments: [] }, standing, charging: 'on', withheldUntil: null },
        context.now(),
      )
      // An administrator can refund it from now on. Later payments are new to the look below.
      const invoices = first.invoice ? [first.invoice] : []
      await savePayments(db, order.subscription_id, { ...snapshot, invoices, payments: [] })
    }
    await setOrder(db, order.id, { state: 'paid', asked_at: context.now() })
    const other = await lockOpenOrder(db, subscriber.id, order.product)
    if (other) await closeOrder(db, context, other)
  })
  await reconcileOwned(context, payments, snapshot.id)
}

/** The period an order bought: the first that was paid, or that cost nothing. */
function firstPeriod(snapshot: BillingSnapshot, now: Date) {
  const paid = snapshot.invoices.findLast(({ status, period }) => status === 'paid' && period !== null)
  if (paid?.period) {
    const { start, end } = paid.period
    return { invoice: paid, payment: paymentOf(paid), paidAt: paid.paidAt ?? start, periodEnd: end }
  }
  if (standingOf(snapshot, null, now).kind !== 'given') return undefined
  return { invoice: null, payment: null, paidAt: snapshot.period.start, periodEnd: snapshot.period.end }
}

/** Money that no one can have anything for goes back, and no more is taken. */
export async function giveBack(db: Trx, context: AppContext, billingId: string, payment: string | null): Promise<void> {
  if (payment !== null) await queueTask(db, randomUUID(), null, { task: 'refund', payment }, context.now())
  await queueTask(
    db,
    randomUUID(),
    null,
    { task: 'end-charging', subscription: null, provider: billingId },
    context.now(),
  )
}
