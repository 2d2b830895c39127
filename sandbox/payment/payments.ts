import { emit, find, newId, type Act } from './act.ts'
import { isPast } from './cards.ts'
import { newCharge, newIntent } from './charges.ts'
import { faultOf } from './declines.ts'
import { openDispute } from './disputes.ts'
import type { Invoice, PaymentIntent, PaymentMethod } from './kinds.ts'
import type { Fault } from './refusal.ts'

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
  if (!fault && find(act, 'card', method.id).rule === 'disputed') openDispute(act, made)
  return { intent: kept as PaymentIntent, fault }
}

/** How the card answers: a reason to refuse, or null. */
function refusalOf(act: Act, method: PaymentMethod, first: boolean): string | null {
  if (isPast(method.card.exp_month, method.card.exp_year, act.at)) return 'expired_card'
  const rule = find(act, 'card', method.id).rule
  if (rule === 'pays' || rule === 'disputed') return null
  if (rule === 'pays once') return first ? null : 'card_declined'
  return rule
}
