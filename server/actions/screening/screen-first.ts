import { refuse } from '../../../contract/errors.ts'
import {
  addressKey,
  unscreened,
  type ScreeningOutcome,
  type ScreeningFacts,
} from '../../../domain/screening/screening.ts'
import { isTaken } from '../../../platform/database-errors.ts'
import type { AppContext } from '../../context.ts'
import { clearedAmong } from '../../store/screening/cleared-domains.ts'
import { exceptedAmong } from '../../store/screening/exceptions.ts'
import { statedPlaceOf } from '../../store/screening/records.ts'
import type { Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Db, Trx } from '../../store/tables.ts'
import type { ScreenedList, ScreeningThresholds } from '../../store/tables/screening.ts'

export type PersonScreening = { outcome: ScreeningOutcome; lists: ScreenedList[]; thresholds?: ScreeningThresholds }
type Screenable = Pick<Subscriber, 'first_name' | 'last_name' | 'company' | 'country' | 'state' | 'email'> &
  Partial<Pick<Subscriber, 'id' | 'billing_address'>>

/**
 * Compares people with the lists and countries, in their order. A domain that an administrator has cleared for a
 * company fits it for everyone there, except the person whom the decision was about: theirs stays a finding, which
 * applies again if the approval is withdrawn. Rejects with ScreenerFailed if the screener does not respond.
 */
export async function screenPeople(
  db: Db | Trx,
  context: AppContext,
  people: readonly Screenable[],
  priority: 'now' | 'background',
  within?: number,
): Promise<PersonScreening[]> {
  const asked: { id: string | undefined; key: string; facts: ScreeningFacts; pairs: string[] }[] = []
  for (const { id, first_name: firstName, last_name: lastName, company, email, ...person } of people) {
    const domains = await context.emailDomains(email)
    const key = addressKey('domain', domains.emailDomain, company)
    const pairs = context.domainHashes(key)
    asked.push({ id, key, facts: { firstName, lastName, company, ...statedPlaceOf(person), ...domains }, pairs })
  }
  const cleared = await clearedAmong(
    db,
    asked.flatMap(({ pairs }) => pairs),
  )
  const fits = asked.filter(({ pairs }) => pairs.some((pair) => cleared.has(pair)))
  const own = await exceptedAmong(
    db,
    fits.flatMap(({ id, key }) => (id === undefined ? [] : { id, key })),
  )
  const facts = asked.map((one) => ({
    ...one.facts,
    domainCleared: fits.includes(one) && !(one.id && own.has(one.id)),
  }))
  const screened = await context.screener.screen(facts, priority, within).catch(screenerFailed)
  const { thresholds } = context.screener.rules
  return screened.map((one) => ({ ...one, thresholds }))
}

/** The screener did not respond; `cause` is the reason. Faults of the database or of our own code are not wrapped. */
class ScreenerFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'unknown', { cause })
  }
}

function screenerFailed(cause: unknown): never {
  throw new ScreenerFailed(cause)
}

/** Returns the findings of a person's check, which was made before this transaction began. */
export type ScreenPerson = (person: Screenable) => Promise<PersonScreening>

/** Thrown inside a transaction, which is rolled back: this person has to be screened first. */
class NotScreenedYet extends Error {
  readonly person: Screenable

  constructor(person: Screenable) {
    super('the person has to be screened first')
    this.person = person
  }
}

/** The maximum time, in ms, that a request waits for screening, and how often its person may change meanwhile. */
const [longestWait, mostTries] = [2000, 4]

/**
 * Performs work with a check in a transaction, without holding a connection or lock while waiting for the check. `work`
 * opens the transaction, locks the subscriber and calls `check`; if the stored data (name, company, country, region,
 * address, or the lists in force) differs from what was screened, the transaction is rolled back and the work repeated.
 * It is also repeated once if a concurrent transaction has taken an address or another unique value, which it then finds.
 * `first` is the person as known before. A failed check is refused with 503 and changes nothing (`refuse`), or puts the
 * person on hold (`hold`): a missing check is never a pass.
 */
export async function screenFirst<T>(
  context: AppContext,
  whenDown: 'refuse' | 'hold',
  work: (check: ScreenPerson) => Promise<T>,
  first?: Screenable,
): Promise<T> {
  // Waiting for the mutex or a lock does not count as waiting for screening.
  let left = longestWait
  const make = async (person: Screenable) => {
    const begun = performance.now()
    const made = await makeCheck(context, whenDown, person, left)
    left = Math.max(1, left - (performance.now() - begun))
    return made
  }
  let done = first && (await make(first))
  const check: ScreenPerson = async (person) => {
    const isCurrent =
      done &&
      isScreenedAlike(done.person, person) &&
      (done.fingerprint === null || done.fingerprint === (await fingerprintOf(context)))
    if (!done || !isCurrent) throw new NotScreenedYet(person)
    return done.screened
  }
  let wasTaken = false
  for (let tries = 1; tries <= mostTries; tries += 1) {
    try {
      return await work(check)
    } catch (error) {
      if (error instanceof NotScreenedYet) done = await make(error.person)
      else if (isTaken(error) && !wasTaken) wasTaken = true
      else throw error
    }
  }
  return refuse('SCREENING_UNAVAILABLE')
}

/** `fingerprint` identifies what the person was compared with; null where no check could be made. */
type CheckResult = { person: Screenable; fingerprint: string | null; screened: PersonScreening }

async function makeCheck(
  context: AppContext,
  whenDown: 'refuse' | 'hold',
  person: Screenable,
  within: number,
): Promise<CheckResult> {
  try {
    const fingerprint = await context.screener.fingerprint().catch(screenerFailed)
    const [screened] = await screenPeople(context.db, context, [person], 'now', within)
    if (!screened) throw new ScreenerFailed(new Error('a check was not answered'))
    return { person, fingerprint, screened }
  } catch (error) {
    if (!(error instanceof ScreenerFailed)) throw error
    context.warn({ reason: error.message, whenDown }, 'a person could not be screened')
    if (whenDown === 'refuse') refuse('SCREENING_UNAVAILABLE')
    return {
      person,
      fingerprint: null,
      screened: { outcome: unscreened(person.country, context.catalogue.countries), lists: [] },
    }
  }
}

const fingerprintOf = (context: AppContext) => context.screener.fingerprint().catch(() => null)

/** Whether two states of a person give the same screening result. */
export function isScreenedAlike(one: Screenable, other: Screenable): boolean {
  const address = ({ billing_address: given }: Screenable) => `${given?.city ?? ''}\n${given?.postalCode ?? ''}`
  const names = ['first_name', 'last_name', 'company', 'country', 'state', 'email'] as const
  return names.every((name) => one[name] === other[name]) && address(one) === address(other)
}
