import { randomUUID } from 'node:crypto'
import { subscriptionMail } from '../../mails/subscription-mails.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { asRecipient, lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { findSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'

/**
 * The provider refused to stop or resume a renewal. A subscriber who was told that nothing more will be charged is told
 * that it may be, and that it would be refunded.
 */
export async function tellOfRefusal(db: Trx, context: AppContext, id: string): Promise<void> {
  const subscription = await findSubscription(db, id)
  const subscriber = subscription?.subscriberId ? await lockSubscriber(db, subscription.subscriberId) : undefined
  if (!subscription || !subscriber || subscription.renewal !== 'stopped') return
  const told = { ...subscription, plan: planIn(context.catalogue, subscription.plan, subscriber.language) }
  const facts = { ...asRecipient(subscriber), subscription: told }
  const mail = subscriptionMail(context.mailFrame, 'renewal-not-stopped', facts)
  if (mail) await queueMail(db, randomUUID(), subscriber.id, mail, context.now())
}
