import { refuse } from '../../core/errors.ts'
import { screen, unscreened, type DplStatus, type Outcome } from '../../core/screening.ts'
import type { Shop } from '../shop.ts'
import { recordScreening } from '../store/records.ts'
import { updateSubscriber, type Subscriber } from '../store/subscribers.ts'
import type { Trx } from '../store/tables.ts'
import { clearanceChanged } from './change-subscription.ts'

export type Screened = { outcome: Outcome; lists: { name: string; hash: string }[] }
type Screenable = Pick<Subscriber, 'first_name' | 'last_name' | 'company' | 'country' | 'email'>

/** Compares a person with the lists and countries. Throws what the lists throw. */
export async function screenPerson(shop: Shop, person: Screenable): Promise<Screened> {
  const lists = await shop.lists.inForce()
  const facts = {
    firstName: person.first_name,
    lastName: person.last_name,
    company: person.company,
    country: person.country,
    ...(await shop.emailDomains(person.email)),
  }
  return {
    outcome: screen(facts, lists, shop.catalogue.countries),
    lists: lists.map(({ name, hash }) => ({ name, hash })),
  }
}

/** At registration a check that cannot be made holds the person; it never stops the registration. */
export async function screenNewcomer(shop: Shop, person: Screenable): Promise<Screened> {
  try {
    return await screenPerson(shop, person)
  } catch {
    return { outcome: unscreened(person.country, shop.catalogue.countries), lists: [] }
  }
}

/**
 * Screens a known person again and lets the result act on their subscriptions. Refuses with 503 when the check cannot be
 * made, which changes nothing. Answers the subscriber as it is afterwards.
 */
export async function screenAgain(
  db: Trx,
  shop: Shop,
  subscriber: Subscriber,
  occasion: 'checkout' | 'download',
): Promise<Subscriber> {
  const screened = await screenPerson(shop, subscriber).catch(() => refuse('SCREENING_UNAVAILABLE'))
  return putScreening(db, shop, subscriber, occasion, screened)
}

/** Whether a check changed what is known of somebody. */
export function foundNews(before: Subscriber, after: Subscriber): boolean {
  return before.dpl_status !== after.dpl_status || before.denied_country !== after.denied_country
}

/** Records a check and lets it act. An administrator's refusal stands. */
export async function putScreening(
  db: Trx,
  shop: Shop,
  subscriber: Subscriber,
  occasion: 'checkout' | 'download' | 'activation',
  { outcome, lists }: Screened,
): Promise<Subscriber> {
  await recordScreening(db, { subscriberId: subscriber.id, occasion, outcome, lists }, shop.now())
  const dplStatus: DplStatus = subscriber.dpl_status === 'FAIL' ? 'FAIL' : outcome.dplStatus
  const after: Subscriber = { ...subscriber, dpl_status: dplStatus, denied_country: outcome.deniedCountry }
  if (foundNews(subscriber, after)) {
    await updateSubscriber(db, subscriber.id, { dpl_status: after.dpl_status, denied_country: after.denied_country })
    await clearanceChanged(db, shop, after)
  }
  return after
}
