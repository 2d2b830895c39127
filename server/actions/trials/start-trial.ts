import { randomUUID } from 'node:crypto'
import { emailKey } from '../../../platform/email-key.ts'
import { refuse } from '../../../contract/errors.ts'
import type { Plan } from '../../../domain/catalogue/plan.ts'
import { valuesOf, viewPerson } from '../../../domain/person/person.ts'
import { checkoutForm, wrongFields, visibleValues, type Values } from '../../../domain/registration/registration.ts'
import { termsOf, type RefusalCode } from '../../../domain/subscription/subscription.ts'
import type { Language } from '../../../domain/language.ts'
import { notAvailableMail } from '../../mails/not-available.ts'
import { approvalRequirementsIn } from '../../../domain/screening/approval.ts'
import { openReasonsOf } from '../../store/screening/reviews.ts'
import { pendingApprovalMail } from '../../mails/pending-approval.ts'
import { trialRefusedMail, type TrialRefusal } from '../../mails/trial-refused.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { tellPerson } from '../../store/messages.ts'
import { recordAcceptance } from '../../store/screening/records.ts'
import {
  addSubscriber,
  asPerson,
  asRecipient,
  lockSubscriber,
  lockSubscriberByEmail,
  updateSubscriber,
  type NewSubscriber,
  type Subscriber,
} from '../../store/subscribers/subscribers.ts'
import { subscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { takeTrialToken, trialTokenOf } from '../../store/subscriptions/trials.ts'
import { joinAccount } from '../../store/accounts/accounts.ts'
import { erase } from '../privacy/erase-subscriber.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { acceptedAtCheckout, profileOf } from './register.ts'
import { screeningChanged, screenAgain, screenFirst, type Check } from '../screening/screen-subscriber.ts'

/**
 * Starts a trial with a registration's one-time token. Refuses an invalid token with 403; a valid one is used up in any
 * case, and a reason against the trial is emailed to the address. `signedInAs` is the session's subscriber, if any.
 */
export async function startTrialByToken(
  context: AppContext,
  plan: Plan,
  token: string,
  signedInAs: string | null,
): Promise<void> {
  const hash = tokenHash(token)
  const spend = async (db: Trx) => {
    // The person is locked before the token: an erasure locks both, in this order.
    const whose = await trialTokenOf(db, hash)
    const subscriber = whose && (await lockSubscriber(db, whose))
    const taken = await takeTrialToken(db, hash, plan.name, context.now())
    if (!taken || (signedInAs !== null && taken.subscriber_id !== signedInAs)) refuse('TRIAL_TOKEN')
    if (!subscriber) return
    const changed = await changeSubscription(db, context, subscriber, null, startTrial(plan, subscriber))
    const told = planIn(context.catalogue, plan, subscriber.language)
    if ('refused' in changed) await mailRefusal(db, context, subscriber, told, changed.refused)
    else if (subscriber.denied_country)
      await mail(
        db,
        context,
        subscriber,
        notAvailableMail(context.mailFrame, { ...asRecipient(subscriber), planTitle: told.title }),
      )
    else if (subscriber.dpl_status !== 'PASS') {
      const requirements = approvalRequirementsIn((await openReasonsOf(db, [subscriber.id])).get(subscriber.id) ?? [])
      const facts = { ...asRecipient(subscriber), planTitle: told.title, requirements }
      await mail(db, context, subscriber, pendingApprovalMail(context.mailFrame, facts))
    }
  }
  await context.serialize(hash, () => context.transact(spend))
}

const startTrial = (plan: Plan, subscriber: Subscriber) =>
  ({ kind: 'start-trial', id: randomUUID(), plan: termsOf(plan), by: subscriber.email }) as const

async function mail(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  content: Parameters<typeof queueMail>[3],
): Promise<void> {
  await queueMail(db, randomUUID(), subscriber.id, content, context.now())
}

async function mailRefusal(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  plan: Plan,
  code: RefusalCode,
): Promise<void> {
  // Pressed twice before the address is confirmed: the activation email already explains what to do.
  if (!subscriber.email_verified_at && code === 'TRIAL_EXISTS') return
  const earlier = (await subscriptionsOf(db, subscriber.id)).find(
    (one) => one.plan.type === 'trial' && one.plan.product === plan.product,
  )
  const refusal: TrialRefusal = ((): TrialRefusal => {
    if (code === 'PERSON_REFUSED') return { reason: 'notApproved' }
    if (!earlier?.endDate) return { reason: 'had' }
    return { reason: code === 'TRIAL_EXISTS' ? 'running' : 'over', endDate: earlier.endDate }
  })()
  await mail(
    db,
    context,
    subscriber,
    trialRefusedMail(context.mailFrame, { ...asRecipient(subscriber), plan, refusal }),
  )
}

export type SignedInPerson = {
  /** The language of the request. */
  language: Language
  accountId: string
  subscriberId: string | null
  email: string
  firstName: string
  lastName: string
}

/**
 * Starts a signed-in person's trial. `values` come from the form and do not change known fields of the profile. Refuses
 * with 400 the first broken rule, and with 409 what the trial's rules refuse.
 */
export async function startTrialSignedIn(
  context: AppContext,
  person: SignedInPerson,
  plan: Plan,
  values: Values,
  from: string,
): Promise<void> {
  const begin = async (db: Trx, check: Check) => {
    const subscriber = await putSignedIn(db, context, person, plan, values)
    await recordAcceptance(
      db,
      {
        subscriberId: subscriber.id,
        documents: acceptedAtCheckout(context.brand, values, plan, person.language),
        from,
      },
      context.now(),
    )
    const screened = await screenAgain(db, context, subscriber, 'checkout', check)
    const outcome = await changeSubscription(db, context, screened, null, startTrial(plan, screened))
    // A refusal changes nothing, except that new findings of the check are kept.
    if ('refused' in outcome && !screeningChanged(subscriber, screened)) refuse(outcome.refused)
    return outcome
  }
  const changed = await screenFirst(context, 'refuse', (check) =>
    context.serialize(person.accountId, () => context.transact((db) => begin(db, check))),
  )
  if ('refused' in changed) refuse(changed.refused)
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
      const tried = await changeSubscription(db, context, known, null, startTrial(plan, known))
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
  await addSubscriber(db, subscriber)
  const kept = await lockSubscriberByEmail(db, person.email)
  if (!kept) throw new Error('a subscriber who was there has gone')
  await joinAccount(db, person.accountId, kept.id)
  await tellPerson(db, kept.id, null, asPerson(kept), now)
  return kept
}
