import {
  effectSubject,
  stepsOf,
  type EffectFacts,
  type ProviderFindings,
} from '../../../domain/billing/effect-steps.ts'
import type { Billing, Command, Effect, Others } from '../../../domain/subscription/commands.ts'
import { decide } from '../../../domain/subscription/decide.ts'
import { othersOf, unusedPayments } from '../../../domain/subscription/facts.ts'
import {
  neverStarted,
  type PlanTerms,
  type RefusalCode,
  type Subscription,
} from '../../../domain/subscription/subscription.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { billingSide } from '../../store/billing/billing-side.ts'
import { invoiceOfPayment, paymentsOf } from '../../store/billing/payments.ts'
import { appendEvents } from '../../store/subscriptions/event-log.ts'
import { waitingTasks } from '../../store/jobs/jobs.ts'
import { tellChange } from '../../store/messages.ts'
import { openReasonsOf } from '../../store/screening/open-reasons.ts'
import { asPerson, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf, saveSubscription } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { hadTrial, rememberTrial } from '../../store/subscriptions/trials.ts'
import type { PlanChangeFacts } from '../../mails/subscriptions/plan-changed.ts'
import { writeSteps } from '../billing/reconcile/write-steps.ts'

/** `events` is the number of events: 0 if a report changed nothing. */
export type ChangeResult =
  | { subscription: Subscription | null; events: number }
  | { refused: RefusalCode; subscription: Subscription | null }

export type PaymentProviderRef = ProviderFindings & {
  /** Of a report that the plan or its price changed. */
  change?: PlanChangeFacts
}

/**
 * The only function through which subscriptions change. The caller has locked the subscriber in this transaction; this
 * locks its subscriptions, decides the command, saves the state, appends the events and queues the jobs.
 * `subscriptionId` is null for a command that creates a subscription of `command.plan`.
 */
export async function changeSubscription(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  subscriptionId: string | null,
  command: Command,
  ref: PaymentProviderRef = {},
): Promise<ChangeResult> {
  const all = await lockSubscriptionsOf(db, subscriber.id)
  const current = subscriptionId === null ? null : (all.find(({ id }) => id === subscriptionId) ?? null)
  const plan = current?.plan ?? ('plan' in command ? command.plan : null)
  const others = await othersFor(db, context, subscriber, all, current, plan)
  const side = current ? await billingSide(db, current.id) : null
  const facts = {
    subscription: current,
    person: { ...asPerson(subscriber), refundForbidden: await isRefundForbidden(db, subscriber, plan) },
    others,
    ...(current && side ? { billing: { ...side.billing, ...(await unusedOf(db, current)) } } : {}),
  }
  const decision = decide(facts, command, context.now())
  if ('refused' in decision) return { refused: decision.refused, subscription: current }

  const { after } = decision
  if (after && decision.events.length > 0) {
    await saveSubscription(db, subscriber.id, after)
    const first = await appendEvents(db, after.id, decision.events)
    const change = { before: current, after, events: decision.events }
    await tellChange(db, change, first, subscriber.id, all)
    if (after.plan.type === 'trial' && after.startDate && !current?.startDate) {
      await rememberTrial(db, context.trialHashes(subscriber.email)[0], after.plan.product)
    }
  }
  const title = plan && planIn(context.catalogue, plan, subscriber.language).title
  const replaced = side?.billingId ?? null
  const concerned = effectSubject({ subscriber: subscriber.id, subscription: after, title, replaced }, command, ref)
  const { invoice, card } = concerned
  const { effects } = decision
  const stored = await effectFacts(db, effects, all, after)
  const about = { id: after?.id ?? null, subscriber, subscription: after, invoice, card, change: ref.change }
  for (const effect of effects) await writeSteps(db, context, about, stepsOf(effect, concerned, stored))
  return { subscription: after, events: decision.events.length }
}

/** Returns the payments that have bought nothing yet; read only for subscriptions that never started. */
async function unusedOf(db: Trx, subscription: Subscription): Promise<Pick<Billing, 'payments'>> {
  return neverStarted(subscription) ? unusedPayments(subscription, await paymentsOf(db, subscription.id)) : {}
}

/** Whether a list entry puts the person on hold, so that no money may be sent there; read only for people on hold. */
async function isRefundForbidden(db: Trx, { id, dpl_status: status }: Subscriber, plan: PlanTerms | null) {
  if (status === 'PASS' || plan?.type === 'trial') return false
  const reasons = (await openReasonsOf(db, [id])).get(id) ?? []
  return reasons.some(({ kind, holds }) => kind === 'list' && holds)
}

/** Returns the person's other subscriptions; for a trial also those under another address. */
async function othersFor(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  all: readonly Subscription[],
  current: Subscription | null,
  plan: PlanTerms | null,
): Promise<Others> {
  const others = othersOf(all, current, plan)
  if (plan?.type !== 'trial' || current) return others
  const remembered = await hadTrial(db, context.trialHashes(subscriber.email), plan.product)
  return remembered ? { ...others, everOwned: true } : others
}

/** Reads what the steps of effects need from the store, only if an effect needs it. */
async function effectFacts(
  db: Trx,
  effects: readonly Effect[],
  all: readonly Subscription[],
  after: Subscription | null,
): Promise<EffectFacts> {
  const asks = after !== null && effects.some(({ kind }) => kind === 'ask-provider')
  const invoices = new Map<string, string | null>()
  for (const effect of effects)
    if (effect.kind === 'refund') invoices.set(effect.payment, await invoiceOfPayment(db, effect.payment))
  return {
    all,
    isAsked: asks && (await waitingTasks(db, after.id)).has('ask-provider'),
    invoiceOf: (payment) => invoices.get(payment) ?? null,
  }
}
