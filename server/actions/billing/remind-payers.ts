import { addDays, utcMidnight } from '../../../domain/calendar.ts'
import { intervals } from '../../../domain/catalogue/interval.ts'
import type { Plan } from '../../../domain/catalogue/plan.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import {
  isAnnounced,
  noticeDays,
  renewalNotice,
  type ChargeAmount,
} from '../../../domain/billing/news/renewal-notice.ts'
import { renews, type Subscription } from '../../../domain/subscription/subscription.ts'
import { hasResponded, isPermanent, isTemporary, type Payments } from '../../adapters/payments/port.ts'
import { cardExpiringMail, renewalComingMail } from '../../mails/subscriptions/charge-reminders.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { forEachDue, type DueRun } from '../../../platform/concurrency/for-each-due.ts'
import { billingSide } from '../../store/billing/billing-side.ts'
import { forgetNotices, noteNotice, wasNoted } from '../../store/billing/sent-notices.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { asRecipient, lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription, renewingWithin } from '../../store/subscriptions/subscriptions.ts'
import { reconcileOwned } from './reconcile/reconcile-owned.ts'
import { billingStore } from './store/billing-store.ts'

const cardNoticeDays = 14
const renewalComing = 'renewal-coming'
const chargeLookedUp = 'charge-looked-up'
const cardLookedUp = 'card-looked-up'
/** Intervals whose charges, one at a time, are too frequent to be announced: most subscribers have one. */
const unannounced = intervals.filter(
  (recurringInterval) => !isAnnounced({ recurringInterval, recurringIntervalCount: 1 }),
)

/**
 * Announces charges to people who pay for a year or more at once, with the amount that the provider states at that
 * time, and warns people whose card will have expired by then. Each is sent once per charge or card. Instances that run
 * at the same time divide the requests. A failed request is repeated at the next run, and one without an amount on the
 * next day.
 */
export async function remindPayers(context: AppContext, payments: Payments, run: DueRun): Promise<void> {
  const now = context.now()
  const today = utcMidnight(now).toISOString()
  // An unavailable provider is asked again at the next run.
  let isReachable = true
  await forEachDue(
    await renewingWithin(context.db, {
      from: now,
      to: addDays(now, noticeDays.first),
      // Without an amount today, it is asked again tomorrow.
      unlessNoted: { notice: chargeLookedUp, about: today },
      except: unannounced,
    }),
    async ({ id, subscriberId }) => {
      if (!(await chargeToAnnounce(context, id, now))) return
      await onceADay(context, id, chargeLookedUp, today, async () => {
        const answer = isReachable ? await askNextCharge(context, payments, id) : noAnswer
        if (answer.error) isReachable = hasResponded(payments.faultOf(answer.error))
        // The response may contain another end date, or a stop.
        const subscription = await chargeToAnnounce(context, id, now)
        if (!subscription || !answer.renews) return true
        const { otherPlan } = answer
        const notice = renewalNotice(subscription.endDate, answer.amount, now)
        if (notice === 'wait' && answer.error) throw answer.error
        if (notice === 'wait') return isReachable
        await sendOnce(
          context,
          subscriberId,
          subscription,
          renewalComing,
          subscription.endDate.toISOString(),
          (facts) =>
            renewalComingMail(context.mailFrame, {
              ...facts,
              next: notice.next,
              otherPlan: otherPlan && planIn(context.catalogue, otherPlan, facts.language).title,
            }),
        )
        return true
      })
    },
    run,
  )
  await forEachDue(
    await renewingWithin(context.db, {
      from: now,
      to: addDays(now, cardNoticeDays),
      unlessNoted: { notice: cardLookedUp, about: today },
    }),
    ({ id, subscriberId }) =>
      onceADay(context, id, cardLookedUp, today, async () => {
        const card = await readCard(context, payments, id)
        // Renewal may have been stopped since the list was read.
        const subscription = await findSubscription(context.db, id)
        if (!card || !subscription?.endDate || !renews(subscription)) return true
        if (card.expiresAt > subscription.endDate) return true
        const { lastDigits } = card
        const lastDay = addDays(card.expiresAt, -1)
        await sendOnce(
          context,
          subscriberId,
          subscription,
          'card-expiring',
          `${lastDigits} ${card.expiresAt.toISOString()}`,
          (facts) => cardExpiringMail(context.mailFrame, { ...facts, lastDigits, lastDay }),
        )
        return true
      }),
    run,
  )
}

/**
 * Runs a look-up unless one was made today, for example by another instance. The notice is recorded first, and removed
 * if the look-up fails or returns false: then it is repeated at the next run.
 */
async function onceADay(
  context: AppContext,
  id: string,
  notice: string,
  today: string,
  lookUp: () => Promise<boolean>,
): Promise<void> {
  const isFirst = await context.transact(async (db) => {
    if (!(await noteNotice(db, id, notice, today))) return false
    // Earlier days are never read again.
    await forgetNotices(db, id, notice, today)
    return true
  })
  if (!isFirst) return
  let isDone = false
  try {
    isDone = await lookUp()
  } finally {
    if (!isDone) await context.transact((db) => forgetNotices(db, id, notice, null))
  }
}

/** Returns a subscription whose charge must be announced, is near and was not announced yet. */
async function chargeToAnnounce(context: AppContext, id: string, now: Date) {
  const subscription = await findSubscription(context.db, id)
  const { endDate } = subscription ?? {}
  if (!subscription || !endDate || !renews(subscription) || subscription.status !== 'active') return null
  if (!isAnnounced(subscription.plan) || endDate > addDays(now, noticeDays.first)) return null
  return (await wasNoted(context.db, id, renewalComing, endDate.toISOString())) ? null : { ...subscription, endDate }
}

/**
 * Whether there is a charge, and its amount; `otherPlan` if it is for another plan, null for one that the shop does not
 * have; `error` is why the provider did not state it.
 */
type NextChargeAnswer = { renews: boolean; amount: ChargeAmount | null; otherPlan?: Plan | null; error?: Error }
const noAnswer: NextChargeAnswer = { renews: true, amount: null }

/**
 * Asks the provider what it will charge, because the stored amount may be older than a downtime or an unreported
 * change.
 */
async function askNextCharge(context: AppContext, payments: Payments, id: string): Promise<NextChargeAnswer> {
  const side = await billingSide(context.db, id)
  if (!side) return { renews: false, amount: null }
  try {
    const answer = await reconcileOwned(billingStore(context), payments, side.billingId)
    const isSettled = answer?.standing.kind === 'given' || answer?.standing.kind === 'void'
    const next = isSettled ? answer.snapshot.next : null
    if (!next) return { renews: false, amount: null }
    const { amount, currency, otherPlan: name } = next
    const other = name === undefined ? {} : { otherPlan: context.catalogue.plans.get(name ?? '') ?? null }
    return { renews: true, amount: amount === null ? null : { amount, currency }, ...other }
  } catch (error) {
    if (!(error instanceof Error) || !isTemporary(payments.faultOf(error))) throw error
    return { ...noAnswer, error }
  }
}

/** Returns the card that will be charged; null if there is none, or the provider refuses to state it. */
async function readCard(context: AppContext, payments: Payments, id: string): ReturnType<Payments['readCard']> {
  const side = await billingSide(context.db, id)
  if (!side) return null
  return payments.readCard(side.billingId).catch((error: unknown) => {
    if (!isPermanent(payments.faultOf(error))) throw error
    return null
  })
}

async function sendOnce(
  context: AppContext,
  subscriberId: string,
  subscription: Subscription,
  notice: string,
  about: string,
  mailTo: (facts: Recipient & { subscription: Subscription }) => Mail | null,
): Promise<void> {
  await context.transact(async (db) => {
    const subscriber = await lockSubscriber(db, subscriberId)
    if (!subscriber || !(await noteNotice(db, subscription.id, notice, about))) return
    const plan = planIn(context.catalogue, subscription.plan, subscriber.language)
    const mail = mailTo({ ...asRecipient(subscriber), subscription: { ...subscription, plan } })
    if (mail) await queueMail(db, subscriber.id, mail, context.now())
  })
}
