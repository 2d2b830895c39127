import { refuse } from '../../core/errors.ts'
import { listLimits } from '../../core/limits.ts'
import { majorUnits } from '../../core/plan.ts'
import { isAdministrator } from '../../core/screens.ts'
import type { Output } from '../../core/contract.ts'
import type { PaymentIssueKind } from '../../core/payment-issues.ts'
import type { Spoken } from '../../core/words/spoken.ts'
import { readRefund, refundPayment } from '../actions/billing/refund-payment.ts'
import { resolvePaymentIssue, retryPaymentIssue } from '../actions/billing/resolve-issue.ts'
import { correctDetails } from '../actions/correct-details.ts'
import type { CustomerInvoice, Payments } from '../adapters/payments/port.ts'
import type { Call, Handlers } from '../http/contract-routes.ts'
import { wordsFor } from '../http/language.ts'
import type { Shop } from '../shop.ts'
import { paymentFactsOf } from '../store/billing.ts'
import { openIssues, type OpenIssue } from '../store/payment-issues.ts'
import { paymentsOf, type PaymentRow } from '../store/payments.ts'
import { findSubscriber } from '../store/subscribers.ts'
import { findSubscription } from '../store/subscriptions.ts'
import { viewPayment } from './payment-view.ts'
import { readComment } from './reviews.ts'
import { administratorOf, userOf } from './session.ts'
import { isId, viewForDesk, viewOwnSubscriber } from './subscriptions.ts'

type Rows =
  | 'GET /api/v1/subscribers/{id}/invoices'
  | 'GET /api/v1/account/invoices'
  | 'POST /api/v1/account/details'
  | 'GET /api/v1/subscriptions/payments/{id}'
  | 'POST /api/v1/subscriptions/refund/{id}'
  | 'GET /api/v1/matters'
  | 'POST /api/v1/matters/retry/{id}'
  | 'POST /api/v1/matters/resolve/{id}'
  | 'POST /api/v1/matters/settle/{id}'

/** Invoices, payments, refunds and payment issues. About an unknown id, or another person's: 404. */
export function billingHandlers(shop: Shop, payments: Payments): Handlers<Rows> {
  async function invoicesOf(subscriberId: string | null): Promise<Output<'GET /api/v1/account/invoices'>> {
    const subscriber = subscriberId === null ? undefined : await findSubscriber(shop.db, subscriberId)
    if (!subscriber) refuse('NOT_FOUND')
    const customer = subscriber.payment_customer
    if (!customer) return []
    try {
      return (await payments.readInvoices(customer)).map(viewInvoice)
    } catch (error) {
      // Its customer was deleted there, and the invoices with it.
      if (payments.isUnknown(error)) return []
      if (payments.faultOf(error).answered || payments.isTemporary(error)) return refuse('PAYMENTS_UNAVAILABLE')
      throw error
    }
  }

  const resolve = async (id: string, body: { comment?: string | undefined }, call: Call) => {
    const decision = { by: administratorOf(call), comment: readComment(body, call) }
    if (!isId(id)) refuse('NOT_FOUND')
    await resolvePaymentIssue(shop, id, decision)
    return undefined
  }

  return {
    'GET /api/v1/subscribers/{id}/invoices': ({ path }) => invoicesOf(isId(path.id) ? path.id : null),
    async 'GET /api/v1/account/invoices'(_input, { visitor }) {
      const { subscriberId } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      return subscriberId === null ? [] : invoicesOf(subscriberId)
    },

    async 'POST /api/v1/account/details'({ body }, { visitor }) {
      const { subscriberId } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      return viewOwnSubscriber(await correctDetails(shop, subscriberId ?? refuse('NOT_FOUND'), body))
    },

    async 'GET /api/v1/subscriptions/payments/{id}'({ path }, { visitor }) {
      const signedIn = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const subscription = isId(path.id) ? await findSubscription(shop.db, path.id) : undefined
      const atDesk = isAdministrator(userOf(signedIn))
      const own = subscription?.subscriberId === signedIn.subscriberId && signedIn.subscriberId !== null
      if (!subscription?.subscriberId || (!own && !atDesk)) refuse('NOT_FOUND')
      return (await paymentsOf(shop.db, path.id)).map((row) => viewPaymentRow(row, atDesk))
    },

    async 'POST /api/v1/subscriptions/refund/{id}'({ path, body }, call) {
      const signedIn = call.visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const say = wordsFor(call.request)
      const request = readRefund(body, say.fields)
      if (!isId(path.id)) refuse('NOT_FOUND')
      const asker = { email: signedIn.email, subscriberId: signedIn.subscriberId }
      const { subscription, subscriber } = await refundPayment(shop, path.id, request, asker, say)
      const facts = await paymentFactsOf(shop.db, [path.id])
      const view = viewPayment(subscription, facts.get(path.id), 'administrator', payments.linkTo)
      return viewForDesk(subscription, subscriber, view)
    },

    async 'GET /api/v1/matters'(_input, { request }) {
      const { paymentIssues: say } = wordsFor(request)
      return (await openIssues(shop.db, listLimits.pageMost)).map((issue) => viewIssue(issue, payments, say))
    },

    async 'POST /api/v1/matters/retry/{id}'({ path, body }, call) {
      const decision = { by: administratorOf(call), comment: readComment(body, call) }
      if (!isId(path.id)) refuse('NOT_FOUND')
      await retryPaymentIssue(shop, path.id, decision)
      return {}
    },
    'POST /api/v1/matters/resolve/{id}': ({ path, body }, call) => resolve(path.id, body, call),
    'POST /api/v1/matters/settle/{id}': ({ path, body }, call) => resolve(path.id, body, call),
  }
}

function viewInvoice(invoice: CustomerInvoice): Output<'GET /api/v1/account/invoices'>[number] {
  const { number, currency, state, url, pdfUrl } = invoice
  return {
    number,
    date: invoice.date.toISOString(),
    periodStart: invoice.periodStart?.toISOString() ?? null,
    periodEnd: invoice.periodEnd?.toISOString() ?? null,
    total: majorUnits(invoice.total, currency),
    tax: majorUnits(invoice.tax, currency),
    refunded: majorUnits(invoice.refunded, currency),
    currency,
    state,
    url,
    pdfUrl,
  }
}

function viewPaymentRow(row: PaymentRow, atDesk: boolean): Output<'GET /api/v1/subscriptions/payments/{id}'>[number] {
  const { kind, state, currency, at, comment, by } = row
  return {
    kind,
    state,
    amount: majorUnits(row.amount, currency),
    tax: row.tax === null ? null : majorUnits(row.tax, currency),
    currency,
    at: at.toISOString(),
    periodStart: row.period_start?.toISOString() ?? null,
    periodEnd: row.period_end?.toISOString() ?? null,
    invoiceNumber: row.invoice_number,
    ...(atDesk ? { addedBy: by, comment } : {}),
  }
}

function viewIssue(
  issue: OpenIssue,
  { linkTo }: Pick<Payments, 'linkTo'>,
  say: Spoken['paymentIssues'],
): Output<'GET /api/v1/matters'>[number] {
  const { subscription_id: subscription, subscriber_id: subscriber, terms, email, provider_object: object } = issue
  const kind = issue.kind as PaymentIssueKind
  return {
    id: issue.id,
    kind,
    since: issue.since.toISOString(),
    subscriber: subscriber && email ? { id: subscriber, email } : null,
    subscription: subscription && terms ? { id: subscription, plan: terms.title } : null,
    detail: [say.kinds[kind], ...(issue.detail ? [say.answer(issue.detail)] : [])].join(' '),
    retryable: issue.retryable,
    providerUrl: object ? linkTo(object) : null,
  }
}
