import { refuse } from '../../../contract/errors.ts'
import { trialOf } from '../../../contract/screens.ts'
import type { Plan } from '../../../domain/catalogue/plan.ts'
import type { Mail } from '../../../domain/mail.ts'
import type { Values } from '../../../domain/registration/registration.ts'
import type { RefusalCode } from '../../../domain/subscription/subscription.ts'
import { notAvailableMail, pendingApprovalMail } from '../../mails/accounts/registration.ts'
import { approvalRequirementsIn } from '../../../domain/screening/approval.ts'
import { openReasonsOf } from '../../store/screening/open-reasons.ts'
import { trialRefusedMail, type TrialRefusal } from '../../mails/subscriptions/trials.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { recordAcceptance } from '../../store/screening/records.ts'
import { asRecipient, lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { subscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { takeTrialToken, trialTokenOf } from '../../store/subscriptions/trials.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { acceptedAtCheckout } from './register.ts'
import { mustKeepCheck, screenAgain } from '../screening/screen-subscriber.ts'
import { screenFirst, type ScreenPerson } from '../screening/screen-first.ts'
import { putSignedIn, type SignedInPerson } from './put-signed-in.ts'
import { startTrialCommand } from './start-trial-command.ts'

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
    const subscriberId = await trialTokenOf(db, hash)
    const subscriber = subscriberId && (await lockSubscriber(db, subscriberId))
    const redeemed = await takeTrialToken(db, hash, plan.name, context.now())
    if (!redeemed || (signedInAs !== null && redeemed.subscriber_id !== signedInAs)) refuse('TRIAL_TOKEN')
    if (!subscriber) return
    const changed = await changeSubscription(db, context, subscriber, null, startTrialCommand(plan, subscriber))
    if ('refused' in changed) await mailRefusal(db, context, subscriber, plan, changed.refused)
    else await mailWait(db, context, subscriber, plan)
  }
  await context.serialize(hash, () => context.transact(spend))
}

async function mail(db: Trx, context: AppContext, subscriber: Subscriber, content: Mail): Promise<void> {
  await queueMail(db, subscriber.id, content, context.now())
}

/** Emails a person whose requested trial does not start yet, or is not available in their country. */
async function mailWait(db: Trx, context: AppContext, subscriber: Subscriber, plan: Plan): Promise<void> {
  const { title: planTitle } = planIn(context.catalogue, plan, subscriber.language)
  const facts = { ...asRecipient(subscriber), planTitle }
  if (subscriber.denied_country) return mail(db, context, subscriber, notAvailableMail(context.mailFrame, facts))
  if (subscriber.dpl_status === 'PASS') return
  const requirements = approvalRequirementsIn((await openReasonsOf(db, [subscriber.id])).get(subscriber.id) ?? [])
  await mail(db, context, subscriber, pendingApprovalMail(context.mailFrame, { ...facts, requirements }))
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
  const translated = planIn(context.catalogue, plan, subscriber.language)
  const earlier = trialOf(await subscriptionsOf(db, subscriber.id), plan.product)
  const refusal: TrialRefusal = ((): TrialRefusal => {
    if (code === 'PERSON_REFUSED') return { reason: 'notApproved' }
    if (!earlier?.endDate) return { reason: 'had' }
    return { reason: code === 'TRIAL_EXISTS' ? 'running' : 'over', endDate: earlier.endDate }
  })()
  await mail(
    db,
    context,
    subscriber,
    trialRefusedMail(context.mailFrame, { ...asRecipient(subscriber), plan: translated, refusal }),
  )
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
  const begin = async (db: Trx, check: ScreenPerson) => {
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
    const outcome = await changeSubscription(db, context, screened, null, startTrialCommand(plan, screened))
    // A refusal changes nothing, except that new findings of the check are kept.
    if ('refused' in outcome && !(await mustKeepCheck(db, subscriber, screened))) refuse(outcome.refused)
    if (!('refused' in outcome)) await mailWait(db, context, screened, plan)
    return outcome
  }
  const changed = await screenFirst(context, 'refuse', (check) =>
    context.serialize(person.accountId, () => context.transact((db) => begin(db, check))),
  )
  if ('refused' in changed) refuse(changed.refused)
}
