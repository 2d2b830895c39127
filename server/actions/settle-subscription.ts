import { randomUUID } from 'node:crypto'
import { daysBetween } from '../../core/calendar.ts'
import { charging, termsOf, type Subscription } from '../../core/subscription.ts'
import type { Report } from '../../core/subscription-commands.ts'
import type { Payments, ProviderSubscription } from '../adapters/payments/port.ts'
import type { Shop } from '../shop.ts'
import { findByProvider, findForgotten, noteNotice, providerSide, saveProviderSide } from '../store/billing.ts'
import { findOrder, lockOpenOrder, setOrder, type Order } from '../store/orders.ts'
import { queueTask, taskWaits } from '../store/jobs.ts'
import { lockSubscriber } from '../store/subscribers.ts'
import { findSubscription, lockSubscriptionsOf } from '../store/subscriptions.ts'
import type { Trx } from '../store/tables.ts'
import { changeSubscription } from './change-subscription.ts'
import { closeOrder } from './close-order.ts'

const by = 'billing'

/**
 * Asks the provider what became of an order and acts on it: a paid one becomes a subscription, once, however often and in
 * whatever order this is asked for. Rejects when the provider cannot be asked.
 */
export async function settleOrder(shop: Shop, payments: Payments, order: Order): Promise<void> {
  if (!order.session) return
  const checkout = await payments.readCheckout(order.session)
  if (checkout.state !== 'paid') {
    const state = checkout.state === 'closed' && order.state === 'open' ? { state: 'closed' as const } : {}
    await setOrder(shop.db, order.id, { ...state, asked_at: shop.now() })
    return
  }
  const said = await payments.readSubscription(checkout.subscription)
  const [first] = said.paid
  if (!first) return setOrder(shop.db, order.id, { asked_at: shop.now() })
  await shop.db.transaction().execute(async (db) => {
    const subscriber = order.subscriber_id ? await lockSubscriber(db, order.subscriber_id) : undefined
    const fresh = await findOrder(db, order.id)
    if (!fresh || fresh.state === 'paid') return
    const { payment, paidAt, periodEnd } = first
    if (!subscriber) {
      // Forgotten meanwhile: nobody is there to give anything to.
      await giveBack(db, shop, said.id, payment)
      return setOrder(db, order.id, { state: 'paid', asked_at: shop.now() })
    }
    const confirmed: Report = {
      kind: 'payment-confirmed',
      id: order.subscription_id,
      plan: order.terms,
      payment,
      paidAt,
      periodEnd,
      by,
    }
    await changeSubscription(db, shop, subscriber, null, confirmed, { provider: said.id })
    // It began with renewal on; what was changed over there since, settling it below finds.
    await saveProviderSide(db, order.subscription_id, { ...said, charging: 'on' }, shop.now())
    await setOrder(db, order.id, { state: 'paid', asked_at: shop.now() })
    const other = await lockOpenOrder(db, subscriber.id, order.product)
    if (other) await closeOrder(db, shop, other)
  })
  await settleSubscription(shop, payments, said.id)
}

/** Money that nobody can have anything for goes back, and no more is taken. */
async function giveBack(db: Trx, shop: Shop, provider: string, payment: string): Promise<void> {
  await queueTask(db, randomUUID(), null, { task: 'refund', payment }, shop.now())
  await queueTask(db, randomUUID(), null, { task: 'end-charging', subscription: null, provider }, shop.now())
  shop.outboxFilled()
}

/** What was charged to somebody between their being forgotten and the provider's hearing of it goes back. */
async function returnToForgotten(shop: Shop, said: ProviderSubscription): Promise<void> {
  const left = await findForgotten(shop.db, said.id)
  if (!left) return
  const late = said.paid.filter(
    ({ periodEnd, refunded }) => !refunded && left.paidUntil && daysBetween(left.paidUntil, periodEnd) > 0,
  )
  await shop.db.transaction().execute(async (db) => {
    for (const { payment } of late) await giveBack(db, shop, said.id, payment)
  })
}

/**
 * Asks the provider about one of its subscriptions and reports what is new to ours. Answers what it said, null for one
 * that is none of ours. Rejects when it cannot be asked.
 */
export async function settleSubscription(
  shop: Shop,
  payments: Payments,
  provider: string,
): Promise<ProviderSubscription | null> {
  const ours = await findByProvider(shop.db, 'provider_subscription', provider)
  if (!ours) {
    const said = await payments.readSubscription(provider).catch((error: unknown) => {
      if (!payments.isUnknown(error)) throw error
      return null
    })
    const order = said?.order ? await findOrder(shop.db, said.order) : undefined
    if (order?.state !== 'paid' && order) await settleOrder(shop, payments, order)
    else if (said) await returnToForgotten(shop, said)
    return null
  }
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const before = await providerSide(shop.db, ours.id)
    const said = await payments.readSubscription(provider)
    const settled = await shop.db.transaction().execute(async (db) => {
      const subscriber = await lockSubscriber(db, ours.subscriberId)
      if (!subscriber) return true
      const subscription = (await lockSubscriptionsOf(db, subscriber.id)).find(({ id }) => id === ours.id)
      const side = await providerSide(db, ours.id)
      // Told something new while it was asked: the answer may be older than that.
      if (!subscription || side?.charging !== before?.charging) return !subscription
      // What is still to be told to it cannot be read out of its answer.
      const waits = await taskWaits(db, 'set-charging', ours.id)
      const told = waits ? said.charging : (side?.charging ?? said.charging)
      // Every failed try is reported once, however many events tell of it.
      const failed =
        said.failed &&
        (await noteNotice(db, ours.id, 'renewal-failed', `${said.failed.due.toISOString()} ${said.failed.attempts}`))
      for (const report of news(shop, subscription, { ...said, failed: failed ? said.failed : null }, told)) {
        await changeSubscription(db, shop, subscriber, ours.id, report, { provider })
      }
      await saveProviderSide(
        db,
        ours.id,
        waits && side?.charging ? { ...said, charging: side.charging } : said,
        shop.now(),
      )
      if (await chargesTooSoon(db, shop, ours, said)) {
        await queueTask(
          db,
          randomUUID(),
          subscriber.id,
          { task: 'move-next-charge', subscription: ours.id },
          shop.now(),
        )
      }
      if (await outlived(db, shop, ours, said)) {
        await queueTask(
          db,
          randomUUID(),
          subscriber.id,
          { task: 'end-charging', subscription: ours.id, provider },
          shop.now(),
        )
      }
      return true
    })
    if (settled) return said
  }
  throw new Error('the subscription changed each time it was asked about')
}

/** Whether the end date lies beyond what the provider could be told in one go, and its next charge comes within a year. */
async function chargesTooSoon(db: Trx, shop: Shop, ours: { id: string }, said: ProviderSubscription): Promise<boolean> {
  const subscription = await findSubscription(db, ours.id)
  if (!subscription?.endDate || subscription.status !== 'active' || charging(subscription) !== 'on') return false
  const undisturbed = !said.endedAt && !said.failed && said.charging === 'on'
  return (
    undisturbed &&
    daysBetween(said.periodEnd, subscription.endDate) > 0 &&
    daysBetween(shop.now(), said.periodEnd) < 365
  )
}

/** Whether access ended for want of payment and the unpaid period is over too: nobody shall be charged for what came after. */
async function outlived(db: Trx, shop: Shop, ours: { id: string }, said: ProviderSubscription): Promise<boolean> {
  if (!said.failed || said.endedAt || said.failed.periodEnd > shop.now()) return false
  return (await findSubscription(db, ours.id))?.status === 'expired'
}

/** What the provider says that our subscription does not know yet. `told` is the charging it was last told or seen to have. */
function news(
  shop: Shop,
  subscription: Subscription,
  said: ProviderSubscription,
  told: ProviderSubscription['charging'],
): Report[] {
  const reports: Report[] = []
  const latest = said.paid.at(-1)
  const plan = latest?.plan ? shop.catalogue.plans.get(latest.plan) : undefined
  const switched = latest && plan && plan.name !== subscription.plan.name && latest.payment !== subscription.payment
  if (switched)
    reports.push({
      kind: 'plan-changed',
      plan: termsOf(plan),
      payment: latest.payment,
      periodEnd: latest.periodEnd,
      by,
    })
  for (const { payment, periodEnd } of said.paid) {
    // One payment is one report: what pays for the other plan renews nothing.
    if (switched && payment === latest.payment) continue
    if (!subscription.paidUntil || periodEnd > subscription.paidUntil)
      reports.push({ kind: 'renewal-paid', payment, periodEnd, by })
  }
  if (said.failed) reports.push({ kind: 'renewal-failed', due: said.failed.due, by })
  if (said.charging === 'off' && told !== 'off') reports.push({ kind: 'stopped-in-portal', by })
  if (said.charging === 'on' && told === 'off') reports.push({ kind: 'resumed-in-portal', by })
  if (latest?.refunded) reports.push({ kind: 'payment-returned', payment: latest.payment, on: shop.now(), by })
  if (said.endedAt) reports.push({ kind: 'ended-by-provider', on: said.endedAt, by })
  return reports
}
