import { setTimeout as wait } from 'node:timers/promises'
import { computeFigures } from '../actions/figures/compute-figures.ts'
import { expireDue } from '../actions/subscriptions/expire-due.ts'
import { applyEmailChanges } from '../actions/accounts/confirm-email-change.ts'
import { eraseUnconfirmed } from '../actions/trials/erase-unconfirmed.ts'
import type { AppContext } from '../context.ts'
import { checkPrices } from '../actions/billing/check-prices.ts'
import { remindPayers } from '../actions/billing/remind-payers.ts'
import { reportPaymentIssues } from '../actions/billing/report-payment-issues.ts'
import { remindTrials } from '../actions/trials/remind-trials.ts'
import { sweepPaymentProvider } from './sweep-payment-provider.ts'
import { noteMoment } from '../store/clock.ts'
import { releaseLeases } from '../store/jobs/leases.ts'
import { billingEventJobs, billingJobs, emailJobs, erasureLogJobs } from './job-kinds.ts'
import type { WorkerParts } from './run-job.ts'
import { createWorker } from './run-jobs.ts'
import type { JobKind } from '../store/tables/jobs.ts'
import { startJob } from '../../platform/concurrency/scheduler.ts'
import { startScreeningJobs, type ScreeningJobParts } from './rescreen.ts'
import { tidyUp } from './tidy-up.ts'

export type Jobs = {
  /** Wakes the workers after a transaction that queued jobs of these kinds was committed. */
  wake(kinds: ReadonlySet<JobKind>): void
  /** Compares the screening lists with their folder again. */
  syncLists(): void
  /** Runs every job once, in the order of a start. Resolves when these runs, and those they started, have ended. */
  runAll(): Promise<void>
  stop(): Promise<void>
}

export type JobParts = {
  context: AppContext
  /** Removes expired data of licences. */
  cleanUpLicences: () => Promise<void>
  /** Removes API keys that ended long ago. */
  cleanUpKeys: () => Promise<void>
  /** Synchronises the screening lists; null without official ones. */
  syncLists: ScreeningJobParts['syncLists']
  warn: (entry: object, message: string) => void
  info: (entry: object, message: string) => void
  /** Called when a run of a regular job succeeded. */
  succeeded: (job: string) => void
  /** Whether the sandbox's clock must be restored after a restart. */
  noteTime: boolean
  /** Whether no other instance works on the same database. */
  alone: boolean
}

const second = 1000
const minute = 60 * second
/** How long a starting shop waits for the payment provider's report of past events. */
const timeoutMs = 5 * second
/** How long a stopping shop still sends requests to the payment provider. */
const drainMs = 5 * second

/**
 * Starts everything that the shop does automatically. Work that fell due during a downtime is done before this
 * resolves.
 */
export async function startJobs({
  context,
  cleanUpLicences,
  cleanUpKeys,
  syncLists,
  warn,
  info,
  succeeded,
  noteTime,
  alone,
}: JobParts): Promise<Jobs> {
  const { payments } = context
  const report = (job: string) => (error: unknown, row?: string) =>
    warn(
      { job, ...(row !== undefined && { row }), reason: error instanceof Error ? error.message : 'unknown' },
      'a job failed',
    )
  if (alone) await releaseLeases(context.db)
  await eraseUnconfirmed(context, report('unconfirmed')).catch(report('unconfirmed'))
  await expireDue(context, report('expiry')).catch(report('expiry'))

  const workerParts: WorkerParts = { db: context.db, transact: context.transact, now: context.now, warn }
  const emails = createWorker(emailJobs(context.mail, context.sealing), workerParts)
  const billing = createWorker(billingJobs(context, payments), workerParts)
  const billingEvents = createWorker(billingEventJobs(context, payments), workerParts)
  const erasureLog = createWorker(erasureLogJobs(context.erasureLog), workerParts)
  const catchUp = async () => {
    await erasureLog.drain()
    await billing.drain()
    await billingEvents.drain()
  }
  // An unreachable provider delays the start only briefly: the rest continues below.
  await Promise.race([catchUp().catch(report('catching up')), wait(timeoutMs, undefined, { ref: false })])

  const workers = [emails, billing, billingEvents, erasureLog].map(({ kind, start }) => ({ kind, ...start(second) }))
  const screening = startScreeningJobs({ context, syncLists, workerParts, info, report })
  const wake = (kinds: ReadonlySet<JobKind>) => {
    for (const worker of workers) if (kinds.has(worker.kind)) worker.soon()
  }
  const scheduled = (name: string, work: () => Promise<void>, every: number) =>
    startJob(() => work().then(() => succeeded(name)), every, report(name))
  const sweep = scheduled(
    'provider sweep',
    () => sweepPaymentProvider(context, payments, report('provider sweep')),
    5 * minute,
  )
  const prices = scheduled('prices', () => checkPrices(context, payments), minute)
  const reminders = scheduled(
    'payment reminders',
    () => remindPayers(context, payments, report('payment reminders')),
    10 * minute,
  )
  const trialReminders = scheduled(
    'trial reminders',
    () => remindTrials(context, report('trial reminders')),
    10 * minute,
  )
  const expiry = scheduled('expiry', () => expireDue(context, report('expiry')), minute)
  const unconfirmed = scheduled('unconfirmed', () => eraseUnconfirmed(context, report('unconfirmed')), 10 * minute)
  const figures = scheduled('figures', () => computeFigures(context), 10 * minute)
  const others = [
    figures,
    sweep,
    prices,
    reminders,
    trialReminders,
    scheduled('payment issues', () => reportPaymentIssues(context), 10 * minute),
    scheduled('email changes', () => applyEmailChanges(context, report('email changes')), minute),
    scheduled('tidy-up', () => tidyUp(context), 10 * minute),
    scheduled('identity', () => context.idp.cleanUp(context.db, context.now()), 10 * minute),
    scheduled('licences', cleanUpLicences, 10 * minute),
    scheduled('keys', cleanUpKeys, 10 * minute),
    // Another instance may have changed it, or this one could not read what it saved.
    scheduled('brand', () => context.currentBrand.refresh(), 2 * second),
  ]
  if (noteTime) others.push(scheduled('clock', () => noteMoment(context.db, context.now()), 5 * second))
  for (const job of [...workers, sweep, prices, reminders, trialReminders, figures]) job.soon()
  const all = [unconfirmed, expiry, ...workers, ...others, ...screening.jobs]
  return {
    wake,
    syncLists: screening.syncLists,
    async runAll() {
      for (const job of all) {
        job.soon()
        await job.underWay()
      }
      const underWay = () => all.map((job) => job.underWay()).filter((run) => run !== null)
      for (let runs = underWay(); runs.length > 0; runs = underWay()) await Promise.all(runs)
    },
    async stop() {
      await screening.stop()
      await Promise.all([unconfirmed, expiry, ...workers, ...others].map((job) => job.stop()))
      // A renewal that was stopped a moment ago must not be charged because the shop is down, so the provider is told
      // if possible.
      const told = Promise.all([erasureLog.drain(), billing.drain()]).catch(report('last billing tasks'))
      await Promise.race([told, wait(drainMs, undefined, { ref: false })])
    },
  }
}
