import type { Act } from '../state/act.ts'
import { keepCard, readCard } from '../customers/cards.ts'
import { methodOf, payByHand } from '../charging/collecting.ts'
import type { Invoice, PaymentMethod } from '../state/kinds.ts'
import { challengePage, notConfirmed } from '../checkout/page-challenge.ts'
import { messagePage, root, type Page, type Visit } from './page-parts.ts'
import { receiptPage, type PayForm } from './page-receipt.ts'
import { paymentOf } from '../charging/payments.ts'
import { isRefusal } from '../api/refusal.ts'

/** Returns the stored card that would pay the invoice. */
function savedMethod(act: Act, invoice: Invoice): PaymentMethod | undefined {
  const subscription = act.get('subscription', invoice.parent.subscription_details.subscription)
  const id = subscription && methodOf(act, subscription)
  return id ? act.get('payment_method', id) : undefined
}

/**
 * GET and POST of an invoice's page. An open one can be paid there, also after its subscription has ended.
 * https://docs.stripe.com/invoicing/hosted-invoice-page
 */
export function answerInvoice({ act, pageTemplate, form, post, token, query }: Visit, id: string): Page {
  const invoice = act.get('invoice', id)
  if (!invoice || invoice.status === 'draft')
    return {
      status: 404,
      body: messagePage(pageTemplate, 'No such page', 'The address is wrong, or what stood here is gone.', '/'),
    }
  const saved = savedMethod(act, invoice)
  const typed = Object.fromEntries(['number', 'expiry', 'cvc', 'name'].map((name) => [name, form.get(name) ?? '']))
  const payable = invoice.status === 'open' || invoice.status === 'uncollectible'
  const processing = paymentOf(act, invoice)?.intent.status === 'processing'
  const payForm = { token, saved, processing, paid: query.has('paid') }
  const show = (more: Partial<PayForm> = {}, status = 200): Page => ({
    status,
    body: receiptPage(pageTemplate, act, invoice, payable ? { ...payForm, ...more } : undefined),
  })
  if (!post || !payable || processing) return show()
  const useSaved = form.get('saved') === 'yes' && saved !== undefined
  const read = useSaved ? undefined : readCard({ number: '', expiry: '', cvc: '', ...typed }, act.at)
  if (read && 'faults' in read)
    return show({ typed, faults: read.faults, problem: 'Please check the fields below' }, 422)
  const rule = read ? read.card.rule : act.get('card', saved?.id ?? '')?.rule
  const asked = rule?.startsWith('authenticates') || paymentOf(act, invoice)?.intent.status === 'requires_action'
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
      ? keepCard(act, read.card, { customer: null, name: typed.name || name, email, address }).id
      : (saved?.id ?? null)
    const { fault } = payByHand(act, invoice, method, bank === 'complete')
    return fault ? show({ typed, problem: fault.message }, 422) : { to: `${root}/invoice/${id}?paid` }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return show({ problem: error.message }, 422)
  }
}
