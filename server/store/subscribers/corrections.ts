import { randomUUID } from 'node:crypto'
import { correctableFields, type PersonColumns } from '../../../domain/person/fields.ts'
import { columnsOf, viewPerson } from '../../../domain/person/person.ts'
import { correctionReason } from '../../../domain/registration/correction.ts'
import { changesBetween, detailsFrom, type Details } from '../../../domain/registration/details.ts'
import type { Reason } from '../../../domain/screening/screening.ts'
import { updateSubscriber, type Subscriber } from './subscribers.ts'
import type { Trx } from '../tables.ts'

/** The details of a subscriber that are in force. */
export const detailsInForce = (stored: PersonColumns): Details => detailsFrom(viewPerson(stored))

/** Returns details as the columns of a subscriber, without a waiting correction. */
export const asColumns = (details: Details) => ({ ...columnsOf(correctableFields, details), ...noCorrection })

const noCorrection = { correction: null, correction_since: null }

/** The waiting correction, as a reason of the queue; undefined if there is none. */
export function waitingReason(subscriber: Subscriber): Reason | undefined {
  const { correction } = subscriber
  return correction
    ? correctionReason(correction.id, changesBetween(detailsInForce(subscriber), correction.details))
    : undefined
}

/**
 * Stores a correction until a reviewer decides. It replaces an earlier one in the queue; the same one stays unchanged.
 */
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
