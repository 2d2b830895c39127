import { setTimeout as wait } from 'node:timers/promises'
import { computeFigures } from '../actions/figures/compute-figures.ts'
import { expireDue } from '../actions/subscriptions/expire-due.ts'
import { applyEmailChanges } from '../actions/accounts/confirm-email-change.ts'
import { eraseUnconfirmed } from '../actions/trials/erase-unconfirmed.ts'
import type { AppContext } from '../context.ts'
import { checkPrices } from '../actions/billing/check-prices.ts'
import { billingStore } from '../actions/billing/store/billing-store.ts'
import { sweepPaymentProvider } from '../actions/billing/sweep-payment-provider.ts'
import { remindPayers } from '../actions/billing/remind-payers.ts'
import { reportPaymentIssues } from '../actions/billing/report-payment-issues.ts'
import { remindTrials } from '../actions/trials/remind-trials.ts'
import { noteMoment } from '../store/clock.ts'
import { releaseLeases } from '../store/jobs/leases.ts'
import { billingEventJobs, billingJobs, emailJobs, erasureLogJobs } from './job-kinds.ts'
import type { WorkerParts } from './job-runner.ts'
import { createWorker } from './job-worker.ts'
import type { JobKind } from '../store/tables/jobs.ts'
import type { DueRun } from '../../platform/concurrency/for-each-due.ts'
import { startJob } from '../../platform/concurrency/scheduler.ts'
import { startScreeningJobs, type ScreeningJobParts } from './screening-jobs.ts'
import { deleteExpired } from './delete-expired.ts'

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
  /**
   * Called when a run of a regular job succeeded, and for each at the start, so that one that never succeeds is
   * noticed.
   */
  succeeded: (job: string) => void
  /** Whether the sandbox's clock must be restored after a restart. */
  noteTime: boolean
  /** Whether no other instance works on the same database. */
  alone: boolean
}

/** The name, the interval in ms, the work, and whether the first run is at the start instead of after the interval. */
type RegularJob = [name: string, every: number, work: (run: DueRun) => Promise<void>, first?: 'at the start']

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
  await eraseUnconfirmed(context, { report: report('unconfirmed') }).catch(report('unconfirmed'))
  await expireDue(context, { report: report('expiry') }).catch(report('expiry'))

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
  const scheduled = (rows: readonly RegularJob[]) =>
    rows.map(([name, every, work, first]) => {
      succeeded(name)
      const run = (signal: AbortSignal) => work({ report: report(name), signal }).then(() => succeeded(name))
      return { ...startJob(run, every, report(name)), first }
    })
  const dueFirst = scheduled([
    ['unconfirmed', 10 * minute, (run) => eraseUnconfirmed(context, run)],
    ['expiry', minute, (run) => expireDue(context, run)],
  ])
  const others = scheduled([
    ['figures', 10 * minute, () => computeFigures(context), 'at the start'],
    ['provider sweep', 5 * minute, (run) => sweepPaymentProvider(billingStore(context), payments, run), 'at the start'],
    ['prices', minute, () => checkPrices(context, payments), 'at the start'],
    ['payment reminders', 10 * minute, (run) => remindPayers(context, payments, run), 'at the start'],
    ['trial reminders', 10 * minute, (run) => remindTrials(context, run), 'at the start'],
    ['payment issues', 10 * minute, () => reportPaymentIssues(context)],
    ['email changes', minute, (run) => applyEmailChanges(context, run)],
    ['tidy-up', 10 * minute, () => deleteExpired(context)],
    ['identity', 10 * minute, () => context.idp.cleanUp(context.db, context.now())],
    ['licences', 10 * minute, cleanUpLicences],
    ['keys', 10 * minute, cleanUpKeys],
    // Another instance may have changed it, or this one could not read what it saved.
    ['brand', 2 * second, () => context.currentBrand.refresh()],
  ])
  if (noteTime) others.push(...scheduled([['clock', 5 * second, () => noteMoment(context.db, context.now())]]))
  for (const job of [...workers, ...others.filter(({ first }) => first === 'at the start')]) job.soon()
  const all = [...dueFirst, ...workers, ...others, ...screening.jobs]
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
      // A renewal that was stopped a moment ago must not be charged because the shop is down: the provider is told if
      // possible, even if another job waits for it.
      const told = Promise.all([erasureLog.drain(), billing.drain()]).catch(report('last billing tasks'))
      await Promise.all([
        Promise.race([told, wait(drainMs, undefined, { ref: false })]),
        screening.stop(),
        // A mail server may take minutes to reply: this gives running deliveries a few seconds.
        context.mail.close(),
        ...[...dueFirst, ...workers, ...others].map((job) => job.stop()),
      ])
    },
  }
}
