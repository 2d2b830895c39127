import { randomUUID } from 'node:crypto'
import { periodOf } from '../../../domain/billing/period-payments.ts'
import type { Billing, Command, Others } from '../../../domain/subscription/commands.ts'
import { paymentOf } from '../../../domain/billing/billing-news.ts'
import type { BillingInvoice, BillingPayment } from '../../../domain/billing/billing-snapshot.ts'
import { decide } from '../../../domain/subscription/decide.ts'
import {
  charging,
  cleared,
  isLive,
  neverStarted,
  type PlanTerms,
  type RefusalCode,
  type Subscription,
} from '../../../domain/subscription/subscription.ts'
import { trialRefusedMail } from '../../mails/trial-refused.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { billingSide } from '../../store/billing/billing.ts'
import { paymentsOf } from '../../store/billing/payments.ts'
import { appendEvents } from '../../store/subscriptions/event-log.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { openReasonsOf } from '../../store/screening/reviews.ts'
import { asPerson, asRecipient, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf, saveSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { hadTrial, rememberTrial } from '../../store/subscriptions/trials.ts'
import type { PlanChangeFacts } from '../../mails/plan-changed.ts'
import { enqueueEffect } from '../billing/enqueue-effects.ts'

/** `events` is how many there were: none where a report changed nothing. */
export type Changed =
  | { subscription: Subscription | null; events: number }
  | { refused: RefusalCode; subscription: Subscription | null }

/** The provider's id of a subscription whose row does not have it yet, and its invoices and payments, of which a receipt tells one. */
export type PaymentProviderRef = {
  billingId?: string
  invoices?: readonly BillingInvoice[]
  payments?: readonly BillingPayment[]
  /** Of a report that the plan or its price changed. */
  change?: PlanChangeFacts
}

/**
 * The one door through which every change of a subscription goes. The caller has locked the subscriber in this transaction;
 * here its subscriptions are locked, the command decided, the state saved, the events appended and the outbox filled.
 * `subscriptionId` is null for a command that begins a subscription of `command.plan`.
 */
export async function changeSubscription(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  subscriptionId: string | null,
  command: Command,
  ref: PaymentProviderRef = {},
): Promise<Changed> {
  const all = await lockSubscriptionsOf(db, subscriber.id)
  const current = subscriptionId === null ? null : (all.find(({ id }) => id === subscriptionId) ?? null)
  const plan = current?.plan ?? ('plan' in command ? command.plan : null)
  const others = plan ? await othersOf(db, context, subscriber, all, current, plan) : noOthers
  const side = current ? await billingSide(db, current.id) : null
  const facts = {
    subscription: current,
    person: { ...asPerson(subscriber), refundForbidden: await isRefundForbidden(db, subscriber, plan) },
    others,
    ...(current && side ? { billing: { ...side.billing, ...(await unusedPayments(db, current)) } } : {}),
  }
  const decision = decide(facts, command, context.now())
  if ('refused' in decision) return { refused: decision.refused, subscription: current }

  const { after } = decision
  if (after && decision.events.length > 0) {
    await saveSubscription(db, subscriber.id, after)
    await appendEvents(db, after.id, decision.events)
    if (after.plan.type === 'trial' && after.startDate && !current?.startDate) {
      await rememberTrial(db, context.trialHashes(subscriber.email)[0], after.plan.product)
    }
  }
  const billingId = ref.billingId ?? side?.billingId ?? null
  const payment = 'payment' in command ? command.payment : null
  const invoice = ref.invoices?.find((one) => payment !== null && paymentOf(one) === payment)
  const card = ref.payments?.find(({ id }) => id === payment)?.card
  const concerned = {
    subscriber,
    subscription: after,
    plan,
    billingId,
    replaced: side?.billingId ?? null,
    invoice,
    card,
    change: ref.change,
  }
  for (const effect of decision.effects) await enqueueEffect(db, context, concerned, effect)
  return { subscription: after, events: decision.events.length }
}

/** The payments that have bought nothing yet; asked only of what never started. */
async function unusedPayments(db: Trx, subscription: Subscription): Promise<Pick<Billing, 'payments'>> {
  if (!neverStarted(subscription) || subscription.payment === null) return {}
  const paid = periodOf(await paymentsOf(db, subscription.id), subscription.payment)?.payments ?? []
  if (!paid.some(({ payment }) => payment === subscription.payment)) return {}
  return { payments: paid.flatMap(({ payment, amount, returned }) => (payment && returned < amount ? [payment] : [])) }
}

/** Whether what holds a person is on a list, so that no money may be sent there; asked only of whom something holds. */
async function isRefundForbidden(db: Trx, { id, dpl_status: status }: Subscriber, plan: PlanTerms | null) {
  if (status === 'PASS' || plan?.type === 'trial') return false
  const reasons = (await openReasonsOf(db, [id])).get(id) ?? []
  return reasons.some(({ kind, holds }) => kind === 'list' && holds)
}

const noOthers: Others = { live: false, everHeld: false, stillCharged: [] }

async function othersOf(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  all: readonly Subscription[],
  current: Subscription | null,
  plan: PlanTerms,
): Promise<Others> {
  const others = all.filter(
    (one) => one.id !== current?.id && one.plan.product === plan.product && one.plan.type === plan.type,
  )
  const remembered =
    plan.type === 'trial' && !current && (await hadTrial(db, context.trialHashes(subscriber.email), plan.product))
  const expired = others.filter((one) => one.status === 'expired' && charging(one) !== null && one.renewal !== 'ended')
  return {
    live: others.some(isLive),
    everHeld: others.length > 0 || remembered,
    stillCharged: expired.map(({ id }) => id),
    subscribed: isSubscribed(all, plan.product),
  }
}

/** Whether one of a person's subscriptions of a product, not counting trials, is active or pending. */
export function isSubscribed(all: readonly Subscription[], product: string): boolean {
  return all.some((one) => one.plan.product === product && one.plan.type === 'subscription' && isLive(one))
}

/** Says `clearance-changed` to each of a person's subscriptions: part of every change of the person. */
export async function clearanceChanged(db: Trx, context: AppContext, subscriber: Subscriber): Promise<void> {
  for (const subscription of await lockSubscriptionsOf(db, subscriber.id)) {
    const second = await isSecondTrial(db, context, subscriber, subscription)
    const command: Command = { kind: second ? 'second-trial' : 'clearance-changed', by: 'system' }
    await changeSubscription(db, context, subscriber, subscription.id, command)
    if (!second) continue
    const refusal = { reason: 'had' } as const
    const plan = planIn(context.catalogue, subscription.plan, subscriber.language)
    const mail = trialRefusedMail(context.mailFrame, { ...asRecipient(subscriber), plan, refusal })
    await queueMail(db, randomUUID(), subscriber.id, mail, context.now())
  }
}

/** Whether a trial that could start now was had meanwhile by the same person, under the same address with another `+tag`. */
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
