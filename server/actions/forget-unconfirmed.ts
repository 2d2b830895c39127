import { lifetimes } from '../../core/limits.ts'
import type { Shop } from '../shop.ts'
import { blankAuthor } from '../store/event-log.ts'
import { removeMailTo } from '../store/outbox.ts'
import { lockSubscriber, removeSubscriber, unconfirmedSince } from '../store/subscribers.ts'
import { lockSubscriptionsOf } from '../store/subscriptions.ts'
import { changeSubscription } from './change-subscription.ts'

/**
 * Forgets everybody who has not proved their address within its time. What they had pending is cancelled and stays in the
 * books without them.
 */
export async function forgetUnconfirmed(shop: Shop): Promise<void> {
  const since = new Date(shop.now().getTime() - lifetimes.unconfirmedAddress)
  for (const id of await unconfirmedSince(shop.db, since)) {
    await shop.db.transaction().execute(async (db) => {
      const subscriber = await lockSubscriber(db, id)
      if (!subscriber || subscriber.email_verified_at || subscriber.registered_at >= since) return
      for (const subscription of await lockSubscriptionsOf(db, id)) {
        await changeSubscription(db, shop, subscriber, subscription.id, { kind: 'address-unconfirmed', by: 'system' })
      }
      await blankAuthor(db, id, subscriber.email)
      await removeMailTo(db, subscriber.email)
      await shop.endAccount(db, subscriber.email)
      await removeSubscriber(db, id)
    })
  }
}
