import { randomUUID } from 'node:crypto'
import type { Brand, legalDocuments } from '../../../domain/catalogue/brand.ts'
import { emailKey } from '../../../platform/email-key.ts'
import { lifetimes } from '../../../domain/limits.ts'
import type { Plan } from '../../../domain/catalogue/plan.ts'
import { personFieldNames } from '../../../domain/person/fields.ts'
import { columnsOf } from '../../../domain/person/person.ts'
import type { Values } from '../../../domain/registration/registration.ts'
import { trialStanding } from '../../../domain/subscription/trial-standing.ts'
import { planPath, trialOf } from '../../../contract/screens.ts'
import type { Language } from '../../../domain/language.ts'
import { affirmationVersion } from '../../../domain/registration/affirmation.ts'
import { alreadyKnownMail, type KnownTrial } from '../../mails/accounts/registration.ts'
import { randomToken, tokenHash } from '../../../platform/crypto/secrets.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { tellPerson } from '../../store/messages.ts'
import { recordAcceptance, type AcceptedDocument } from '../../store/screening/records.ts'
import {
  addSubscriber,
  asPerson,
  asRecipient,
  isKnownAddress,
  lockSubscriberByEmail,
  removeSubscriber,
  updateSubscriber,
  type Subscriber,
} from '../../store/subscribers/subscribers.ts'
import { subscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { addTrialToken } from '../../store/subscriptions/trials.ts'
import { screeningAfter, recordScreening } from '../screening/screen-subscriber.ts'
import { screenFirst, type ScreenPerson, type PersonScreening } from '../screening/screen-first.ts'

/**
 * `values` have passed domain/registration/registration.ts for the plan's form; `from` is the visitor's network
 * address, `browser` the hash of their cookie.
 */
export type Registration = { values: Values; plan: Plan; from: string; browser: string | null; language: Language }

/** The query parameter with which an activation link names its registration. */
export const registrationParameter = 'registration'

/**
 * Registers a person and asks them by email to confirm their address. A registered address gets the same response, a
 * token without effect, and an email that explains it. Returns the one-time token for the trial's checkout.
 */
export async function register(
  context: AppContext,
  registration: Registration,
): Promise<{ email: string; trialToken: string }> {
  const email = String(registration.values.email)
  const trialToken = randomToken()
  const person = profileOf(registration.values, email)
  const add = async (db: Trx, screened: PersonScreening) => {
    const subscriberId = await addRegistrant(db, context, registration, screened)
    await addTrialToken(db, {
      hash: tokenHash(trialToken),
      subscriberId,
      plan: registration.plan.name,
      expiresAt: new Date(context.now().getTime() + lifetimes.trialToken),
    })
  }
  const addChecked = (check: ScreenPerson) => context.transact(async (db) => add(db, await check(person)))
  // One after another, because many registrations of one address would each hold a connection while waiting for its
  // lock.
  await screenFirst(context, 'hold', (check) => context.serialize(emailKey(email), () => addChecked(check)), person)
  return { email, trialToken }
}

/**
 * Returns the registrant's id, or null if nothing is stored: the address is known, or it has reached its email limit.
 */
async function addRegistrant(
  db: Trx,
  context: AppContext,
  { values, plan, from, browser, language }: Registration,
  screened: PersonScreening,
): Promise<string | null> {
  const now = context.now()
  const email = String(values.email)
  const profile = {
    email_key: emailKey(email),
    ...profileOf(values, email),
    ...screeningAfter(null, screened.outcome, now),
    registered_at: now,
    language,
    registration: randomUUID(),
    registered_in: browser,
  }
  const fresh = { id: randomUUID(), email_verified_at: null, ...profile }
  const added = await addSubscriber(db, fresh)
  const known = added ? undefined : await lockSubscriberByEmail(db, email)
  if (!added && !known) throw new Error('a subscriber who was there has gone')
  const subscriber = known ?? fresh
  const invited = (await isKnownAddress(db, email))
    ? 'already-active'
    : await context.idp.invite(db, {
        email,
        firstName: String(values.firstName),
        returnTo: `${planPath(plan)}?${registrationParameter}=${profile.registration}`,
        language,
      })
  if (invited === 'already-active') {
    await mailAlreadyKnown(db, context, subscriber, plan)
    // The owner of the account did not enter this.
    if (added) await removeSubscriber(db, subscriber.id)
    return null
  }
  if (known && invited === 'unsent') return null
  if (known) await updateSubscriber(db, known.id, { ...profile, ...screeningAfter(known, screened.outcome, now) })
  else await tellPerson(db, subscriber.id, null, asPerson(subscriber), now)
  await recordScreening(db, { ...subscriber, ...profile }, 'registration', screened, now)
  await recordAcceptance(
    db,
    { subscriberId: subscriber.id, documents: acceptedAtRegistration(context.brand, values, plan, language), from },
    now,
  )
  return subscriber.id
}

/** A registration's values as a subscriber's columns; fields the form did not have are null. */
export const profileOf = (values: Values, email: string) => columnsOf(personFieldNames, { ...values, email })

const agreed = (values: Values, document: (typeof legalDocuments)[number], brand: Brand): AcceptedDocument[] =>
  values.termsAndConditions === true ? [{ document, ...pick(brand.documents[document]) }] : []
const pick = ({ version, address }: { version: string; address: string }) => ({ version, address })
const affirmed = (values: Values, language: Language): AcceptedDocument[] =>
  values.affirmation === true ? [{ document: 'affirmation', version: affirmationVersion(language), address: '' }] : []

/** The documents that the ticked boxes of a registration accept: a trial's form asks for both together. */
export function acceptedAtRegistration(
  brand: Brand,
  values: Values,
  plan: Plan,
  language: Language,
): AcceptedDocument[] {
  const eula = plan.type === 'trial' ? agreed(values, 'eula', brand) : []
  return [...agreed(values, 'privacy', brand), ...eula, ...affirmed(values, language)]
}

/** The documents that a checkout accepts: the privacy policy was agreed to at registration. */
export function acceptedAtCheckout(brand: Brand, values: Values, plan: Plan, language: Language): AcceptedDocument[] {
  const privacy = plan.type === 'trial' ? agreed(values, 'privacy', brand) : []
  return [...privacy, ...agreed(values, 'eula', brand), ...affirmed(values, language)]
}

type KnownSubscriber = Pick<
  Subscriber,
  'id' | 'email' | 'email_key' | 'email_verified_at' | 'dpl_status' | 'denied_country' | 'language'
>

async function mailAlreadyKnown(db: Trx, context: AppContext, subscriber: KnownSubscriber, plan: Plan): Promise<void> {
  if (!(await context.allow('mailsPerRecipient', subscriber.email_key, db))) return
  // An address with only an account: a registration by another person under it is not disclosed.
  const known = subscriber.email_verified_at ? subscriber : undefined
  const trial = known ? await knownTrial(db, context, known, plan.product) : null
  await queueMail(
    db,
    known?.id ?? null,
    alreadyKnownMail(context.mailFrame, { ...asRecipient(subscriber), path: planPath(plan), trial }),
    context.now(),
  )
}

async function knownTrial(
  db: Trx,
  context: AppContext,
  subscriber: KnownSubscriber,
  product: string,
): Promise<KnownTrial | null> {
  const trial = trialOf(await subscriptionsOf(db, subscriber.id), product)
  const standing = trial && trialStanding(asPerson(subscriber), trial, context.now())
  return standing ? { ...standing, planTitle: planIn(context.catalogue, trial.plan, subscriber.language).title } : null
}
