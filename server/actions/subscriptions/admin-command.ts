import type { ErrorCode } from '../../../contract/error-codes.ts'
import { refuse } from '../../../contract/errors.ts'
import { subscriptionChanges } from '../../../domain/audit.ts'
import { addDays } from '../../../domain/calendar.ts'
import { isTooFar } from '../../../domain/registration/admin-input.ts'
import {
  actOnOneself,
  isOwnerAct,
  madeLateBy,
  type BulkReasonAct,
  type OwnerAct,
  type ReasonAct,
} from '../../../domain/subscription/acts.ts'
import type { Command, Request } from '../../../domain/subscription/commands.ts'
import { renews, type Subscription } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { lastChangeOf } from '../../store/subscriptions/event-log.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { isMomentAgo, refuseOneself, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from './change-subscription.ts'

/** An administrator's act on a subscription; `by` is their email address. */
export type AdminAct = Extract<Request, { kind: ReasonAct | 'extend' }> | OwnerActForReason
/** An act that requires no reason: a given one becomes a comment. */
type OwnerActForReason = { kind: OwnerAct & BulkReasonAct; comment: string; by: string }
/** An extension by this many days from the end date, or from today if that has passed. */
export type DaysLater = { kind: 'extend-by'; days: number; comment: string; by: string }
/** What a list showed about a subscription. */
export type ShownState = Pick<Subscription, 'status' | 'endDate' | 'latestComment'> & { renews: boolean }

/**
 * Performs one act on one subscription, completely or not at all, and records it in the audit. Returns the subscription
 * afterwards, and its owner. Refuses with 404 an unknown id, or that of an erased person; with 409 what does not suit
 * the state, an administrator's own subscription unless it is a comment, another end date than `seen`, another state
 * than `shown`, or the repetition of an act that changed nothing shown. A refusal of a late act names who changed the
 * subscription, and when.
 */
export async function runAdminCommand(
  context: AppContext,
  subscriptionId: string,
  act: AdminAct | DaysLater,
  administrator: Administrator,
  { seen, shown }: { seen?: Date | null | undefined; shown?: ShownState | undefined } = {},
): Promise<{ subscription: Subscription; subscriber: Subscriber }> {
  return context.transact(async (db) => {
    const found = await findSubscription(db, subscriptionId)
    const subscriber = found?.subscriberId ? await lockSubscriber(db, found.subscriberId) : undefined
    if (!subscriber) refuse('NOT_FOUND')
    if (act.kind !== actOnOneself) refuseOneself(administrator, subscriber)
    const change = async (command: Command) => {
      const changed = await changeSubscription(db, context, subscriber, subscriptionId, command)
      if ('refused' in changed) return refuseLate(db, subscriptionId, changed.refused)
      return changed
    }
    // It is locked now, so this is the end date after any other administrator's change.
    const current = await findSubscription(db, subscriptionId)
    if (seen !== undefined && seen?.getTime() !== current?.endDate?.getTime())
      await refuseLate(db, subscriptionId, 'END_DATE_MEANWHILE')
    if (shown && current && !isAsShown(current, shown)) await refuseLate(db, subscriptionId, 'CHANGED_MEANWHILE')
    if (shown && current) await refuseUnseenRepetition(db, current, act, context.now())
    const command = commandOf(act, current?.endDate ?? null, context.now())
    if (act.kind === 'extend-by' && command.kind === 'extend' && isTooFar(command.endDate, context.now()))
      refuse('INVALID_INPUT', [{ field: 'days', fault: { code: 'dateFar' } }])
    let changed = await change(command)
    if (isForReason(act)) changed = await change({ kind: 'comment', comment: act.comment, by: act.by })
    const kind = act.kind === 'extend-by' ? 'extend' : act.kind
    const ids = { subscriberId: subscriber.id, subscriptionId }
    const subscription = changed.subscription ?? refuse('NOT_FOUND')
    const changes = subscriptionChanges(current, subscription)
    await recordAct(db, { by: administrator, act: kind, ...ids, comment: act.comment, changes }, context.now())
    return { subscription, subscriber }
  })
}

function isAsShown(current: Subscription, shown: ShownState): boolean {
  return (
    current.status === shown.status &&
    current.endDate?.getTime() === shown.endDate?.getTime() &&
    renews(current) === shown.renews &&
    current.latestComment === shown.latestComment
  )
}

/**
 * An act that changes no column of a list could be repeated unnoticed, such as a comment with the text of the latest
 * one.
 */
async function refuseUnseenRepetition(db: Trx, current: Subscription, act: AdminAct | DaysLater, now: Date) {
  if ((act.kind !== 'comment' && act.kind !== 'extend') || act.comment !== current.latestComment) return
  if (act.kind === 'extend' && act.endDate.getTime() !== current.endDate?.getTime()) return
  const last = await lastChangeOf(db, current.id, [act.kind === 'comment' ? 'COMMENT_ADDED' : 'END_DATE_CHANGED'])
  if (last && isMomentAgo(last.at, now)) refuse('DONE_ALREADY', [], last)
}

function isForReason(act: AdminAct | DaysLater): act is OwnerActForReason {
  return act.kind !== 'extend-by' && isOwnerAct(act.kind)
}

/** Refuses an act, naming who changed the subscription last if that is the reason. */
export async function refuseLate(db: Trx, subscriptionId: string, code: ErrorCode): Promise<never> {
  const types = code === 'CHANGED_MEANWHILE' ? 'any' : madeLateBy(code)
  return refuse(code, [], types ? await lastChangeOf(db, subscriptionId, types) : null)
}

function commandOf(act: AdminAct | DaysLater, endDate: Date | null, now: Date): Command {
  if (isForReason(act)) return { kind: act.kind, by: act.by }
  if (act.kind !== 'extend-by') return act
  const from = endDate !== null && endDate > now ? endDate : now
  return { kind: 'extend', endDate: addDays(from, act.days), comment: act.comment, by: act.by }
}
