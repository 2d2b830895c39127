import { refuse } from '../../../contract/errors.ts'
import { addDays } from '../../../domain/calendar.ts'
import type { Command, Request } from '../../../domain/subscription/commands.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import { refuseOneself, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from './change-subscription.ts'

/** An administrator's act on a subscription; `by` is their e-mail address. */
export type AdminAct = Extract<Request, { kind: 'cancel' | 'undo' | 'extend' | 'comment' }> | StopForReason
/** Stops renewal and leaves the reason as a comment. */
type StopForReason = { kind: 'stop-renewal'; comment: string; by: string }
/** An extension by so many days from the end date, or from today where that is over. */
export type DaysLater = { kind: 'extend-by'; days: number; comment: string; by: string }

/**
 * Does one act on one subscription, all of it or nothing, and notes in the audit who did it. Answers what the subscription
 * is afterwards, and whose. An id of nobody's, or of somebody erased, is NOT_FOUND; what does not suit, or is
 * not a comment and about the administrator themselves, is a 409.
 */
export async function runAdminCommand(
  context: AppContext,
  subscriptionId: string,
  act: AdminAct | DaysLater,
  administrator: Administrator,
): Promise<{ subscription: Subscription; subscriber: Subscriber }> {
  return context.transact(async (db) => {
    const found = await findSubscription(db, subscriptionId)
    const subscriber = found?.subscriberId ? await lockSubscriber(db, found.subscriberId) : undefined
    if (!subscriber) refuse('NOT_FOUND')
    if (act.kind !== 'comment') refuseOneself(administrator, subscriber)
    const change = async (command: Command) => {
      const changed = await changeSubscription(db, context, subscriber, subscriptionId, command)
      return 'refused' in changed ? refuse(changed.refused) : changed
    }
    // Locked by now: the end date is what another administrator may have made of it meanwhile.
    const current = act.kind === 'extend-by' ? await findSubscription(db, subscriptionId) : found
    let changed = await change(commandOf(act, current?.endDate ?? null, context.now()))
    if (act.kind === 'stop-renewal') changed = await change({ kind: 'comment', comment: act.comment, by: act.by })
    const kind = act.kind === 'extend-by' ? 'extend' : act.kind
    const ids = { subscriberId: subscriber.id, subscriptionId }
    await recordAct(db, { by: administrator, act: kind, ...ids }, context.now())
    return { subscription: changed.subscription ?? refuse('NOT_FOUND'), subscriber }
  })
}

function commandOf(act: AdminAct | DaysLater, endDate: Date | null, now: Date): Command {
  if (act.kind === 'stop-renewal') return { kind: act.kind, by: act.by }
  if (act.kind !== 'extend-by') return act
  const from = endDate !== null && endDate > now ? endDate : now
  return { kind: 'extend', endDate: addDays(from, act.days), comment: act.comment, by: act.by }
}
