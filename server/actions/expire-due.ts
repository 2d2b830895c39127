import { utcMidnight } from '../../core/calendar.ts'
import type { Shop } from '../shop.ts'
import { lockSubscriber } from '../store/subscribers.ts'
import { dueBefore, type DueSubscription } from '../store/subscriptions.ts'
import { changeSubscription } from './change-subscription.ts'

const batch = 200

/** Expires every subscription whose last day is over. Each once, whatever other instances do meanwhile. */
export async function expireDue(shop: Shop): Promise<void> {
  // One that waits for the provider's answer stays due: who was looked at in this run is not looked at again.
  let after: DueSubscription | null = null
  for (;;) {
    const due: DueSubscription[] = await dueBefore(shop.db, utcMidnight(shop.now()), batch, after)
    for (const { id, subscriberId } of due) {
      await shop.db.transaction().execute(async (db) => {
        const subscriber = await lockSubscriber(db, subscriberId)
        if (subscriber) await changeSubscription(db, shop, subscriber, id, { kind: 'end-date-over', by: 'system' })
      })
    }
    if (due.length < batch) return
    after = due.at(-1) ?? after
  }
}
