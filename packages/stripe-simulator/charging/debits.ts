import { emit, find, type Transaction } from '../state/transaction.ts'
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
export function debitAnswered(tx: Transaction, intent: string, settles: boolean): void {
  const fault = settleDebit(tx, intent, settles)
  const payment = tx.all('invoice_payment').find((one) => one.payment.payment_intent === intent)
  const invoice = find(tx, 'invoice', payment?.invoice ?? '')
  const session = tx.all('session').find((one) => one.invoice === invoice.id)
  if (fault) {
    cameBack(tx, invoice)
    if (session) emit(tx, 'checkout.session.async_payment_failed', session)
    return
  }
  follow(tx, subscriptionOf(tx, invoice), markPaid(tx, invoice))
  if (!session) return
  const paid = { ...session, payment_status: 'paid' as const }
  tx.put('session', paid)
  emit(tx, 'checkout.session.async_payment_succeeded', paid)
}

function cameBack(tx: Transaction, invoice: Invoice): void {
  const subscription = subscriptionOf(tx, invoice)
  const isFirst = invoice.billing_reason === 'subscription_create'
  const expires = isFirst && tx.settings.firstDebitFailed === 'incomplete_expired'
  const next = expires ? null : nextTry(tx, invoice, subscription)
  const changes = { next_payment_attempt: next, auto_advance: next !== null }
  const failed = saveInvoice(tx, invoice, changes, 'invoice.payment_failed')
  if (expires) {
    // Terminal, and its invoice is voided: https://docs.stripe.com/api/subscriptions/object#subscription_object-status
    saveSubscription(tx, subscription, { status: 'incomplete_expired' })
    if (failed.status === 'open') giveUp(tx, failed, 'void')
  } else if (!isFirst || tx.settings.firstDebitFailed === 'past_due') fail(tx, subscription, failed, next === null)
  else if (subscription.status === 'incomplete') saveSubscription(tx, subscription, { status: 'active' })
}
