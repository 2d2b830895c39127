import { isOver } from '../calendar.ts'
import { neverStarted, type PersonFacts, type Subscription } from './subscription.ts'

/** What an email states about a trial that a person has or had. `endDate` is the last UTC day with access. */
export type TrialStanding = { status: 'running' | 'over'; endDate: Date } | { status: 'waiting' | 'on-hold' }

/**
 * Returns what is certain about a trial; null if its day is not the one on which it ended, or would end, or if no
 * approval can start it: after a cancellation, and for a refused person or a denied country.
 */
export function trialStanding(
  { dplStatus, deniedCountry }: Pick<PersonFacts, 'dplStatus' | 'deniedCountry'>,
  trial: Pick<Subscription, 'status' | 'startDate' | 'endDate'>,
  now: Date,
): TrialStanding | null {
  const { status, endDate } = trial
  if (status === 'cancelled' || dplStatus === 'FAIL' || deniedCountry) return null
  if (status === 'pending') return { status: neverStarted(trial) ? 'waiting' : 'on-hold' }
  if (!endDate) return null
  return { status: status === 'expired' || isOver(endDate, now) ? 'over' : 'running', endDate }
}
