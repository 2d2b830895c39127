import { forEachDue, type DueRun } from '../../../platform/concurrency/for-each-due.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import { reconcileOrder } from './reconcile/reconcile-order.ts'
import { reconcileSubscription } from './reconcile/reconcile-subscription.ts'
import type { BillingStore, Claimable } from './store/port.ts'

const hour = 3_600_000
/** The maximum duration of a run, in ms; the rest is due at the next one, five minutes after this one began. */
const budget = 4 * 60_000

/**
 * Checks orders every hour and subscriptions every day at the provider, because reports get lost. A row that cannot be
 * reconciled is reported, and checked again when it is next due. A provider that cannot be reached ends the run.
 * Instances that run at the same time divide the rows.
 */
export async function sweepPaymentProvider(store: BillingStore, payments: Payments, run: DueRun): Promise<void> {
  const end = performance.now() + budget
  const before = (ms: number) => new Date(store.now().getTime() - ms)
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
    page(() => store.ordersNotAskedSince(before(hour))),
    (order) => check(order, payments, () => reconcileOrder(store, payments, order)),
    untilUnreachable,
  )
  await forEachDue(
    page(() => store.notAskedSince(before(24 * hour))),
    (subscription) =>
      check(subscription, payments, () => reconcileSubscription(store, payments, subscription.billingId)),
    untilUnreachable,
  )
}

/** Checks a row unless another instance does. If the provider cannot be reached, the row stays due. */
async function check(due: Claimable, payments: Payments, reconcile: () => Promise<unknown>): Promise<void> {
  if (!(await due.claim())) return
  try {
    await reconcile()
  } catch (error) {
    if (isUnreachable(payments, error)) await due.release()
    throw error
  }
}

/** An error about one row, including a 500, does not delay others. */
function isUnreachable(payments: Payments, error: unknown): boolean {
  return payments.faultOf(error).kind === 'no-response'
}
