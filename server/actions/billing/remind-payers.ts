import { randomUUID } from 'node:crypto'
import { addDays, utcMidnight } from '../../../domain/calendar.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import { cardExpiringMail, renewalComingMail } from '../../mails/subscription-mails.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { forEachDue, type ReportRow } from '../../../platform/concurrency/for-each-due.ts'
import { billingSide, noteNotice, paymentFactsOf, wasNoted } from '../../store/billing/billing.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { asRecipient, lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription, renewingWithin } from '../../store/subscriptions/subscriptions.ts'

/** Between 15 and 45 days, as California requires of automatic renewals (Business and Professions Code § 17602). */
const noticeDays = 30
const cardNoticeDays = 14

/**
 * Before a charge: tells those who pay by the year that it is coming, with what the provider will charge, and those whose
 * card will have expired by then. Each once for one charge or one card. A look-up that fails is made at the next run.
 */
export async function remindPayers(context: AppContext, payments: Payments, report: ReportRow): Promise<void> {
  const now = context.now()
  await forEachDue(
    await renewingWithin(context.db, now, addDays(now, noticeDays)),
    async ({ id, subscriberId }) => {
      const subscription = await findSubscription(context.db, id)
      if (!subscription?.endDate || subscription.plan.recurringInterval !== 'year') return
      const next = await nextCharge(context, id)
      const about = subscription.endDate.toISOString()
      await sendOnce(context, subscriberId, subscription, 'renewal-coming', about, (facts) =>
        renewalComingMail(context.mailFrame, { ...facts, next }),
      )
    },
    report,
  )
  await forEachDue(
    await renewingWithin(context.db, now, addDays(now, cardNoticeDays)),
    async ({ id, subscriberId }) => {
      const subscription = await findSubscription(context.db, id)
      if (!subscription?.endDate) return
      const card = await cardOnceADay(context, payments, id)
      if (!card || card.expiresAt > subscription.endDate) return
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
    },
    report,
  )
}

/** What the provider will charge; null where it could not say. */
async function nextCharge(context: AppContext, id: string): Promise<{ amount: number; currency: string } | null> {
  const facts = (await paymentFactsOf(context.db, [id])).get(id)
  if (!facts || facts.nextAmount === null || facts.currency === null) return null
  return { amount: facts.nextAmount, currency: facts.currency }
}

async function cardOnceADay(context: AppContext, payments: Payments, id: string): ReturnType<Payments['readCard']> {
  const today = utcMidnight(context.now()).toISOString()
  const side = await billingSide(context.db, id)
  if (!side || (await wasNoted(context.db, id, 'card-looked-up', today))) return null
  const card = await payments.readCard(side.billingId).catch((error: unknown) => {
    if (payments.isTemporary(error)) throw error
    return null
  })
  await context.transact((db) => noteNotice(db, id, 'card-looked-up', today))
  return card
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
    if (mail) await queueMail(db, randomUUID(), subscriber.id, mail, context.now())
  })
}
