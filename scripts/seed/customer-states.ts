/** The state of fictional people: when they registered, what screening found, and what they ordered. */
import { addDays } from '../../domain/calendar.ts'
import { addInterval } from '../../domain/catalogue/interval.ts'
import type { ScreeningOutcome } from '../../domain/screening/screening.ts'
import { graceDays } from '../../domain/subscription/payments/grace.ts'
import type { PersonFacts, PlanTerms } from '../../domain/subscription/subscription.ts'
import type { CheckRecord } from '../../server/store/screening/records.ts'
import { byWeight, type Random } from './random.ts'
import { remark } from './remarks.ts'
import {
  begin,
  clearedPerson,
  continueToNow,
  paidHistory,
  trialHistory,
  waitingHistory,
  type Life,
  type PaidKind,
  type PaidTerms,
  type History,
  type Circumstances,
  type TrialKind,
} from './histories.ts'

export type CustomerState = {
  registered: Date
  verified: Date | null
  dplStatus: PersonFacts['dplStatus']
  reviewSince: Date | null
  lives: Life[]
  checks: (Omit<CheckRecord, 'subscriber'> & { at: Date })[]
  /** The exceptions that an administrator granted. */
  exceptions: { reason: string; by: string; at: Date }[]
}

/** The offered plans: paid plans with a longer one of the same product, if there is one. */
export type Shelf = { trials: readonly PlanTerms[]; paid: readonly { plan: PaidTerms; longer: PaidTerms | null }[] }

/** The findings of the check at registration, with the lists. */
export type SeededScreening = { outcome: ScreeningOutcome; lists: CheckRecord['lists'] }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `failing`: the renewal failed some days ago, within the days of grace. */
type Holding = { trial?: TrialKind; paid?: PaidKind | 'failing' }
const holdings = byWeight<Holding>([
  [{}, 78],
  [{ trial: 'running' }, 60],
  [{ trial: 'over' }, 300],
  [{ trial: 'extended' }, 40],
  [{ trial: 'cancelled' }, 30],
  [{ trial: 'over', paid: 'renewing' }, 70],
  [{ trial: 'over', paid: 'run-out' }, 25],
  [{ trial: 'over', paid: 'cancelled' }, 15],
  [{ paid: 'renewing' }, 190],
  [{ paid: 'stopped' }, 40],
  [{ paid: 'changed' }, 12],
  [{ paid: 'restored' }, 15],
  [{ paid: 'cancelled' }, 40],
  [{ paid: 'run-out' }, 50],
  [{ paid: 'failed' }, 20],
  [{ paid: 'failing' }, 15],
])

/** Days of a period, and the maximum number of periods since a person's start. */
const periods = { week: { days: 7, most: 9 }, month: { days: 30, most: 13 }, year: { days: 365, most: 4 } }

const ago = ({ now, random }: Circumstances, days: number) => new Date(now.getTime() - days * day - random.below(day))
const registration = (at: Date, { outcome, lists }: SeededScreening) => {
  const { dplStatus, reasons } = outcome
  return { at, occasion: 'registration', outcome: dplStatus, reasons, lists, decidedBy: 'system', comment: null }
}

/** An approved person stays approved if a check has the same findings as before. */
const download = (at: Date, found: SeededScreening) => ({
  ...registration(at, found),
  occasion: 'download',
  outcome: 'PASS' as const,
})

/** A person without findings; `denied`: their country has been denied since. */
export function usual(
  circumstances: Circumstances,
  shelf: Shelf,
  found: SeededScreening,
  denied: boolean,
): CustomerState {
  const { random, pays } = circumstances
  const drawn = denied ? random.of<Holding>([{ trial: 'running' }, { paid: 'renewing' }]) : holdings(random)
  const holding: Holding = drawn.paid && !pays() ? { trial: drawn.trial ?? 'over' } : drawn
  const histories = hold(circumstances, shelf, holding)
  const [first] = histories
  const verified = first
    ? new Date(first.life().subscription.createdDate.getTime() - 1000)
    : ago(circumstances, random.from(1, 900))
  const registered = new Date(verified.getTime() - random.from(2, 400) * minute)
  if (denied) {
    const person = { ...clearedPerson, deniedCountry: true }
    for (const history of histories)
      history.record(
        history.during(addDays(circumstances.now, -1)),
        { kind: 'clearance-changed', by: 'system' },
        person,
      )
  }
  return {
    registered,
    verified,
    dplStatus: found.outcome.dplStatus,
    reviewSince: found.outcome.reasons.length > 0 ? registered : null,
    lives: histories.map((history) => history.life()),
    checks: [registration(registered, found)],
    exceptions: [],
  }
}

function hold(circumstances: Circumstances, { trials, paid }: Shelf, holding: Holding): History[] {
  const { random } = circumstances
  const histories: History[] = []
  let started: Date | null = null
  const offer = holding.paid === undefined ? undefined : mostly(random, paid)
  if (offer) {
    const { days, most } = periods[offer.plan.recurringInterval]
    started = ago(circumstances, random.from(2, days * most))
    const count = random.from(1, most)
    if (holding.paid === 'failing') started = startOfFailing(circumstances, offer.plan, count)
    const kind = holding.paid === 'failing' ? 'failed' : holding.paid
    if (kind) histories.push(paidHistory(circumstances, offer, kind, started, count))
  }
  const trial = mostly(random, trials)
  if (holding.trial && trial?.type === 'trial') {
    const at = started
      ? new Date(started.getTime() - random.from(5, 60) * day)
      : ago(circumstances, trialAge(random, holding.trial, trial.durationInDays))
    histories.unshift(trialHistory(circumstances, trial, holding.trial, at))
  }
  return histories
}

/** So long ago that `count` periods were over from two days ago to the day before the days of grace are. */
function startOfFailing({ random, now }: Circumstances, plan: PaidTerms, count: number): Date {
  const over = addDays(now, -random.from(2, graceDays(plan) - 1))
  const { recurringInterval, recurringIntervalCount } = plan
  return new Date(
    addInterval(over, recurringInterval, -count * recurringIntervalCount).getTime() + random.from(6, 20) * hour,
  )
}

function trialAge(random: Random, kind: TrialKind, duration: number): number {
  if (kind === 'running') return random.from(1, Math.max(1, duration - 2))
  return kind === 'over' ? random.from(duration + 1, duration + 900) : random.from(3, 600)
}

/** Picks from a list, the first item more often than the others. */
function mostly<T>(random: Random, list: readonly T[]): T | undefined {
  return list.length === 0 || random.happens(0.3) ? list[0] : random.of(list)
}

/** A person who is waiting: to confirm the address, for a review, or in a denied country. */
export function waits(
  circumstances: Circumstances,
  shelf: Shelf,
  found: SeededScreening,
  confirmed: boolean,
): CustomerState {
  const { random } = circumstances
  // A person who has not confirmed within 30 days is erased.
  const registered = ago(circumstances, confirmed ? random.from(0, 40) : random.from(0, 25))
  const { dplStatus, deniedCountry, reasons } = found.outcome
  const person = { ...clearedPerson, emailVerified: confirmed, dplStatus, deniedCountry }
  return {
    registered,
    verified: confirmed ? new Date(registered.getTime() + 5 * minute) : null,
    dplStatus,
    reviewSince: reasons.length > 0 ? registered : null,
    lives: random.happens(0.85) ? [take(circumstances, shelf, person, registered).life()] : [],
    checks: [registration(registered, found)],
    exceptions: [],
  }
}

function take(circumstances: Circumstances, shelf: Shelf, person: PersonFacts, registered: Date): History {
  const { random } = circumstances
  const trial = mostly(random, shelf.trials)
  const buys = person.emailVerified && random.happens(0.2) ? mostly(random, shelf.paid) : undefined
  const plan = buys?.plan ?? trial
  return plan
    ? waitingHistory(circumstances, plan, person, new Date(registered.getTime() + minute))
    : begin(circumstances)
}

/** A person on hold whom an administrator approved or refused. */
export function decided(
  circumstances: Circumstances,
  shelf: Shelf,
  found: SeededScreening,
  outcome: 'PASS' | 'FAIL',
): CustomerState {
  const { random, administrators } = circumstances
  const registered = ago(circumstances, random.from(8, 700))
  const at = new Date(registered.getTime() + random.from(60, 5 * 24 * 60) * minute)
  const by = random.of(administrators)
  const comment = remark(random, outcome === 'PASS' ? 'approve' : 'refuse')
  const trial = mostly(random, shelf.trials)
  const lives: Life[] = []
  if (trial) {
    const person: PersonFacts = { ...clearedPerson, dplStatus: 'PENDING' }
    const history = waitingHistory(circumstances, trial, person, new Date(registered.getTime() + minute))
    if (outcome === 'PASS') history.record(at, { kind: 'clearance-changed', by: 'system' })
    else history.record(at, { kind: 'person-refused', comment, by }, { ...clearedPerson, dplStatus: 'FAIL' })
    lives.push(continueToNow(circumstances, history).life())
  }
  const { reasons } = found.outcome
  return {
    registered,
    verified: new Date(registered.getTime() + 5 * minute),
    dplStatus: outcome,
    reviewSince: null,
    lives,
    checks: [
      registration(registered, found),
      { at, occasion: 'review', outcome, reasons, lists: [], decidedBy: by, comment },
      ...(outcome === 'PASS' ? [download(new Date(at.getTime() + 90 * minute), found)] : []),
    ],
    exceptions: outcome === 'PASS' ? reasons.map(({ key }) => ({ reason: key, by, at })) : [],
  }
}
