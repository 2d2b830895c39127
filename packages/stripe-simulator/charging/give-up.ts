import type { Transaction } from '../state/transaction.ts'
import { followVoid, followWrittenOff } from './collecting.ts'
import { finalise, saveInvoice } from '../invoices/invoices.ts'
import type { Invoice, Subscription } from '../state/kinds.ts'
import { cancelPayment } from './payments.ts'
import { invalid } from '../api/refusal.ts'

/**
 * Ends an open invoice without payment. Voiding the latest one makes a past-due subscription active.
 * https://docs.stripe.com/invoicing/integration/workflow-transitions
 */
export function giveUp(
  tx: Transaction,
  invoice: Invoice,
  status: 'void' | 'uncollectible',
  reason: 'user_forgiven' | 'subscription_paused' = 'user_forgiven',
): Invoice {
  if (invoice.status !== 'open' && !(invoice.status === 'uncollectible' && status === 'void'))
    throw invalid(`You can only pass in open invoices. This invoice isn't open.`)
  const voids = status === 'void'
  const at = voids ? { voided_at: tx.at } : { marked_uncollectible_at: tx.at }
  const transitions = { ...invoice.status_transitions, ...at }
  if (voids) cancelPayment(tx, invoice)
  tx.remove('coming', `overdue:${invoice.id}`)
  const ended = saveInvoice(
    tx,
    invoice,
    {
      auto_advance: false,
      next_payment_attempt: null,
      status,
      // https://docs.stripe.com/changelog/endive/2026-09-30/invoice-uncollectible-status-detail
      status_details: voids ? undefined : { uncollectible: { reason } },
      status_transitions: transitions,
    },
    voids ? 'invoice.voided' : 'invoice.marked_uncollectible',
  )
  return voids ? followVoid(tx, ended) : followWrittenOff(tx, ended)
}

/**
 * While collection is paused, an invoice is not collected: it is immediately voided, marked uncollectible or kept as a
 * draft. Returns false without a pause. https://docs.stripe.com/billing/subscriptions/pause-payment
 */
export function withhold(tx: Transaction, { pause_collection: pause }: Subscription, draft: Invoice): boolean {
  if (!pause) return false
  if (pause.behavior === 'keep_as_draft') {
    saveInvoice(tx, draft, { auto_advance: false })
    return true
  }
  const open = finalise(tx, draft)
  if (open.status === 'open')
    giveUp(tx, open, pause.behavior === 'void' ? 'void' : 'uncollectible', 'subscription_paused')
  return true
}
