import type { Act } from './act.ts'
import { followVoid } from './collecting.ts'
import { saveInvoice } from './invoices.ts'
import type { Invoice } from './kinds.ts'
import { cancelPayment } from './payments.ts'
import { invalid } from './refusal.ts'

/**
 * Ends an open invoice without payment. Voiding the latest one repairs a subscription that is past due.
 * https://docs.stripe.com/invoicing/integration/workflow-transitions
 */
export function giveUp(act: Act, invoice: Invoice, status: 'void' | 'uncollectible'): Invoice {
  if (invoice.status !== 'open' && !(invoice.status === 'uncollectible' && status === 'void'))
    throw invalid(`You can only pass in open invoices. This invoice isn't open.`)
  const voids = status === 'void'
  const at = voids ? { voided_at: act.at } : { marked_uncollectible_at: act.at }
  const transitions = { ...invoice.status_transitions, ...at }
  if (voids) cancelPayment(act, invoice)
  act.remove('coming', `overdue:${invoice.id}`)
  const ended = saveInvoice(
    act,
    invoice,
    { auto_advance: false, next_payment_attempt: null, status, status_transitions: transitions },
    voids ? 'invoice.voided' : 'invoice.marked_uncollectible',
  )
  return voids ? followVoid(act, ended) : ended
}
