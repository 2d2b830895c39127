import { isSubscribed } from '../../../domain/subscription/facts.ts'
import { refuse } from '../../../contract/errors.ts'
import { ownExtension } from '../../../domain/subscription/requests.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import type { AppContext } from '../../context.ts'
import { lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import { changeSubscription } from './change-subscription.ts'

/**
 * Extends a person's own trial by what the catalogue offers; refuses with 404 another person's, and with 409 by the
 * rule.
 */
export async function extendTrial(context: AppContext, id: string, subscriberId: string): Promise<Subscription> {
  return context.transact(async (db) => {
    const subscriber = (await lockSubscriber(db, subscriberId)) ?? refuse('NOT_FOUND')
    const trial = await findSubscription(db, id)
    if (trial?.subscriberId !== subscriber.id) refuse('NOT_FOUND')
    const command = { kind: 'extend-trial', days: daysOffered(context, trial), by: subscriber.email } as const
    const changed = await changeSubscription(db, context, subscriber, id, command)
    return 'refused' in changed ? refuse(changed.refused) : (changed.subscription ?? refuse('NOT_FOUND'))
  })
}

/**
 * Returns the day to which its owner can extend one of their subscriptions; null if they cannot. `all` are all of the
 * person's.
 */
export function extendableUntil(
  context: Pick<AppContext, 'catalogue' | 'now'>,
  one: Subscription,
  all: readonly Subscription[],
): Date | null {
  const subscribed = isSubscribed(all, one.plan.product)
  const extension = ownExtension(one, { subscribed }, daysOffered(context, one), context.now())
  return 'refused' in extension ? null : extension.endDate
}

function daysOffered({ catalogue }: Pick<AppContext, 'catalogue'>, { plan }: Subscription): number | null {
  return catalogue.plans.get(plan.name)?.extensionInDays ?? null
}
