import type { Command } from '../../../domain/subscription/commands.ts'
import type { PlanTerms } from '../../../domain/subscription/subscription.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { billingSide } from '../../store/billing/billing-side.ts'
import { invoiceOfPayment, storedPayments } from '../../store/billing/payments.ts'
import { billingNoticesOf } from '../../store/billing/sent-notices.ts'
import { appendEvents } from '../../store/subscriptions/event-log.ts'
import { waitingTasks } from '../../store/jobs/jobs.ts'
import { tellChange } from '../../store/messages.ts'
import { openReasonsOf } from '../../store/screening/open-reasons.ts'
import { asPerson, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf, saveSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { hadTrial, rememberTrial } from '../../store/subscriptions/trials.ts'
import { writeSteps } from '../billing/reconcile/write-steps.ts'
import { applyCommand, type ChangeResult, type CommandStore, type PaymentProviderRef } from './apply-command.ts'

/**
 * The only function through which subscriptions change. The caller has locked the subscriber in this transaction.
 * `subscriptionId` is null for a command that creates a subscription of `command.plan`.
 */
export function changeSubscription(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  subscriptionId: string | null,
  command: Command,
  ref?: PaymentProviderRef,
): Promise<ChangeResult> {
  return applyCommand(commandStore(db, context, subscriber), subscriptionId, command, ref)
}

function commandStore(db: Trx, context: AppContext, subscriber: Subscriber): CommandStore {
  const { id, email, language } = subscriber
  return {
    subscriberId: id,
    now: context.now,
    lockSubscriptions: () => lockSubscriptionsOf(db, id),
    side: (subscription) => billingSide(db, subscription),
    payments: (subscription) => storedPayments(db, subscription),
    async personFor(plan) {
      return { ...asPerson(subscriber), refundForbidden: await isRefundForbidden(db, subscriber, plan) }
    },
    hadTrial: (product) => hadTrial(db, context.trialHashes(email), product),
    rememberTrial: (product) => rememberTrial(db, context.trialHashes(email)[0], product),
    titleOf: (plan) => planIn(context.catalogue, plan, language).title,
    waitingTasks: (subject) => waitingTasks(db, subject),
    invoiceOf: (payment) => invoiceOfPayment(db, payment),
    notices: (subscription) => billingNoticesOf(db, subscription),
    async save(change, all) {
      const { after, events } = change
      await saveSubscription(db, id, after)
      const first = await appendEvents(db, after.id, events)
      await tellChange(db, change, first, id, all)
    },
    write: (about, steps) => writeSteps(db, context, { ...about, subscriber }, steps),
  }
}

/** Whether a list entry puts the person on hold, so that no money may be sent there; read only for people on hold. */
async function isRefundForbidden(db: Trx, { id, dpl_status: status }: Subscriber, plan: PlanTerms | null) {
  if (status === 'PASS' || plan?.type === 'trial') return false
  const reasons = (await openReasonsOf(db, [id])).get(id) ?? []
  return reasons.some(({ kind, holds }) => kind === 'list' && holds)
}
