import { unusedPaymentSteps } from '../../../../domain/billing/refunds/refund-steps.ts'
import type { Charging } from '../../../../domain/billing/billing-snapshot.ts'
import type { BillingTask, RefundNotice } from '../../../../domain/billing/billing-tasks.ts'
import {
  askAgainAt,
  chargingCall,
  doneSteps,
  endDateOver,
  mayMove,
  nextChargeAt,
  sideToEnd,
  type ChargingCall,
  type ProviderReading,
  type TaskState,
} from '../../../../domain/billing/tasks.ts'
import { isTemporary, type Payments } from '../../../adapters/payments/port.ts'
import { reconcileOrder } from '../reconcile/reconcile-order.ts'
import { reconcileOwned } from '../reconcile/reconcile-owned.ts'
import type { BillingStore } from '../store/port.ts'
import { factsOf, type BillingJob } from './billing-task-facts.ts'

/** Runs one task. Doing it twice is harmless. Rejects if it failed; `again` is when it must run once more. */
export async function runBillingTask(
  store: BillingStore,
  payments: Payments,
  job: BillingJob,
): Promise<{ again: Date } | undefined> {
  const { task } = job
  let again: Date | null = null
  switch (task.task) {
    case 'set-charging':
      await setCharging(store, payments, task.subscription)
      break
    case 'move-next-charge':
      await moveNextCharge(store, payments, task.subscription)
      break
    case 'ask-provider':
      again = await askWhetherPaid(store, payments, task.subscription)
      break
    case 'set-default-method': {
      const side = await store.side(task.subscription)
      if (side) await payments.setDefaultMethod(side.billingId)
      break
    }
    case 'end-charging': {
      const side = task.subscription === null ? null : await store.side(task.subscription)
      const billingId = sideToEnd(task, side)
      if (billingId) await payments.endCharging(billingId)
      break
    }
    case 'refund':
      await refund(store, payments, job, task)
      break
    case 'close-checkout': {
      await payments.closeCheckout(task.session)
      // It may have been paid a moment before.
      const order = await store.orderOfSession(task.session)
      if (order) await reconcileOrder(store, payments, order)
      break
    }
    case 'update-customer': {
      const customer = await store.customerOf(task.subscriber)
      if (customer) await payments.updateCustomer(customer.id, customer.person, task.changed)
      break
    }
    case 'delete-customer':
      await payments.deleteCustomer(task.customer)
  }
  const done = doneSteps(await factsOf(store, job))
  await store.transact(null, (db) => db.write(null, done))
  return again ? { again } : undefined
}

async function stateOf(store: BillingStore, id: string): Promise<TaskState> {
  return { subscription: await store.subscription(id), side: await store.side(id) }
}

async function setCharging(store: BillingStore, payments: Payments, id: string): Promise<void> {
  let told: Charging | null = null
  for (let turn = 0; turn < 5; turn += 1) {
    const call: ChargingCall | null = chargingCall(await stateOf(store, id), told, store.now())
    if (!call) return
    const { billingId, to, owedAt, voidsOnly, readsFirst } = call
    if (readsFirst) await reconcileOwned(store, payments, billingId)
    // Unknown until the provider responds. Its event may arrive first (docs.stripe.com/webhooks: events are
    // asynchronous and unordered) and must not count as a change by the customer.
    if (!voidsOnly) await store.setCharging(id, null)
    const { voided, owed } = voidsOnly
      ? await payments.voidUnpaid(billingId, owedAt)
      : await payments.setCharging(billingId, to, owedAt)
    if (voided) await store.withholdUntil(id, voided)
    if (owed) await store.oweUntil(id, owed)
    if (!voidsOnly) await store.setCharging(id, to)
    told = to
  }
}

async function moveNextCharge(store: BillingStore, payments: Payments, id: string): Promise<void> {
  const before = await stateOf(store, id)
  if (!before.side || !mayMove(before)) return
  // Reconciled first, so that a period paid at the provider meanwhile is not cut short.
  const found = await reconcileOwned(store, payments, before.side.billingId)
  const state = await stateOf(store, id)
  const to = nextChargeAt(state, found, store.now())
  if (!to || !state.side) return
  await payments.moveNextCharge(state.side.billingId, to, store.now())
  await reconcileOwned(store, payments, state.side.billingId)
}

async function refund(
  store: BillingStore,
  payments: Payments,
  { id, key }: BillingJob,
  task: Extract<BillingTask, { task: 'refund' }>,
): Promise<void> {
  const { payment, refund: own, invoice = null, amount = null } = task
  const made = await payments.refund(key, { request: own ?? id, payment, invoice, amount, comment: null })
  if (own !== undefined)
    await store.transact(null, (db) =>
      made.made
        ? db.refundMade(own, made.refund)
        : db.write(null, [{ step: 'mark-refund', refund: own, state: 'failed' }]),
    )
  const subscription = await store.subscriptionOfPayment(payment)
  const side = subscription ? await store.side(subscription) : null
  if (side) await reconcileOwned(store, payments, side.billingId, [payment])
  if (task.tell && made.made) await tellOfUnusedPayment(store, task.tell, payment, made.refund)
}

/** Reports a payment that the shop refunded itself, unless a reconciliation has reported it. */
async function tellOfUnusedPayment(
  store: BillingStore,
  { subscriber, subscription, ...facts }: RefundNotice,
  payment: string,
  refunded: string | null,
): Promise<void> {
  await store.transact(subscriber, async (db) => {
    if (db.subscriberId === null) return
    if (subscription) {
      const steps = unusedPaymentSteps(payment, refunded, await db.notices(subscription))
      if (!steps) return
      await db.write(subscription, steps)
    }
    await db.mailRefund(facts)
  })
}

/**
 * Asks whether a past period was paid, and decides `end-date-over` with the response. Returns when to ask again, null
 * if it need not.
 */
async function askWhetherPaid(store: BillingStore, payments: Payments, id: string): Promise<Date | null> {
  const side = await store.side(id)
  const asking = side ? reconcileOwned(store, payments, side.billingId) : Promise.resolve(null)
  const answer = await asking.catch(async (error: unknown) => {
    if (isTemporary(payments.faultOf(error))) return 'no-answer' as const
    // The task fails, but access does not continue for ever meanwhile.
    await decideEndDate(store, id, 'no-answer')
    throw error
  })
  await decideEndDate(store, id, answer)
  // While it still awaits the provider, it is asked again later instead of every minute.
  return askAgainAt(answer, store.now())
}

async function decideEndDate(store: BillingStore, id: string, answer: ProviderReading): Promise<void> {
  const subscription = await store.subscription(id)
  await store.transact(subscription?.subscriberId ?? null, (db) => db.change(id, endDateOver(answer)))
}
