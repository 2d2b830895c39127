import { emit, find, newId, type Act } from '../state/act.ts'
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
export function charge(act: Act, invoice: Invoice, methodId: string | null, presence: Presence): Attempt {
  const method = methodId === null ? undefined : act.get('payment_method', methodId)
  const { intent: begun } = paymentOf(act, invoice) ?? beginPayment(act, invoice)
  if (begun.status === 'processing') throw invalid('This invoice has a payment that is processing.')
  const intent = { ...begun, amount: invoice.amount_remaining }
  if (!method) {
    const message = 'This customer has no attached payment source or default payment method.'
    act.put('payment_intent', intent)
    return { outcome: 'failed', fault: { type: 'invalid_request_error', code: 'resource_missing', message } }
  }
  const verdict = verdictOf(act, method, presence)
  if (verdict.is === 'action') {
    const waiting: PaymentIntent = {
      ...intent,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
      payment_method: method.id,
      status: 'requires_action',
    }
    act.put('payment_intent', waiting)
    emit(act, 'payment_intent.requires_action', waiting)
    return { outcome: 'action', fault: actionFault }
  }
  const reason = verdict.is === 'failed' ? verdict.reason : null
  const made = newCharge(act, intent, method, invoice, { reason, pending: verdict.is === 'processing' })
  const next = { ...intent, latest_charge: made.id, next_action: null, last_payment_error: null }
  if (verdict.is === 'processing') {
    const waiting: PaymentIntent = { ...next, payment_method: method.id, status: 'processing' }
    act.put('payment_intent', waiting)
    act.put('coming', {
      id: `debit:${intent.id}`,
      at: act.at + verdict.after,
      what: 'debit',
      intent: intent.id,
      settles: verdict.settles,
    })
    emit(act, 'charge.pending', made)
    emit(act, 'payment_intent.processing', waiting)
    return { outcome: 'processing', fault: null }
  }
  const fault = finish(act, next, method, made.id, reason)
  emit(act, fault ? 'charge.failed' : 'charge.succeeded', made)
  const rule = act.get('card', method.id)?.rule
  if (!fault && (rule === 'disputed' || rule === 'questioned'))
    openDispute(act, made, rule === 'disputed' ? 'chargeback' : 'inquiry')
  return { outcome: fault ? 'failed' : 'paid', fault }
}

/** Applies the bank's response to a debit; a fault is why it failed. */
export function settleDebit(act: Act, intentId: string, settles: boolean): Fault | null {
  act.remove('coming', `debit:${intentId}`)
  const intent = find(act, 'payment_intent', intentId)
  const before = find(act, 'charge', intent.latest_charge ?? '')
  const method = find(act, 'payment_method', String(intent.payment_method))
  const settled = settledCharge(act, before, settles ? null : 'debit_not_authorized')
  const fault = finish(act, intent, method, settled.id, settles ? null : 'debit_not_authorized')
  emit(act, fault ? 'charge.failed' : 'charge.succeeded', settled)
  return fault
}

function finish(
  act: Act,
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
  act.put('payment_intent', done as unknown as PaymentIntent)
  emit(act, fault ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', done)
  return fault
}

/** Returns the payment of an invoice and its intent, once one was begun. */
export function paymentOf(act: Act, { id }: Invoice): { payment: InvoicePayment; intent: PaymentIntent } | undefined {
  const payment = act.all('invoice_payment').find((one) => one.invoice === id)
  return payment && { payment, intent: find(act, 'payment_intent', payment.payment.payment_intent) }
}

function beginPayment(act: Act, invoice: Invoice): { intent: PaymentIntent } {
  const intent = newIntent(act, invoice)
  act.put('payment_intent', intent)
  act.put('invoice_payment', {
    id: newId('inpay_1', 23),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_remaining,
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
  return { intent }
}

/** Cancels the payment of an invoice that is given up. */
export function cancelPayment(act: Act, invoice: Invoice): void {
  const begun = paymentOf(act, invoice)
  if (!begun) return
  if (begun.intent.status === 'processing') throw invalid('This invoice has a payment that is processing.')
  const canceled: PaymentIntent = {
    ...begun.intent,
    canceled_at: act.at,
    cancellation_reason: 'void_invoice',
    next_action: null,
    status: 'canceled',
  }
  act.put('payment_intent', canceled)
  const transitions = { canceled_at: act.at, paid_at: null }
  act.put('invoice_payment', { ...begun.payment, status: 'canceled', status_transitions: transitions })
  emit(act, 'payment_intent.canceled', canceled)
}

/** Whether retrying the same card is pointless: the bank refused permanently, or awaits the customer. */
export function isHopeless(act: Act, invoice: Invoice, methodId: string | null): boolean {
  const intent = paymentOf(act, invoice)?.intent
  if (!intent) return false
  if (intent.status === 'requires_action') return intent.payment_method === methodId
  const fault = intent.last_payment_error
  return hardDeclines.has(fault?.decline_code ?? '') && fault?.payment_method?.id === methodId
}

function verdictOf(act: Act, method: PaymentMethod, presence: Presence): Verdict {
  const wanted = presence === 'away' ? act.settings.nextPayment : null
  if (wanted !== null) {
    act.settings.nextPayment = null
    act.put('setting', { ...act.get('setting', 'settings'), id: 'settings', nextPayment: null })
    if (wanted === 'requires_action') return { is: 'action' }
    if (wanted === 'processing') return { is: 'processing', settles: true, after: act.settings.debitDays * day }
    return { is: 'failed', reason: wanted }
  }
  if (method.card && isPast(method.card.exp_month, method.card.exp_year, act.at))
    return { is: 'failed', reason: 'expired_card' }
  const { rule } = find(act, 'card', method.id)
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
      return { is: 'processing', settles: rule === 'settles', after: act.settings.debitDays * day }
    case 'settles soon':
    case 'bounces soon':
      return { is: 'processing', settles: rule === 'settles soon', after: 3 * minute }
    default:
      return { is: 'failed', reason: rule }
  }
}
