import { cleared, termsOf } from '../../../../domain/subscription/subscription.ts'
import { planIn } from '../../../catalogue.ts'
import type { AppContext } from '../../../context.ts'
import { purchaseFailedMail, purchaseProcessingMail } from '../../../mails/subscriptions/purchase-mails.ts'
import { paymentRefundedMail } from '../../../mails/subscriptions/refund.ts'
import { planChangesUnderWay, withdrawChanges } from '../../../store/admin/audit.ts'
import {
  findByPaymentProvider,
  claimCheck,
  findErased,
  notAskedSince,
  releaseCheck,
  subscriptionsOfCustomer,
} from '../../../store/billing/billed-subscriptions.ts'
import {
  billingSide,
  oweUntil,
  saveBillingSide,
  setPaymentProviderCharging,
  withholdUntil,
} from '../../../store/billing/billing-side.ts'
import {
  changeOrder,
  claimAsking,
  findOrder,
  findOrderBySession,
  lastPurchase,
  lockOpenOrder,
  lockOrder,
  ordersNotAskedSince,
  placedOrder,
  releaseAsking,
} from '../../../store/billing/orders.ts'
import { isOpen } from '../../../store/billing/payment-issues.ts'
import {
  knownPayments,
  refundMade,
  savePayments,
  storedPayments,
  subscriptionOfPayment,
} from '../../../store/billing/payments.ts'
import { billingNoticesOf } from '../../../store/billing/sent-notices.ts'
import { queueMail, waitingTasks } from '../../../store/jobs/jobs.ts'
import { tellBilling } from '../../../store/messages.ts'
import {
  asCustomer,
  asPerson,
  asRecipient,
  findSubscriber,
  lockSubscriber,
  type Subscriber,
} from '../../../store/subscribers/subscribers.ts'
import { findSubscription, lockSubscriptionsOf } from '../../../store/subscriptions/subscriptions.ts'
import type { Trx } from '../../../store/tables.ts'
import { changeSubscription } from '../../subscriptions/change-subscription.ts'
import { writeSteps } from '../reconcile/write-steps.ts'
import type { BillingStore, BillingTransaction } from './port.ts'

/** Milliseconds after which the provider has responded to a change of plan, or the response is lost. */
export const planChangeAnswered = 2 * 60_000

/** Milliseconds within which an administrator's change here is attributed to them: its webhook may be sent again. */
const longestChange = 3_600_000

/** The remark if the response to a change of plan was lost, and the provider has not made it. */
const notMade = 'The payment provider did not confirm the change of plan, and has not made it.'

/** How many subscriptions a sweep reads at once. */
const pageSize = 100

const orderMails = { 'purchase-processing': purchaseProcessingMail, 'purchase-failed': purchaseFailedMail }

/** The database as reconciliation and billing tasks use it. With `trx`, all of it is part of that transaction. */
export function billingStore(context: AppContext, trx?: Trx): BillingStore {
  const { now, catalogue } = context
  const db = trx ?? context.db
  return {
    now,
    termsOf(name) {
      const plan = catalogue.plans.get(name)
      return plan?.type === 'subscription' ? termsOf(plan) : undefined
    },
    findBilled: (billingId) => findByPaymentProvider(db, billingId),
    async billedWith(payment) {
      const id = await subscriptionOfPayment(db, payment)
      return id && (await billingSide(db, id))?.billingId
    },
    billedTo: async (customer) => (await subscriptionsOfCustomer(db, customer)).map(({ billingId }) => billingId),
    side: (id) => billingSide(db, id),
    payments: (id) => storedPayments(db, id),
    subscription: (id) => findSubscription(db, id),
    subscriptionOfPayment: (payment) => subscriptionOfPayment(db, payment),
    setCharging: (id, charging) => setPaymentProviderCharging(db, id, charging),
    withholdUntil: (id, end) => withholdUntil(db, id, end),
    oweUntil: (id, end) => oweUntil(db, id, end),
    async customerOf(subscriberId) {
      const subscriber = await findSubscriber(db, subscriberId)
      if (!subscriber?.payment_customer) return null
      return { id: subscriber.payment_customer, person: asCustomer(subscriber) }
    },
    async findOrder(id) {
      const order = await findOrder(db, id)
      return order && placedOrder(order)
    },
    async orderOfSession(session) {
      const order = await findOrderBySession(db, session)
      return order && placedOrder(order)
    },
    async ordersNotAskedSince(moment) {
      return (await ordersNotAskedSince(db, moment)).map((order) => ({
        ...placedOrder(order),
        claim: () => claimAsking(db, order, now()),
        release: () => releaseAsking(db, order),
      }))
    },
    async notAskedSince(moment) {
      return (await notAskedSince(db, moment, pageSize)).map((due) => ({
        ...due,
        claim: () => claimCheck(db, due.id, moment, now()),
        release: () => releaseCheck(db, due),
      }))
    },
    lastPurchase: (id) => lastPurchase(db, id),
    knownPayments: (some) => knownPayments(db, some),
    findErased: (billingId) => findErased(db, billingId),
    changeOrder: (id, change, askedAt) => changeOrder(db, id, change, askedAt),
    transact(subscriberId, work) {
      const run = async (within: Trx) => {
        const subscriber = subscriberId === null ? undefined : await lockSubscriber(within, subscriberId)
        return work(billingTransaction(within, context, subscriber))
      }
      return trx ? run(trx) : context.transact(run)
    },
  }
}

/** A transaction in which the subscriber, if there still is one, is locked. */
export function billingTransaction(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber | undefined,
): BillingTransaction {
  return {
    subscriberId: subscriber?.id ?? null,
    side: (id) => billingSide(db, id),
    payments: (id) => storedPayments(db, id),
    lockSubscriptions: async () => (subscriber ? lockSubscriptionsOf(db, subscriber.id) : []),
    async lockOrder(id) {
      const order = await lockOrder(db, id)
      return order && placedOrder(order)
    },
    async lockOpenOrder(product) {
      const order = subscriber && (await lockOpenOrder(db, subscriber.id, product))
      return order && placedOrder(order)
    },
    ownerOf({ terms }) {
      if (!subscriber) return null
      const { title } = planIn(context.catalogue, terms, subscriber.language)
      return { subscriber: subscriber.id, isCleared: cleared(asPerson(subscriber)), title }
    },
    waitingTasks: (subject) => waitingTasks(db, subject),
    notices: (id) => billingNoticesOf(db, id),
    isOpen: (issue) => isOpen(db, issue),
    changeOrder: (id, change, askedAt) => changeOrder(db, id, change, askedAt),
    async save(id, side, payments) {
      await saveBillingSide(db, id, side)
      await savePayments(db, id, payments)
    },
    write: (id, steps, subscription = null) => writeSteps(db, context, { id, subscriber, subscription }, steps),
    async change(id, command, { change, ...seen } = {}) {
      if (!subscriber) return null
      const changed = await changeSubscription(db, context, subscriber, id, command, {
        ...seen,
        ...(change && id !== null && { change: { ...change, byAdministrator: await isByAdministrator(id) } }),
      })
      return 'refused' in changed || changed.events.length === 0 ? null : changed.subscription
    },
    refundMade: (refund, providerId) => refundMade(db, refund, providerId),
    async mailRefund(refund) {
      if (!subscriber) return
      const mail = paymentRefundedMail(context.mailFrame, { ...asRecipient(subscriber), ...refund, unused: true })
      await queueMail(db, subscriber.id, mail, context.now())
    },
    async mailOrder({ id: order, terms }, mail) {
      if (!subscriber) return
      const plan = planIn(context.catalogue, terms, subscriber.language)
      const facts = { ...asRecipient(subscriber), plan, order }
      await queueMail(db, subscriber.id, orderMails[mail](context.mailFrame, facts), context.now())
    },
    async closePlanChange(id) {
      const lost = subscriber ? await planChangesUnderWay(db, subscriber.id, id) : []
      if (!subscriber || !lost[0] || ageOf(lost[0]) <= planChangeAnswered) return
      await changeSubscription(db, context, subscriber, id, { kind: 'comment', comment: notMade, by: 'billing' })
      for (const line of lost) await withdrawChanges(db, line.id)
    },
    async tell(subscription, snapshot, stored) {
      await tellBilling(db, subscriber?.id ?? null, subscription, snapshot, stored, context.now())
    },
  }

  async function isByAdministrator(id: string): Promise<boolean> {
    const [latest] = subscriber ? await planChangesUnderWay(db, subscriber.id, id) : []
    return latest !== undefined && ageOf(latest) <= longestChange
  }

  function ageOf({ at }: { at: Date }): number {
    return context.now().getTime() - at.getTime()
  }
}
