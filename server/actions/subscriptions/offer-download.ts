import { refuse } from '../../../contract/errors.ts'
import { entitlementTo } from '../../../domain/subscription/entitlement.ts'
import { asPerson, findSubscriber, lockSubscriber } from '../../store/subscribers/subscribers.ts'
import type { AppContext } from '../../context.ts'
import { findEntitled } from '../../store/subscriptions/owned-subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { screenAgain } from '../screening/screen-subscriber.ts'
import { screenFirst, type ScreenPerson } from '../screening/screen-first.ts'

/** The requested download: a product's installer, or the one included in a plan. */
export type DownloadRequest = { product: string; plan?: string }

/** Whether a subscriber can have a product's installer now. */
export async function mayDownload(
  { db, catalogue }: Pick<AppContext, 'db' | 'catalogue'>,
  subscriberId: string,
  wanted: DownloadRequest,
): Promise<boolean> {
  const found = await findEntitled(db, subscriberId)
  if (!found) return false
  const request = { ...wanted, companion: catalogue.companion }
  return 'subscription' in entitlementTo(asPerson(found.subscriber), found.owned, request)
}

/** Screens the person again, and refuses with 403 a person who is not entitled, or no longer is. */
export async function offerDownload(context: AppContext, subscriberId: string, wanted: DownloadRequest): Promise<void> {
  const known = await findSubscriber(context.db, subscriberId)
  if (!known) refuse('NOT_ENTITLED')
  const screen = (check: ScreenPerson) => async (db: Trx) => {
    const subscriber = await lockSubscriber(db, subscriberId)
    if (subscriber) await screenAgain(db, context, subscriber, 'download', check)
  }
  const serialize = (check: ScreenPerson) => context.serialize(subscriberId, () => context.transact(screen(check)))
  await screenFirst(context, 'refuse', serialize, known)
  if (!(await mayDownload(context, subscriberId, wanted))) refuse('NOT_ENTITLED')
}
