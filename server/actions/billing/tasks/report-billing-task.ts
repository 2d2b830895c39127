import { refusalSteps, waitingSteps, type TaskFacts } from '../../../../domain/billing/tasks.ts'
import type { BillingStep } from '../../../../domain/billing/billing-steps.ts'
import type { BillingStore } from '../store/port.ts'
import { factsOf, type BillingJob } from './billing-task-facts.ts'

/** Ends a task that is refused permanently; `sentence` is the reason. */
export function billingTaskRefused(store: BillingStore, job: ReportedJob, sentence: string): Promise<void> {
  return writeAbout(store, job, (facts) => refusalSteps(facts, sentence))
}

/** Reports a task that has waited for an hour; it continues automatically once the provider responds. */
export function billingTaskWaits(store: BillingStore, job: ReportedJob, sentence: string): Promise<void> {
  return writeAbout(store, job, (facts) => waitingSteps(facts, sentence))
}

type ReportedJob = Pick<BillingJob, 'id' | 'task'>

async function writeAbout(
  store: BillingStore,
  job: ReportedJob,
  stepsOf: (facts: TaskFacts) => BillingStep[],
): Promise<void> {
  const facts = await factsOf(store, job)
  const { subscription } = facts
  await store.transact(subscription?.subscriberId ?? null, (db) =>
    db.write(subscription?.id ?? null, stepsOf(facts), subscription),
  )
}
