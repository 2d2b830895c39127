import { find, missing, type Transaction } from '../state/transaction.ts'
import { createSubscription } from '../subscriptions/create-subscription.ts'
import { updateSubscription } from '../subscriptions/changes.ts'
import { cancelNow, pauseSubscription, resumeSubscription } from '../subscriptions/subscription-states.ts'
import { collect } from '../charging/collecting.ts'
import { createCreditNote } from '../invoices/credit-notes.ts'
import { answerDispute, closeDispute } from '../charging/disputes.ts'
import type { Reader } from './form.ts'
import { giveUp } from '../charging/give-up.ts'
import { finalise, updateInvoice } from '../invoices/invoices.ts'
import { previewInvoice } from '../invoices/previews.ts'
import { createRefund } from '../charging/refunds.ts'
import { invalid, refuse } from './refusal.ts'
import { reading, route, type Decline, type Route } from './route.ts'
import { releaseSchedule } from '../subscriptions/schedules.ts'
import { isEnded, itemOf } from '../subscriptions/subscriptions.ts'
import { locationFault } from '../invoices/tax.ts'

export const billingRoutes: Route[] = [
  ...reading(
    'subscriptions',
    'subscription',
    { customer: (row, value) => row.customer === value, price: (row, value) => itemOf(row).price.id === value },
    (row, from) => {
      const status = from.text('status')
      if (status === 'all') return true
      if (status === 'ended' || status === 'canceled') return isEnded(row)
      return status ? row.status === status : !isEnded(row)
    },
  ),
  route('POST', 'subscriptions', createSubscription),
  route('POST', 'subscriptions/:id', (tx, from, id) => updateSubscription(tx, id, from)),
  route('POST', 'subscriptions/:id/pause', (tx, from, id) => pauseSubscription(tx, id, from)),
  route('POST', 'subscriptions/:id/resume', (tx, from, id) => resumeSubscription(tx, id, from)),
  route('DELETE', 'subscriptions/:id', (tx, from, id) => {
    const found = find(tx, 'subscription', id)
    if (isEnded(found)) throw missing('subscription', id)
    return cancelNow(tx, found, from)
  }),
  ...reading('subscription_schedules', 'schedule', { customer: (row, value) => row.customer === value }),
  route('POST', 'subscription_schedules/:id/release', (tx, _, id) => releaseSchedule(tx, id)),

  route('POST', 'invoices/create_preview', (tx, from) => previewInvoice(tx, from)),
  ...reading('invoices', 'invoice', {
    customer: (row, value) => row.customer === value,
    status: (row, value) => row.status === value,
    collection_method: (row, value) => row.collection_method === value,
    subscription: (row, value) => row.parent.subscription_details.subscription === value,
  }),
  route('POST', 'invoices/:id', (tx, from, id) => updateInvoice(tx, id, from)),
  route('POST', 'invoices/:id/pay', payInvoice),
  route('POST', 'invoices/:id/finalize', finaliseInvoice),
  route('POST', 'invoices/:id/void', (tx, _, id) => giveUp(tx, find(tx, 'invoice', id), 'void')),
  route('POST', 'invoices/:id/mark_uncollectible', (tx, _, id) => giveUp(tx, find(tx, 'invoice', id), 'uncollectible')),
  ...reading('invoice_payments', 'invoice_payment', {
    invoice: (row, value) => row.invoice === value,
    status: (row, value) => row.status === value,
  }),
  ...reading('credit_notes', 'credit_note', {
    customer: (row, value) => row.customer === value,
    invoice: (row, value) => row.invoice === value,
  }),
  route('POST', 'credit_notes', createCreditNote),
  ...reading('payment_intents', 'payment_intent', { customer: (row, value) => row.customer === value }),
  ...reading('charges', 'charge', {
    customer: (row, value) => row.customer === value,
    payment_intent: (row, value) => row.payment_intent === value,
  }),
  ...reading('refunds', 'refund', {
    charge: (row, value) => row.charge === value,
    payment_intent: (row, value) => row.payment_intent === value,
  }),
  route('POST', 'refunds', createRefund),
  ...reading('disputes', 'dispute', {
    charge: (row, value) => row.charge === value,
    payment_intent: (row, value) => row.payment_intent === value,
  }),
  route('POST', 'disputes/:id', (tx, from, id) => answerDispute(tx, id, from)),
  route('POST', 'disputes/:id/close', (tx, _, id) => closeDispute(tx, id, 'lost')),
]

function finaliseInvoice(tx: Transaction, from: Reader, id: string): object {
  if (tx.settings.finalisationFails) throw refuse(400, locationFault)
  return finalise(tx, find(tx, 'invoice', id), from.flag('auto_advance'))
}

function payInvoice(tx: Transaction, from: Reader, id: string): object | Decline {
  const invoice = find(tx, 'invoice', id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  if (invoice.status === 'void') throw invalid('This invoice is voided and cannot be paid.')
  const method = from.text('payment_method')
  if (method) find(tx, 'payment_method', method, 'payment_method')
  const { invoice: after, fault } = collect(tx, invoice, { by: 'person', ...(method && { method }) })
  return fault ? { declined: fault } : after
}
