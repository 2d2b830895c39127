/**
 * The model of Stripe as a client of Stripe's own package: the methods that the adapter uses, answered by the model.
 * Calls may fail.
 */
import { Stripe as StripeApi } from 'stripe'
import {
  cancelSubscription,
  createCreditNote,
  expireSession,
  finalizeInvoice,
  refundPayment,
  releaseSchedule,
  setDefaultCard,
  updateSubscription,
  voidInvoice,
} from './stripe-calls.ts'
import {
  hourOf,
  invoiceOf,
  invoicesOf,
  paymentOf,
  sessionOf,
  StripeRefusal,
  subscriptionOf,
  type PlanName,
  type Stripe,
} from './stripe-model.ts'
import {
  creditNoteObject,
  customerObject,
  disputeObjects,
  invoiceObject,
  paymentObject,
  previewObject,
  priceObject,
  refundObjects,
  sessionObject,
  subscriptionObject,
} from './stripe-objects.ts'

/** How the next calls fail. `unreached`: nothing was done; `unheard`: it was done; `refused`: it will never be done. */
export type Fault = 'unreached' | 'unheard' | 'refused'

/** A client of Stripe whose next `calls` fail. */
export type FailingStripe = { stripe: Stripe; fault: Fault | null; calls: number }

const { StripeConnectionError, StripeInvalidRequestError, StripePermissionError } = StripeApi.errors

/** Makes one call to Stripe: the model acts at once, and responds later. */
async function call<T>(line: FailingStripe, work: (stripe: Stripe) => T, changes: boolean): Promise<T> {
  const fault = line.calls > 0 ? line.fault : null
  line.calls = Math.max(0, line.calls - 1)
  if (fault === 'unreached') throw new StripeConnectionError({ type: 'api_error', message: 'ECONNREFUSED' })
  if (fault === 'refused' && changes) {
    const message = 'The provided key does not have the required permissions.'
    throw new StripePermissionError({ type: 'invalid_request_error', message, statusCode: 403 })
  }
  const answer = answered(() => work(line.stripe))
  if (fault === 'unheard') throw new StripeConnectionError({ type: 'api_error', message: 'ETIMEDOUT' })
  return answer
}

/** docs.stripe.com/api/errors: what does not exist has the code `resource_missing`. */
function answered<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    const { message } = error
    const [statusCode, code] = message.startsWith('No such ') ? [404, 'resource_missing'] : [400, undefined]
    throw new StripeInvalidRequestError({ type: 'invalid_request_error', message, statusCode, ...(code && { code }) })
  }
}

/** Returns a list of one page, which callers await or iterate over: docs.stripe.com/api/pagination. */
function list<T>(read: Promise<T[]>) {
  const page = read.then((data) => ({ data, has_more: false }))
  let index = 0
  const next = async () => {
    const { data } = await page
    return index < data.length ? { done: false, value: data[index++] } : { done: true, value: undefined }
  }
  return Object.assign(page, { [Symbol.asyncIterator]: () => ({ next }) })
}

type SubscriptionChanges = Pick<
  StripeApi.SubscriptionUpdateParams,
  'cancel_at_period_end' | 'cancel_at' | 'pause_collection' | 'trial_end' | 'default_payment_method'
>

/** Returns the client that `createStripe` receives. */
export function clientOf(line: FailingStripe): StripeApi {
  const read = <T>(work: (stripe: Stripe) => T) => call(line, work, false)
  const change = <T>(work: (stripe: Stripe) => T) => call(line, work, true)
  const subscription = (stripe: Stripe, id: string) => subscriptionObject(subscriptionOf(stripe, id))
  const client = {
    subscriptions: {
      retrieve: (id: string, { expand = [] }: { expand?: string[] } = {}) =>
        read((stripe) => ({
          ...subscription(stripe, id),
          ...(expand.length > 0 && { customer: customerObject(stripe) }),
        })),
      update: (id: string, changes: SubscriptionChanges) =>
        change((stripe) => {
          const { cancel_at_period_end: flag, cancel_at: cancelAt, pause_collection: pause, trial_end: end } = changes
          const { default_payment_method: method } = changes
          updateSubscription(stripe, id, {
            ...(flag === undefined ? {} : { cancelAtPeriodEnd: flag }),
            ...(cancelAt === '' ? { cancelAt: null } : {}),
            ...(pause === undefined ? {} : { paused: pause !== '' }),
            ...(typeof end === 'number' ? { trialEnd: hourOf(new Date(end * 1000)) } : {}),
            ...(method === '' ? { ownCard: null } : {}),
          })
          return subscription(stripe, id)
        }),
      cancel: (id: string) =>
        change((stripe) => {
          cancelSubscription(stripe, id)
          return subscription(stripe, id)
        }),
    },
    customers: {
      update: (_id: string, { invoice_settings: settings }: StripeApi.CustomerUpdateParams) =>
        change((stripe) => setDefaultCard(stripe, String(settings?.default_payment_method))),
    },
    prices: { retrieve: (id: string) => read(() => priceObject(id.replace('price_', '') as PlanName)) },
    subscriptionSchedules: {
      release: (id: string) => change((stripe) => releaseSchedule(stripe, id.replace('sub_sched_', ''))),
    },
    invoices: {
      list: ({ subscription: id = '', status }: { subscription?: string; status?: string }) =>
        list(
          read((stripe) =>
            invoicesOf(stripe, id)
              .filter((one) => status === undefined || one.status === status)
              .map(invoiceObject),
          ),
        ),
      retrieve: (id: string) => read((stripe) => invoiceObject(invoiceOf(stripe, id))),
      finalizeInvoice: (id: string) => change((stripe) => invoiceObject(finalizeInvoice(stripe, id))),
      voidInvoice: (id: string) =>
        change((stripe) => {
          voidInvoice(stripe, id)
          return invoiceObject(invoiceOf(stripe, id))
        }),
      createPreview: ({ subscription: id = '' }: { subscription?: string }) =>
        read((stripe) => previewObject(stripe, subscriptionOf(stripe, id))),
    },
    paymentIntents: { retrieve: (id: string) => read((stripe) => paymentObject(paymentOf(stripe, id))) },
    refunds: {
      list: ({ payment_intent: id = '' }: { payment_intent?: string }) =>
        list(read((stripe) => refundObjects(paymentOf(stripe, id)))),
      create: ({ payment_intent: id = '', amount = null, metadata }: RefundParams) =>
        change((stripe) => ({ id: refundPayment(stripe, id, amount, requestIn(metadata)).id })),
    },
    disputes: {
      list: ({ payment_intent: id = '' }: { payment_intent?: string }) =>
        list(read((stripe) => disputeObjects(paymentOf(stripe, id)))),
    },
    creditNotes: {
      list: ({ invoice }: { invoice?: string }) =>
        list(read((stripe) => stripe.creditNotes.filter((note) => note.invoice === invoice).map(creditNoteObject))),
      create: ({ invoice, amount = 0, refund_amount: refund = 0, credit_amount: credit = 0, metadata }: NoteParams) =>
        change((stripe) => {
          const request = requestIn(metadata)
          return creditNoteObject(createCreditNote(stripe, { invoice, amount, refund, credit, request }))
        }),
    },
    checkout: {
      sessions: {
        retrieve: (id: string) => read((stripe) => sessionObject(sessionOf(stripe, id))),
        expire: (id: string) => change((stripe) => sessionObject(expireSession(stripe, id))),
      },
    },
  }
  // The package's class has hundreds of methods; a call of one that is missing here fails.
  return client as unknown as StripeApi
}

type RefundParams = { payment_intent?: string; amount?: number | null; metadata?: Record<string, string> }
type NoteParams = {
  invoice: string
  amount?: number
  refund_amount?: number
  credit_amount?: number
  metadata?: Record<string, string>
}

const requestIn = (metadata: Record<string, string> = {}) => metadata['tillhouse_refund'] ?? null
