import { randomUUID } from 'node:crypto'
import { withExceptions, type Reason } from '../../core/screening.ts'
import type { Shop } from '../shop.ts'
import {
  beginRun,
  latestRun,
  leaseRun,
  peopleAfter,
  runReached,
  unscreenedPeople,
  type Run,
  type Screenee,
} from '../store/screening-runs.ts'
import { lockSubscriber } from '../store/subscribers.ts'
import { foundNews, knownAfter, putScreening, screenPeople, type Screened } from './screen-subscriber.ts'

const batch = 200
/** How long, in ms, a run is one instance's before another may go on with it. */
const lease = 60_000

/**
 * Screens everybody again whenever what a result depends on has changed: lists, thresholds, countries. One instance at a
 * time, a batch after the other; one that is interrupted goes on where it was. Interactive checks go first.
 */
export function createRescreening(shop: Shop, note: (entry: object, message: string) => void) {
  const me = randomUUID()
  let stopped = false
  /** What this instance last asked a run for: two whose configuration differs do not set each other off for ever. */
  let asked = ''

  async function run(): Promise<void> {
    const basis = await shop.screener.basis()
    const lists = await shop.screener.editions()
    if (lists.length === 0) return
    const latest = await latestRun(shop.db)
    if (latest?.basis !== basis && asked !== basis)
      await beginRun(shop.db, { id: randomUUID(), basis, lists }, shop.now())
    asked = basis
    const going = await latestRun(shop.db)
    if (going && going.ended_at === null && going.basis === basis) await goOn(going)
    if (!stopped) await screenUnscreened()
  }

  async function goOn({ id, basis }: Run): Promise<void> {
    const until = () => new Date(shop.now().getTime() + lease)
    const mine = await leaseRun(shop.db, id, me, shop.now(), until())
    let reached = mine?.reached ?? null
    let working = mine !== undefined
    const goesOn = async () => !stopped && (await shop.screener.basis()) === basis
    while (working && (await goesOn())) {
      const people = await peopleAfter(shop.db, reached, batch)
      const changed = await screenBatch(people)
      const over = people.length < batch
      reached = people.at(-1)?.id ?? null
      const endedAt = over ? shop.now() : null
      const step = { reached, people: people.length, changed, leasedUntil: over ? null : until(), endedAt }
      working = (await runReached(shop.db, id, me, step)) && !over
      if (over) await tell(id)
    }
    if (working)
      await runReached(shop.db, id, me, { reached: null, people: 0, changed: 0, leasedUntil: null, endedAt: null })
  }

  async function tell(id: string): Promise<void> {
    const done = await latestRun(shop.db)
    if (done?.id !== id) return
    const { people, changed, began_at, ended_at, lists } = done
    const seconds = Math.round(((ended_at ?? began_at).getTime() - began_at.getTime()) / 1000)
    note({ people, changed, seconds, lists }, 'everybody was screened again')
  }

  /** Answers for how many the result is another than before. */
  async function screenBatch(people: readonly Screenee[]): Promise<number> {
    const screened = await screenPeople(shop.db, shop, people, 'background')
    let changed = 0
    for (const [place, person] of people.entries()) {
      const result = screened[place]
      if (result && differs(person, result, shop.now()) && (await put(person.id, result))) changed += 1
    }
    return changed
  }

  async function put(id: string, seen: Screened): Promise<boolean> {
    const done = await shop.db.transaction().execute(async (db) => {
      const subscriber = await lockSubscriber(db, id)
      if (!subscriber) return false
      await putScreening(db, shop, subscriber, 'lists', seen)
      return true
    })
    if (done) shop.outboxFilled()
    return done
  }

  /** Whose check could not be made is checked as soon as one can be. */
  async function screenUnscreened(): Promise<void> {
    const people = await unscreenedPeople(shop.db, batch)
    if (people.length > 0) await screenBatch(people)
  }

  return {
    run,
    /** Ends after the batch under way; another start goes on from there. */
    stop() {
      stopped = true
    },
  }
}

/** Whether a check finds something else than the one before did, or makes somebody else of the person. */
function differs(person: Screenee, { outcome }: Screened, now: Date): boolean {
  const left = withExceptions(outcome, new Set(person.excepted))
  if (foundNews(person, knownAfter(person, left, now))) return true
  if (!person.last) return outcome.reasons.length > 0
  return person.last.outcome !== left.dplStatus || keysOf(person.last.reasons) !== keysOf(outcome.reasons)
}

const keysOf = (reasons: readonly Reason[]) =>
  reasons
    .map(({ key, holds }) => `${key}${holds ? '!' : ''}`)
    .toSorted()
    .join('\n')
