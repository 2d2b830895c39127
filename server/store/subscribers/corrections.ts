import { randomUUID } from 'node:crypto'
import { correctionReason } from '../../../domain/registration/correction.ts'
import { changesBetween, detailsFrom, type Details } from '../../../domain/registration/details.ts'
import type { Reason } from '../../../domain/screening/screening.ts'
import { updateSubscriber, type Subscriber } from './subscribers.ts'
import type { Trx } from '../tables.ts'

/** The details of a subscriber that are in force. */
export function detailsInForce(
  row: Pick<Subscriber, 'first_name' | 'last_name' | 'company' | 'country' | 'state'>,
): Details {
  const { first_name: firstName, last_name: lastName, company, country, state } = row
  return detailsFrom({ firstName, lastName, company, country, state })
}

/** Details as the columns of a subscriber, with nothing waiting any more. */
export function asColumns({ firstName, lastName, company, country, state, region }: Details) {
  // A correction that waited since before there were regions has none.
  return {
    first_name: firstName,
    last_name: lastName,
    company,
    country,
    state: state ?? region ?? null,
    ...noCorrection,
  }
}

const noCorrection = { correction: null, correction_since: null }

/** The correction that waits as a reason of the queue; undefined where none does. */
export function waitingReason(subscriber: Subscriber): Reason | undefined {
  const { correction } = subscriber
  return correction
    ? correctionReason(correction.id, changesBetween(detailsInForce(subscriber), correction.details))
    : undefined
}

/** Keeps a correction until somebody decides. It takes the place of an earlier one in the queue; the same one stays what it is. */
export async function keepCorrection(db: Trx, before: Subscriber, details: Details, now: Date): Promise<Subscriber> {
  const earlier = before.correction
  if (earlier && changesBetween(earlier.details, details).length === 0) return before
  const waiting = { correction: { id: randomUUID(), details }, correction_since: before.correction_since ?? now }
  await updateSubscriber(db, before.id, waiting)
  return { ...before, ...waiting }
}

export async function dropCorrection(db: Trx, before: Subscriber): Promise<Subscriber> {
  if (before.correction) await updateSubscriber(db, before.id, noCorrection)
  return { ...before, ...noCorrection }
}
