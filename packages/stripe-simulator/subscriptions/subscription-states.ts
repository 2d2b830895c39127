import { find, type Act } from '../state/act.ts'
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
export function cancelNow(act: Act, subscription: Subscription, from: Reader): Subscription {
  const { price, current_period_end: end } = itemOf(subscription)
  const unused = from.flag('prorate') ? unusedOf(act, subscription, act.at) : 0
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

/** POST /v1/subscriptions/:id/pause. https://docs.stripe.com/api/subscriptions/pause */
export function pauseSubscription(act: Act, id: string, from: Reader): Subscription {
  from.choice('type', ['subscription'])
  const found = find(act, 'subscription', id)
  if (found.status !== 'active') throw invalid(`Only active subscriptions can be paused; this one is ${found.status}.`)
  if (found.schedule !== null) throw invalid('Subscriptions with an attached schedule cannot be paused.')
  if (!mayPause(found)) throw invalid('Only subscriptions that are charged automatically can be paused.')
  return pauseNow(act, found, 'pause_requested')
}

/** Resumes in the portal: within the billed period while it lasts, afterwards with a new one. */
export function resumeInPortal(act: Act, subscription: Subscription): void {
  const billed = chargedUntil(act, subscription) > act.at
  resumeSubscription(act, subscription.id, read({ billing_cycle_anchor: { type: billed ? 'unchanged' : 'now' } }))
}

function chargedUntil(act: Act, { id }: Subscription): number {
  const lines = act
    .all('invoice')
    .filter((one) => one.parent.subscription_details.subscription === id && one.status === 'paid')
    .flatMap(({ lines: { data } }) => data)
  return Math.max(0, ...lines.map(({ period }) => period.end))
}

/**
 * POST /v1/subscriptions/:id/resume: with a new period from now, or within the one given by its anchor.
 * https://docs.stripe.com/api/subscriptions/resume
 */
export function resumeSubscription(act: Act, id: string, from: Reader): Subscription {
  const found = find(act, 'subscription', id)
  if (found.status !== 'paused') throw invalid('Only subscriptions in the `paused` status can be resumed.')
  const anchor = from.inner('billing_cycle_anchor').choice('type', ['now', 'unchanged']) ?? 'now'
  const active = unpause(act, found)
  if (anchor === 'now') changeItem(act, active, itemOf(active), 'none', true)
  return find(act, 'subscription', id)
}
