import { approvedReason } from '../../../domain/screening/review.ts'
import { withExceptions, type Reason } from '../../../domain/screening/screening.ts'
import { forEachDue, type ReportRow } from '../../../platform/concurrency/for-each-due.ts'
import type { AppContext } from '../../context.ts'
import { screenee, type Screenee } from '../../store/screening/screening-runs.ts'
import { lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { screeningChanged, screeningAfter, putScreening } from './screen-subscriber.ts'
import { isScreenedAlike, screenPeople, type PersonScreening } from './screen-first.ts'

type Reports = {
  report: ReportRow
  /** Receives the people whose result could not be stored. */
  later: (id: string) => Promise<void>
}

/** Screens people again, after those at a page. Returns the number of changed results. */
export async function screenBatch(
  context: AppContext,
  people: readonly Screenee[],
  { report, later }: Reports,
): Promise<number> {
  const screened = await screenPeople(context.db, context, people, 'background')
  const failed: string[] = []
  let changed = 0
  await forEachDue(
    people.map((person, place) => ({ id: person.id, person, result: screened[place] })),
    async ({ id, person, result }) => {
      if (!result || !differs(person, result, context.now())) return
      const stored = await put(context, person, result)
      if (stored === 'changed-meanwhile') failed.push(id)
      else if (stored) changed += 1
    },
    {
      report(error, id) {
        failed.push(id)
        report(error, id)
      },
    },
  )
  for (const id of failed) await later(id)
  return changed
}

/** False if the person was erased meanwhile. A person whose name changed must be screened by the new one. */
function put(context: AppContext, person: Screenee, seen: PersonScreening): Promise<boolean | 'changed-meanwhile'> {
  return context.transact(async (db) => {
    const subscriber = await lockSubscriber(db, person.id)
    if (!subscriber) return false
    if (!isScreenedAlike(person, subscriber)) return 'changed-meanwhile'
    await putScreening(db, context, subscriber, 'lists', seen)
    return true
  })
}

/** Screens one person again, by the name that they have. */
export async function screenOne(context: AppContext, id: string): Promise<void> {
  const person = await screenee(context.db, id)
  if (!person) return
  const [result] = await screenPeople(context.db, context, [person], 'background')
  if (!result || !differs(person, result, context.now())) return
  if ((await put(context, person, result)) === 'changed-meanwhile') await screenOne(context, id)
}

/** True if a check has new findings, or changes the person's status. */
function differs(person: Screenee, { outcome }: PersonScreening, now: Date): boolean {
  const left = withExceptions(outcome, new Set(person.excepted))
  if (screeningChanged(person, screeningAfter(person, left, now))) return true
  if (!person.last) return outcome.reasons.length > 0
  return person.last.outcome !== left.dplStatus || findingsOf(person.last.reasons) !== findingsOf(outcome.reasons)
}

/**
 * A first approval is for the match on record, so a different match must be recorded. Each edition of a list changes
 * many scores a little, which is no difference.
 */
const findingsOf = (reasons: readonly Reason[]) =>
  reasons
    .map((reason) => approvedReason(reason.score === undefined ? reason : { ...reason, score: coarse(reason.score) }))
    .toSorted()
    .join('\n')
const coarse = (score: number) => Math.round(score * 10) / 10
