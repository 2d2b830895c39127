import { randomUUID } from 'node:crypto'
import { billingNews, followUps, paymentOf, type Look } from '../../../core/billing-news.ts'
import {
  hasEnded,
  returnedInFull,
  standingOf,
  type BillingSnapshot,
  type Standing,
} from '../../../core/billing-snapshot.ts'
import { daysBetween } from '../../../core/calendar.ts'
import { charging, termsOf, type Subscription } from '../../../core/subscription.ts'
import type { Payments } from '../../adapters/payments/port.ts'
import type { Shop } from '../../shop.ts'
import {
  billingSide,
  findByProvider,
  findForgotten,
  noteNotice,
  saveBillingSide,
  type BillingSide,
  type ProviderRef,
} from '../../store/billing.ts'
import { findOrder } from '../../store/orders.ts'
import { queueTask, taskWaits } from '../../store/jobs.ts'
import { closeIssues, openIssue } from '../../store/payment-issues.ts'
import { disputedPayments, knownPayments, paidInvoicesOf, savePayments } from '../../store/payments.ts'
import { lockSubscriber } from '../../store/subscribers.ts'
import { lockSubscriptionsOf } from '../../store/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { changeSubscription } from '../change-subscription.ts'
import { giveBack, reconcileOrder } from './reconcile-order.ts'

/** What the provider holds now, and how the running period stands. */
export type Reconciled = { snapshot: BillingSnapshot; standing: Standing }

/**
 * Reads one of the provider's subscriptions afresh and brings ours in line with it. `payments` named are read too, for
 * example one that a message was about. Answers null for a subscription that is none of ours. Rejects when the provider
 * cannot be asked.
 */
export async function reconcileSubscription(
  shop: Shop,
  payments: Payments,
  provider: string,
  named: readonly string[] = [],
): Promise<Reconciled | null> {
  const ours = await findByProvider(shop.db, 'provider_subscription', provider)
  if (!ours) {
    await reconcileForeign(shop, payments, provider)
    return null
  }
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const before = await billingSide(shop.db, ours.id)
    const asked = [...named, ...(await disputedPayments(shop.db, ours.id))]
    const first = await payments.readSubscription(provider, asked)
    // A payment that nobody reported may have been disputed or refunded since, and that message have come too early.
    const unread = before?.paymentsRead ? unreadPayments(first, await paidInvoicesOf(shop.db, ours.id)) : []
    const snapshot = unread.length === 0 ? first : await payments.readSubscription(provider, [...asked, ...unread])
    const done = await shop.transact((db) => reconcile(db, shop, ours, before, snapshot))
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
  shop: Shop,
  ours: ProviderRef,
  before: BillingSide | null,
  snapshot: BillingSnapshot,
): Promise<Reconciled | null | 'changed meanwhile'> {
  const now = shop.now()
  const subscriber = await lockSubscriber(db, ours.subscriberId)
  const subscription = subscriber && (await own(db, ours))
  if (!subscriber || !subscription) return null
  const side = await billingSide(db, ours.id)
  // Told something new while it was read: the answer may be older than that.
  if (side?.charging !== before?.charging || side?.provider !== before?.provider) return 'changed meanwhile'
  const standing = standingOf(snapshot, side?.withheldUntil ?? null, now)
  const changing = (await taskWaits(db, 'set-charging', ours.id)) || (await taskWaits(db, 'move-next-charge', ours.id))
  const look: Look = {
    subscription,
    snapshot,
    standing,
    told: side?.charging ?? null,
    changing,
    disputed: side?.billing.disputed ?? false,
    known: side?.paymentsRead ? await paidInvoicesOf(db, ours.id) : null,
    termsOf: (name) => {
      const plan = shop.catalogue.plans.get(name)
      return plan?.type === 'subscription' ? termsOf(plan) : undefined
    },
    notify: standing.kind === 'failed' && (await firstNotice(db, ours.id, standing)),
  }
  // What the rules ask about the provider is what it says now.
  const stored = { snapshot, standing, charging: side?.charging && changing ? side.charging : snapshot.charging }
  const withheldUntil = withheld(side, look)
  await saveBillingSide(db, ours.id, { ...stored, withheldUntil }, now)
  await savePayments(db, ours.id, snapshot)
  for (const report of billingNews(look, now)) {
    await changeSubscription(db, shop, subscriber, ours.id, report, { provider: snapshot.id })
  }
  await openIssues(db, ours, side, look, now)
  const after = (await own(db, ours)) ?? subscription
  for (const task of followUps(after, snapshot, standing, now)) {
    // The change on its way is followed by another look; what has ended over there is not looked at again.
    if (changing && task === 'move-next-charge') continue
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

async function own(db: Trx, { id, subscriberId }: ProviderRef): Promise<Subscription | undefined> {
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

/** What the provider holds that a person has to look at. */
async function openIssues(
  db: Trx,
  ours: ProviderRef,
  side: BillingSide | null,
  { snapshot, standing, subscription }: Look,
  now: Date,
): Promise<void> {
  const about = { subscriptionId: ours.id, payment: null }
  if (standing.kind === 'awaited' && standing.invoice.finalizationFailed) {
    await openIssue(db, { ...about, kind: 'invoice-not-finalised', providerObject: standing.invoice.id }, now)
  } else {
    await closeIssues(db, { ...about, kind: 'invoice-not-finalised' }, now)
  }
  const strange =
    snapshot.plan === null && !hasEnded(snapshot) && side?.price !== null && side?.price !== snapshot.price
  if (strange) await openIssue(db, { ...about, kind: 'unknown-price', providerObject: snapshot.id }, now)
  if (snapshot.plan === subscription.plan.name) await closeIssues(db, { ...about, kind: 'unknown-price' }, now)
}

/** One that is no subscription here yet, or no longer: its order is reconciled, or late money goes back. */
async function reconcileForeign(shop: Shop, payments: Payments, provider: string): Promise<void> {
  const snapshot = await payments.readSubscription(provider).catch((error: unknown) => {
    if (!payments.isUnknown(error)) throw error
    return null
  })
  if (!snapshot) return
  const order = snapshot.order ? await findOrder(shop.db, snapshot.order) : undefined
  if (order && order.state !== 'paid') return reconcileOrder(shop, payments, order)
  const left = await findForgotten(shop.db, provider)
  if (!left) return order && returnStrays(shop, payments, snapshot)
  // What was charged between the erasure and the provider's hearing of it goes back.
  const late = snapshot.invoices.filter(
    ({ status, period }) =>
      status === 'paid' && period && left.paidUntil && daysBetween(left.paidUntil, period.end) > 0,
  )
  const returned = (id: string | null) =>
    snapshot.payments.some((one) => one.id === id && one.refunded >= one.received && one.received > 0)
  await shop.transact(async (db) => {
    for (const invoice of late.filter(({ payment }) => !returned(payment)))
      await giveBack(db, shop, snapshot.id, paymentOf(invoice))
  })
}

/** What is charged for a subscription that was bought in vain, or that another purchase has replaced, goes back. */
async function returnStrays(shop: Shop, payments: Payments, { id, invoices }: BillingSnapshot): Promise<void> {
  const charged = invoices.flatMap(({ status, payment }) => (status === 'paid' && payment !== null ? [payment] : []))
  const known = await knownPayments(shop.db, charged)
  const strays = charged.filter((payment) => !known.has(payment))
  if (strays.length === 0) return
  const read = await payments.readSubscription(id, strays)
  const left = read.payments.filter((payment) => strays.includes(payment.id) && !returnedInFull(payment))
  if (left.length === 0) return
  await shop.transact(async (db) => {
    for (const payment of left) await giveBack(db, shop, id, payment.id)
  })
}
