import { randomUUID } from 'node:crypto'
import { emailKey } from '../../../platform/email-key.ts'
import { refuse } from '../../../contract/errors.ts'
import type { Plan } from '../../../domain/catalogue/plan.ts'
import { valuesOf, viewPerson } from '../../../domain/person/person.ts'
import { checkoutForm, wrongFields, visibleValues, type Values } from '../../../domain/registration/registration.ts'
import type { Language } from '../../../domain/language.ts'
import type { AppContext } from '../../context.ts'
import { tellPerson } from '../../store/messages.ts'
import {
  addSubscriber,
  asPerson,
  lockSubscriber,
  lockSubscriberByEmail,
  updateSubscriber,
  type NewSubscriber,
  type Subscriber,
} from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { accountsOf, joinAccount } from '../../store/accounts/accounts.ts'
import { erase } from '../privacy/erase-subscriber.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { profileOf } from './register.ts'
import { startTrialCommand } from './start-trial-command.ts'

export type SignedInPerson = {
  /** The language of the request. */
  language: Language
  accountId: string
  subscriberId: string | null
  email: string
  firstName: string
  lastName: string
}

/** The signed-in person as a subscriber, with the missing fields of the profile filled in from the form. */
export async function putSignedIn(
  db: Trx,
  context: AppContext,
  person: SignedInPerson,
  plan: Plan,
  given: Values,
): Promise<Subscriber> {
  const known = person.subscriberId ? await lockSubscriber(db, person.subscriberId) : undefined
  // The person has just been erased: none of their data may be written again.
  if (person.subscriberId && !known) refuse('SIGN_IN_NEEDED')
  const form = checkoutForm(plan, { ...(known ? valuesOf(viewPerson(known)) : {}), email: person.email })
  // Known values override sent ones: the country decides whether a state is required.
  const values = known && !form.includes('country') ? { ...given, country: known.country } : given
  const wrong = wrongFields(form, values)
  if (wrong.length > 0) {
    // A person whom the trial's rules refuse gets the refusal instead of the form; the transaction is rolled back.
    if (known && plan.type === 'trial') {
      const tried = await changeSubscription(db, context, known, null, startTrialCommand(plan, known))
      if ('refused' in tried) refuse(tried.refused)
    }
    refuse('INVALID_INPUT', wrong)
  }
  const shown = visibleValues(form, values)
  const filled = Object.fromEntries(
    Object.entries(profileOf(shown, person.email)).filter(
      ([column, value]) => value !== null && value !== '' && column !== 'email',
    ),
  )
  if (known) {
    await updateSubscriber(db, known.id, filled)
    return { ...known, ...filled }
  }
  return addSignedIn(db, context, person, shown)
}

/**
 * Makes an account holder of another issuer who never registered here a subscriber; the address is confirmed already.
 */
async function addSignedIn(db: Trx, context: AppContext, person: SignedInPerson, values: Values): Promise<Subscriber> {
  const now = context.now()
  const unconfirmed = await lockSubscriberByEmail(db, person.email)
  // Any visitor may have entered an unconfirmed registration, so none of it is the person's.
  if (unconfirmed && !unconfirmed.email_verified_at)
    await erase(db, context, unconfirmed, { kind: 'address-unconfirmed', by: 'system' })
  const subscriber: NewSubscriber = {
    id: randomUUID(),
    ...profileOf(values, person.email),
    email_key: emailKey(person.email),
    // An administrator's decision about the address stays.
    dpl_status: unconfirmed?.dpl_status === 'FAIL' ? 'FAIL' : 'PENDING',
    denied_country: false,
    email_verified_at: now,
    registered_at: now,
    language: person.language,
  }
  const added = await addSubscriber(db, subscriber)
  const kept = await lockSubscriberByEmail(db, person.email)
  if (!kept) throw new Error('a subscriber who was there has gone')
  // As at a sign-in: some issuers let several accounts prove one address, and only the first one is linked.
  const accounts = await accountsOf(db, kept.id)
  if (accounts.some(({ id, issuer }) => id !== person.accountId && issuer === context.idp.issuer)) refuse('EMAIL_TAKEN')
  await joinAccount(db, person.accountId, kept.id)
  if (added) await tellPerson(db, kept.id, null, asPerson(kept), now)
  return kept
}
