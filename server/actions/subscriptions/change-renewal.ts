import { refuse } from '../../../contract/errors.ts'
import { subscriptionChanges } from '../../../domain/audit.ts'
import type { OwnerAct } from '../../../domain/subscription/acts.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Administrator } from '../accounts/administrator.ts'
import { refuseLate } from './admin-command.ts'
import { changeSubscription } from './change-subscription.ts'

/**
 * Stops or resumes the renewal of a subscription of `subscriberId`. An administrator's act is recorded in the audit, and
 * its refusal names who changed the subscription meanwhile. Refuses with 404 an erased person, with 409 what does not
 * suit the state.
 */
export async function changeRenewal(
  context: AppContext,
  subscriberId: string,
  subscriptionId: string,
  kind: OwnerAct,
  by: 'owner' | Administrator,
): Promise<Subscription> {
  return context.transact(async (db) => {
    const subscriber = (await lockSubscriber(db, subscriberId)) ?? refuse('NOT_FOUND')
    const before = await findSubscription(db, subscriptionId)
    const email = by === 'owner' ? subscriber.email : by.email
    const changed = await changeSubscription(db, context, subscriber, subscriptionId, { kind, by: email })
    if ('refused' in changed)
      return by === 'owner' ? refuse(changed.refused) : refuseLate(db, subscriptionId, changed.refused)
    const subscription = changed.subscription ?? refuse('NOT_FOUND')
    if (by !== 'owner') {
      const changes = subscriptionChanges(before, subscription)
      await recordAct(db, { by, act: kind, subscriberId, subscriptionId, changes }, context.now())
    }
    return subscription
  })
}
