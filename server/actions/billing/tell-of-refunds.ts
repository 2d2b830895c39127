import { randomUUID } from 'node:crypto'
import type { BillingSnapshot } from '../../../domain/billing/billing-snapshot.ts'
import { accessAfter, refundsToTell } from '../../../domain/billing/refund-notice.ts'
import type { Subscription } from '../../../domain/subscription/subscription.ts'
import { paymentRefundedMail, refundFailedMail } from '../../mails/refund.ts'
import { planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { noteNotice, wasNoted } from '../../store/billing/billing.ts'
import { awaitsRefund } from '../../store/billing/payments.ts'
import type { RefundNotice } from '../../store/billing/billing-tasks.ts'
import { queueMail } from '../../store/jobs/jobs.ts'
import { asRecipient, lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'

/** Notices: a refund by the provider's id, and payments that the shop refunds by itself, or has told of as such. */
const told = 'refund-told'
const unused = 'refund-unused'
const toldAsUnused = 'payment-refunded'
const toldAsFailed = 'refund-failed-told'

/** Notes that the shop refunds a payment by itself: its owner is told why. */
export async function noteUnusedPayment(db: Trx, subscriptionId: string, payment: string): Promise<void> {
  await noteNotice(db, subscriptionId, unused, payment)
}

/** Emails a customer about each refund that a fresh look shows, and each that failed after that, once, whether it was made here or in the provider's dashboard. */
export async function tellOfRefunds(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  subscription: Subscription,
  snapshot: BillingSnapshot,
): Promise<void> {
  await tellOfFailedRefunds(db, context, subscriber, subscription, snapshot)
  const { payments, invoices } = snapshot
  const refunded = payments.flatMap(({ id, refunds }) => (refunds.length > 0 ? [id] : []))
  for (const { payment, refund } of refundsToTell(payments, context.now())) {
    if (await wasNoted(db, subscription.id, toldAsUnused, payment.id)) continue
    if (!(await noteNotice(db, subscription.id, told, refund.id))) continue
    const currency = currencyOf(invoices, payment.id) ?? subscription.plan.currency
    const mail = paymentRefundedMail(context.mailFrame, {
      ...asRecipient(subscriber),
      plan: planIn(context.catalogue, subscription.plan, subscriber.language).title,
      money: { amount: refund.amount, currency },
      card: payment.card,
      unused: await wasNoted(db, subscription.id, unused, payment.id),
      // The rest of a refund that is taken from several payments may still end it.
      access: (await awaitsRefund(db, subscription.id, refunded)) ? null : accessAfter(subscription),
    })
    await queueMail(db, randomUUID(), subscriber.id, mail, context.now())
  }
}

/** A refund may fail days after it was made (docs.stripe.com/refunds, failed refunds): who was told of it is told that, once. */
async function tellOfFailedRefunds(
  db: Trx,
  context: AppContext,
  subscriber: Subscriber,
  { id, plan }: Subscription,
  { payments, invoices }: BillingSnapshot,
): Promise<void> {
  for (const payment of payments)
    for (const refund of payment.refunds.filter(({ status }) => status === 'failed')) {
      const wasTold = (await wasNoted(db, id, told, refund.id)) || (await wasNoted(db, id, toldAsUnused, payment.id))
      if (!wasTold || !(await noteNotice(db, id, toldAsFailed, refund.id))) continue
      const mail = refundFailedMail(context.mailFrame, {
        ...asRecipient(subscriber),
        plan: planIn(context.catalogue, plan, subscriber.language).title,
        money: { amount: refund.amount, currency: currencyOf(invoices, payment.id) ?? plan.currency },
      })
      await queueMail(db, randomUUID(), subscriber.id, mail, context.now())
    }
}

const currencyOf = (invoices: BillingSnapshot['invoices'], payment: string) =>
  invoices.find((invoice) => invoice.payment === payment)?.currency

/**
 * Tells of a payment that the shop refunded by itself where no look at a subscription has told of it: it never belonged to one
 * of the shop's, or the customer's credit had paid. `refund` is the provider's id.
 */
export async function tellOfUnusedPayment(
  context: AppContext,
  { subscriber: id, subscription, ...facts }: RefundNotice,
  payment: string,
  refund: string | null,
): Promise<void> {
  await context.transact(async (db) => {
    const subscriber = await lockSubscriber(db, id)
    if (!subscriber) return
    if (subscription && refund !== null && (await wasNoted(db, subscription, told, refund))) return
    // A task that runs once more after it was interrupted tells nothing twice.
    if (subscription && !(await noteNotice(db, subscription, toldAsUnused, payment))) return
    const mail = paymentRefundedMail(context.mailFrame, { ...asRecipient(subscriber), ...facts, unused: true })
    await queueMail(db, randomUUID(), subscriber.id, mail, context.now())
  })
}
