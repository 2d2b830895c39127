import { emit, find, type Act } from './act.ts'
import { collect } from './collecting.ts'
import { draftInvoice } from './invoice-drafts.ts'
import { lineFor } from './invoice-lines.ts'
import { finalise, giveUp, saveInvoice } from './invoices.ts'
import type { Subscription } from './kinds.ts'
import { periodAfter } from './periods.ts'
import type { Rows } from './store.ts'
import { endSubscription, isEnded, itemOf, recurringOf, saveSubscription, withItem } from './subscriptions.ts'

export type Due = { at: number; rank: number; kind: 'invoice' | 'subscription' | 'session'; id: string }

/** What falls due first, however long ago; undefined when nothing ever will. Tries come before renewals of that moment. */
export function nextDue(rows: Rows): Due | undefined {
  let first: Due | undefined
  const consider = (at: number | null, rank: number, kind: Due['kind'], id: string) => {
    if (at !== null && (first === undefined || at < first.at || (at === first.at && rank < first.rank)))
      first = { at, rank, kind, id }
  }
  for (const one of rows.all('invoice'))
    if (one.status === 'open') consider(one.next_payment_attempt, 0, 'invoice', one.id)
  for (const one of rows.all('subscription')) if (!isEnded(one)) consider(dueOf(one), 1, 'subscription', one.id)
  for (const one of rows.all('session')) if (one.status === 'open') consider(one.expires_at, 2, 'session', one.id)
  return first
}

function dueOf(subscription: Subscription): number {
  const { cancel_at, pause_collection } = subscription
  return Math.min(
    itemOf(subscription).current_period_end,
    cancel_at ?? Infinity,
    pause_collection?.resumes_at ?? Infinity,
  )
}

/** Does what fell due; `act.at` is the moment it did. */
export function doDue(act: Act, { kind, id }: Due): void {
  if (kind === 'invoice') collect(act, find(act, 'invoice', id), { by: 'clock' })
  else if (kind === 'session') expireSession(act, id)
  else turn(act, find(act, 'subscription', id))
}

export function expireSession(act: Act, id: string): void {
  const session = { ...find(act, 'session', id), status: 'expired' as const, url: null }
  act.put('session', session)
  emit(act, 'checkout.session.expired', session)
}

/** A pause ends, the subscription ends, or its next period begins and is billed. */
function turn(act: Act, subscription: Subscription): void {
  const resumes = subscription.pause_collection?.resumes_at
  if (resumes && resumes <= act.at) {
    saveSubscription(act, subscription, { pause_collection: null })
    return
  }
  if (subscription.cancel_at !== null && subscription.cancel_at <= act.at) {
    endSubscription(act, subscription, 'cancellation_requested')
    return
  }
  renew(act, subscription)
}

function renew(act: Act, before: Subscription): void {
  const item = itemOf(before)
  // The price may have been renamed since; amount and interval of a price never change.
  const price = act.get('price', item.price.id) ?? item.price
  const start = item.current_period_end
  const end = periodAfter(before.billing_cycle_anchor, recurringOf(price), start)
  const status = before.status === 'trialing' ? 'active' : before.status
  const moved = { ...before, items: withItem(before, { price, current_period_start: start, current_period_end: end }) }
  const line = lineFor(act, moved, price, { amount: price.unit_amount * item.quantity, period: { start, end } })
  const period = { start: item.current_period_start, end: start }
  const draft = draftInvoice(act, moved, [line], 'subscription_cycle', period)
  saveSubscription(act, before, { items: moved.items, latest_invoice: draft.id, status })
  const behavior = before.pause_collection?.behavior
  if (behavior === 'keep_as_draft' || before.status === 'unpaid') saveInvoice(act, draft, { auto_advance: false })
  else if (behavior) {
    const open = finalise(act, draft)
    if (open.status === 'open') giveUp(act, open, behavior === 'void' ? 'void' : 'uncollectible')
  } else collect(act, draft, { by: 'clock' })
}
