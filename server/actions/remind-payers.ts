import { randomUUID } from 'node:crypto'
import { addDays } from '../../core/calendar.ts'
import { renewalComingMail } from '../mails/subscription-mails.ts'
import type { Shop } from '../shop.ts'
import { noteNotice } from '../store/billing.ts'
import { queueMail } from '../store/outbox.ts'
import { lockSubscriber } from '../store/subscribers.ts'
import { findSubscription, renewingWithin } from '../store/subscriptions.ts'

const noticeDays = 14

/** Tells those who pay by the year that the next one is coming, once a year, two weeks ahead. */
export async function remindPayers(shop: Shop): Promise<void> {
  const now = shop.now()
  for (const { id, subscriberId } of await renewingWithin(shop.db, now, addDays(now, noticeDays))) {
    await shop.db.transaction().execute(async (db) => {
      const subscriber = await lockSubscriber(db, subscriberId)
      const subscription = await findSubscription(db, id)
      if (!subscriber || !subscription?.endDate) return
      if (!(await noteNotice(db, id, 'renewal-coming', subscription.endDate.toISOString()))) return
      const mail = renewalComingMail(shop.mailFrame, { to: subscriber.email, subscription })
      if (mail) await queueMail(db, randomUUID(), subscriber.id, mail, now)
    })
  }
  shop.outboxFilled()
}
