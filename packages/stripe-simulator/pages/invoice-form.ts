import type { Transaction } from '../state/transaction.ts'
import { keepCard, readCard } from '../customers/cards.ts'
import { methodOf, payByHand } from '../charging/collecting.ts'
import type { Invoice, PaymentMethod } from '../state/kinds.ts'
import { challengePage, notConfirmed } from '../checkout/page-challenge.ts'
import { messagePage, root, type Page, type Visit } from './page-parts.ts'
import { receiptPage, type PayForm } from './page-receipt.ts'
import { paymentOf } from '../charging/payments.ts'
import { isRefusal } from '../api/refusal.ts'

/** Returns the stored card that would pay the invoice. */
function savedMethod(tx: Transaction, invoice: Invoice): PaymentMethod | undefined {
  const subscription = tx.get('subscription', invoice.parent.subscription_details.subscription)
  const id = subscription && methodOf(tx, subscription)
  return id ? tx.get('payment_method', id) : undefined
}

/**
 * GET and POST of an invoice's page. An open one can be paid there, also after its subscription has ended.
 * https://docs.stripe.com/invoicing/hosted-invoice-page. A card that is entered pays this invoice and is not saved: if
 * the customer has a default, that is a choice of the account, `settings.invoices.hosted_payment_method_save`.
 */
export function answerInvoice({ tx, pageTemplate, form, post, token, query }: Visit, id: string): Page {
  const invoice = tx.get('invoice', id)
  if (!invoice || invoice.status === 'draft')
    return {
      status: 404,
      body: messagePage(pageTemplate, 'No such page', 'The address is wrong, or what stood here is gone.', '/'),
    }
  const saved = savedMethod(tx, invoice)
  const typed = Object.fromEntries(['number', 'expiry', 'cvc', 'name'].map((name) => [name, form.get(name) ?? '']))
  const payable = invoice.status === 'open' || invoice.status === 'uncollectible'
  const processing = paymentOf(tx, invoice)?.intent.status === 'processing'
  const payForm = { token, saved, processing, paid: query.has('paid') }
  const show = (more: Partial<PayForm> = {}, status = 200): Page => ({
    status,
    body: receiptPage(pageTemplate, tx, invoice, payable ? { ...payForm, ...more } : undefined),
  })
  if (!post || !payable || processing) return show()
  const useSaved = form.get('saved') === 'yes' && saved !== undefined
  const read = useSaved ? undefined : readCard({ number: '', expiry: '', cvc: '', ...typed }, tx.at)
  if (read && 'faults' in read)
    return show({ typed, faults: read.faults, problem: 'Please check the fields below' }, 422)
  const rule = read ? read.card.rule : tx.get('card', saved?.id ?? '')?.rule
  const asked = rule?.startsWith('authenticates') || paymentOf(tx, invoice)?.intent.status === 'requires_action'
  const bank = form.get('bank')
  if (asked && bank === null) {
    const hidden = { ...typed, token, saved: useSaved ? 'yes' : '' }
    const { amount_remaining: amount, currency } = invoice
    return { body: challengePage(pageTemplate, { action: `${root}/invoice/${id}`, typed: hidden, amount, currency }) }
  }
  if (bank === 'fail') return show({ problem: notConfirmed }, 422)
  try {
    const { customer_email: email, customer_name: name, customer_address: address } = invoice
    const method = read
      ? keepCard(tx, read.card, { customer: null, name: typed.name || name, email, address }).id
      : (saved?.id ?? null)
    const { fault } = payByHand(tx, invoice, method, bank === 'complete')
    return fault ? show({ typed, problem: fault.message }, 422) : { to: `${root}/invoice/${id}?paid` }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return show({ problem: error.message }, 422)
  }
}
