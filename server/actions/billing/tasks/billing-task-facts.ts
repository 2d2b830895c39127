import type { BillingTask } from '../../../../domain/billing/billing-tasks.ts'
import type { TaskFacts } from '../../../../domain/billing/tasks.ts'
import { billingSide } from '../../../store/billing/billing-side.ts'
import { storedPayments, subscriptionOfPayment } from '../../../store/billing/payments.ts'
import { findSubscription } from '../../../store/subscriptions/subscriptions.ts'
import type { Db, Trx } from '../../../store/tables.ts'

/** A task of the queue: `key` changes after each response, `id` never does. */
export type BillingJob = { id: string; key: string; task: BillingTask }

/** Returns the facts from which the steps after a task follow. */
export async function factsOf(db: Db | Trx, { id, task }: Pick<BillingJob, 'id' | 'task'>): Promise<TaskFacts> {
  const payment = task.task === 'refund' ? task.payment : null
  const own = 'subscription' in task ? task.subscription : payment && (await subscriptionOfPayment(db, payment))
  const subscription = own ? await findSubscription(db, own) : undefined
  const side = own ? await billingSide(db, own) : null
  const rows = own ? await storedPayments(db, own) : []
  return { id, task, subscription: subscription ?? null, billingId: side?.billingId ?? null, rows }
}
