import { isBirthDate } from '../../../domain/screening/birth-date.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import type { AppContext } from '../../context.ts'
import { answerBirthDateRequest, findBirthDateRequest, isInReview } from '../../store/screening/birth-dates.ts'
import { addActivity } from '../../store/subscribers/activity.ts'
import { findSubscriber, lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { isoDay } from '../../../domain/calendar.ts'

/** Whether a link still accepts a date of birth: it has not expired, was not used, and the review is not decided. */
export async function isBirthDateAsked(context: AppContext, token: string): Promise<boolean> {
  const request = await findBirthDateRequest(context.db, tokenHash(token), context.now())
  const subscriber = request && (await findSubscriber(context.db, request.subscriber_id))
  return subscriber !== undefined && isInReview(subscriber)
}

/** Stores the date of birth that a person gives by their link, once. `invalid`: it is not a possible date of birth. */
export async function giveBirthDate(
  context: AppContext,
  token: string,
  birthDate: string,
): Promise<'given' | 'invalid' | 'gone'> {
  const hash = tokenHash(token)
  const now = context.now()
  return context.transact(async (db) => {
    const found = await findBirthDateRequest(db, hash, now)
    const subscriber = found && (await lockSubscriber(db, found.subscriber_id))
    const request = subscriber && (await findBirthDateRequest(db, hash, now))
    if (!request || !isInReview(subscriber)) return 'gone'
    if (!isBirthDate(birthDate, isoDay(now))) return 'invalid'
    await answerBirthDateRequest(db, subscriber.id, birthDate, now)
    await addActivity(db, subscriber.id, { kind: 'act', by: null, data: { act: 'give-birth-date' } }, now)
    return 'given'
  })
}
