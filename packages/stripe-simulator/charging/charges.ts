import { newId, type Transaction } from '../state/transaction.ts'
import { faultOf } from './declines.ts'
import type { Charge, Invoice, PaymentIntent, PaymentMethod } from '../state/kinds.ts'
import { emptyList } from '../api/lists.ts'

/** Returns the intent to collect an invoice. */
export function newIntent(tx: Transaction, invoice: Invoice): PaymentIntent {
  const id = newId('pi_1', 23)
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_remaining,
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
    created: tx.at,
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

/** Stores one attempt; `reason` is why it was refused. A bank debit is `pending` until the bank has responded. */
export function newCharge(
  tx: Transaction,
  intent: PaymentIntent,
  method: PaymentMethod,
  invoice: Invoice,
  { reason, pending = false }: { reason: string | null; pending?: boolean },
): Charge {
  const id = newId('ch_1', 23)
  const fault = reason === null ? null : faultOf(reason)
  const done = !fault && !pending
  const made: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: done ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: done ? newId('txn_1', 23) : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: done,
    created: tx.at,
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
    paid: done,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method, fault ? null : intent.amount),
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
    status: fault ? 'failed' : pending ? 'pending' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  tx.put('charge', made)
  return made
}

/** Stores the bank's response: the debit was collected, or why not. */
export function settledCharge(tx: Transaction, before: Charge, reason: string | null): Charge {
  const fault = reason === null ? null : faultOf(reason)
  const charge: Charge = {
    ...before,
    amount_captured: fault ? 0 : before.amount,
    balance_transaction: fault ? null : newId('txn_1', 23),
    captured: !fault,
    failure_code: fault?.code ?? null,
    failure_message: fault?.message ?? null,
    paid: !fault,
    status: fault ? 'failed' : 'succeeded',
  }
  tx.put('charge', charge)
  return charge
}

/** Returns the charged method, as in docs.stripe.com/api/charges/object, `payment_method_details`. */
function detailsOf(
  { card, sepa_debit: debit }: PaymentMethod,
  authorised: number | null,
): Charge['payment_method_details'] {
  if (!card)
    return {
      type: 'sepa_debit',
      sepa_debit: {
        bank_code: debit?.bank_code ?? null,
        branch_code: null,
        country: debit?.country ?? null,
        fingerprint: debit?.fingerprint ?? null,
        last4: debit?.last4 ?? null,
        mandate: null,
      },
    }
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = card
  return {
    type: 'card',
    card: {
      amount_authorized: authorised,
      authorization_code: null,
      brand,
      checks,
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
      overcapture: { maximum_amount_capturable: authorised ?? 0, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}
