/** What follows from a change of a person's clearance, for their subscriptions and open orders. */
import type { Command } from '../../../domain/subscription/commands.ts'
import { cleared, neverStarted, type Subscription } from '../../../domain/subscription/subscription.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { trialRefusedMail } from '../../mails/subscriptions/trials.ts'
import { lockOpenOrdersOf, placedOrder } from '../../store/billing/orders.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { asPerson, asRecipient, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import { hadTrial } from '../../store/subscriptions/trials.ts'
import type { Trx } from '../../store/tables.ts'
import { closeUnpaidOrders } from '../billing/close-order.ts'
import { billingTransaction } from '../billing/store/billing-store.ts'
import { changeSubscription } from './change-subscription.ts'

/**
 * Sends `clearance-changed` to each of a person's subscriptions, and closes the payment pages of a person who is not
 * cleared: part of every change of the person.
 */
export async function clearanceChanged(db: Trx, context: AppContext, subscriber: Subscriber): Promise<void> {
  if (!cleared(asPerson(subscriber))) {
    const orders = await lockOpenOrdersOf(db, subscriber.id)
    await closeUnpaidOrders(billingTransaction(db, context, subscriber), orders.map(placedOrder))
  }
  for (const subscription of await lockSubscriptionsOf(db, subscriber.id)) {
    const second = await isSecondTrial(db, context, subscriber, subscription)
    const command: Command = { kind: second ? 'second-trial' : 'clearance-changed', by: 'system' }
    await changeSubscription(db, context, subscriber, subscription.id, command)
    if (!second) continue
    const refusal = { reason: 'had' } as const
    const plan = planIn(context.catalogue, subscription.plan, subscriber.language)
    const mail = trialRefusedMail(context.mailFrame, { ...asRecipient(subscriber), plan, refusal })
    await queueMail(db, subscriber.id, mail, context.now())
  }
}

/**
 * Whether the same person has meanwhile had a trial that could start now, under the same address with another `+tag`.
 */
async function isSecondTrial(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  trial: Subscription,
): Promise<boolean> {
  const waits = trial.plan.type === 'trial' && trial.status === 'pending' && neverStarted(trial)
  return (
    waits &&
    cleared(asPerson(subscriber)) &&
    (await hadTrial(db, context.trialHashes(subscriber.email), trial.plan.product))
  )
}
