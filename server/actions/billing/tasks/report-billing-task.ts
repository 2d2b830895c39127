import { refusalSteps, waitingSteps } from '../../../../domain/billing/tasks.ts'
import type { BillingStep } from '../../../../domain/billing/billing-steps.ts'
import type { BillingFault } from '../../../adapters/payments/port.ts'
import type { AppContext } from '../../../context.ts'
import { lockSubscriber } from '../../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../../store/tables.ts'
import { writeSteps } from '../reconcile/write-steps.ts'
import { factsOf, type BillingJob } from './billing-task-facts.ts'

/** Ends a task that is refused permanently. */
export async function billingTaskRefused(
  db: Trx,
  context: AppContext,
  job: Pick<BillingJob, 'id' | 'task'>,
  fault: BillingFault,
): Promise<void> {
  const facts = await factsOf(db, job)
  await writeAbout(db, context, facts.subscription?.id ?? null, refusalSteps(facts, fault.sentence))
}

/** Reports a task that has waited for an hour; it continues automatically once the provider responds. */
export async function billingTaskWaits(
  db: Trx,
  context: AppContext,
  job: Pick<BillingJob, 'id' | 'task'>,
  fault: BillingFault,
): Promise<void> {
  const facts = await factsOf(db, job)
  await writeAbout(db, context, facts.subscription?.id ?? null, waitingSteps(facts, fault.sentence))
}

async function writeAbout(db: Trx, context: AppContext, id: string | null, steps: BillingStep[]): Promise<void> {
  const subscription = id === null ? undefined : await findSubscription(db, id)
  const subscriber = subscription?.subscriberId ? await lockSubscriber(db, subscription.subscriberId) : undefined
  await writeSteps(db, context, { id, subscriber, subscription: subscription ?? null }, steps)
}
