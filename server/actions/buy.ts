import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { refuse } from '../../core/errors.ts'
import type { Plan } from '../../core/plan.ts'
import type { Values } from '../../core/registration.ts'
import { paths } from '../../core/screens.ts'
import { cleared, isLive, termsOf } from '../../core/subscription.ts'
import type { Payments } from '../adapters/payments/port.ts'
import type { Shop } from '../shop.ts'
import { addOrder, findOrder, lockOpenOrder, setOrder, type Order } from '../store/orders.ts'
import { queueTask } from '../store/outbox.ts'
import { recordAcceptance } from '../store/records.ts'
import { asPerson, findSubscriber, updateSubscriber, type Subscriber } from '../store/subscribers.ts'
import { lockSubscriptionsOf } from '../store/subscriptions.ts'
import type { Trx } from '../store/tables.ts'
import { putSignedIn, type SignedInPerson } from './check-out.ts'
import { acceptedAtCheckout } from './register.ts'
import { screenAgain } from './screen-subscriber.ts'

export type Purchase = { person: SignedInPerson; plan: Plan; values: Values; from: string }

/**
 * The address to pay at. A row stands before anybody leaves: one open order a person and product, so that two tabs get one
 * page, and another plan closes the earlier one. Refuses with 409 whoever is not cleared or subscribed already, and with 503
 * when the provider cannot be reached: asking again goes on with the same order.
 */
export async function buy(shop: Shop, payments: Payments, purchase: Purchase): Promise<string> {
  const { order, subscriber } = await shop.db.transaction().execute((db) => placeOrder(db, shop, purchase))
  shop.outboxFilled()
  if (order.address && order.expires_at && order.expires_at > shop.now()) return order.address
  try {
    return await openPage(shop, payments, order, subscriber)
  } catch (error) {
    if (payments.isTemporary(error)) refuse('PAYMENTS_UNAVAILABLE')
    throw error
  }
}

async function placeOrder(db: Trx, shop: Shop, purchase: Purchase): Promise<{ order: Order; subscriber: Subscriber }> {
  const { person, plan, values, from } = purchase
  const known = await putSignedIn(db, shop, person, plan, values)
  const subscriber = await screenAgain(db, shop, known, 'checkout')
  if (!cleared(asPerson(subscriber))) refuse('NOT_CLEARED')
  const held = await lockSubscriptionsOf(db, subscriber.id)
  if (held.some((one) => isLive(one) && one.plan.type === 'subscription' && one.plan.product === plan.product)) {
    refuse('SUBSCRIPTION_EXISTS')
  }
  await recordAcceptance(db, { subscriberId: subscriber.id, documents: acceptedAtCheckout(shop.brand, values, plan), from }, shop.now())
  const open = await lockOpenOrder(db, subscriber.id, plan.product)
  const expired = open?.expires_at ? open.expires_at <= shop.now() : false
  const terms = termsOf(plan)
  // Of the same plan at other terms, the catalogue has changed since: the page must charge what stands here now.
  if (open && isDeepStrictEqual(open.terms, terms) && !expired) return { order: open, subscriber }
  if (open) await closeOrder(db, shop, open)
  const id = randomUUID()
  await addOrder(db, { id, subscriber_id: subscriber.id, subscription_id: randomUUID(), terms }, shop.now())
  const order = await findOrder(db, id)
  if (!order) throw new Error('an order that was placed has gone')
  return { order, subscriber }
}

async function closeOrder(db: Trx, shop: Shop, order: Order): Promise<void> {
  await setOrder(db, order.id, { state: 'closed' })
  if (order.session) {
    await queueTask(db, randomUUID(), order.subscriber_id, { task: 'close-checkout', session: order.session }, shop.now())
  }
}

async function openPage(shop: Shop, payments: Payments, order: Order, subscriber: Subscriber): Promise<string> {
  const customer = subscriber.payment_customer ?? (await makeCustomer(shop, payments, subscriber))
  const confirmation = shop.mailFrame.publicUrl + paths.confirmation(order.terms.name)
  const page = await payments.openCheckout(`order-${order.id}`, {
    order: order.id,
    customer,
    plan: order.terms,
    successUrl: `${confirmation}?order=${order.id}`,
    cancelUrl: shop.mailFrame.publicUrl + paths.orderSummary(order.terms.name),
  })
  await setOrder(shop.db, order.id, { session: page.session, address: page.address, expires_at: page.expiresAt })
  return page.address
}

async function makeCustomer(shop: Shop, payments: Payments, subscriber: Subscriber): Promise<string> {
  const name = `${subscriber.first_name} ${subscriber.last_name}`
  const made = await payments.createCustomer(`customer-${subscriber.id}`, { email: subscriber.email, name, subscriberId: subscriber.id })
  await shop.db.transaction().execute((db) => updateSubscriber(db, subscriber.id, { payment_customer: made.customer }))
  return made.customer
}

/** The address of a subscriber's own page at the provider, from which they come back to their account. */
export async function portalFor(shop: Shop, payments: Payments, subscriberId: string): Promise<string> {
  const subscriber = await findSubscriber(shop.db, subscriberId)
  if (!subscriber?.payment_customer) refuse('NOT_ENTITLED')
  try {
    return (await payments.openPortal(subscriber.payment_customer, shop.mailFrame.publicUrl + paths.account)).address
  } catch (error) {
    if (payments.isTemporary(error)) refuse('PAYMENTS_UNAVAILABLE')
    throw error
  }
}
