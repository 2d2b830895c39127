import { lifetimes } from '../../core/limits.ts'
import type { Shop } from '../shop.ts'
import { lockSubscriber, unconfirmedSince } from '../store/subscribers.ts'
import { forget } from './forget-subscriber.ts'

/**
 * Forgets everybody who has not proved their address within its time. What they had pending is cancelled and stays in the
 * books without them. The ledger need not know: in a restored backup their time is over too.
 */
export async function forgetUnconfirmed(shop: Shop): Promise<void> {
  const since = new Date(shop.now().getTime() - lifetimes.unconfirmedAddress)
  for (const id of await unconfirmedSince(shop.db, since)) {
    await shop.db.transaction().execute(async (db) => {
      const subscriber = await lockSubscriber(db, id)
      if (!subscriber || subscriber.email_verified_at || subscriber.registered_at >= since) return
      await forget(db, shop, subscriber, { kind: 'address-unconfirmed', by: 'system' })
    })
  }
}
