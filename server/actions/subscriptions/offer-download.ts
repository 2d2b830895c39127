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

/** Refuses with 403 a subscriber who cannot have a product's installer now, with another code for one on hold. */
export async function requireDownload(
  { db, catalogue }: Pick<AppContext, 'db' | 'catalogue'>,
  subscriberId: string,
  wanted: DownloadRequest,
): Promise<void> {
  const found = (await findEntitled(db, subscriberId)) ?? refuse('NOT_ENTITLED')
  const request = { ...wanted, companion: catalogue.companion }
  const entitlement = entitlementTo(asPerson(found.subscriber), found.owned, request)
  if ('missing' in entitlement) refuse(entitlement.missing === 'on-hold' ? 'ACCOUNT_ON_HOLD' : 'NOT_ENTITLED')
}

/** Screens the person again, and refuses with 403 a person who is not entitled, or no longer is, or is on hold. */
export async function offerDownload(context: AppContext, subscriberId: string, wanted: DownloadRequest): Promise<void> {
  const known = await findSubscriber(context.db, subscriberId)
  if (!known) refuse('NOT_ENTITLED')
  const screen = (check: ScreenPerson) => async (db: Trx) => {
    const subscriber = await lockSubscriber(db, subscriberId)
    if (subscriber) await screenAgain(db, context, subscriber, 'download', check)
  }
  const serialize = (check: ScreenPerson) => context.serialize(subscriberId, () => context.transact(screen(check)))
  await screenFirst(context, 'refuse', serialize, known)
  await requireDownload(context, subscriberId, wanted)
}
