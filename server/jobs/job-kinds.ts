import type { Mail } from '../../core/mail.ts'
import { settleOrder, settleSubscription } from '../actions/settle-subscription.ts'
import { tellProvider } from '../actions/tell-provider.ts'
import type { Forgotten, Ledger } from '../adapters/ledger/port.ts'
import type { MailTransport } from '../adapters/mail/port.ts'
import type { Payments, ProviderEvent } from '../adapters/payments/port.ts'
import type { Shop } from '../shop.ts'
import { findByProvider } from '../store/billing.ts'
import { idempotencyKey, type BillingEvent, type PaymentTask } from '../store/jobs.ts'
import { findOrderBySession } from '../store/orders.ts'
import { nameOf, type JobHandler } from './run-jobs.ts'

/** How often an email is tried; by then a day and four hours have passed. */
const emailAttempts = 40

export function emailJobs(transport: MailTransport): JobHandler<Mail> {
  return {
    kind: 'email',
    concurrency: 20,
    run: ({ id, payload }) => transport.send({ ...payload, id }),
    failed(error, { attempts }) {
      const { permanent, fault, status, answer } = transport.explain(error)
      // Never what the server said in the log: that may hold an address.
      const told = { reason: fault, answer, details: { status, code: nameOf(error) } }
      return permanent || attempts >= emailAttempts ? { ...told, giveUp: true } : { ...told, answered: status !== null }
    },
  }
}

/** What the provider is told or asked. None is given up: the state it names is wanted until it is reached. */
export function billingJobs(shop: Shop, payments: Payments): JobHandler<PaymentTask> {
  return {
    kind: 'billing',
    concurrency: 10,
    run: (job) => tellProvider(shop, payments, idempotencyKey(job), job.payload),
    failed: (error) => payments.explain(error),
  }
}

/**
 * What the provider reported. Many events about one object cost one question to it, as the object is asked for afresh: order
 * and repetition of deliveries do not matter.
 */
export function billingEventJobs(shop: Shop, payments: Payments): JobHandler<BillingEvent> {
  return {
    kind: 'billing-event',
    concurrency: 4,
    together: true,
    keepsDone: true,
    run: ({ payload }) => lookInto(shop, payments, payload.about),
    failed: (error) => payments.explain(error),
  }
}

async function lookInto(shop: Shop, payments: Payments, about: ProviderEvent['about']): Promise<void> {
  if (!about) return
  if ('checkout' in about) {
    const order = await findOrderBySession(shop.db, about.checkout)
    if (order) await settleOrder(shop, payments, order)
  } else if ('subscription' in about) {
    await settleSubscription(shop, payments, about.subscription)
  } else if ('payment' in about) {
    const subscription = await findByProvider(shop.db, 'payment', about.payment)
    if (subscription) await settleSubscription(shop, payments, subscription.provider)
  }
}

export function erasureLogJobs(ledger: Ledger): JobHandler<Forgotten> {
  return {
    kind: 'erasure-log',
    concurrency: 1,
    run: ({ payload }) => ledger.add(payload),
    failed: (error) => ({ answered: false, reason: nameOf(error) }),
  }
}
