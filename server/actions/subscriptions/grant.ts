import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/errors.ts'
import { subscriptionChanges } from '../../../domain/audit.ts'
import { termsOf, type Subscription } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import type { Subscriber } from '../../store/subscribers/subscribers.ts'
import { lockForAct, type Administrator } from '../accounts/administrator.ts'
import { changeSubscription } from './change-subscription.ts'

/** A paid plan by its name, without charge, until a day (a UTC midnight). */
export type Grant = { plan: string; endDate: Date; comment: string }

/**
 * Gives a person a complimentary subscription. Refuses with 400 a plan that is not a paid plan of the catalogue, and
 * with 409 a person who is not cleared, has a paid subscription for the product, or is the administrator.
 */
export async function grant(
  context: AppContext,
  subscriberId: string,
  { plan: name, endDate, comment }: Grant,
  administrator: Administrator,
): Promise<{ subscription: Subscription; subscriber: Subscriber }> {
  const plan = context.catalogue.plans.get(name)
  if (plan?.type !== 'subscription') refuse('INVALID_INPUT', [{ field: 'plan', fault: { code: 'invalidValue' } }])
  return context.transact(async (db) => {
    const subscriber = await lockForAct(db, subscriberId, administrator)
    const by = administrator.email
    const command = { kind: 'grant', id: randomUUID(), plan: termsOf(plan), endDate, comment, by } as const
    const changed = await changeSubscription(db, context, subscriber, null, command)
    if ('refused' in changed) refuse(changed.refused)
    const subscription = changed.subscription ?? refuse('NOT_FOUND')
    const changes = subscriptionChanges(null, subscription)
    const ids = { subscriberId, subscriptionId: subscription.id }
    await recordAct(db, { by: administrator, act: 'grant', ...ids, comment, changes }, context.now())
    return { subscription, subscriber }
  })
}
