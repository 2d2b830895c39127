import { emit, find, newId, type Transaction } from '../state/transaction.ts'
import { isPast } from '../customers/cards.ts'
import { newCharge, newIntent, settledCharge } from './charges.ts'
import { actionFault, faultOf, hardDeclines } from './declines.ts'
import { openDispute } from './disputes.ts'
import type { Invoice, InvoicePayment, PaymentIntent, PaymentMethod } from '../state/kinds.ts'
import { invalid, type Fault } from '../api/refusal.ts'

/** Whether the customer is present: at the checkout, confirming with their bank, or absent. */
export type Presence = 'checkout' | 'confirmed' | 'away'
export type Attempt = { outcome: 'paid' | 'processing' | 'action' | 'failed'; fault: Fault | null }

type Verdict =
  | { is: 'paid' | 'action' }
  | { is: 'failed'; reason: string }
  | { is: 'processing'; settles: boolean; after: number }

const day = 86_400
const minute = 60

/** Charges the card or account for the open amount of the invoice; the fault is why it is not paid. */
export function charge(tx: Transaction, invoice: Invoice, methodId: string | null, presence: Presence): Attempt {
  const method = methodId === null ? undefined : tx.get('payment_method', methodId)
  const { intent: begun } = paymentOf(tx, invoice) ?? beginPayment(tx, invoice)
  if (begun.status === 'processing') throw invalid('This invoice has a payment that is processing.')
  const intent = { ...begun, amount: invoice.amount_remaining }
  if (!method) {
    const message = 'This customer has no attached payment source or default payment method.'
    tx.put('payment_intent', intent)
    return { outcome: 'failed', fault: { type: 'invalid_request_error', code: 'resource_missing', message } }
  }
  const verdict = verdictOf(tx, method, presence)
  if (verdict.is === 'action') {
    const waiting: PaymentIntent = {
      ...intent,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
      payment_method: method.id,
      status: 'requires_action',
    }
    tx.put('payment_intent', waiting)
    emit(tx, 'payment_intent.requires_action', waiting)
    return { outcome: 'action', fault: actionFault }
  }
  const reason = verdict.is === 'failed' ? verdict.reason : null
  const made = newCharge(tx, intent, method, invoice, { reason, pending: verdict.is === 'processing' })
  const next = { ...intent, latest_charge: made.id, next_action: null, last_payment_error: null }
  if (verdict.is === 'processing') {
    const waiting: PaymentIntent = { ...next, payment_method: method.id, status: 'processing' }
    tx.put('payment_intent', waiting)
    tx.put('coming', {
      id: `debit:${intent.id}`,
      at: tx.at + verdict.after,
      what: 'debit',
      intent: intent.id,
      settles: verdict.settles,
    })
    emit(tx, 'charge.pending', made)
    emit(tx, 'payment_intent.processing', waiting)
    return { outcome: 'processing', fault: null }
  }
  const fault = finish(tx, next, method, made.id, reason)
  emit(tx, fault ? 'charge.failed' : 'charge.succeeded', made)
  const rule = tx.get('card', method.id)?.rule
  if (!fault && (rule === 'disputed' || rule === 'questioned'))
    openDispute(tx, made, rule === 'disputed' ? 'chargeback' : 'inquiry')
  return { outcome: fault ? 'failed' : 'paid', fault }
}

/** Applies the bank's response to a debit; a fault is why it failed. */
export function settleDebit(tx: Transaction, intentId: string, settles: boolean): Fault | null {
  tx.remove('coming', `debit:${intentId}`)
  const intent = find(tx, 'payment_intent', intentId)
  const before = find(tx, 'charge', intent.latest_charge ?? '')
  const method = find(tx, 'payment_method', String(intent.payment_method))
  const settled = settledCharge(tx, before, settles ? null : 'debit_not_authorized')
  const fault = finish(tx, intent, method, settled.id, settles ? null : 'debit_not_authorized')
  emit(tx, fault ? 'charge.failed' : 'charge.succeeded', settled)
  return fault
}

function finish(
  tx: Transaction,
  intent: PaymentIntent,
  method: PaymentMethod,
  charge: string,
  reason: string | null,
): Fault | null {
  const fault = reason === null ? null : faultOf(reason, charge)
  const done = {
    ...intent,
    amount_received: fault ? 0 : intent.amount,
    last_payment_error: fault ? { ...fault, payment_method: method } : null,
    payment_method: fault ? null : method.id,
    status: fault ? 'requires_payment_method' : 'succeeded',
  }
  tx.put('payment_intent', done as unknown as PaymentIntent)
  emit(tx, fault ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', done)
  return fault
}

/** Returns the payment of an invoice and its intent, once one was begun. */
export function paymentOf(
  tx: Transaction,
  { id }: Invoice,
): { payment: InvoicePayment; intent: PaymentIntent } | undefined {
  const payment = tx.all('invoice_payment').find((one) => one.invoice === id)
  return payment && { payment, intent: find(tx, 'payment_intent', payment.payment.payment_intent) }
}

function beginPayment(tx: Transaction, invoice: Invoice): { intent: PaymentIntent } {
  const intent = newIntent(tx, invoice)
  tx.put('payment_intent', intent)
  tx.put('invoice_payment', {
    id: newId('inpay_1', 23),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_remaining,
    created: tx.at,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  emit(tx, 'payment_intent.created', intent)
  return { intent }
}

/** Cancels the payment of an invoice that is given up. */
export function cancelPayment(tx: Transaction, invoice: Invoice): void {
  const begun = paymentOf(tx, invoice)
  if (!begun) return
  if (begun.intent.status === 'processing') throw invalid('This invoice has a payment that is processing.')
  const canceled: PaymentIntent = {
    ...begun.intent,
    canceled_at: tx.at,
    cancellation_reason: 'void_invoice',
    next_action: null,
    status: 'canceled',
  }
  tx.put('payment_intent', canceled)
  const transitions = { canceled_at: tx.at, paid_at: null }
  tx.put('invoice_payment', { ...begun.payment, status: 'canceled', status_transitions: transitions })
  emit(tx, 'payment_intent.canceled', canceled)
}

/** Whether retrying the same card is pointless: the bank refused permanently, or awaits the customer. */
export function isHopeless(tx: Transaction, invoice: Invoice, methodId: string | null): boolean {
  const intent = paymentOf(tx, invoice)?.intent
  if (!intent) return false
  if (intent.status === 'requires_action') return intent.payment_method === methodId
  const fault = intent.last_payment_error
  return hardDeclines.has(fault?.decline_code ?? '') && fault?.payment_method?.id === methodId
}

function verdictOf(tx: Transaction, method: PaymentMethod, presence: Presence): Verdict {
  const wanted = presence === 'away' ? tx.settings.nextPayment : null
  if (wanted !== null) {
    tx.settings.nextPayment = null
    tx.put('setting', { ...tx.get('setting', 'settings'), id: 'settings', nextPayment: null })
    if (wanted === 'requires_action') return { is: 'action' }
    if (wanted === 'processing') return { is: 'processing', settles: true, after: tx.settings.debitDays * day }
    return { is: 'failed', reason: wanted }
  }
  if (method.card && isPast(method.card.exp_month, method.card.exp_year, tx.at))
    return { is: 'failed', reason: 'expired_card' }
  const { rule } = find(tx, 'card', method.id)
  switch (rule) {
    case 'pays':
    case 'disputed':
    case 'questioned':
    case 'authenticates once':
      return { is: 'paid' }
    case 'pays once':
      return presence === 'checkout' ? { is: 'paid' } : { is: 'failed', reason: 'card_declined' }
    case 'authenticates':
      return { is: presence === 'confirmed' ? 'paid' : 'action' }
    case 'settles':
    case 'bounces':
      return { is: 'processing', settles: rule === 'settles', after: tx.settings.debitDays * day }
    case 'settles soon':
    case 'bounces soon':
      return { is: 'processing', settles: rule === 'settles soon', after: 3 * minute }
    default:
      return { is: 'failed', reason: rule }
  }
}
