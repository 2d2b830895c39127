import { refuse } from '../../../contract/errors.ts'
import { asPerson, findSubscriber, lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { cleared } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import { subscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { screenAgain, screenFirst, type Check } from '../screening/screen-subscriber.ts'

/** What a download is asked for: a product's installer, or the one a plan comes with. */
export type DownloadRequest = { product: string; plan?: string }

/** Whether a subscriber may have a product's installer now: an active plan of it; the companion's comes with any active plan. */
export async function mayDownload(
  context: AppContext,
  subscriberId: string,
  wanted: DownloadRequest,
): Promise<boolean> {
  const subscriber = await findSubscriber(context.db, subscriberId)
  if (!subscriber || !cleared(asPerson(subscriber))) return false
  const active = (await subscriptionsOf(context.db, subscriberId)).filter((one) => one.status === 'active')
  if (wanted.plan !== undefined) return active.some((one) => one.plan.name === wanted.plan)
  return (
    active.some((one) => one.plan.product === wanted.product) ||
    (wanted.product === context.catalogue.companion && active.length > 0)
  )
}

/** Screens the person once more and refuses with 403 whoever is not entitled (any more). */
export async function offerDownload(context: AppContext, subscriberId: string, wanted: DownloadRequest): Promise<void> {
  const known = await findSubscriber(context.db, subscriberId)
  if (!known) refuse('NOT_ENTITLED')
  const screen = (check: Check) => async (db: Trx) => {
    const subscriber = await lockSubscriber(db, subscriberId)
    if (subscriber) await screenAgain(db, context, subscriber, 'download', check)
  }
  const serialize = (check: Check) => context.serialize(subscriberId, () => context.transact(screen(check)))
  await screenFirst(context, 'refuse', serialize, known)
  if (!(await mayDownload(context, subscriberId, wanted))) refuse('NOT_ENTITLED')
}
