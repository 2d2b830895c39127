import { randomUUID } from 'node:crypto'
import { billingNews, followUps, invoiceOfChange, type Look } from '../../../domain/billing/billing-news.ts'
import { lostDays } from '../../../domain/billing/lost-days.ts'
import {
  hasEnded,
  standingOf,
  type BillingDispute,
  type BillingPayment,
  type BillingSnapshot,
  type Standing,
} from '../../../domain/billing/billing-snapshot.ts'
import { disputeLost } from '../../../domain/billing/payment-issues.ts'
import { isPartlyLost, paidBackTwice } from '../../../domain/billing/period-payments.ts'
import type { Report } from '../../../domain/subscription/commands.ts'
import { charging, termsOf, type Subscription } from '../../../domain/subscription/subscription.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import {
  billingSide,
  findByPaymentProvider,
  forgetNotices,
  noteNotice,
  saveBillingSide,
  unmarkPaidBack,
  type BillingSide,
  type BilledSubscription,
} from '../../store/billing/billing.ts'
import { planChangeUnderWay } from '../../store/admin/audit.ts'
import { queueTask, taskWaits } from '../../store/jobs/jobs.ts'
import { closeIssues, openIssue } from '../../store/billing/payment-issues.ts'
import { disputedPayments, paidInvoicesOf, paymentsOf, savePayments } from '../../store/billing/payments.ts'
import { lockSubscriber } from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import type { PlanChangeFacts } from '../../mails/plan-changed.ts'
import { tellOfRefunds } from './tell-of-refunds.ts'

/** Milliseconds within which a change that an administrator made here is seen: its webhook may have to be sent again. */
const longestChange = 3_600_000

/** What the provider holds now, and how the running period stands. */
export type Reconciled = { snapshot: BillingSnapshot; standing: Standing }

/**
 * Reads one of the provider's subscriptions afresh and brings ours in line with it. `payments` named are read too, for
 * example one that a message was about. Answers null for a subscription that is none of ours. Rejects when the provider
 * cannot be asked.
 */
export async function reconcileOwned(
  context: AppContext,
  payments: Payments,
  billingId: string,
  named: readonly string[] = [],
): Promise<Reconciled | null> {
  const ours = await findByPaymentProvider(context.db, 'provider_subscription', billingId)
  if (!ours) return null
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const before = await billingSide(context.db, ours.id)
    const asked = [...named, ...(await disputedPayments(context.db, ours.id))]
    const first = await payments.readSubscription(billingId, asked)
    // A payment that nobody reported may have been disputed or refunded since, and that message have come too early.
    const unread = before?.paymentsRead ? unreadPayments(first, await paidInvoicesOf(context.db, ours.id)) : []
    const snapshot = unread.length === 0 ? first : await payments.readSubscription(billingId, [...asked, ...unread])
    const done = await context.transact((db) => reconcile(db, context, ours, before, snapshot))
    if (done !== 'changed meanwhile') return done
  }
  throw new Error('the subscription changed each time it was read')
}

/** Payments of invoices that are new here, whose own state was not read with them. */
function unreadPayments({ invoices, payments }: BillingSnapshot, known: ReadonlySet<string>): string[] {
  const fresh = invoices.filter(({ id, status }) => status === 'paid' && !known.has(id))
  return fresh.flatMap(({ payment }) => (payment && !payments.some(({ id }) => id === payment) ? [payment] : []))
}

async function reconcile(
  db: Trx,
  context: AppContext,
  ours: BilledSubscription,
  before: BillingSide | null,
  snapshot: BillingSnapshot,
): Promise<Reconciled | null | 'changed meanwhile'> {
  const now = context.now()
  const subscriber = await lockSubscriber(db, ours.subscriberId)
  const subscription = subscriber && (await own(db, ours))
  if (!subscriber || !subscription) return null
  const side = await billingSide(db, ours.id)
  // Bought again while it was read, another of the provider's subscriptions has taken its place.
  if (side?.billingId !== snapshot.id) return null
  // Told something new while it was read: the answer may be older than that.
  if (side.charging !== before?.charging) return 'changed meanwhile'
  const standing = standingOf(snapshot, side.withheldUntil, now)
  // Where the provider does what it is to do, a change that shows there was made there.
  const telling = side.charging !== charging(subscription, side.billing.disputed)
  const changing =
    (telling && (await taskWaits(db, 'set-charging', ours.id))) || (await taskWaits(db, 'move-next-charge', ours.id))
  const look: Look = {
    subscription,
    snapshot,
    standing,
    told: side.charging,
    changing,
    disputed: side.billing.disputed,
    owedUntil: side.owedUntil,
    known: side.paymentsRead ? await paidInvoicesOf(db, ours.id) : null,
    termsOf: (name) => {
      const plan = context.catalogue.plans.get(name)
      return plan?.type === 'subscription' ? termsOf(plan) : undefined
    },
    notify: standing.kind === 'failed' && (await firstNotice(db, ours.id, standing)),
  }
  // What the rules ask about the provider is what it says now.
  const stored = { snapshot, standing, charging: changing ? side.charging : snapshot.charging }
  const withheldUntil = withheld(side, look)
  await saveBillingSide(db, ours.id, { ...stored, withheldUntil }, now)
  await savePayments(db, ours.id, snapshot)
  const reports = billingNews(look, now)
  const isChange = ({ kind }: Report) => kind === 'plan-changed' || kind === 'price-changed'
  const change = reports.some(isChange) ? await planChangeSeen(db, look, now) : null
  for (const report of reports) {
    // A return is seen at every look, and decided upon once.
    if (report.kind === 'payment-returned' && !(await noteNotice(db, ours.id, report.kind, report.payment))) continue
    await changeSubscription(db, context, subscriber, ours.id, report, {
      billingId: snapshot.id,
      invoices: snapshot.invoices,
      payments: snapshot.payments,
      ...(change && isChange(report) && { change }),
    })
  }
  await openIssues(db, ours, side, look, now)
  const after = (await own(db, ours)) ?? subscription
  await tellOfRefunds(db, context, subscriber, after, snapshot)
  for (const task of followUps(after, snapshot, standing, now)) {
    // The change on its way is followed by another look; what has ended over there is not looked at again.
    if (changing && task === 'move-next-charge') continue
    if (await taskWaits(db, task, ours.id)) continue
    await queueTask(
      db,
      randomUUID(),
      subscriber.id,
      task === 'end-charging'
        ? { task, subscription: ours.id, provider: snapshot.id }
        : { task, subscription: ours.id },
      now,
    )
  }
  return { snapshot, standing }
}

/** What a customer is told of a change of plan or of its price. */
async function planChangeSeen(db: Trx, look: Look, now: Date): Promise<PlanChangeFacts> {
  const { subscription, snapshot } = look
  const administrator = await planChangeUnderWay(db, subscription.id, new Date(now.getTime() - longestChange))
  const invoice = invoiceOfChange(look)
  const next = snapshot.next ?? null
  return { from: subscription.plan, at: now, byAdministrator: administrator !== null, invoice, next }
}

async function own(db: Trx, { id, subscriberId }: BilledSubscription): Promise<Subscription | undefined> {
  return (await lockSubscriptionsOf(db, subscriberId)).find((one) => one.id === id)
}

/** A failed payment is reported to the subscriber at its first failure, and once the provider stops trying. */
async function firstNotice(
  db: Trx,
  id: string,
  { due, invoice, actionRequired }: Extract<Standing, { kind: 'failed' }>,
): Promise<boolean> {
  const at = due.toISOString()
  if (await noteNotice(db, id, 'renewal-failed', `${at} ${actionRequired ? 'action' : 'first'}`)) {
    // One try alone is both.
    if (invoice.nextAttempt === null) await noteNotice(db, id, 'renewal-failed', `${at} last`)
    return true
  }
  return invoice.nextAttempt === null && noteNotice(db, id, 'renewal-failed', `${at} last`)
}

/** A period that was voided while nothing was to be charged gives no access, whatever is decided later. */
function withheld(side: BillingSide | null, { subscription, standing, snapshot, disputed }: Look): Date | null {
  const until = side?.withheldUntil ?? null
  if (standing.kind !== 'void' || charging(subscription, disputed) === 'on') return until
  return until && until > snapshot.period.end ? until : snapshot.period.end
}

async function openCreditIssues(db: Trx, { id }: BilledSubscription, seen: BillingSnapshot, now: Date): Promise<void> {
  for (const payment of paidBackTwice(await paymentsOf(db, id), seen.invoices)) {
    if (!(await noteNotice(db, id, 'credit-and-refund', payment))) continue
    await openIssue(db, { subscriptionId: id, kind: 'credit-and-refund', payment }, now)
  }
}

/** The shop sells one seat: any other quantity is an issue until it is 1 again. Resolved by hand, it returns with another number. */
async function lookAtQuantity(db: Trx, { id }: BilledSubscription, seen: BillingSnapshot, now: Date): Promise<void> {
  const issue = { subscriptionId: id, kind: 'quantity', payment: null } as const
  const quantity = seen.quantity ?? 1
  const detail = quantity === 1 || hasEnded(seen) ? null : String(quantity)
  await forgetNotices(db, id, issue.kind, detail)
  if (detail === null) await closeIssues(db, issue, now)
  else if (await noteNotice(db, id, issue.kind, detail))
    await openIssue(db, { ...issue, detail, providerObject: seen.id }, now)
}

/** An inquiry is an issue until it is answered; one that an administrator has resolved by hand stays so. */
async function lookAtInquiries(
  db: Trx,
  ours: BilledSubscription,
  payment: string,
  disputes: readonly BillingDispute[],
  now: Date,
): Promise<void> {
  const issue = { subscriptionId: ours.id, kind: 'payment-inquiry', payment } as const
  const inquiry = disputes.find(({ status }) => status === 'inquiry')
  if (!inquiry) return closeIssues(db, issue, now)
  if (!(await noteNotice(db, ours.id, issue.kind, inquiry.id))) return
  await openIssue(db, { ...issue, ...(inquiry.answerBy && { detail: inquiry.answerBy.toISOString() }) }, now)
}

/**
 * A dispute is an issue while it is open, and once it was lost over a part of what was paid for a period: a person decides then.
 * Resolved by hand, that stays so.
 */
async function lookAtDisputes(
  db: Trx,
  { id: subscriptionId }: BilledSubscription,
  snapshot: BillingSnapshot,
  { id: payment, disputes }: Pick<BillingPayment, 'id' | 'disputes'>,
  now: Date,
): Promise<void> {
  if (disputes.some(({ status }) => status === 'open')) return
  const issue = { subscriptionId, kind: 'payment-disputed', payment } as const
  if (!isPartlyLost(snapshot, payment)) return closeIssues(db, issue, now)
  if (await noteNotice(db, subscriptionId, 'dispute-lost', payment))
    await openIssue(db, { ...issue, detail: disputeLost }, now)
}

/** What the provider holds that a person has to look at. */
async function openIssues(
  db: Trx,
  ours: BilledSubscription,
  side: BillingSide | null,
  { snapshot, standing, subscription, known, termsOf: termsIn }: Look,
  now: Date,
): Promise<void> {
  const about = { subscriptionId: ours.id, payment: null }
  await closeIssues(db, { ...about, kind: 'unknown-subscription' }, now)
  if (standing.kind === 'awaited' && standing.invoice.finalizationFailed) {
    await openIssue(db, { ...about, kind: 'invoice-not-finalised', providerObject: standing.invoice.id }, now)
  } else {
    await closeIssues(db, { ...about, kind: 'invoice-not-finalised' }, now)
  }
  for (const { id, disputes, refunds } of snapshot.payments) {
    for (const refund of refunds.filter(({ status }) => status === 'failed')) {
      if (!(await noteNotice(db, ours.id, 'refund-failed', refund.id))) continue
      await openIssue(db, { subscriptionId: ours.id, kind: 'refund-failed', payment: id }, now)
      await unmarkPaidBack(db, ours.id)
    }
    await lookAtInquiries(db, ours, id, disputes, now)
    await lookAtDisputes(db, ours, snapshot, { id, disputes }, now)
  }
  await openCreditIssues(db, ours, snapshot, now)
  await lookAtQuantity(db, ours, snapshot, now)
  const lost = lostDays(subscription, snapshot, known)
  if (lost && (await noteNotice(db, ours.id, 'paid-days-lost', lost.invoice))) {
    const detail = JSON.stringify({ plan: lost.plan, days: lost.days })
    await openIssue(db, { subscriptionId: ours.id, kind: 'paid-days-lost', payment: lost.invoice, detail }, now)
  }
  const strange =
    (snapshot.plan === null || (snapshot.plan !== subscription.plan.name && !termsIn(snapshot.plan))) &&
    !hasEnded(snapshot) &&
    side?.price !== null &&
    side?.price !== snapshot.price
  if (strange) await openIssue(db, { ...about, kind: 'unknown-price', providerObject: snapshot.id }, now)
  if (snapshot.plan === subscription.plan.name) await closeIssues(db, { ...about, kind: 'unknown-price' }, now)
}
