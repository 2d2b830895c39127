import type { Stripe } from 'stripe'
import type { BillingDispute, BillingPayment, BillingRefund } from '../../../../domain/billing/billing-snapshot.ts'
import type { PaymentCard } from '../../../../domain/billing/payments/payment-card.ts'
import type { Card } from '../port.ts'
import { isUnsupported } from './faults.ts'
import { idOf, moment } from './values.ts'

const intentStates: Record<string, BillingPayment['status']> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_action: 'requires_action',
  requires_confirmation: 'requires_action',
}

/** `disputed`: a message or an earlier check shows that it may be disputed. */
export async function readPayment(stripe: Stripe, id: string, disputed: boolean): Promise<BillingPayment> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const paid = intent.amount_received > 0
  const { data } = paid ? await stripe.refunds.list({ payment_intent: id, limit: 100 }) : { data: [] }
  const refunds = data.map(readRefund)
  const listed = refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  return {
    id,
    status: intentStates[intent.status] ?? 'unpaid',
    received: intent.amount_received,
    refunded: listed,
    refunds,
    disputes: disputed || charge?.disputed ? await readDisputes(stripe, id) : [],
    card: charge ? cardOf(charge) : null,
    failure: charge?.status === 'failed' ? failureOf(charge, intent) : null,
  }
}

/**
 * Returns the charged card; null for a bank account, a wallet without one and so on. An invoice's payment names its
 * payment intent (docs.stripe.com/api/invoice-payment/object), whose `latest_charge` has the method:
 * docs.stripe.com/api/charges/object, `payment_method_details.card`.
 */
export function cardOf({ payment_method_details: details }: Stripe.Charge): PaymentCard | null {
  const { brand, last4 } = details?.card ?? {}
  return last4 ? { brand: brand ?? 'unknown', lastDigits: last4 } : null
}

/** docs.stripe.com/api/payment_intents/object, `last_payment_error`; docs.stripe.com/api/charges/object, `failure_code`. */
function failureOf(charge: Stripe.Charge, { last_payment_error: error }: Stripe.PaymentIntent) {
  return { at: moment(charge.created), reason: error?.decline_code ?? charge.failure_code ?? null }
}

function readRefund(refund: Stripe.Refund): BillingRefund {
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  return {
    id: refund.id,
    amount: refund.amount,
    at: moment(refund.created),
    status: failed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    request: refund.metadata?.[refundRequest] ?? null,
  }
}

/** Marks a refund with its request, so that a lost response does not cause a second refund. */
export const refundRequest = 'tillhouse_refund'

/**
 * Stripe's states of a dispute: docs.stripe.com/api/disputes/object, `status`. An inquiry moves no money
 * (docs.stripe.com/disputes/how-disputes-work), and an appeal decides about money that is withheld until then
 * (docs.stripe.com/disputes/arbitration).
 */
const disputeStates: Record<string, BillingDispute['status']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'answered',
  warning_closed: 'closed',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
}

/** A refund can prevent a dispute: docs.stripe.com/disputes/prevention. An unknown state counts as open. */
function disputeStateOf({ status, payment_method_details: details }: Stripe.Dispute): BillingDispute['status'] {
  if (status === 'prevented' && details?.card?.case_type === 'resolution') return 'lost'
  return disputeStates[status] ?? 'open'
}

async function readDisputes(stripe: Stripe, payment: string): Promise<BillingDispute[]> {
  const { data } = await stripe.disputes.list({ payment_intent: payment, limit: 100 }).catch((error: unknown) => {
    // A restricted key may lack permission for disputes, about which the start warned: renewals continue without them.
    if (!isUnsupported(error)) throw error
    return { data: [] }
  })
  return data.map((dispute) => ({
    id: dispute.id,
    amount: dispute.amount,
    at: moment(dispute.created),
    status: disputeStateOf(dispute),
    answerBy: answerBy(dispute),
  }))
}

/** Stripe always sends the details: docs.stripe.com/api/disputes/object. A dispute without them is read all the same. */
function answerBy({ evidence_details: details }: { evidence_details?: Stripe.Dispute.EvidenceDetails }): Date | null {
  return details?.due_by ? moment(details.due_by) : null
}

/** Returns the card of a subscription: its own, otherwise the customer's default, otherwise the newest one. */
export async function readCard(stripe: Stripe, id: string): Promise<Card | null> {
  const subscription = await stripe.subscriptions.retrieve(id, {
    expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
  })
  const { customer, default_payment_method: own } = subscription
  const method =
    expanded(own) ??
    defaultMethodOf(subscription) ??
    (await stripe.paymentMethods.list({ customer: idOf(customer), type: 'card', limit: 1 })).data[0]
  const card = method?.card
  if (!card) return null
  const expiresAt = new Date(Date.UTC(card.exp_year, card.exp_month, 1))
  return { brand: card.brand, lastDigits: card.last4, expiresAt }
}

/** Returns the default payment method of a subscription's customer, which must be expanded; null if there is none. */
export function defaultMethodOf({ customer }: Stripe.Subscription): Stripe.PaymentMethod | null {
  const settings = typeof customer === 'object' && 'invoice_settings' in customer ? customer.invoice_settings : null
  return expanded(settings?.default_payment_method ?? null)
}

function expanded<T>(reference: string | T | null): T | null {
  return typeof reference === 'string' ? null : reference
}
