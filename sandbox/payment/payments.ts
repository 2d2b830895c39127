import { emit, find, newId, type Act } from './act.ts'
import { isPast } from './cards.ts'
import { emptyList } from './lists.ts'
import type { Charge, Invoice, PaymentIntent, PaymentMethod } from './kinds.ts'
import type { Fault } from './refusal.ts'

const refusals: Record<string, { code: string; message: string }> = {
  card_declined: { code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: { code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}

/** Charges the card for what the invoice asks; the fault says why it did not work. `first`: the customer is present. */
export function charge(
  act: Act,
  invoice: Invoice,
  methodId: string | null,
  first: boolean,
): { intent: PaymentIntent; fault: Fault | null } {
  const method = methodId === null ? undefined : act.get('payment_method', methodId)
  const payment = act.all('invoice_payment').find((one) => one.invoice === invoice.id)
  const before = payment && act.get('payment_intent', payment.payment.payment_intent)
  const intent = before ?? newIntent(act, invoice)
  if (!payment) {
    act.put('invoice_payment', {
      id: newId('inpay_1', 23),
      object: 'invoice_payment',
      amount_paid: null,
      amount_requested: invoice.amount_due,
      created: act.at,
      currency: invoice.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { type: 'payment_intent', payment_intent: intent.id },
      status: 'open',
      status_transitions: { canceled_at: null, paid_at: null },
    })
    emit(act, 'payment_intent.created', intent)
  }
  if (!method) {
    const fault: Fault = {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: 'This customer has no attached payment source or default payment method.',
    }
    act.put('payment_intent', intent)
    return { intent, fault }
  }
  const reason = refusalOf(act, method, first)
  const made = newCharge(act, intent, method, invoice, reason)
  const done: PaymentIntent = {
    ...intent,
    amount_received: reason ? 0 : intent.amount,
    latest_charge: made.id,
    payment_method: reason ? null : method.id,
    status: reason ? 'requires_payment_method' : 'succeeded',
    last_payment_error: null,
  }
  const fault = reason === null ? null : faultOf(reason, made.id)
  const kept = fault ? { ...done, last_payment_error: { ...fault, payment_method: method as never } } : done
  act.put('payment_intent', kept as PaymentIntent)
  emit(act, fault ? 'charge.failed' : 'charge.succeeded', made)
  emit(act, fault ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', kept)
  return { intent: kept as PaymentIntent, fault }
}

/** How the card answers: a reason to refuse, or null. */
function refusalOf(act: Act, method: PaymentMethod, first: boolean): string | null {
  if (isPast(method.card.exp_month, method.card.exp_year, act.at)) return 'expired_card'
  const rule = find(act, 'card', method.id).rule
  if (rule === 'pays') return null
  if (rule === 'pays once') return first ? null : 'card_declined'
  return rule
}

/** Stripe's error object for a card that was refused. */
export function faultOf(reason: string, chargeId?: string): Fault {
  const { code, message } = refusals[reason] ?? { code: 'generic_decline', message: 'Your card was declined.' }
  return {
    type: 'card_error',
    code: reason === 'insufficient_funds' ? 'card_declined' : reason,
    decline_code: code,
    message,
    ...(chargeId && { charge: chargeId }),
  }
}

function newIntent(act: Act, invoice: Invoice): PaymentIntent {
  const id = newId('pi_1', 23)
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: 'automatic',
    created: act.at,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

function newCharge(
  act: Act,
  intent: PaymentIntent,
  method: PaymentMethod,
  invoice: Invoice,
  reason: string | null,
): Charge {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card
  const id = newId('ch_1', 23)
  const fault = reason === null ? null : faultOf(reason)
  const made: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: fault ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: fault ? null : newId('txn_1', 23),
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: !fault,
    created: act.at,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: fault?.code ?? null,
    failure_message: fault?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: fault ? 'declined_by_network' : 'approved_by_network',
      reason: fault?.decline_code ?? null,
      risk_level: 'normal',
      seller_message: fault ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
      type: fault ? 'issuer_declined' : 'authorized',
    },
    paid: !fault,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: fault ? null : intent.amount,
        authorization_code: null,
        brand,
        checks: method.card.checks,
        country,
        electronic_commerce_indicator: null,
        exp_month,
        exp_year,
        extended_authorization: { status: 'disabled' },
        fingerprint: fingerprint ?? null,
        funding,
        incremental_authorization: { status: 'unavailable' },
        installments: null,
        last4,
        mandate: null,
        multicapture: { status: 'unavailable' },
        network: brand,
        network_token: { used: false },
        network_transaction_id: null,
        overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: fault ? null : invoice.hosted_invoice_url,
    refunded: false,
    refunds: emptyList(`/v1/charges/${id}/refunds`),
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: fault ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  act.put('charge', made)
  return made
}
