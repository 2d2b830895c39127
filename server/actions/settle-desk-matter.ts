import { refuse } from '../../core/errors.ts'
import type { Shop } from '../shop.ts'
import { recordAct } from '../store/audit.ts'
import { isMatter, settleMatter } from '../store/desk-matters.ts'
import { findSubscription } from '../store/subscriptions.ts'

/** Notes that somebody has dealt with a matter, and how. The second to say so gets a 409; one that never was, a 404. */
export async function settleDeskMatter(
  shop: Shop,
  id: string,
  { by, comment }: { by: string; comment: string },
): Promise<void> {
  await shop.db.transaction().execute(async (db) => {
    const now = shop.now()
    const settled = await settleMatter(db, id, by, comment, now)
    if (!settled) return refuse((await isMatter(db, id)) ? 'SETTLED_ALREADY' : 'NOT_FOUND')
    const { subscription_id: subscriptionId } = settled
    const subscription = subscriptionId === null ? undefined : await findSubscription(db, subscriptionId)
    const subscriberId = subscription?.subscriberId ?? null
    await recordAct(db, { by, act: 'settle-matter', subscriberId, subscriptionId }, now)
  })
}
