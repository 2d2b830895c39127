import { reconcileOrder } from '../actions/billing/reconcile/reconcile-order.ts'
import { reconcileSubscription } from '../actions/billing/reconcile/reconcile-subscription.ts'
import { billingStore } from '../actions/billing/store/billing-store.ts'
import type { Payments } from '../adapters/payments/port.ts'
import type { AppContext } from '../context.ts'
import { claimCheck, notAskedSince, releaseCheck } from '../store/billing/billed-subscriptions.ts'
import { claimAsking, ordersNotAskedSince, placedOrder, setOrder } from '../store/billing/orders.ts'
import { forEachDue, type DueRun } from '../../platform/concurrency/for-each-due.ts'

const hour = 3_600_000
const pageSize = 100
/** The maximum duration of a run, in ms; the rest is due at the next one, five minutes after this one began. */
const budget = 4 * 60_000

/**
 * Queries the provider about everything that has been waiting for an hour, or a day where nothing is awaited: reports get lost. One
 * that cannot be reconciled is reported and waits until it is due again; a provider that cannot be reached ends the run.
 * Instances that run at the same time divide the rows.
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
    async (order) => {
      if (!(await claimAsking(context.db, order, context.now()))) return
      await releasedIfUnreachable(
        payments,
        () => reconcileOrder(store, payments, placedOrder(order)),
        () => setOrder(context.db, order.id, { asked_at: order.asked_at }),
      )
    },
    untilUnreachable,
  )
  await forEachDue(
    page(() => notAskedSince(context.db, before(24 * hour), pageSize)),
    async (subscription) => {
      if (!(await claimCheck(context.db, subscription.id, before(24 * hour), context.now()))) return
      await releasedIfUnreachable(
        payments,
        () => reconcileSubscription(store, payments, subscription.billingId),
        () => releaseCheck(context.db, subscription),
      )
    },
    untilUnreachable,
  )
}

/** Runs the check of a claimed row. If the provider cannot be reached, the row stays due. */
async function releasedIfUnreachable(
  payments: Payments,
  reconcile: () => Promise<unknown>,
  release: () => Promise<void>,
): Promise<void> {
  try {
    await reconcile()
  } catch (error) {
    if (isUnreachable(payments, error)) await release()
    throw error
  }
}

/** An error about one row, including a 500, does not delay others. */
function isUnreachable(payments: Payments, error: unknown): boolean {
  return payments.faultOf(error).kind === 'no-response'
}
