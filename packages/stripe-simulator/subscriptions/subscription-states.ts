import { find, type Transaction } from '../state/transaction.ts'
import { collect } from '../charging/collecting.ts'
import { read, type Reader } from '../api/form.ts'
import { draftInvoice } from '../invoices/invoice-drafts.ts'
import { lineFor } from '../invoices/invoice-lines.ts'
import type { Subscription } from '../state/kinds.ts'
import { changeItem, unusedOf } from './plan-switch.ts'
import { invalid } from '../api/refusal.ts'
import { mayPause, pauseNow, unpause } from './pauses.ts'
import { endSubscription, itemOf, saveSubscription } from './subscriptions.ts'

/** DELETE /v1/subscriptions/:id: ends it now; `prorate` credits the unused time, `invoice_now` bills pending items. */
export function cancelNow(tx: Transaction, subscription: Subscription, from: Reader): Subscription {
  const { price, current_period_end: end } = itemOf(subscription)
  const unused = from.flag('prorate') ? unusedOf(tx, subscription, tx.at) : 0
  const waiting = tx.get('pending', subscription.id)?.lines ?? []
  const credit = { amount: -unused, period: { start: tx.at, end }, part: 'unused' as const }
  const lines = unused > 0 ? [...waiting, lineFor(tx, subscription, price, credit)] : waiting
  tx.remove('pending', subscription.id)
  const ended = endSubscription(tx, subscription, 'cancellation_requested')
  if (!from.flag('invoice_now') || lines.length === 0) return ended
  const draft = draftInvoice(tx, ended, lines, 'subscription_update', { start: tx.at, end: tx.at })
  saveSubscription(tx, ended, { latest_invoice: draft.id })
  collect(tx, draft, { by: 'person' })
  return find(tx, 'subscription', subscription.id)
}

/** POST /v1/subscriptions/:id/pause. https://docs.stripe.com/api/subscriptions/pause */
export function pauseSubscription(tx: Transaction, id: string, from: Reader): Subscription {
  from.choice('type', ['subscription'])
  const found = find(tx, 'subscription', id)
  if (found.status !== 'active') throw invalid(`Only active subscriptions can be paused; this one is ${found.status}.`)
  if (found.schedule !== null) throw invalid('Subscriptions with an attached schedule cannot be paused.')
  if (!mayPause(found)) throw invalid('Only subscriptions that are charged automatically can be paused.')
  return pauseNow(tx, found, 'pause_requested')
}

/** Resumes in the portal: within the billed period while it lasts, afterwards with a new one. */
export function resumeInPortal(tx: Transaction, subscription: Subscription): void {
  const billed = chargedUntil(tx, subscription) > tx.at
  resumeSubscription(tx, subscription.id, read({ billing_cycle_anchor: { type: billed ? 'unchanged' : 'now' } }))
}

function chargedUntil(tx: Transaction, { id }: Subscription): number {
  const lines = tx
    .all('invoice')
    .filter((one) => one.parent.subscription_details.subscription === id && one.status === 'paid')
    .flatMap(({ lines: { data } }) => data)
  return Math.max(0, ...lines.map(({ period }) => period.end))
}

/**
 * POST /v1/subscriptions/:id/resume: with a new period from now, or within the one given by its anchor.
 * https://docs.stripe.com/api/subscriptions/resume
 */
export function resumeSubscription(tx: Transaction, id: string, from: Reader): Subscription {
  const found = find(tx, 'subscription', id)
  if (found.status !== 'paused') throw invalid('Only subscriptions in the `paused` status can be resumed.')
  const anchor = from.inner('billing_cycle_anchor').choice('type', ['now', 'unchanged']) ?? 'now'
  const active = unpause(tx, found)
  if (anchor === 'now') changeItem(tx, active, itemOf(active), 'none', true)
  return find(tx, 'subscription', id)
}
