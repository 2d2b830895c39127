import { randomUUID } from 'node:crypto'
import { refuse } from '../../core/errors.ts'
import { visibleValues, wrongFields, type FieldName, type Values } from '../../core/registration.ts'
import { cleared } from '../../core/subscription.ts'
import type { Shop } from '../shop.ts'
import { queueTask } from '../store/jobs.ts'
import { asPerson, lockSubscriber, updateSubscriber, type Subscriber } from '../store/subscribers.ts'
import type { Trx } from '../store/tables.ts'
import { profileOf } from './register.ts'
import { screenAgain, screenFirst, type Check } from './screen-subscriber.ts'

/** What a subscriber may correct: it names them on invoices. */
export const correctableFields: readonly FieldName[] = ['firstName', 'lastName', 'company', 'country', 'state']

/**
 * Corrects the name, company or country of a subscriber, screens them again and brings the billing provider's customer in
 * line. Refuses with 400 the first rule that a value breaks, and with 409 while the account waits for approval: a
 * correction must not clear a person whom nobody has looked at.
 */
export async function correctDetails(shop: Shop, subscriberId: string, given: Values): Promise<Subscriber> {
  const correct = async (db: Trx, check: Check) => {
    const before = (await lockSubscriber(db, subscriberId)) ?? refuse('NOT_FOUND')
    if (!cleared(asPerson(before))) refuse('CORRECTION_WAITS')
    const values: Values = { ...valuesOf(before), ...given }
    const wrong = wrongFields([...correctableFields], values)
    if (wrong.length > 0) refuse('INVALID_INPUT', wrong)
    const { first_name, last_name, company, country, state } = profileOf(
      visibleValues([...correctableFields], values),
      before.email,
    )
    const corrected = { first_name, last_name, company, country, state }
    await updateSubscriber(db, before.id, corrected)
    const after = await screenAgain(db, shop, { ...before, ...corrected }, 'correction', check)
    if (after.payment_customer) {
      await queueTask(db, randomUUID(), after.id, { task: 'update-customer', subscriber: after.id }, shop.now())
    }
    return after
  }
  return screenFirst(shop, 'refuse', (check) => shop.transact((db) => correct(db, check)))
}

function valuesOf({ first_name, last_name, company, country, state }: Subscriber): Values {
  return { firstName: first_name, lastName: last_name, company, country, state: state ?? '' }
}
