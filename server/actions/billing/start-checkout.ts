import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/errors.ts'
import type { Plan } from '../../../domain/catalogue/plan.ts'
import type { Values } from '../../../domain/registration/registration.ts'
import { paths } from '../../../contract/screens.ts'
import { planPlacement, type Placement } from '../../../domain/billing/payments/placement.ts'
import { termsOf } from '../../../domain/subscription/subscription.ts'
import { hasResponded, isUnknown, type Payments } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import {
  addOrder,
  findOpenOrder,
  findOrder,
  lockOpenOrder,
  noteAnswered,
  placedOrder,
  putOrderPage,
  type Order,
} from '../../store/billing/orders.ts'
import type { BillingTask } from '../../../domain/billing/billing-tasks.ts'
import { queueTask } from '../../store/jobs/jobs.ts'
import { recordAcceptance } from '../../store/screening/records.ts'
import {
  asCustomer,
  asPerson,
  lockSubscriber,
  updateSubscriber,
  type Subscriber,
} from '../../store/subscribers/subscribers.ts'
import { lockSubscriptionsOf } from '../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../store/tables.ts'
import { askAboutOrder } from './reconcile/ask-about-order.ts'
import { notePrice } from './check-prices.ts'
import { closeOrder } from './close-order.ts'
import { billingTransaction } from './store/billing-store.ts'
import { putSignedIn, type SignedInPerson } from '../trials/put-signed-in.ts'
import { acceptedAtCheckout } from '../trials/register.ts'
import { mustKeepCheck, screenAgain } from '../screening/screen-subscriber.ts'
import { screenFirst, type ScreenPerson } from '../screening/screen-first.ts'
import { giveUp } from './tasks/give-up.ts'

export type Purchase = { person: SignedInPerson; plan: Plan; values: Values; from: string }

/**
 * Returns the payment address. The order is stored before the redirect: one open order per person and product, so that
 * two tabs get one page, and another plan closes the earlier one. Refuses with 409 a person who is not cleared, is
 * subscribed already, or is billed in another currency, and a plan whose price does not match, and with 503 if the
 * provider is unavailable: a retry continues the same order.
 */
export async function startCheckout(context: AppContext, payments: Payments, purchase: Purchase): Promise<string> {
  await askAboutOpenOrder(context, payments, purchase)
  const placed = await screenFirst(context, 'refuse', (check) =>
    context.serialize(purchase.person.accountId, () =>
      context.transact((db) => placeOrder(db, context, purchase, check)),
    ),
  )
  if ('refused' in placed) refuse(placed.refused)
  const { order, subscriber } = placed
  if (order.processing_at) return confirmationOf(context, order)
  if (order.address && order.expires_at && order.expires_at > context.now()) return order.address
  return pageOf(context, payments, order, subscriber)
}

async function pageOf(
  context: AppContext,
  payments: Payments,
  order: Order,
  subscriber: Subscriber,
  isRetry = false,
): Promise<string> {
  try {
    const address = await openPage(context, payments, order, subscriber)
    await notePrice(context, order.terms.name, null)
    return address
  } catch (error) {
    const fault = payments.faultOf(error)
    // The provider repeats its response under the same key for a day, so the next attempt uses another key. An archived
    // price, too, was refused under this key, and may be sold again.
    if (hasResponded(fault)) await noteAnswered(context.db, order.id)
    if (fault.kind === 'plan-not-sold') {
      await notePrice(context, order.terms.name, fault.sentence)
      refuse('PLAN_NOT_SOLD')
    }
    if (fault.kind === 'other-currency') {
      const { payment_customer: customer } = subscriber
      if (isRetry || customer === null) refuse('OTHER_CURRENCY')
      // It may be only an unpaid page, which its buyer has left or which is still to be closed.
      await payments
        .closeOtherCurrencies(customer, order.terms.currency)
        .catch((fault: unknown) => giveUp(context, payments, subscriber, fault))
      const next = (await findOrder(context.db, order.id)) ?? refuse('SIGN_IN_NEEDED')
      return pageOf(context, payments, next, subscriber, true)
    }
    return giveUp(context, payments, subscriber, error)
  }
}

/** Its buyer may have paid on its page by a method that takes days: then no other page is opened. */
async function askAboutOpenOrder(context: AppContext, payments: Payments, { person, plan }: Purchase): Promise<void> {
  const { subscriberId } = person
  const open = subscriberId === null ? undefined : await findOpenOrder(context.db, subscriberId, plan.product)
  if (!open || open.processing_at) return
  await askAboutOrder(context, payments, open).catch((error: unknown) => {
    const fault = payments.faultOf(error)
    if (fault.kind === 'own') throw error
    // For example after the keys were replaced by another account's: a new page is opened once this one has expired.
    if (!isUnknown(fault)) refuse('PAYMENTS_UNAVAILABLE')
  })
}

const confirmationOf = ({ mailFrame }: AppContext, { id, terms }: Order) =>
  `${mailFrame.publicUrl}${paths.confirmation(terms.name)}?order=${id}`

type OrderPlacement = { order: Order; subscriber: Subscriber } | Extract<Placement, { refused: string }>

async function placeOrder(
  db: Trx,
  context: AppContext,
  purchase: Purchase,
  check: ScreenPerson,
): Promise<OrderPlacement> {
  const { person, plan, values, from } = purchase
  const known = await putSignedIn(db, context, person, plan, values)
  const subscriber = await screenAgain(db, context, known, 'checkout', check)
  const subscriptions = await lockSubscriptionsOf(db, subscriber.id)
  const open = await lockOpenOrder(db, subscriber.id, plan.product)
  const terms = termsOf(plan)
  const ordered = open ? { order: placedOrder(open), expiresAt: open.expires_at } : null
  const placement = planPlacement({ person: asPerson(subscriber), subscriptions, open: ordered }, terms, context.now())
  if ('refused' in placement) {
    // A refusal changes nothing, except that new findings of the check are kept.
    return (await mustKeepCheck(db, known, subscriber)) ? placement : refuse(placement.refused)
  }
  if (open && placement.page === 'processing') return { order: open, subscriber }
  await recordAcceptance(
    db,
    { subscriberId: subscriber.id, documents: acceptedAtCheckout(context.brand, values, plan, person.language), from },
    context.now(),
  )
  if (open && placement.page === 'open') return { order: open, subscriber }
  if (open) await closeOrder(billingTransaction(db, context, subscriber), placedOrder(open))
  const id = randomUUID()
  const subscription = placement.owned ?? randomUUID()
  await addOrder(db, { id, subscriber_id: subscriber.id, subscription_id: subscription, terms }, context.now())
  const order = await findOrder(db, id)
  if (!order) throw new Error('an order that was placed has gone')
  return { order, subscriber }
}

async function openPage(
  context: AppContext,
  payments: Payments,
  order: Order,
  subscriber: Subscriber,
): Promise<string> {
  const customer = subscriber.payment_customer ?? (await makeCustomer(context, payments, order, subscriber))
  const page = await payments.openCheckout(`order-${order.id}-${order.answered}`, {
    order: order.id,
    customer,
    plan: order.terms,
    successUrl: confirmationOf(context, order),
    cancelUrl: context.mailFrame.publicUrl + paths.orderSummary(order.terms.name),
    language: subscriber.language,
  })
  const { session, address, expiresAt } = page
  if (await putOrderPage(context.db, order, { session, address, expires_at: expiresAt })) return address
  // Another tab has chosen another plan, a later press got a page first, or the person was erased: this page must not
  // take a payment.
  await context.transact((db) => queueTask(db, randomUUID(), null, { task: 'close-checkout', session }, context.now()))
  const stored = await findOrder(context.db, order.id)
  return (stored?.state === 'open' && stored.address) || refuse('ORDER_REPLACED')
}

async function makeCustomer(
  context: AppContext,
  payments: Payments,
  order: Order,
  subscriber: Subscriber,
): Promise<string> {
  const key = `customer-${order.id}-${order.answered}`
  const made = await payments.createCustomer(key, asCustomer(subscriber))
  const keep = async (db: Trx) => {
    const known = await lockSubscriber(db, subscriber.id)
    const kept = known ? (known.payment_customer ?? made.customer) : null
    if (kept === made.customer) {
      await updateSubscriber(db, subscriber.id, { payment_customer: kept })
      if (known?.vat_id) {
        const task: BillingTask = { task: 'update-customer', subscriber: subscriber.id, changed: ['vatId'] }
        await queueTask(db, randomUUID(), subscriber.id, task, context.now())
      }
    }
    // Erased meanwhile, or created twice by concurrent purchases: the provider must delete this one.
    else await queueTask(db, randomUUID(), null, { task: 'delete-customer', customer: made.customer }, context.now())
    return kept
  }
  const customer = await context.serialize(subscriber.id, () => context.transact(keep))
  return customer ?? refuse('SIGN_IN_NEEDED')
}
