import { charging } from '../../core/subscription.ts'
import type { Payments } from '../adapters/payments/port.ts'
import type { Shop } from '../shop.ts'
import { providerSide, setProviderCharging } from '../store/billing.ts'
import { findOrderBySession } from '../store/orders.ts'
import type { PaymentTask } from '../store/jobs.ts'
import { lockSubscriber } from '../store/subscribers.ts'
import { findSubscription } from '../store/subscriptions.ts'
import { changeSubscription } from './change-subscription.ts'
import { settleOrder, settleSubscription } from './settle-subscription.ts'

/** Carries out one task of the outbox; `key` makes doing it twice harmless. Rejects when it has to be tried again. */
export async function tellProvider(shop: Shop, payments: Payments, key: string, task: PaymentTask): Promise<void> {
  switch (task.task) {
    case 'set-charging':
      return setCharging(shop, payments, key, task.subscription)
    case 'move-next-charge':
      return moveNextCharge(shop, payments, key, task.subscription)
    case 'ask-provider':
      return askWhetherPaid(shop, payments, task.subscription)
    case 'end-charging': {
      const side = task.subscription === null ? null : await providerSide(shop.db, task.subscription)
      // Its own row knows best; only what never became a subscription here has none.
      const provider = side?.provider ?? task.provider
      return provider ? payments.endCharging(key, provider) : undefined
    }
    case 'refund':
      return payments.refund(key, task.payment)
    case 'close-checkout': {
      await payments.closeCheckout(key, task.session)
      // Somebody may have paid on it a moment before.
      const order = await findOrderBySession(shop.db, task.session)
      return order ? settleOrder(shop, payments, order) : undefined
    }
    case 'delete-customer':
      return payments.deleteCustomer(key, task.customer)
  }
}

/** Tells what the state says now, and again if that changed meanwhile: a later word must not be overtaken by an earlier one. */
async function setCharging(shop: Shop, payments: Payments, key: string, id: string): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    const subscription = await findSubscription(shop.db, id)
    const side = await providerSide(shop.db, id)
    const wanted = subscription && charging(subscription)
    if (!wanted || !side || side.billing.ended) return
    await payments.setCharging(`${key}-${turn}-${wanted}`, side.provider, wanted)
    await setProviderCharging(shop.db, id, wanted)
    const after = await findSubscription(shop.db, id)
    if (!after || charging(after) === wanted) return
  }
}

async function moveNextCharge(shop: Shop, payments: Payments, key: string, id: string): Promise<void> {
  const subscription = await findSubscription(shop.db, id)
  const side = await providerSide(shop.db, id)
  if (!subscription?.endDate || !side || side.billing.ended || charging(subscription) !== 'on') return
  if (subscription.endDate <= shop.now()) return
  // While a payment is open over there, the provider's own days stand; the next settling moves what is still to be moved.
  const said = await payments.readSubscription(side.provider)
  if (said.failed || said.endedAt) return
  await payments.moveNextCharge(
    `${key}-${subscription.endDate.getTime()}`,
    side.provider,
    subscription.endDate,
    shop.now(),
  )
}

/** Asks whether the period that is over was paid for, and says `end-date-over` again with the answer. */
async function askWhetherPaid(shop: Shop, payments: Payments, id: string): Promise<void> {
  const side = await providerSide(shop.db, id)
  // Whatever keeps it from answering, access does not end for it at once; nor while it still collects.
  const said = side && (await settleSubscription(shop, payments, side.provider).catch(() => 'no-answer' as const))
  const answer = said === 'no-answer' || said?.collecting ? 'no-answer' : 'unpaid'
  await shop.db.transaction().execute(async (db) => {
    const found = await findSubscription(db, id)
    const subscriber = found?.subscriberId ? await lockSubscriber(db, found.subscriberId) : undefined
    if (subscriber)
      await changeSubscription(db, shop, subscriber, id, { kind: 'end-date-over', provider: answer, by: 'system' })
  })
}
