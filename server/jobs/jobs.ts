import { setTimeout as wait } from 'node:timers/promises'
import { expireDue } from '../actions/expire-due.ts'
import { forgetUnconfirmed } from '../actions/forget-unconfirmed.ts'
import type { MailTransport } from '../adapters/mail/port.ts'
import type { Shop } from '../shop.ts'
import type { Payments } from '../adapters/payments/port.ts'
import { tellProvider } from '../actions/tell-provider.ts'
import { remindPayers } from '../actions/remind-payers.ts'
import { remindTrials } from '../actions/remind-trials.ts'
import { handleEvents } from './handle-events.ts'
import { sweepProvider } from './sweep-provider.ts'
import { noteMoment } from '../store/clock.ts'
import { releaseLeases } from '../store/outbox.ts'
import { drainOutbox, type OutboxParts } from './drain-outbox.ts'
import { startJob } from './scheduler.ts'
import { startScreeningJobs, type ScreeningJobParts } from './rescreen.ts'
import { tidyUp } from './tidy-up.ts'

export type Jobs = {
  outboxFilled(): void
  /** Something of the provider's stands in the inbox. */
  eventsCame(): void
  /** Something changed in the folder of the screening lists. */
  listsStirred(): void
  /** Runs every job once, in the order of a start. Resolves when these runs, and those they started, have ended. */
  runAll(): Promise<void>
  stop(): Promise<void>
}

export type JobParts = {
  shop: Shop
  transport: MailTransport
  payments: Payments
  /** Removes what is over at the identity provider. */
  cleanUpIdentity: () => Promise<void>
  /** Looks after the screening lists; null where there are no official ones. */
  keepLists: ScreeningJobParts['keepLists']
  log: (entry: object, message: string) => void
  note: (entry: object, message: string) => void
  /** Whether the sandbox's clock must be found again after a restart. */
  noteTime: boolean
  /** Whether no other instance works on the same database. */
  alone: boolean
}

const second = 1000
const minute = 60 * second
/** How long a shop that starts waits for the payment provider to say what happened meanwhile. */
const patience = 5 * second
/** How long a shop that stops goes on telling the payment provider. */
const lastWords = 5 * second

/** Everything the shop does by itself. What fell due while it was down is done before this resolves. */
export async function startJobs({
  shop,
  transport,
  payments,
  cleanUpIdentity,
  keepLists,
  log,
  note,
  noteTime,
  alone,
}: JobParts): Promise<Jobs> {
  const report = (job: string) => (error: unknown) =>
    log({ job, reason: error instanceof Error ? error.message : 'unknown' }, 'a job failed')
  if (alone) await releaseLeases(shop.db)
  await forgetUnconfirmed(shop)
  await expireDue(shop)
  const outboxParts: OutboxParts = {
    db: shop.db,
    now: shop.now,
    mail: transport,
    tell: (key, task) => tellProvider(shop, payments, key, task),
    remember: (entry) => shop.ledger.add(entry),
    log,
  }
  const catchUp = async () => {
    await drainOutbox(outboxParts, ['forgotten', 'payment'])
    await handleEvents(shop, payments, log)
  }
  // A provider that cannot be reached holds nothing up for long: what is left over goes on below.
  await Promise.race([catchUp().catch(report('catching up')), wait(patience, undefined, { ref: false })])
  const mails = startJob(() => drainOutbox(outboxParts, ['mail']), second, report('mails'))
  const tasks = startJob(() => drainOutbox(outboxParts, ['payment']), second, report('payment tasks'))
  const ledger = startJob(() => drainOutbox(outboxParts, ['forgotten']), 5 * second, report('ledger'))
  const events = startJob(() => handleEvents(shop, payments, log), second, report('provider events'))
  const sweep = startJob(
    () => sweepProvider(shop, payments, report('provider sweep')),
    5 * minute,
    report('provider sweep'),
  )
  const reminders = startJob(() => remindPayers(shop, payments), 10 * minute, report('payment reminders'))
  const trialReminders = startJob(() => remindTrials(shop), 10 * minute, report('trial reminders'))
  const screening = startScreeningJobs({ shop, keepLists, note, report })
  const expiry = startJob(() => expireDue(shop), minute, report('expiry'))
  const unconfirmed = startJob(() => forgetUnconfirmed(shop), 10 * minute, report('unconfirmed'))
  const others = [
    ledger,
    events,
    sweep,
    reminders,
    trialReminders,
    startJob(() => tidyUp(shop), 10 * minute, report('tidy-up')),
    startJob(cleanUpIdentity, 10 * minute, report('identity')),
  ]
  if (noteTime) others.push(startJob(() => noteMoment(shop.db, shop.now()), 5 * second, report('clock')))
  for (const job of [mails, tasks, events, sweep, reminders, trialReminders]) job.soon()
  const all = [unconfirmed, expiry, tasks, ...others, ...screening.jobs, mails]
  return {
    outboxFilled() {
      mails.soon()
      tasks.soon()
      ledger.soon()
    },
    eventsCame: events.soon,
    listsStirred: screening.listsStirred,
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
      await Promise.all([unconfirmed, expiry, mails, tasks, ...others].map((job) => job.stop()))
      // A renewal that was stopped a moment ago must not be charged because the shop is down: tell it, if it can be told.
      const told = drainOutbox(outboxParts, ['forgotten', 'payment']).catch(report('outbox'))
      await Promise.race([told, wait(lastWords, undefined, { ref: false })])
    },
  }
}
