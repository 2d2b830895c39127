import { randomUUID } from 'node:crypto'
import { affectedBy, type AffectedPeople } from '../../../domain/screening/basis.ts'
import type { ReportRow } from '../../../platform/concurrency/for-each-due.ts'
import type { AppContext } from '../../context.ts'
import type { ListVersion } from '../../screening/port.ts'
import { isRescreening, queuePerson, type RescreeningTask } from '../../store/jobs/rescreening.ts'
import type { LeasedJob } from '../../store/jobs/leases.ts'
import {
  beginRun,
  latestRun,
  peopleAfter,
  runningRun,
  runReached,
  unscreenedPeople,
  type Run,
} from '../../store/screening/screening-runs.ts'
import { screenBatch, screenOne } from './rescreen-people.ts'

const batch = 200
/** How long, in ms, a run waits before it retries. */
const retryAfter = 10_000

type RescreeningParts = {
  context: AppContext
  info: (entry: object, message: string) => void
  report: ReportRow
}

/**
 * Screens everyone again whenever a result's basis has changed: lists, thresholds, countries. One instance at a time,
 * batch by batch; an interrupted run continues where it stopped. Interactive checks come first.
 */
export function createRescreening({ context, info, report }: RescreeningParts) {
  let stopped = false
  /**
   * The basis for which this instance last requested a run, so that two instances with different configurations do not
   * trigger each other forever.
   */
  let requested = ''

  /** Begins a run if one is needed, and checks people whose check failed. */
  async function beginIfNeeded(): Promise<void> {
    const fingerprint = await context.screener.fingerprint()
    const lists = await context.screener.listVersions()
    if (lists.length === 0) return
    const latest = await latestRun(context.db)
    const isNew = latest?.basis !== fingerprint && requested !== fingerprint
    if (!isNew || (await begin(fingerprint, lists, latest))) requested = fingerprint
    if (!stopped) await screenUnscreened()
  }

  /** Screens only those whose result may differ, if the last run has screened everyone to its end. */
  async function begin(basis: string, lists: ListVersion[], latest: Run | undefined): Promise<boolean> {
    const affected = await context.transact(async (db) => {
      const isComplete = latest?.superseded === false && latest.ended_at !== null && !(await isRescreening(db))
      const who = isComplete ? affectedBy(latest.basis, basis) : 'everyone'
      return (await beginRun(db, { id: randomUUID(), basis, lists, affected: who }, context.now())) ? who : null
    })
    if (affected !== null && latest)
      info({ lists }, `lists or settings of screening changed, ${nameOf(affected, 'is', 'are')} screened again`)
    return affected !== null
  }

  async function continueRun(run: string, job: LeasedJob): Promise<void | { again: Date }> {
    const found = await runningRun(context.db, run)
    if (!found) return
    let { reached } = found
    const mayContinue = async () => !stopped && (await context.screener.fingerprint()) === found.basis
    while (await mayContinue()) {
      const people = await peopleAfter(context.db, reached, found.affected, batch)
      const changed = await screenBatch(context, people, {
        report,
        later: (id) => queuePerson(context.db, found.basis, id, context.now()),
      })
      const over = people.length < batch
      reached = people.at(-1)?.id ?? null
      const step = { reached, people: people.length, changed, endedAt: over ? context.now() : null }
      const isOurs = await runReached(context.db, run, job, step)
      if (isOurs && over) await tell(run)
      if (!isOurs || over) return
    }
    return { again: context.now() }
  }

  async function tell(id: string): Promise<void> {
    const done = await latestRun(context.db)
    if (done?.id !== id) return
    const { people, changed, began_at, ended_at, lists, affected } = done
    const seconds = Math.round(((ended_at ?? began_at).getTime() - began_at.getTime()) / 1000)
    info({ people, changed, seconds, lists }, `${nameOf(affected, 'was', 'were')} screened again`)
  }

  /** Checks people whose check failed, as soon as possible. */
  async function screenUnscreened(): Promise<void> {
    const people = await unscreenedPeople(context.db, batch)
    // They are found again at the next check.
    if (people.length > 0) await screenBatch(context, people, { report, later: () => Promise.resolve() })
  }

  return {
    beginIfNeeded,
    /** Screens the people of a job: everyone, or one person. */
    run: (job: LeasedJob<RescreeningTask>) =>
      'run' in job.payload ? continueRun(job.payload.run, job) : screenOne(context, job.payload.person),
    /** Returns when a failed job is retried. */
    retryAt: ({ payload }: LeasedJob<RescreeningTask>) =>
      'run' in payload ? new Date(context.now().getTime() + retryAfter) : undefined,
    /** Ends after the current batch; another start continues from there. */
    stop() {
      stopped = true
    },
  }
}

/** Whom a run screens, with the verb that fits. */
function nameOf(affected: AffectedPeople, one: string, several: string): string {
  if (affected === 'everyone') return `everybody ${one}`
  const { listed, countries } = affected
  const people = [
    ...(listed ? ['people named on a list'] : []),
    ...(countries.length > 0 ? [`people in ${countries.join(', ')}`] : []),
  ]
  return people.length > 0 ? `${people.join(' and ')} ${several}` : `nobody ${one}`
}
