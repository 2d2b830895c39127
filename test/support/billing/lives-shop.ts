/**
 * The shop of the random lives: messages, the daily sweep and tasks. It runs the server's actions on its own store, and
 * uses Stripe through the server's adapter.
 */
import assert from 'node:assert/strict'
import { movesMoney } from '../../../domain/billing/payments/payment-entries.ts'
import { refundRefusal } from '../../../domain/billing/refunds/refund-outcome.ts'
import { planRefund, refundableFor } from '../../../domain/billing/refunds/refund-plan.ts'
import { retrySteps } from '../../../domain/billing/tasks.ts'
import { isOver } from '../../../domain/calendar.ts'
import { planPlacement } from '../../../domain/billing/payments/placement.ts'
import { cleared, type PersonFacts } from '../../../domain/subscription/subscription.ts'
import { closeOrder, closeUnpaidOrders } from '../../../server/actions/billing/close-order.ts'
import { reconcileReported } from '../../../server/actions/billing/reconcile/reconcile-reported.ts'
import { sweepPaymentProvider } from '../../../server/actions/billing/sweep-payment-provider.ts'
import { isTemporary } from '../../../server/adapters/payments/port.ts'
import { billingTaskRefused } from '../../../server/actions/billing/tasks/report-billing-task.ts'
import { runBillingTask } from '../../../server/actions/billing/tasks/run-billing-task.ts'
import { billingStoreOf, change } from './lives-billing-store.ts'
import { neverAsked, newId, nowOf, person, plans, rowOf, write, type Row, type Shop, type Task } from './lives-store.ts'
import { hourOf, sessionOf, type PlanName, type StripeMessage } from './stripe-model.ts'

/** Returns whether the provider can be asked again. A fault of the shop itself fails the test. */
function isUnreachable({ payments }: Shop, error: unknown): boolean {
  const fault = payments.faultOf(error)
  if (fault.kind === 'own') throw error
  return isTemporary(fault)
}

/** Runs what is due. A task without a response runs again; one that is finally refused becomes a payment issue. */
export async function runTasks(shop: Shop): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) {
    const task = shop.tasks.find(({ runAt }) => runAt <= shop.line.stripe.now)
    if (!task) return
    try {
      const again = (await runBillingTask(billingStoreOf(shop), shop.payments, { ...task, key: task.id }))?.again
      if (again) task.runAt = Math.max(hourOf(again), shop.line.stripe.now + 1)
      else removeTask(shop, task)
    } catch (error) {
      if (isUnreachable(shop, error)) task.runAt = shop.line.stripe.now + 1
      else {
        removeTask(shop, task)
        await billingTaskRefused(billingStoreOf(shop), task, shop.payments.faultOf(error).sentence)
      }
    }
  }
}

function removeTask(shop: Shop, { id }: Task): void {
  shop.tasks = shop.tasks.filter((one) => one.id !== id)
}

/** Retries, as an administrator, everything that the provider refused. */
export function retryIssues(shop: Shop): void {
  for (const { task, subscriptionId } of shop.issues) {
    if (!task) continue
    const { subscription = null, payments = [] } = (subscriptionId !== null && rowOf(shop, subscriptionId)) || {}
    write(shop, subscriptionId, retrySteps(task, subscription, payments, nowOf(shop)))
  }
  shop.issues = shop.issues.filter(({ task }) => !task)
}

/** Refunds, as an administrator, the rest of the current period or a part of it. Returns whether there was anything. */
export function refundPeriod(shop: Shop, row: Row, wanted: number | null): boolean {
  const { subscription, side } = row
  const wish = { ...subscription, invoice: null, disputed: side?.disputed ?? false }
  const refundable = refundableFor(row.payments.filter(movesMoney), wish, nowOf(shop))
  if (!refundable || refundRefusal(refundable)) return false
  const { rows, steps } = planRefund(refundable, wanted ?? refundable.left, () => newId(shop, 'refund'), nowOf(shop))
  row.payments.push(...rows)
  for (const { id, amount } of rows) shop.refundRequests.set(id, amount)
  write(shop, subscription.id, steps)
  return true
}

/** Processes a message; one that cannot be read now stays. */
export async function deliver(shop: Shop, message: StripeMessage): Promise<void> {
  try {
    await reconcileReported(billingStoreOf(shop), shop.payments, message)
  } catch (error) {
    if (!isUnreachable(shop, error)) throw error
    shop.inbox.push(message)
  }
}

/**
 * The hourly and daily work: orders and subscriptions that were not checked for a while, or `all`, and subscriptions
 * that expired.
 */
export async function sweep(shop: Shop, all = false): Promise<void> {
  if (all) for (const one of [...shop.orders, ...shop.rows]) one.askedAt = neverAsked
  const report = (error: unknown) => assert.ok(isUnreachable(shop, error))
  await sweepPaymentProvider(billingStoreOf(shop), shop.payments, { report }).catch(report)
  for (const row of shop.rows) {
    const { endDate, status } = row.subscription
    if (status === 'active' && endDate && isOver(endDate, nowOf(shop))) {
      await change(shop, row.subscription.id, { kind: 'end-date-over', by: 'system' })
    }
  }
}

/** Places an order, unless the person may not buy or has an open page. */
export async function placeOrder(shop: Shop, plan: PlanName): Promise<void> {
  const open = shop.orders.find(({ state }) => state === 'open')
  const subscriptions = shop.rows.map(({ subscription }) => subscription)
  const facts = { person: shop.person, subscriptions, open: open ? { order: open, expiresAt: null } : null }
  const placement = planPlacement(facts, plans[plan], nowOf(shop))
  if ('refused' in placement || placement.page !== 'new') return
  if (open) await billingStoreOf(shop).transact(person, (db) => closeOrder(db, open))
  const { sessions } = shop.line.stripe
  const id = newId(shop, 'order')
  const session = `cs_${id}`
  sessions.set(session, { id: session, order: id, plan, state: 'open', subscription: null })
  shop.orders.push({
    id,
    state: 'open',
    subscriberId: person,
    subscriptionId: placement.owned ?? newId(shop, 's'),
    terms: plans[plan],
    session,
    processingAt: null,
    plan,
    leftOver: false,
    askedAt: shop.line.stripe.now,
    paidAt: null,
  })
}

/** Returns the page on which the newest order can still be paid. */
export function payablePage({ orders, line: { stripe } }: Shop) {
  const pages = orders.flatMap(({ session }) => (session === null ? [] : [sessionOf(stripe, session)]))
  return pages.findLast(({ state }) => state === 'open')
}

/** Changes the person's clearance, and its effects on each subscription. */
export async function changeClearance(shop: Shop, changed: Partial<PersonFacts>): Promise<void> {
  Object.assign(shop.person, changed)
  const open = shop.orders.filter(({ state }) => state === 'open')
  if (!cleared(shop.person)) await billingStoreOf(shop).transact(person, (db) => closeUnpaidOrders(db, open))
  const refusal = { kind: 'person-refused', by: 'admin@example.com', comment: 'no' } as const
  for (const { subscription } of shop.rows) {
    if (changed.dplStatus === 'FAIL') await change(shop, subscription.id, refusal)
    await change(shop, subscription.id, { kind: 'clearance-changed', by: 'system' })
  }
}
