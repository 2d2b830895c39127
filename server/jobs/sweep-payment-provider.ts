import { reconcileOrder } from '../actions/billing/reconcile/reconcile-order.ts'
import { reconcileSubscription } from '../actions/billing/reconcile/reconcile-subscription.ts'
import { billingStore } from '../actions/billing/store/billing-store.ts'
import type { Payments } from '../adapters/payments/port.ts'
import type { AppContext } from '../context.ts'
import { noteAsked } from '../store/billing/billing-side.ts'
import { notAskedSince } from '../store/billing/billed-subscriptions.ts'
import { ordersNotAskedSince, placedOrder, setOrder } from '../store/billing/orders.ts'
import { forEachDue, type DueRun } from '../../platform/concurrency/for-each-due.ts'

const hour = 3_600_000
const pageSize = 100
/** The maximum duration of a run, in ms; the rest is due at the next one, five minutes after this one began. */
const budget = 4 * 60_000

/**
 * Queries the provider about everything that has been waiting for an hour, or a day where nothing is awaited: reports get lost. One
 * that cannot be reconciled is reported and waits until it is due again; a provider that cannot be reached ends the run.
 */
export async function sweepPaymentProvider(context: AppContext, payments: Payments, run: DueRun): Promise<void> {
  const end = performance.now() + budget
  const store = billingStore(context)
  const before = (ms: number) => new Date(context.now().getTime() - ms)
  const untilUnreachable: DueRun = {
    ...run,
    report(error, id) {
      if (isUnreachable(payments, error)) throw error
      run.report(error, id)
    },
  }
  // A queried subscription is no longer due: each page begins with those that have waited longest.
  const page =
    <Row>(due: () => Promise<Row[]>) =>
    () =>
      performance.now() < end ? due() : Promise.resolve([])

  await forEachDue(
    page(() => ordersNotAskedSince(context.db, before(hour))),
    (order) =>
      unlessUnreachable(
        payments,
        () => reconcileOrder(store, payments, placedOrder(order)),
        () => setOrder(context.db, order.id, { asked_at: context.now() }),
      ),
    untilUnreachable,
  )
  await forEachDue(
    page(() => notAskedSince(context.db, before(24 * hour), pageSize)),
    ({ id, billingId }) =>
      unlessUnreachable(
        payments,
        () => reconcileSubscription(store, payments, billingId),
        () => noteAsked(context.db, id, context.now()),
      ),
    untilUnreachable,
  )
}

/** Stores that the provider was queried, unless it could not be reached. */
async function unlessUnreachable(
  payments: Payments,
  reconcile: () => Promise<unknown>,
  note: () => Promise<void>,
): Promise<void> {
  try {
    await reconcile()
  } catch (error) {
    if (!isUnreachable(payments, error)) await note()
    throw error
  }
  await note()
}

/** An error about one row, including a 500, does not delay others. */
function isUnreachable(payments: Payments, error: unknown): boolean {
  return payments.faultOf(error).kind === 'no-response'
}
