import { refuse } from '../../../contract/errors.ts'
import { asPerson, findSubscriber, lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { cleared } from '../../../domain/subscription/subscription.ts'
import type { Shop } from '../../context.ts'
import { subscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { screenAgain, screenFirst, type Check } from '../screening/screen-subscriber.ts'

/** What a download is asked for: a product's installer, or the one a plan comes with. */
export type Wanted = { product: string; plan?: string }

/** Whether a subscriber may have a product's installer now: an active plan of it; the companion's comes with any active plan. */
export async function mayDownload(shop: Shop, subscriberId: string, wanted: Wanted): Promise<boolean> {
  const subscriber = await findSubscriber(shop.db, subscriberId)
  if (!subscriber || !cleared(asPerson(subscriber))) return false
  const active = (await subscriptionsOf(shop.db, subscriberId)).filter((one) => one.status === 'active')
  if (wanted.plan !== undefined) return active.some((one) => one.plan.name === wanted.plan)
  return (
    active.some((one) => one.plan.product === wanted.product) ||
    (wanted.product === shop.catalogue.companion && active.length > 0)
  )
}

/** Screens the person once more and refuses with 403 whoever is not entitled (any more). */
export async function offerDownload(shop: Shop, subscriberId: string, wanted: Wanted): Promise<void> {
  const known = await findSubscriber(shop.db, subscriberId)
  if (!known) refuse('NOT_ENTITLED')
  const screen = (check: Check) => async (db: Trx) => {
    const subscriber = await lockSubscriber(db, subscriberId)
    if (subscriber) await screenAgain(db, shop, subscriber, 'download', check)
  }
  const inTurn = (check: Check) => shop.inTurn(subscriberId, () => shop.transact(screen(check)))
  await screenFirst(shop, 'refuse', inTurn, known)
  if (!(await mayDownload(shop, subscriberId, wanted))) refuse('NOT_ENTITLED')
}
