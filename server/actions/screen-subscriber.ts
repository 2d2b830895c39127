import { refuse } from '../../core/errors.ts'
import { addressKey, unscreened, withExceptions, type Outcome, type ScreeningFacts } from '../../core/screening.ts'
import type { Shop } from '../shop.ts'
import { clearedAmong } from '../store/cleared-domains.ts'
import { exceptionsOf } from '../store/exceptions.ts'
import { recordCheck } from '../store/records.ts'
import { updateSubscriber, type Subscriber } from '../store/subscribers.ts'
import type { Db, ScreenedList, Trx } from '../store/tables.ts'
import { clearanceChanged } from './change-subscription.ts'

export type Screened = { outcome: Outcome; lists: ScreenedList[] }
type Screenable = Pick<Subscriber, 'first_name' | 'last_name' | 'company' | 'country' | 'email'>

/**
 * Compares people with the lists and countries, in their order. A domain that an administrator has once cleared for a company
 * fits it for everybody there. Throws what the screener throws.
 */
export async function screenPeople(
  db: Db | Trx,
  shop: Shop,
  people: readonly Screenable[],
  pace: 'now' | 'background',
): Promise<Screened[]> {
  const asked: { facts: ScreeningFacts; pairs: string[] }[] = []
  for (const { first_name: firstName, last_name: lastName, company, country, email } of people) {
    const domains = await shop.emailDomains(email)
    const pairs = shop.domainHashes(addressKey('domain', domains.emailDomain, company))
    asked.push({ facts: { firstName, lastName, company, country, ...domains }, pairs })
  }
  const cleared = await clearedAmong(
    db,
    asked.flatMap(({ pairs }) => pairs),
  )
  const facts = asked.map((one) => ({ ...one.facts, domainCleared: one.pairs.some((pair) => cleared.has(pair)) }))
  return shop.screener.screen(facts, pace)
}

async function screenPerson(db: Db | Trx, shop: Shop, person: Screenable): Promise<Screened> {
  const [screened] = await screenPeople(db, shop, [person], 'now')
  if (!screened) throw new Error('a check was not answered')
  return screened
}

/** At registration a check that cannot be made holds the person; it never stops the registration. */
export async function screenNewcomer(db: Db | Trx, shop: Shop, person: Screenable): Promise<Screened> {
  try {
    return await screenPerson(db, shop, person)
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
  occasion: 'checkout' | 'download' | 'correction',
): Promise<Subscriber> {
  const screened = await screenPerson(db, shop, subscriber).catch(() => refuse('SCREENING_UNAVAILABLE'))
  return putScreening(db, shop, subscriber, occasion, screened)
}

type Known = Pick<Subscriber, 'dpl_status' | 'denied_country' | 'review_since'>

/** Whether a check changed what is known of somebody. */
export function foundNews(before: Known, after: Known): boolean {
  return (
    before.dpl_status !== after.dpl_status ||
    before.denied_country !== after.denied_country ||
    (before.review_since === null) !== (after.review_since === null)
  )
}

/**
 * What is known of somebody after a check of which only what nobody has cleared them of is left. An administrator's
 * refusal stands, and there is nothing more to look at then.
 */
export function knownAfter(before: Known | null, outcome: Outcome, now: Date): Known {
  const refused = before?.dpl_status === 'FAIL'
  const asks = outcome.reasons.length > 0 && !refused
  return {
    dpl_status: refused ? 'FAIL' : outcome.dplStatus,
    denied_country: outcome.deniedCountry,
    review_since: asks ? (before?.review_since ?? now) : null,
  }
}

/** Records a check and lets it act, save for what an administrator has cleared the person of. */
export async function putScreening(
  db: Trx,
  shop: Shop,
  subscriber: Subscriber,
  occasion: 'checkout' | 'download' | 'activation' | 'lists' | 'correction',
  { outcome, lists }: Screened,
): Promise<Subscriber> {
  const now = shop.now()
  const left = withExceptions(outcome, await exceptionsOf(db, subscriber.id))
  const known = knownAfter(subscriber, left, now)
  await recordScreening(db, subscriber.id, occasion, { outcome: { ...left, reasons: outcome.reasons }, lists }, now)
  const after: Subscriber = { ...subscriber, ...known }
  if (foundNews(subscriber, after)) {
    await updateSubscriber(db, subscriber.id, known)
    await clearanceChanged(db, shop, after)
  }
  return after
}

/** The row that the product's own check leaves. */
export async function recordScreening(
  db: Trx,
  subscriberId: string,
  occasion: string,
  { outcome, lists }: Screened,
  now: Date,
): Promise<void> {
  const { dplStatus, reasons } = outcome
  const check = { subscriberId, occasion, outcome: dplStatus, reasons, lists, decidedBy: 'system', comment: null }
  await recordCheck(db, check, now)
}
