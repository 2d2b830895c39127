import { randomUUID } from 'node:crypto'
import { affectedBy, type Affected } from '../../../domain/screening/basis.ts'
import { withExceptions, type Reason } from '../../../domain/screening/screening.ts'
import { forEachDue, type ReportRow } from '../../../platform/concurrency/for-each-due.ts'
import type { AppContext } from '../../context.ts'
import type { ListVersion } from '../../screening/port.ts'
import { isRescreening, queuePerson, type Job, type RescreeningTask } from '../../store/jobs/jobs.ts'
import {
  beginRun,
  latestRun,
  peopleAfter,
  runningRun,
  runReached,
  screenee,
  unscreenedPeople,
  type Run,
  type Screenee,
} from '../../store/screening/screening-runs.ts'
import { lockSubscriber } from '../../store/subscribers/subscribers.ts'
import {
  screeningChanged,
  isSame,
  screeningAfter,
  putScreening,
  screenPeople,
  type Screened,
} from './screen-subscriber.ts'

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
  let asked = ''

  /** Begins a run if one is needed, and checks people whose check failed. */
  async function look(): Promise<void> {
    const fingerprint = await context.screener.fingerprint()
    const lists = await context.screener.listVersions()
    if (lists.length === 0) return
    const latest = await latestRun(context.db)
    const isNew = latest?.basis !== fingerprint && asked !== fingerprint
    if (!isNew || (await begin(fingerprint, lists, latest))) asked = fingerprint
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

  async function goOn(run: string, job: Job): Promise<void | { again: Date }> {
    const found = await runningRun(context.db, run)
    if (!found) return
    let { reached } = found
    const goesOn = async () => !stopped && (await context.screener.fingerprint()) === found.basis
    while (await goesOn()) {
      const people = await peopleAfter(context.db, reached, found.affected, batch)
      const changed = await screenBatch(people, (id) => queuePerson(context.db, found.basis, id, context.now()))
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

  /** Returns the number of changed results. `later` receives people whose result could not be stored. */
  async function screenBatch(people: readonly Screenee[], later: (id: string) => Promise<void>): Promise<number> {
    const screened = await screenPeople(context.db, context, people, 'background')
    const failed: string[] = []
    let changed = 0
    await forEachDue(
      people.map((person, place) => ({ id: person.id, person, result: screened[place] })),
      async ({ id, person, result }) => {
        if (!result || !differs(person, result, context.now())) return
        const stored = await put(person, result)
        if (stored === 'changed-meanwhile') failed.push(id)
        else if (stored) changed += 1
      },
      (error, id) => {
        failed.push(id)
        report(error, id)
      },
    )
    for (const id of failed) await later(id)
    return changed
  }

  /** False if the person was erased meanwhile. A person whose name changed must be screened by the new one. */
  function put(person: Screenee, seen: Screened): Promise<boolean | 'changed-meanwhile'> {
    return context.transact(async (db) => {
      const subscriber = await lockSubscriber(db, person.id)
      if (!subscriber) return false
      if (!isSame(person, subscriber)) return 'changed-meanwhile'
      await putScreening(db, context, subscriber, 'lists', seen)
      return true
    })
  }

  async function screenOne(id: string): Promise<void> {
    const person = await screenee(context.db, id)
    if (!person) return
    const [result] = await screenPeople(context.db, context, [person], 'background')
    if (!result || !differs(person, result, context.now())) return
    if ((await put(person, result)) === 'changed-meanwhile') await screenOne(id)
  }

  /** Checks people whose check failed, as soon as possible. */
  async function screenUnscreened(): Promise<void> {
    const people = await unscreenedPeople(context.db, batch)
    // They are found again at the next check.
    if (people.length > 0) await screenBatch(people, () => Promise.resolve())
  }

  return {
    look,
    /** Screens the people of a job: everyone, or one person. */
    run: (job: Job<RescreeningTask>) =>
      'run' in job.payload ? goOn(job.payload.run, job) : screenOne(job.payload.person),
    /** Returns when a failed job is retried. */
    retryAt: ({ payload }: Job<RescreeningTask>) =>
      'run' in payload ? new Date(context.now().getTime() + retryAfter) : undefined,
    /** Ends after the current batch; another start continues from there. */
    stop() {
      stopped = true
    },
  }
}

/** Whom a run screens, with the verb that fits. */
function nameOf(affected: Affected, one: string, several: string): string {
  if (affected === 'everyone') return `everybody ${one}`
  const { listed, countries } = affected
  const people = [
    ...(listed ? ['people named on a list'] : []),
    ...(countries.length > 0 ? [`people in ${countries.join(', ')}`] : []),
  ]
  return people.length > 0 ? `${people.join(' and ')} ${several}` : `nobody ${one}`
}

/** True if a check has new findings, or changes the person's status. */
function differs(person: Screenee, { outcome }: Screened, now: Date): boolean {
  const left = withExceptions(outcome, new Set(person.excepted))
  if (screeningChanged(person, screeningAfter(person, left, now))) return true
  if (!person.last) return outcome.reasons.length > 0
  return person.last.outcome !== left.dplStatus || keysOf(person.last.reasons) !== keysOf(outcome.reasons)
}

const keysOf = (reasons: readonly Reason[]) =>
  reasons
    .map(({ key, holds }) => `${key}${holds ? '!' : ''}`)
    .toSorted()
    .join('\n')
