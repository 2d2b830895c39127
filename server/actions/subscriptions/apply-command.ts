import type { BillingSide } from '../../../domain/billing/billing-side.ts'
import type { BillingStep, Notices } from '../../../domain/billing/billing-steps.ts'
import type { BillingTask } from '../../../domain/billing/billing-tasks.ts'
import {
  effectSubject,
  stepsOf,
  type EffectFacts,
  type ProviderFindings,
} from '../../../domain/billing/effect-steps.ts'
import { deniedCountrySteps } from '../../../domain/billing/payments/denied-country.ts'
import { movesMoney, type StoredPayment } from '../../../domain/billing/payments/payment-entries.ts'
import type { Billing, Command, Effect, Others } from '../../../domain/subscription/commands.ts'
import { decide } from '../../../domain/subscription/decide.ts'
import type { SubscriptionEvent } from '../../../domain/subscription/events.ts'
import { othersOf, unusedPayments } from '../../../domain/subscription/facts.ts'
import {
  neverStarted,
  type PersonFacts,
  type PlanTerms,
  type RefusalCode,
  type Subscription,
} from '../../../domain/subscription/subscription.ts'
import type { PlanChangeFacts } from '../../mails/subscriptions/plan-changed.ts'
import type { StepSubject } from '../billing/reconcile/write-steps.ts'

/**
 * What a command reads and writes, in a transaction that has locked the subscriber. The server implements it with its
 * database, the random lives in memory.
 */
export type CommandStore = {
  subscriberId: string
  now(): Date
  /** All the subscriber's subscriptions. */
  lockSubscriptions(): Promise<Subscription[]>
  /** The provider's side of a subscription; null for a trial. */
  side(id: string): Promise<BillingSide | null>
  /** The stored payments of a subscription, oldest first. */
  payments(id: string): Promise<StoredPayment[]>
  /** `plan` is the one that the command concerns. */
  personFor(plan: PlanTerms | null): Promise<PersonFacts>
  /** Whether the same person had a trial of the product, also under another address. */
  hadTrial(product: string): Promise<boolean>
  rememberTrial(product: string): Promise<void>
  /** The title of a plan in the subscriber's language. */
  titleOf(plan: PlanTerms): string
  /** The kinds of tasks that wait to run about a subscription. */
  waitingTasks(id: string): Promise<ReadonlySet<BillingTask['task']>>
  /** The invoice that a payment paid, if it was read. */
  invoiceOf(payment: string): Promise<string | null>
  /** What was recorded as sent about a subscription. */
  notices(id: string): Promise<Notices>
  /** Saves the state, appends the events and notifies other systems; `all` is as before the change. */
  save(change: SubscriptionChange, all: readonly Subscription[]): Promise<void>
  write(about: Omit<StepSubject, 'subscriber'>, steps: readonly BillingStep[]): Promise<void>
}

export type SubscriptionChange = {
  before: Subscription | null
  after: Subscription
  events: readonly SubscriptionEvent[]
}

/** `events` is empty if a report changed nothing. */
export type ChangeResult =
  | { subscription: Subscription | null; events: readonly SubscriptionEvent[] }
  | { refused: RefusalCode; subscription: Subscription | null }

export type PaymentProviderRef = ProviderFindings & {
  /** Of a report that the plan or its price changed. */
  change?: PlanChangeFacts
}

/**
 * Locks the subscriber's subscriptions, decides the command, saves the state, appends the events and queues the jobs.
 * `subscriptionId` is null for a command that creates a subscription of `command.plan`.
 */
export async function applyCommand(
  store: CommandStore,
  subscriptionId: string | null,
  command: Command,
  ref: PaymentProviderRef = {},
): Promise<ChangeResult> {
  const all = await store.lockSubscriptions()
  const current = subscriptionId === null ? null : (all.find(({ id }) => id === subscriptionId) ?? null)
  const plan = current?.plan ?? ('plan' in command ? command.plan : null)
  const side = current ? await store.side(current.id) : null
  const facts = {
    subscription: current,
    person: await store.personFor(plan),
    others: await othersFor(store, all, current, plan),
    ...(current && side ? { billing: { ...side.billing, ...(await unusedOf(store, current)) } } : {}),
  }
  const decision = decide(facts, command, store.now())
  if ('refused' in decision) return { refused: decision.refused, subscription: current }

  const { after, events, effects } = decision
  if (after && events.length > 0) {
    await store.save({ before: current, after, events }, all)
    if (after.plan.type === 'trial' && after.startDate && !current?.startDate)
      await store.rememberTrial(after.plan.product)
  }
  const title = plan && store.titleOf(plan)
  const replaced = side?.billingId ?? null
  const concerned = effectSubject(
    { subscriber: store.subscriberId, subscription: after, title, replaced },
    command,
    ref,
  )
  const { invoice, card } = concerned
  const stored = await effectFacts(store, effects, all, after)
  const about = { id: after?.id ?? null, subscription: after, invoice, card, change: ref.change }
  for (const effect of effects) await store.write(about, stepsOf(effect, concerned, stored))
  const isOrWasHeld = current?.status === 'pending' || after?.status === 'pending'
  if (after && isOrWasHeld)
    await store.write(about, deniedCountrySteps(facts.person, after, await store.notices(after.id)))
  return { subscription: after, events }
}

/** Returns the payments that have bought nothing yet; read only for subscriptions that never started. */
async function unusedOf(store: CommandStore, subscription: Subscription): Promise<Pick<Billing, 'payments'>> {
  if (!neverStarted(subscription)) return {}
  return unusedPayments(subscription, (await store.payments(subscription.id)).filter(movesMoney))
}

/** Returns the person's other subscriptions; for a trial also those under another address. */
async function othersFor(
  store: CommandStore,
  all: readonly Subscription[],
  current: Subscription | null,
  plan: PlanTerms | null,
): Promise<Others> {
  const others = othersOf(all, current, plan)
  if (plan?.type !== 'trial' || current) return others
  return (await store.hadTrial(plan.product)) ? { ...others, everOwned: true } : others
}

/** Reads what the steps of effects need from the store, only if an effect needs it. */
async function effectFacts(
  store: CommandStore,
  effects: readonly Effect[],
  all: readonly Subscription[],
  after: Subscription | null,
): Promise<EffectFacts> {
  const asks = after !== null && effects.some(({ kind }) => kind === 'ask-provider')
  const invoices = new Map<string, string | null>()
  for (const effect of effects)
    if (effect.kind === 'refund') invoices.set(effect.payment, await store.invoiceOf(effect.payment))
  return {
    all,
    isAsked: asks && (await store.waitingTasks(after.id)).has('ask-provider'),
    invoiceOf: (payment) => invoices.get(payment) ?? null,
  }
}
