/**
 * Evaluates a fresh snapshot of the billing provider for a subscription: what is stored, the reports to decide, and
 * then the tasks, payment issues and emails. The action reads, calls these functions, and writes; so do the tests with
 * random lives.
 */
import type { Report } from '../subscription/commands.ts'
import { charging, type PlanTerms, type Subscription } from '../subscription/subscription.ts'
import { isSubscribed } from '../subscription/facts.ts'
import { billingNews } from './news/billing-news.ts'
import { followUps } from './news/follow-ups.ts'
import { invoiceOfChange } from './news/plan-change-news.ts'
import type { BillingFacts } from './news/billing-facts.ts'
import type { BillingSide, SideSeen } from './billing-side.ts'
import { standingOf, type PeriodStanding } from './standing.ts'
import type { BillingInvoice, BillingSnapshot, NextCharge } from './billing-snapshot.ts'
import { once, type BillingStep, type Notices } from './billing-steps.ts'
import type { BillingTask } from './billing-tasks.ts'
import { issueSteps, lostDaysIssue } from './issue-steps.ts'
import { lostWithRefund } from './lost-days.ts'
import { paidInvoices, paymentsInQuestion, type PaymentEntry } from './payments/payment-entries.ts'
import { refundSteps } from './refunds/refund-steps.ts'

/** The stored state at the time the subscriber is locked. */
export type StoredBilling = {
  subscription: Subscription
  /** The person's other subscriptions. */
  others: readonly Subscription[]
  side: BillingSide
  rows: readonly PaymentEntry[]
  /** Tasks about it that have not run yet. */
  waiting: ReadonlySet<BillingTask['task']>
  notices: Notices
  /** Returns the current terms of a plan in the catalogue. */
  termsOf: (plan: string) => PlanTerms | undefined
}

export type ReconciliationPlan = {
  look: BillingFacts
  /**
   * The part of a look that is stored before anything is decided, because the rules ask for the provider's current state.
   */
  seen: SideSeen
  before: BillingSide
  steps: BillingStep[]
  /** The reports, to decide in order. */
  reports: Report[]
  /** The email about a change of plan or of its price; null without one. */
  change: ChangeSeen | null
}

/** The previous plan, the invoice of the change, and the next charge. */
export type ChangeSeen = { from: PlanTerms; at: Date; invoice: BillingInvoice | null; next: NextCharge | null }

/** Returns the payments that a check reads in addition to those that its periods need. */
export function paymentsToRead(named: readonly string[], rows: readonly PaymentEntry[]): string[] {
  return [...named, ...paymentsInQuestion(rows)]
}

/**
 * Returns the payments of new invoices whose own state was not read with them: one that no message named may have been
 * disputed or refunded since, and that message may have arrived too early.
 */
export function unreadPayments({ invoices, payments }: BillingSnapshot, rows: readonly PaymentEntry[]): string[] {
  const known = paidInvoices(rows)
  const fresh = invoices.filter(({ id, status }) => status === 'paid' && !known.has(id))
  return fresh.flatMap(({ payment }) => (payment && !payments.some(({ id }) => id === payment) ? [payment] : []))
}

/** Whether a response still matches the stored state; `before` was stored when the request was sent. */
export function freshness(
  before: BillingSide | null,
  now: BillingSide | null,
  { id }: BillingSnapshot,
): 'fresh' | 'replaced' | 'changed' {
  // Bought again meanwhile: the subscription now has another id at the provider.
  if (now?.billingId !== id) return 'replaced'
  // A request was sent, or another check stored, while it was read: the response may be older.
  return now.charging === before?.charging && isSameTime(now.askedAt, before.askedAt) ? 'fresh' : 'changed'
}

const isSameTime = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()

export function reconcile(stored: StoredBilling, snapshot: BillingSnapshot, now: Date): ReconciliationPlan {
  const { subscription, side, rows, waiting, notices } = stored
  const { disputed } = side.billing
  const standing = standingOf(snapshot, side.withheldUntil, now)
  // If the provider does what it should, a difference was made there.
  const telling = side.charging !== charging(subscription, disputed)
  const changing = (telling && waiting.has('set-charging')) || waiting.has('move-next-charge')
  const failure = standing.kind === 'failed' ? failureSteps(standing, notices) : []
  const look: BillingFacts = {
    subscription,
    snapshot,
    standing,
    told: side.charging,
    changing,
    disputed,
    owedUntil: side.owedUntil,
    known: paidInvoices(rows),
    records: rows,
    termsOf: (name) => termsToAdopt(stored, name),
    notify: failure.length > 0,
  }
  const steps = [...failure]
  const reports: Report[] = []
  for (const report of billingNews(look, now)) {
    // A refund appears at every check, and is decided once.
    if (report.kind === 'payment-returned') {
      const lost = lostWithRefund(look, report, now)
      const noted = once(notices, report.kind, report.payment, lost ? [lostDaysIssue(subscription, lost)] : [])
      if (noted.length === 0) continue
      steps.push(...noted)
    }
    reports.push(report)
  }
  return {
    look,
    before: side,
    seen: {
      snapshot,
      standing,
      charging: changing ? side.charging : snapshot.charging,
      withheldUntil: withheld(look, side),
    },
    steps,
    reports,
    change: reports.some((report) => isNewChange(report, look)) ? changeSeen(look, now) : null,
  }
}

/**
 * Returns the terms of a plan that the subscription can change to. A person has one live subscription per product, so
 * one that was switched to another product keeps its plan while they have that product already.
 */
function termsToAdopt({ subscription, others, termsOf }: StoredBilling, name: string): PlanTerms | undefined {
  const terms = termsOf(name)
  const isOther = terms && terms.product !== subscription.plan.product
  return isOther && isSubscribed(others, terms.product) ? undefined : terms
}

/** Whether a report is about a change of plan or of its price. */
export function isChange({ kind }: Report): boolean {
  return kind === 'plan-changed' || kind === 'price-changed'
}

/** A change of plan is reported again when it is paid later. */
function isNewChange(report: Report, { subscription }: BillingFacts): boolean {
  if (report.kind === 'plan-changed') return report.plan.name !== subscription.plan.name
  return isChange(report)
}

function changeSeen(look: BillingFacts, now: Date): ChangeSeen {
  return { from: look.subscription.plan, at: now, invoice: invoiceOfChange(look), next: look.snapshot.next ?? null }
}

/**
 * A failed payment is emailed at its first failure, once more if the customer has to act, and once the provider stops
 * trying; not after the vendor has written its invoice off.
 */
function failureSteps(
  { due, invoice, actionRequired }: Extract<PeriodStanding, { kind: 'failed' }>,
  notices: Notices,
): BillingStep[] {
  if (invoice.status === 'uncollectible') return []
  const noted = (what: string) => once(notices, 'renewal-failed', `${due.toISOString()} ${what}`, [])
  // If there is only one attempt, it is both the first and the last.
  return [...noted(actionRequired ? 'action' : 'first'), ...(invoice.nextAttempt === null ? noted('last') : [])]
}

/**
 * A period that was voided while nothing was to be charged gives no access, even after a later decision. Until the
 * provider is told of the decision, the shop's own pause voids what becomes due.
 */
function withheld(
  { subscription, standing, snapshot, disputed, told, changing }: BillingFacts,
  { withheldUntil: until }: BillingSide,
) {
  const isPaused = changing && told === 'paused'
  if (standing.kind !== 'void' || (charging(subscription, disputed) === 'on' && !isPaused)) return until
  return until && until > snapshot.period.end ? until : snapshot.period.end
}

/** What is stored once the reports are decided. */
export type BillingState = Pick<StoredBilling, 'subscription' | 'rows' | 'waiting' | 'notices'>

/** Returns the effects of a check once its reports are decided. */
export function afterwards(plan: ReconciliationPlan, decided: BillingState, now: Date): BillingStep[] {
  const { look } = plan
  const { snapshot, standing, changing } = look
  return [
    ...issueSteps(look, plan.before, decided),
    ...refundSteps(snapshot, decided, now),
    ...followUps(decided.subscription, snapshot, standing, now).flatMap((task): BillingStep[] => {
      // Another check follows the running change; a subscription that has ended at the provider is not checked again.
      if ((changing && task === 'move-next-charge') || decided.waiting.has(task)) return []
      const { id: subscription } = decided.subscription
      return [
        {
          step: 'queue',
          task: task === 'end-charging' ? { task, subscription, provider: snapshot.id } : { task, subscription },
        },
      ]
    }),
  ]
}
