import { randomUUID } from 'node:crypto'
import type { Effect, SubscriptionMail } from '../../core/subscription-commands.ts'
import type { Subscription } from '../../core/subscription.ts'
import { subscriptionMail } from '../mails/subscription-mails.ts'
import type { Shop } from '../shop.ts'
import { markPaidBack } from '../store/billing.ts'
import { addDeskMatter } from '../store/desk-matters.ts'
import { queueMail, queueTask, taskWaits, type PaymentTask } from '../store/jobs.ts'
import { asRecipient, type Subscriber } from '../store/subscribers.ts'
import type { Trx } from '../store/tables.ts'

/** Whose subscription an effect is about; `provider` is its id over there, where the row does not know it yet. */
export type Concerned = { subscriber: Subscriber; subscription: Subscription | null; provider: string | null }

/** Writes what follows from a decision into the outbox: nothing is done in the outside world before the commit. */
export async function carryOut(db: Trx, shop: Shop, concerned: Concerned, effect: Effect): Promise<void> {
  const { subscriber, subscription, provider } = concerned
  const task = (one: PaymentTask) => queueTask(db, randomUUID(), subscriber.id, one, shop.now())
  switch (effect.kind) {
    case 'mail':
      if (subscription) await mail(db, shop, subscriber, subscription, effect.mail)
      break
    case 'set-charging':
      if (subscription) await task({ task: 'set-charging', subscription: subscription.id })
      break
    case 'move-next-charge':
      if (subscription) await task({ task: 'move-next-charge', subscription: subscription.id })
      break
    case 'end-charging':
      // A purchase also ends an earlier subscription, whose id over there is its own and not the new one's.
      await task({
        task: 'end-charging',
        subscription: effect.subscription,
        provider: subscription && subscription.id !== effect.subscription ? null : provider,
      })
      break
    case 'refund':
      if (subscription) await markPaidBack(db, subscription.id)
      await task({ task: 'refund', payment: effect.payment })
      break
    case 'ask-provider':
      if (subscription && !(await taskWaits(db, 'ask-provider', subscription.id))) {
        await task({ task: 'ask-provider', subscription: subscription.id })
      }
      break
    case 'await-desk':
      await addDeskMatter(
        db,
        { subscriptionId: subscription?.id ?? null, about: effect.about, payment: effect.payment },
        shop.now(),
      )
      break
    case 'forget-person':
      // Whoever sends `address-unconfirmed` forgets the person in the same transaction.
      break
  }
  shop.outboxFilled()
}

async function mail(
  db: Trx,
  shop: Shop,
  subscriber: Subscriber,
  subscription: Subscription,
  kind: SubscriptionMail,
): Promise<void> {
  const content = subscriptionMail(shop.mailFrame, kind, { ...asRecipient(subscriber), subscription })
  if (content) await queueMail(db, randomUUID(), subscriber.id, content, shop.now())
}
