import type { BillingTask } from '../../../../domain/billing/billing-tasks.ts'
import type { TaskFacts } from '../../../../domain/billing/tasks.ts'
import type { BillingStore, OwnedSubscription } from '../store/port.ts'

/** A task of the queue: `key` changes after each response, `id` never does. */
export type BillingJob = { id: string; key: string; task: BillingTask }

/** Returns the facts from which the steps after a task follow. */
export async function factsOf(
  store: BillingStore,
  { id, task }: Pick<BillingJob, 'id' | 'task'>,
): Promise<TaskFacts & { subscription: OwnedSubscription | null }> {
  const payment = task.task === 'refund' ? task.payment : null
  const own = 'subscription' in task ? task.subscription : payment && (await store.subscriptionOfPayment(payment))
  const subscription = own ? await store.subscription(own) : undefined
  const side = own ? await store.side(own) : null
  const rows = own ? await store.payments(own) : []
  return { id, task, subscription: subscription ?? null, billingId: side?.billingId ?? null, rows }
}
