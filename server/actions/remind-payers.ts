import { randomUUID } from 'node:crypto'
import { addDays, utcMidnight } from '../../core/calendar.ts'
import type { Mail, Recipient } from '../../core/mail.ts'
import type { Subscription } from '../../core/subscription.ts'
import type { Payments } from '../adapters/payments/port.ts'
import { cardExpiringMail, renewalComingMail } from '../mails/subscription-mails.ts'
import type { Shop } from '../shop.ts'
import { noteNotice, providerSide, wasNoted } from '../store/billing.ts'
import { queueMail } from '../store/jobs.ts'
import { asRecipient, lockSubscriber } from '../store/subscribers.ts'
import { findSubscription, renewingWithin } from '../store/subscriptions.ts'

const noticeDays = 14

/**
 * Two weeks before a charge: tells those who pay by the year that it is coming, and anybody whose card will have expired by
 * then. Each once for one charge or one card. Who cannot be looked up at the provider is looked up at the next run.
 */
export async function remindPayers(shop: Shop, payments: Payments): Promise<void> {
  const now = shop.now()
  const renewing = await renewingWithin(shop.db, now, addDays(now, noticeDays))
  for (const { id, subscriberId } of renewing) {
    const subscription = await findSubscription(shop.db, id)
    if (!subscription?.endDate || subscription.plan.recurringInterval !== 'year') continue
    await sendOnce(
      shop,
      subscriberId,
      subscription,
      'renewal-coming',
      subscription.endDate.toISOString(),
      (recipient) => renewalComingMail(shop.mailFrame, { ...recipient, subscription }),
    )
  }
  shop.outboxFilled()
  for (const { id, subscriberId } of renewing) {
    const subscription = await findSubscription(shop.db, id)
    if (!subscription?.endDate) continue
    const card = await cardOnceADay(shop, payments, id)
    if (!card || card.expiresAt > subscription.endDate) continue
    const { lastDigits } = card
    const lastDay = addDays(card.expiresAt, -1)
    await sendOnce(
      shop,
      subscriberId,
      subscription,
      'card-expiring',
      `${lastDigits} ${card.expiresAt.toISOString()}`,
      (recipient) => cardExpiringMail(shop.mailFrame, { ...recipient, subscription, lastDigits, lastDay }),
    )
  }
  shop.outboxFilled()
}

async function cardOnceADay(shop: Shop, payments: Payments, id: string): ReturnType<Payments['readCard']> {
  const today = utcMidnight(shop.now()).toISOString()
  const side = await providerSide(shop.db, id)
  if (!side || (await wasNoted(shop.db, id, 'card-looked-up', today))) return null
  const card = await payments.readCard(side.provider).catch((error: unknown) => {
    if (payments.isTemporary(error)) throw error
    return null
  })
  await shop.db.transaction().execute((db) => noteNotice(db, id, 'card-looked-up', today))
  return card
}

async function sendOnce(
  shop: Shop,
  subscriberId: string,
  subscription: Subscription,
  notice: string,
  about: string,
  mailTo: (recipient: Recipient) => Mail | null,
): Promise<void> {
  await shop.db.transaction().execute(async (db) => {
    const subscriber = await lockSubscriber(db, subscriberId)
    if (!subscriber || !(await noteNotice(db, subscription.id, notice, about))) return
    const mail = mailTo(asRecipient(subscriber))
    if (mail) await queueMail(db, randomUUID(), subscriber.id, mail, shop.now())
  })
}
