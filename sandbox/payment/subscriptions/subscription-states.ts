import { emit, find, type Act } from '../state/act.ts'
import { collect } from '../charging/collecting.ts'
import type { Reader } from '../api/form.ts'
import { draftInvoice } from '../invoices/invoice-drafts.ts'
import { lineFor } from '../invoices/invoice-lines.ts'
import type { Subscription } from '../state/kinds.ts'
import { changePrice, chargedFor } from './plan-switch.ts'
import { invalid } from '../api/refusal.ts'
import { endSubscription, itemOf, saveSubscription } from './subscriptions.ts'

/** DELETE /v1/subscriptions/:id: ends it now; `prorate` gives back the unused time, `invoice_now` bills what waits. */
export function cancelNow(act: Act, subscription: Subscription, from: Reader): Subscription {
  const { price, current_period_end: end, current_period_start: start } = itemOf(subscription)
  const rest = Math.max(0, end - act.at) / (end - start)
  const unused = from.flag('prorate') ? Math.round(chargedFor(act, subscription) * rest) : 0
  const waiting = act.get('pending', subscription.id)?.lines ?? []
  const credit = { amount: -unused, period: { start: act.at, end }, part: 'unused' as const }
  const lines = unused > 0 ? [...waiting, lineFor(act, subscription, price, credit)] : waiting
  act.remove('pending', subscription.id)
  const ended = endSubscription(act, subscription, 'cancellation_requested')
  if (!from.flag('invoice_now') || lines.length === 0) return ended
  const draft = draftInvoice(act, ended, lines, 'subscription_update', { start: act.at, end: act.at })
  saveSubscription(act, ended, { latest_invoice: draft.id })
  collect(act, draft, { by: 'person' })
  return find(act, 'subscription', subscription.id)
}

/**
 * POST /v1/subscriptions/:id/pause: no invoices and no new periods until it is resumed.
 * https://docs.stripe.com/billing/subscriptions/pausing
 */
export function pauseSubscription(act: Act, id: string, from: Reader): Subscription {
  from.choice('type', ['subscription'])
  const found = find(act, 'subscription', id)
  if (found.status !== 'active') throw invalid(`Only active subscriptions can be paused; this one is ${found.status}.`)
  if (found.schedule !== null) throw invalid('Subscriptions with an attached schedule cannot be paused.')
  const paused = saveSubscription(act, found, {
    status: 'paused',
    status_details: {
      paused: { type: 'subscription', subscription: { type: 'pause_requested' }, transitioned_at: act.at },
    },
  })
  emit(act, 'customer.subscription.paused', paused)
  return paused
}

/** POST /v1/subscriptions/:id/resume: with a new period from now, or within the one that runs. */
export function resumeSubscription(act: Act, id: string, from: Reader): Subscription {
  const found = find(act, 'subscription', id)
  if (found.status !== 'paused') throw invalid('Only subscriptions in the `paused` status can be resumed.')
  const { price, current_period_end: end } = itemOf(found)
  const anchor = from.inner('billing_cycle_anchor').choice('type', ['now', 'unchanged']) ?? 'now'
  const active = saveSubscription(act, found, { status: 'active', status_details: undefined })
  emit(act, 'customer.subscription.resumed', active)
  if (anchor === 'now' || end <= act.at) changePrice(act, active, price, 'none', true)
  return find(act, 'subscription', id)
}
