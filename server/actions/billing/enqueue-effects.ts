import { randomUUID } from 'node:crypto'
import type { BillingInvoice } from '../../../domain/billing/billing-snapshot.ts'
import type { PaymentCard } from '../../../domain/billing/payment-card.ts'
import type { Effect } from '../../../domain/subscription/commands.ts'
import type { PlanTerms, Subscription } from '../../../domain/subscription/subscription.ts'
import type { PlanChangeFacts } from '../../mails/plan-changed.ts'
import { subscriptionMail } from '../../mails/subscription-mails.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { markPaidBack, owedOf } from '../../store/billing/billing.ts'
import type { BillingTask } from '../../store/billing/billing-tasks.ts'
import { queueMail, queueTask, taskWaits } from '../../store/jobs/jobs.ts'
import { openIssue } from '../../store/billing/payment-issues.ts'
import { invoiceOfPayment } from '../../store/billing/payments.ts'
import { noteUnusedPayment } from './tell-of-refunds.ts'
import { asRecipient, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'

/**
 * Whose subscription an effect is about. `provider` is its id over there, which the row may not have yet; `replaced` is
 * the one it had before it was bought again.
 */
export type Concerned = {
  subscriber: Subscriber
  subscription: Subscription | null
  /** What was paid for, also where no subscription came of it. */
  plan: PlanTerms | null
  billingId: string | null
  replaced: string | null
  /** The invoice that a payment paid, where there is one. */
  invoice?: BillingInvoice | undefined
  /** The card that paid it. */
  card?: PaymentCard | null | undefined
  /** A change of plan, or of its price, as a fresh look shows it. */
  change?: PlanChangeFacts | undefined
}

/** Writes what follows from a decision into the queue: nothing is done in the outside world before the commit. */
export async function enqueueEffect(db: Trx, context: AppContext, concerned: Concerned, effect: Effect): Promise<void> {
  const { subscriber, subscription, plan, billingId, replaced, invoice, card, change } = concerned
  const task = (one: BillingTask) => queueTask(db, randomUUID(), subscriber.id, one, context.now())
  switch (effect.kind) {
    case 'mail': {
      if (!subscription) return
      if (effect.mail === 'on-hold' && (await hasAnotherOnHold(db, subscriber, subscription))) return
      const { failure } = effect
      const facts = {
        ...asRecipient(subscriber),
        subscription: { ...subscription, plan: planIn(context.catalogue, subscription.plan, subscriber.language) },
        ...(failure && { failure }),
        ...(invoice && { invoice }),
        ...(card && { card }),
        owed: await owedOf(db, subscription.id),
        ...(change && {
          change: { ...change, from: planIn(context.catalogue, change.from, subscriber.language) },
        }),
      }
      const mail = subscriptionMail(context.mailFrame, effect.mail, facts)
      return mail ? queueMail(db, randomUUID(), subscriber.id, mail, context.now()) : undefined
    }
    case 'set-charging':
      return subscription ? task({ task: 'set-charging', subscription: subscription.id }) : undefined
    case 'move-next-charge':
      return subscription ? task({ task: 'move-next-charge', subscription: subscription.id }) : undefined
    case 'end-charging':
      // A purchase also ends an earlier subscription, whose id over there is its own and not the new one's.
      return task({
        task: 'end-charging',
        subscription: effect.subscription,
        provider: subscription && subscription.id !== effect.subscription ? null : billingId,
      })
    case 'end-unused':
      return billingId ? task({ task: 'end-charging', subscription: null, provider: billingId }) : undefined
    case 'end-replaced':
      return replaced ? task({ task: 'end-charging', subscription: null, provider: replaced }) : undefined
    case 'refund':
      if (subscription) {
        await markPaidBack(db, subscription.id)
        await noteUnusedPayment(db, subscription.id, effect.payment)
      }
      return task({
        task: 'refund',
        payment: effect.payment,
        invoice: await invoiceOfPayment(db, effect.payment),
        ...(plan && {
          tell: {
            subscriber: subscriber.id,
            subscription: subscription?.id ?? null,
            plan: planIn(context.catalogue, plan, subscriber.language).title,
            ...(invoice && { money: { amount: invoice.amountPaid, currency: invoice.currency } }),
            ...(card && { card }),
          },
        }),
      })
    case 'ask-provider':
      if (!subscription || (await taskWaits(db, 'ask-provider', subscription.id))) return
      return task({ task: 'ask-provider', subscription: subscription.id })
    case 'open-payment-issue': {
      const { about: kind, payment } = effect
      return openIssue(db, { subscriptionId: subscription?.id ?? null, kind, payment }, context.now())
    }
    case 'forget-person':
    // Whoever sends `address-unconfirmed` forgets the person in the same transaction.
  }
}

/** Whether the person was told of this hold already, when it stopped another of their subscriptions. */
async function hasAnotherOnHold(db: Trx, subscriber: Subscriber, { id }: Subscription): Promise<boolean> {
  const all = await lockSubscriptionsOf(db, subscriber.id)
  return all.some((other) => other.id !== id && other.status === 'pending' && other.onHoldSince !== null)
}
