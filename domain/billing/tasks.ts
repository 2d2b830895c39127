/** What each billing task requests from the provider when it runs, and the effect of a refusal. */
import type { ProviderAnswer } from '../subscription/commands.ts'
import { daysBetween, isOver } from '../calendar.ts'
import type { Command } from '../subscription/commands.ts'
import { charging, type Subscription } from '../subscription/subscription.ts'
import { entitledUntil, type PeriodStanding } from './standing.ts'
import { failureOf } from './news/billing-news.ts'
import type { BillingSide } from './billing-side.ts'
import { hasEnded, type BillingSnapshot, type Charging } from './billing-snapshot.ts'
import type { BillingStep } from './billing-steps.ts'
import { issueOfTask, objectOf, type BillingTask } from './billing-tasks.ts'
import { movesMoney, type StoredPayment } from './payments/payment-entries.ts'
import { isRefunded, paidPeriodOf } from './payments/period-payments.ts'
import { isOfPresent } from './refunds/refund-plan.ts'

const hour = 3_600_000

/** The provider's current state, and the state of the current period. */
export type ProviderState = { snapshot: BillingSnapshot; standing: PeriodStanding }

/** A subscription and its provider's side, as they are stored when a task runs. */
export type TaskState = { subscription: Subscription | undefined; side: BillingSide | null }

/** `owedAt`: invoices not due at that moment remain payable; null voids all that can be voided. */
export type ChargingCall = {
  billingId: string
  to: Charging
  owedAt: Date | null
  voidsOnly: boolean
  /** Whether the provider is read first: what the shop's own pause voided cannot be told from a gift afterwards. */
  readsFirst: boolean
}

/**
 * Returns the request about charging to send to the provider; null for none. `told` is the request sent a moment
 * before. It is sent again if the state has changed since, so that an earlier request does not overtake a later one.
 */
export function chargingCall({ subscription, side }: TaskState, told: Charging | null, now: Date): ChargingCall | null {
  const to = subscription && charging(subscription, side?.billing.disputed)
  if (!subscription || !side || !to || to === told || side.billing.ended) return null
  // The provider has this state already, for example after a stop in the portal: a later change there must not be
  // undone.
  const voidsOnly = side.charging === to
  if (voidsOnly && to === 'on') return null
  // Only a subscription that continues until its end keeps an invoice that is not due yet.
  const owedAt = subscription.status === 'active' && subscription.renewal === 'stopped' ? now : null
  return { billingId: side.billingId, to, owedAt, voidsOnly, readsFirst: to === 'on' && side.charging === 'paused' }
}

/** Whether the next charge can be moved at all, before the provider is read. */
export function mayMove({ side }: TaskState): boolean {
  return side !== null && !side.billing.ended
}

/** Returns the time to which the next charge moves, after the provider was read; null if it stays. */
export function nextChargeAt({ subscription, side }: TaskState, found: ProviderState | null, now: Date): Date | null {
  const endDate = subscription?.endDate
  if (!found || !endDate || !side || charging(subscription, side.billing.disputed) !== 'on') return null
  const { snapshot, standing } = found
  // If renewal was stopped in the portal meanwhile, the next check reports it; a moved charge would be made.
  if (isOver(endDate, now) || snapshot.charging === 'off') return null
  // While a payment is open at the provider, its own dates apply; the next check moves the charge.
  const isPaymentOpen = snapshot.invoices.some(
    ({ status, period }) => (status === 'open' || status === 'draft') && period,
  )
  if (isPaymentOpen || hasEnded(snapshot) || daysBetween(endDate, entitledUntil(snapshot, standing)) > 0) return null
  if (daysBetween(endDate, snapshot.period.end) === 0) return null
  // On the last day itself it is charged in an hour, because the provider accepts only future times.
  return endDate > now ? endDate : new Date(now.getTime() + hour)
}

/** Returns the provider's subscription that the task means: the row may have been bought again since. */
export function sideToEnd(
  { provider }: Extract<BillingTask, { task: 'end-charging' }>,
  side: BillingSide | null,
): string | null {
  return provider ?? side?.billingId ?? null
}

export type ProviderReading = ProviderState | null | 'no-answer'

/**
 * Decides about an end date that has passed, given the provider's response about the payment; null if the provider does
 * not have the subscription.
 */
export function endDateOver(answer: ProviderReading): Extract<Command, { kind: 'end-date-over' }> {
  const failed = typeof answer === 'object' && answer?.standing.kind === 'failed' ? answer.standing : null
  return {
    kind: 'end-date-over',
    provider: answerOf(answer),
    ...(failed && { failure: failureOf(failed) }),
    by: 'system',
  }
}

/**
 * Returns when the provider is asked again: in a minute if it cannot be reached, in an hour while a payment is awaited.
 */
export function askAgainAt(answer: ProviderReading, now: Date): Date | null {
  const pauses = { 'no-answer': hour / 60, awaited: hour, unpaid: null }
  const pause = pauses[answerOf(answer)]
  return pause === null ? null : new Date(now.getTime() + pause)
}

function answerOf(answer: ProviderReading): ProviderAnswer {
  if (answer === 'no-answer') return 'no-answer'
  return answer?.standing.kind === 'awaited' ? 'awaited' : 'unpaid'
}

/** A task that was refused or is waiting; `subscription` is the one that it or its payment belongs to. */
export type TaskFacts = {
  id: string
  task: BillingTask
  subscription: Pick<Subscription, 'id' | 'renewal' | 'payment'> | null
  billingId: string | null
  rows: readonly StoredPayment[]
}

/**
 * A task that is refused permanently ends, and an administrator sees the reason. A subscriber who relied on it is emailed.
 */
export function refusalSteps(facts: TaskFacts, sentence: string): BillingStep[] {
  const { task, subscription, rows } = facts
  const about = issueAbout(facts)
  const issue = { ...about, kind: 'task-refused', detail: sentence, task } as const
  const steps: BillingStep[] = [{ step: 'open-issue', issue }, ...doneSteps(facts)]
  if (task.task === 'refund') {
    const { refund } = task
    if (refund !== undefined) steps.push({ step: 'mark-refund', refund, state: 'failed' })
    const others = rows.filter(({ id }) => id !== refund)
    if (subscription && !isRefunded(paidPeriodOf(others, subscription.payment)))
      steps.push({ step: 'mark-paid-back', paidBack: false })
  }
  if (task.task === 'set-charging' && subscription?.renewal === 'stopped')
    steps.push({ step: 'mail', mail: 'renewal-not-stopped' })
  return steps
}

/** Returns the steps that retry a task for an administrator. `subscription` and `rows` are those of its issue. */
export function retrySteps(
  task: BillingTask,
  subscription: Pick<Subscription, 'payment' | 'paidUntil'> | null,
  rows: readonly StoredPayment[],
  now: Date,
): BillingStep[] {
  const queued: BillingStep = { step: 'queue', task }
  if (task.task !== 'refund') return [queued]
  const { refund, payment } = task
  const steps: BillingStep[] = refund === undefined ? [] : [{ step: 'mark-refund', refund, state: 'pending' }]
  if (subscription && isOfPresent(rows.filter(movesMoney), payment, subscription, now))
    steps.push({ step: 'mark-paid-back', paidBack: true })
  return [...steps, queued]
}

/**
 * A task that has waited for an hour is shown to administrators; it continues automatically once the provider responds.
 */
export function waitingSteps(facts: TaskFacts, sentence: string): BillingStep[] {
  return [{ step: 'open-issue', issue: { ...issueAbout(facts), kind: 'task-waiting', detail: sentence } }]
}

/** Closes the issue of a task that no longer waits. */
export function doneSteps(facts: TaskFacts): BillingStep[] {
  const { subscriptionId, payment } = issueAbout(facts)
  return [{ step: 'close-issue', issue: { subscriptionId, payment, kind: 'task-waiting' } }]
}

function issueAbout({ id, task, subscription, billingId }: TaskFacts) {
  const own = subscription?.id ?? null
  return {
    subscriptionId: own,
    payment: issueOfTask(task, own, id),
    providerObject: task.task === 'refund' ? task.payment : (billingId ?? objectOf(task)),
  }
}
