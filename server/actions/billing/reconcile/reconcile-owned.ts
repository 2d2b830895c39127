import { sideAfter, type BillingSide } from '../../../../domain/billing/billing-side.ts'
import type { BillingSnapshot } from '../../../../domain/billing/billing-snapshot.ts'
import { entriesOf } from '../../../../domain/billing/payments/payment-entries.ts'
import {
  afterwards,
  freshness,
  isChange,
  paymentsToRead,
  reconcile,
  unreadPayments,
  type BillingState,
  type StoredBilling,
} from '../../../../domain/billing/plan.ts'
import type { ProviderState } from '../../../../domain/billing/tasks.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { BillingStore, BillingTransaction } from '../store/port.ts'

/**
 * Reads one of the provider's subscriptions and reconciles ours with it. Also reads the named `payments`, for example
 * one from a message. Returns null for a subscription that is not ours. Rejects if the provider is unavailable.
 */
export async function reconcileOwned(
  store: BillingStore,
  payments: Payments,
  billingId: string,
  named: readonly string[] = [],
): Promise<ProviderState | null> {
  const ours = await store.findBilled(billingId)
  if (!ours) return null
  // Each repetition means that another check or a request has succeeded.
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const before = await store.side(ours.id)
    const rows = await store.payments(ours.id)
    const asked = paymentsToRead(named, rows)
    const first = await payments.readSubscription(billingId, asked)
    const unread = unreadPayments(first, rows)
    const snapshot = unread.length === 0 ? first : await payments.readSubscription(billingId, [...asked, ...unread])
    const done = await store.transact(ours.subscriberId, (db) => applySnapshot(db, store, ours.id, before, snapshot))
    if (done !== 'changed') return done
  }
  throw new Error('the subscription changed each time it was read')
}

async function applySnapshot(
  db: BillingTransaction,
  { now: clock, termsOf }: BillingStore,
  id: string,
  before: BillingSide | null,
  snapshot: BillingSnapshot,
): Promise<ProviderState | null | 'changed'> {
  const now = clock()
  const stored = await readStored(db, id)
  const side = await db.side(id)
  if (!stored || !side) return null
  const answer = freshness(before, side, snapshot)
  if (answer !== 'fresh') return answer === 'replaced' ? null : answer
  const plan = reconcile({ ...stored, side, termsOf }, snapshot, now)
  await db.save(id, sideAfter(side, plan.seen, stored.rows, now), entriesOf(snapshot, stored.rows))
  await db.write(id, plan.steps)
  const { invoices, payments } = snapshot
  for (const report of plan.reports) {
    const change = plan.change && isChange(report) ? { change: plan.change } : {}
    await db.change(id, report, { billingId: snapshot.id, invoices, payments, ...change })
  }
  const decided = (await readStored(db, id)) ?? stored
  await db.write(id, afterwards(plan, decided, now), decided.subscription)
  await db.closePlanChange(id)
  await db.tell(decided.subscription, snapshot, stored.rows)
  return plan.seen
}

async function readStored(
  db: BillingTransaction,
  id: string,
): Promise<(BillingState & Pick<StoredBilling, 'others'>) | undefined> {
  const all = await db.lockSubscriptions()
  const subscription = all.find((one) => one.id === id)
  if (!subscription) return undefined
  const rows = await db.payments(id)
  const others = all.filter((one) => one !== subscription)
  return { subscription, others, rows, waiting: await db.waitingTasks(id), notices: await db.notices(id) }
}
