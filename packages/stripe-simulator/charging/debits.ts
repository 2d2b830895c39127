import { emit, find, type Act } from '../state/act.ts'
import { fail, follow, nextTry, subscriptionOf } from './collecting.ts'
import { giveUp } from './give-up.ts'
import { markPaid, saveInvoice } from '../invoices/invoices.ts'
import { settleDebit } from './payments.ts'
import type { Invoice } from '../state/kinds.ts'
import { saveSubscription } from '../subscriptions/subscriptions.ts'

/**
 * Applies the bank's response to a debit to invoice, subscription and checkout. A session has separate events for the
 * first one: https://docs.stripe.com/payments/checkout/fulfill-orders
 */
export function debitAnswered(act: Act, intent: string, settles: boolean): void {
  const fault = settleDebit(act, intent, settles)
  const payment = act.all('invoice_payment').find((one) => one.payment.payment_intent === intent)
  const invoice = find(act, 'invoice', payment?.invoice ?? '')
  const session = act.all('session').find((one) => one.invoice === invoice.id)
  if (fault) {
    cameBack(act, invoice)
    if (session) emit(act, 'checkout.session.async_payment_failed', session)
    return
  }
  follow(act, subscriptionOf(act, invoice), markPaid(act, invoice))
  if (!session) return
  const paid = { ...session, payment_status: 'paid' as const }
  act.put('session', paid)
  emit(act, 'checkout.session.async_payment_succeeded', paid)
}

function cameBack(act: Act, invoice: Invoice): void {
  const subscription = subscriptionOf(act, invoice)
  const isFirst = invoice.billing_reason === 'subscription_create'
  const expires = isFirst && act.settings.firstDebitFailed === 'incomplete_expired'
  const next = expires ? null : nextTry(act, invoice, subscription)
  const changes = { next_payment_attempt: next, auto_advance: next !== null }
  const failed = saveInvoice(act, invoice, changes, 'invoice.payment_failed')
  if (expires) {
    // Terminal, and its invoice is voided: https://docs.stripe.com/api/subscriptions/object#subscription_object-status
    saveSubscription(act, subscription, { status: 'incomplete_expired' })
    if (failed.status === 'open') giveUp(act, failed, 'void')
  } else if (!isFirst || act.settings.firstDebitFailed === 'past_due') fail(act, subscription, failed, next === null)
  else if (subscription.status === 'incomplete') saveSubscription(act, subscription, { status: 'active' })
}
