import { refuse } from '../../../contract/errors.ts'
import type { Request } from '../../../domain/subscription/commands.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import { refuseOneself, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from './change-subscription.ts'

/** An administrator's act on a subscription; `by` is their e-mail address. */
export type AdminAct = Extract<Request, { kind: 'cancel' | 'undo' | 'extend' | 'comment' }>

/**
 * Does one act on one subscription, all of it or nothing, and notes in the audit who did it. Answers what the subscription
 * is afterwards, and whose. An id of nobody's, or of somebody erased, is NOT_FOUND; what does not suit, or is
 * not a comment and about the administrator themselves, is a 409.
 */
export async function runAdminCommand(
  context: AppContext,
  subscriptionId: string,
  act: AdminAct,
  administrator: Administrator,
): Promise<{ subscription: Subscription; subscriber: Subscriber }> {
  return context.transact(async (db) => {
    const found = await findSubscription(db, subscriptionId)
    const subscriber = found?.subscriberId ? await lockSubscriber(db, found.subscriberId) : undefined
    if (!subscriber) refuse('NOT_FOUND')
    if (act.kind !== 'comment') refuseOneself(administrator, subscriber)
    const changed = await changeSubscription(db, context, subscriber, subscriptionId, act)
    if ('refused' in changed) refuse(changed.refused)
    const ids = { subscriberId: subscriber.id, subscriptionId }
    await recordAct(db, { by: act.by, act: act.kind, ...ids }, context.now())
    return { subscription: changed.subscription ?? refuse('NOT_FOUND'), subscriber }
  })
}
