import type { Mail } from '../../domain/mail.ts'
import { reconcileReported } from '../actions/billing/reconcile/reconcile-reported.ts'
import { billingStore } from '../actions/billing/store/billing-store.ts'
import { billingTaskRefused, billingTaskWaits } from '../actions/billing/tasks/report-billing-task.ts'
import { runBillingTask } from '../actions/billing/tasks/run-billing-task.ts'
import type { ErasureLog } from '../adapters/erasure-log/port.ts'
import type { MailTransport } from '../adapters/mail/port.ts'
import { hasResponded, isPermanent, isUnknown, type Payments } from '../adapters/payments/port.ts'
import { unsealMail, type SealedMail } from '../store/jobs/sealed-mail.ts'
import type { Sealing } from '../../platform/crypto/sealing.ts'
import type { AppContext } from '../context.ts'
import type { BillingTask } from '../../domain/billing/billing-tasks.ts'
import { idempotencyKey, type LeasedJob } from '../store/jobs/leases.ts'
import { removeJob, type BillingEvent } from '../store/jobs/jobs.ts'
import { nameOf, type JobHandler, type Verdict } from './job-runner.ts'
import type { ErasureEntry } from '../../domain/retention.ts'

/** The maximum number of attempts for an email, after a day and four hours. */
const emailAttempts = 40

export function emailJobs(transport: MailTransport, sealing: Sealing): JobHandler<Mail | SealedMail> {
  return {
    kind: 'email',
    // Further emails wait as due jobs: in the transport, the time limit of their attempt would already run.
    concurrency: transport.connections,
    inOrder: true,
    run: async ({ id, payload }, signal) => transport.send({ ...unsealMail(sealing, id, payload), id }, signal),
    failed(error, { attempts }) {
      const { permanent, fault, status, answer } = transport.explain(error)
      // The server's reply is never logged, because it may contain an address.
      const told = { reason: fault, answer, details: { status, code: nameOf(error) } }
      return permanent || attempts >= emailAttempts ? { ...told, giveUp: true } : { ...told, answered: status !== null }
    },
  }
}

/** After this many attempts, about an hour, a task that waits for the provider is shown to administrators. */
const shownAfter = 13

/**
 * Requests to the provider. One that fails is retried until it succeeds; one that is refused permanently ends, and becomes
 * a payment issue that an administrator can retry.
 */
export function billingJobs(context: AppContext, payments: Payments): JobHandler<BillingTask> {
  const store = billingStore(context)
  async function run(job: LeasedJob<BillingTask>): Promise<{ again: Date } | undefined> {
    const task = { id: job.id, key: idempotencyKey(job), task: job.payload }
    try {
      return await runBillingTask(store, payments, task)
    } catch (error) {
      const fault = payments.faultOf(error)
      if (!isPermanent(fault) && job.attempts >= shownAfter) await billingTaskWaits(store, task, fault.sentence)
      throw error
    }
  }
  return {
    kind: 'billing',
    concurrency: 10,
    run,
    failed: (error) => verdict(payments, error),
    async gaveUp(db, job, reason) {
      await billingTaskRefused(billingStore(context, db), { id: job.id, task: job.payload }, reason)
      // The payment issue contains what is needed to retry it.
      await removeJob(db, job.id)
    },
  }
}

function verdict(payments: Payments, error: unknown): Verdict {
  const fault = payments.faultOf(error)
  const told = { reason: fault.sentence, details: { code: nameOf(error) } }
  return isPermanent(fault) ? { ...told, giveUp: true } : { ...told, answered: hasResponded(fault) }
}

/**
 * Processes the provider's reports. Many events about one object cause one request, because the object is read again:
 * order and repetition of deliveries do not matter.
 */
export function billingEventJobs(context: AppContext, payments: Payments): JobHandler<BillingEvent> {
  const store = billingStore(context)
  return {
    kind: 'billing-event',
    concurrency: 4,
    together: true,
    keepsDone: true,
    run: ({ payload }) => reconcileReported(store, payments, payload.about),
    // A report is retried until it succeeds: a subscription that cannot be read now is read later. One that the
    // provider does not know stays a payment issue, and the daily sweep asks for it again.
    failed(error, { attempts }) {
      const fault = payments.faultOf(error)
      const told = { reason: fault.sentence, details: { code: nameOf(error) } }
      const lost = isUnknown(fault) && attempts >= shownAfter
      return lost ? { ...told, giveUp: true } : { ...told, answered: true }
    },
  }
}

export function erasureLogJobs(erasureLog: ErasureLog): JobHandler<ErasureEntry> {
  return {
    kind: 'erasure-log',
    concurrency: 1,
    run: ({ payload }) => erasureLog.add(payload),
    failed: (error) => ({ answered: false, reason: nameOf(error) }),
  }
}
